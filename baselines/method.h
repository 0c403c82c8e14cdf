#pragma once
/// The published methods that FirstContact is compared with, behind one interface. Each was written
/// from its description. Nothing here is linked into the library, and nothing here is guaranteed:
/// each file says what is known to go wrong with its method.
#include <firstcontact/query.h>

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string_view>

namespace firstcontact::baselines {

struct Settings {
  /// Its meaning depends on the method (Method::tolerance_meaning). The default is
  /// Method::default_tolerance.
  std::optional<double> tolerance = {};
  /// Upper bound on the number of elementary steps, for methods that have such.
  std::int64_t max_checks = 1'000'000;
  /// Euclidean distance; ignored by methods that take no separation.
  double min_separation = 0;
};

struct Answer {
  bool contact = false;
  /// Time of impact in [0, 1] as the method computes it; NaN if it computes none or found no
  /// contact.
  double toi = std::numeric_limits<double>::quiet_NaN();
  /// True if max_checks ran out; `contact` is then the method's answer for this case.
  bool exhausted = false;
  std::int64_t checks = 0;
};

/// Answers a vertex-face or edge-edge query with finite coordinates. Thread-safe; throws only if
/// memory runs out. Precondition: default floating-point environment.
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
  /// True if the method is said never to miss a contact, and the published comparison (Wang et al.
  /// 2021) found no miss. Then reports mark a miss.
  bool claims_no_misses = false;
  Solve solve = nullptr;
};

/// All methods, in the order of the published comparison: irf, uirf, fprf, tccd, rp, rrp, bsc,
/// msrf, accd.
std::span<const Method> methods();

/// The method of that name, or nullptr.
const Method* find_method(std::string_view name);

}  // namespace firstcontact::baselines
