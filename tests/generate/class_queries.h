#pragma once
/// Goes through the queries of a class.
#include <gtest/gtest.h>

#include <string>

#include "generate/generate.h"

namespace firstcontact::test {

inline constexpr std::uint64_t kSeed = 2021;

inline bool makes(const generate::QueryClass& query_class, Kind kind) {
  return kind == Kind::VertexFace ? query_class.vertex_face : query_class.edge_edge;
}

/// visit(query) for `count` queries of the class and kind, none if it does not make the kind. An
/// unknown name fails the test.
template <typename Visit>
void for_queries(std::string_view name, Kind kind, std::uint64_t count, Visit visit) {
  const auto found = generate::find_query_class(name);
  ASSERT_TRUE(found.has_value()) << name;
  if (!makes(*found, kind)) return;
  for (std::uint64_t index = 0; index < count; ++index) {
    SCOPED_TRACE(std::string(name) + (kind == Kind::VertexFace ? " vertex-face " : " edge-edge ") +
                 std::to_string(index));
    visit(generate::make_query(*found, kind, kSeed, index));
  }
}

template <typename Visit>
void for_queries(std::string_view name, std::uint64_t count, Visit visit) {
  for (const Kind kind : {Kind::VertexFace, Kind::EdgeEdge}) for_queries(name, kind, count, visit);
}

/// The share of the queries of the class and kind for which `holds(query)`.
template <typename Predicate>
double share(std::string_view name, Kind kind, std::uint64_t count, Predicate holds) {
  std::uint64_t all = 0, good = 0;
  for_queries(name, kind, count, [&](const Query& query) {
    ++all;
    if (holds(query)) ++good;
  });
  return all == 0 ? 0.0 : static_cast<double>(good) / static_cast<double>(all);
}

/// visit(coordinate) for all 24.
template <typename Visit>
void for_coordinates(const Query& query, Visit visit) {
  for (const auto* instant : {&query.t0, &query.t1}) {
    for (const Vec3& point : *instant) {
      for (int k = 0; k < 3; ++k) visit(point[k]);
    }
  }
}

inline double largest_coordinate(const Query& query) {
  double largest = 0;
  for_coordinates(query, [&](double x) { largest = std::max(largest, std::abs(x)); });
  return largest;
}

}  // namespace firstcontact::test
