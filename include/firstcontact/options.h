#pragma once
/// What to ask of a pair, and by which method.
#include <firstcontact/query.h>

#include <cstdint>
#include <optional>

namespace firstcontact {

/// The guarantees (numbers as in docs/guarantees.md) that each method gives:
///
/// | guarantee                          | Exact | TightInclusion                                   |
/// |------------------------------------|-------|--------------------------------------------------|
/// | 1 never a miss                     | yes   | yes                                              |
/// | 2 safe time: [0, toi) is free      | yes   | yes                                              |
/// | 3 no false positive                | yes   | no: a Hit is within `Result::tolerance` per axis |
/// | 4 bounded work                     | yes   | yes: `max_checks` boxes, bounded memory          |
/// | 5 certificate                      | no    | no                                               |
/// | 6 same bits everywhere             | yes   | yes                                              |
/// | 7 clear answer to bad input        | yes   | yes                                              |
/// | minimum separation in norm         | both  | Linf only (L2 is InvalidInput)                   |
enum class Method {
  Exact,           ///< integer arithmetic, no rounding at all; see docs/math/exact-oracle.md
  TightInclusion,  ///< the published inclusion-based bisection, repaired; see docs/math/tight-inclusion.md
};

/// How a minimum separation is measured.
enum class Norm { L2, Linf };

struct Options {
  Method method = Method::Exact;

  /// Length in scene units within which a pair counts as touching, for the methods that cannot be exact.
  /// Unset: `kRelativeTolerance` of the query's own size (the largest coordinate difference between its two primitives).
  /// Ignored where the answer is exact.
  std::optional<double> tolerance;

  /// The pair is in contact when its distance is at most this (distance exactly `min_separation` is contact).
  double min_separation = 0;
  Norm norm = Norm::L2;

  /// Only [0, t_max] is looked at; t_max in [0, 1].
  double t_max = 1;

  /// Upper bound on elementary checks, at least 1. Running out is `Status::BudgetExhausted`, never a silent Free.
  std::int64_t max_checks = 1'000'000;

  /// Hits must be real contacts of the exact inputs. Implied by Method::Exact; InvalidInput with a method that cannot.
  bool exact = false;

  /// A Free answer must carry its proof. InvalidInput with a method that has none.
  bool certificate = false;

  /// Exact answers: toi_upper - toi is at most this (down to neighbouring doubles). In (0, 1].
  double toi_width = 0x1p-30;

  /// TightInclusion: largest |coordinate| per axis over a whole scene, to share one filter between its queries.
  /// Must not be smaller than any coordinate of the query. Unset: taken from the query itself.
  std::optional<Vec3> scene_extent;
};

inline constexpr double kRelativeTolerance = 1e-6;

}  // namespace firstcontact
