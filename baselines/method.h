#pragma once
/// The published methods that FirstContact is compared with, each from its description, behind one
/// interface. Nothing here is linked into the library, and nothing here promises anything: each
/// file says what is known to go wrong with its method.
#include <firstcontact/query.h>

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string_view>

namespace firstcontact::baselines {

struct Settings {
  /// What it means is the method's own affair (Method::tolerance_meaning). Unset:
  /// Method::default_tolerance.
  std::optional<double> tolerance = {};
  /// Upper bound on the method's elementary steps, where it has such.
  std::int64_t max_checks = 1'000'000;
  /// Only for methods that take one; others ignore it. Euclidean distance.
  double min_separation = 0;
};

struct Answer {
  bool contact = false;
  /// Time of impact in [0, 1] as the method computes it; NaN where it has none, or no contact.
  double toi = std::numeric_limits<double>::quiet_NaN();
  /// max_checks ran out; `contact` is then what the method says in that case.
  bool exhausted = false;
  std::int64_t checks = 0;
};

/// Answers a vertex-face or edge-edge query whose coordinates are finite. Thread-safe, never throws
/// except when memory runs out. Precondition: default floating-point environment.
using Solve = Answer (*)(const Query& query, const Settings& settings);

struct Method {
  std::string_view name;               ///< as on the command line: "fprf"
  std::string_view title;              ///< for people: "floating-point root finder"
  std::string_view reference;          ///< authors, year
  std::string_view tolerance_meaning;  ///< empty: it has none
  double default_tolerance = 0;
  bool uses_max_checks = false;
  bool takes_separation = false;
  bool gives_time = false;
  /// It is said never to miss a contact, and the published comparison (Wang et al. 2021) saw no
  /// miss. Reports mark a miss then.
  bool claims_no_misses = false;
  Solve solve = nullptr;
};

/// All of them, in the order of the published comparison: irf, uirf, fprf, tccd, rp, rrp, bsc,
/// msrf, accd.
std::span<const Method> methods();

/// nullptr if there is none of that name.
const Method* find_method(std::string_view name);

}  // namespace firstcontact::baselines
