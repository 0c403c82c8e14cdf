#pragma once
/// Queries that are hard for continuous collision detection, by class, from a seed. What each class
/// is for: docs/formats/generated-queries.md.
///
/// The bits are the same on every machine, compiler and thread: there are own random numbers, no
/// sine or cosine, and no dependence on the caller's rounding mode.
#include <firstcontact/query.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace firstcontact::generate {

struct QueryClass {
  std::string_view name;  ///< kebab-case
  std::string_view description;
  bool vertex_face, edge_edge;  ///< which kinds it makes
};

/// All classes, in a fixed order. The names and descriptions are static.
std::span<const QueryClass> query_classes();

/// The class of that name; empty if there is none.
std::optional<QueryClass> find_query_class(std::string_view name);

/// Query number `index` of a class and kind, from a seed: a pure function of its arguments, so any
/// subset can be made in any order, on any thread. Every coordinate is finite, and none is a
/// negative zero. If the name is no class, or the class does not make this kind, the points are all
/// unset (NaN), which `solve` refuses.
Query make_query(const QueryClass& query_class, Kind kind, std::uint64_t seed, std::uint64_t index);

struct GeneratedQuery {
  Query query;
  bool truth = false;
  /// The exact first contact time lies in [toi, toi_upper], at most 2^-30 wide. Free: both are 1.
  double toi = 1, toi_upper = 1;
};

/// The exact verdict and first time of a query, by the exact oracle. Precondition: every coordinate
/// is finite.
GeneratedQuery with_truth(const Query& query);

}  // namespace firstcontact::generate
