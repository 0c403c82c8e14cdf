#pragma once
/// What to ask of a pair, and by which method.
#include <firstcontact/query.h>

#include <cstdint>
#include <optional>

namespace firstcontact {

/// The guarantees (numbers as in docs/guide/guarantees.md) that each method gives:
///
/// | guarantee                   | Certified                        | Certified, exact | Exact |
/// TightInclusion            |
/// |-----------------------------|----------------------------------|------------------|-------|---------------------------|
/// | 1 never a miss              | yes                              | yes              | yes   |
/// yes                       | | 2 safe time                 | yes                              |
/// yes              | yes   | yes                       | | 3 honest positives          | distance
/// <= separation+tolerance | only contacts    | only  | within `Result::tolerance`| | | | |
/// contacts | on every axis          | | 4 bounded work              | yes | yes              | yes
/// | yes                       | | 5 proof on request          | yes                              |
/// yes              | no    | no                        | | 6 same bits everywhere      | yes | yes
/// | yes   | yes                       | | 7 clear answer to bad input | yes | yes              |
/// yes   | yes                       | | separation in norm          | both | both             |
/// both  | Linf only                 |
enum class Method {
  Certified,       ///< separating directions that prove freedom, fast: see
                   ///< docs/math/certified-advance.md
  Exact,           ///< integer arithmetic, no rounding at all: see docs/math/exact-oracle.md
  TightInclusion,  ///< the published inclusion-based bisection, repaired: see
                   ///< docs/math/tight-inclusion.md
  /// The same inclusion, earliest boxes first and many boxes at a time: see there. Guarantees as
  /// TightInclusion.
  TightInclusionFast,
};

/// How a minimum separation is measured.
enum class Norm { L2, Linf };

struct Options {
  Method method = Method::Certified;

  /// Length in scene units: a pair that comes this near may be reported as touching, by the methods
  /// that cannot be exact. Not a safety margin: for that there is `min_separation`. Unset:
  /// `kRelativeTolerance` of the query's own size (the largest coordinate difference between its
  /// two primitives). Ignored where the answer is exact.
  std::optional<double> tolerance;

  /// The pair is in contact when its distance is at most this (distance exactly `min_separation` is
  /// contact).
  double min_separation = 0;
  Norm norm = Norm::L2;

  /// Only [0, t_max] is looked at; t_max in [0, 1].
  double t_max = 1;

  /// Upper bound on elementary checks, at least 1. Running out is `Status::Undecided`, never a
  /// silent Free.
  std::int64_t max_checks = 1'000'000;

  /// Hits must be real contacts of the exact inputs, and toi_upper bounds their first time. Implied
  /// by Method::Exact; InvalidInput with tight inclusion.
  bool exact = false;

  /// A Free answer carries its proof in Result::certificate. InvalidInput with methods other than
  /// Certified.
  bool certificate = false;

  /// Exact answers: toi_upper - toi is at most this (down to neighbouring doubles). In (0, 1].
  double toi_width = 0x1p-30;

  /// Tight inclusion: largest |coordinate| per axis over a whole scene, to share one filter between
  /// its queries. Must not be smaller than any coordinate of the query. Unset: taken from the query
  /// itself.
  std::optional<Vec3> scene_extent;
};

inline constexpr double kRelativeTolerance = 1e-6;

}  // namespace firstcontact
