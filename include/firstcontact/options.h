#pragma once
/// What to ask about a pair, and by which method.
#include <firstcontact/query.h>

#include <cstdint>
#include <optional>

namespace firstcontact {

/// What each method guarantees (numbers as in docs/guide/guarantees.md). All of them never miss a
/// contact (1), give a safe time (2), do bounded work (4), give the same bits everywhere (6) and
/// answer bad input clearly (7). They differ in the rest:
///
/// | guarantee          | Certified                           | Exact         | TightInclusion    |
/// |--------------------|-------------------------------------|---------------|-------------------|
/// | 3 honest positives | distance <= separation + tolerance; | only contacts | Result::tolerance |
/// |                    | with `exact` only contacts          |               | on every axis     |
/// | 5 proof on request | yes                                 | no            | no                |
/// | separation in norm | both                                | both          | Linf only         |
enum class Method {
  /// Separating directions that prove freedom. Fast. docs/math/certified-advance.md
  Certified,
  /// Integer arithmetic without any rounding. docs/math/exact-oracle.md
  Exact,
  /// The published inclusion-based bisection, repaired. docs/math/tight-inclusion.md
  TightInclusion,
  /// The same inclusion; it looks at the earliest boxes first and at many boxes at a time.
  TightInclusionFast,
};

/// How a minimum separation is measured.
enum class Norm { L2, Linf };

/// The share of a pair's size that the tolerance is if it is not set.
inline constexpr double kRelativeTolerance = 1e-6;

/// What to ask about a pair. The default asks the certified method about the whole of [0, 1].
struct Options {
  /// How the pair is decided.
  Method method = Method::Certified;

  /// A length: a pair that comes within min_separation + tolerance may be reported as touching, by
  /// methods that are not exact. It is not a safety margin; `min_separation` is. Unset:
  /// kRelativeTolerance times the pair's size, which is the largest coordinate difference between
  /// its two primitives. Ignored where the answer is exact.
  std::optional<double> tolerance = {};

  /// The pair is in contact if its distance is at most this length (distance exactly
  /// `min_separation` is contact).
  double min_separation = 0;
  Norm norm = Norm::L2;

  /// Only [0, t_max] is looked at. In [0, 1].
  double t_max = 1;

  /// The budget: an upper bound of elementary checks, at least 1. If it runs out, the answer is
  /// Status::Undecided.
  std::int64_t max_checks = 1'000'000;

  /// Only real contacts of the exact input count, and toi_upper bounds their first time. Implied by
  /// Method::Exact; InvalidInput with tight inclusion.
  bool exact = false;

  /// Only whether the pair touches matters: the search ends as soon as the pair is proven free or is
  /// within tolerance at some time. So a near miss may be a Contact here although it is Free without
  /// this option; exact answers agree. Contact: [0, toi) is proven free, but toi may be long before
  /// the contact; `toi_upper` and `starts_in_contact` say nothing unless the answer is exact. Ignored
  /// by other methods than Certified.
  bool decide_only = false;

  /// A Free answer describes the pair at t_max: u, v, the nearest points and the distance. By default
  /// only a contact is described.
  bool describe_free = false;

  /// A Free answer carries its proof in Result::certificate or, where doubles cannot hold one, in
  /// Result::exact_proof. With `exact` a Contact carries its proof there too; without, it has none,
  /// because it may be a near miss. The search for a proof is not bounded by max_checks: it takes
  /// milliseconds, but up to a second if a pair has numbers like 1 and 1e-323 side by side, and
  /// several if it has 1e300 and 1e-300. InvalidInput with methods other than Certified.
  bool certificate = false;

  /// Exact answers: toi_upper - toi is at most this, or they are neighbouring doubles. In (0, 1].
  /// With decide_only it may be more.
  double toi_width = 0x1p-30;

  /// Tight inclusion: the largest |coordinate| per axis over a whole scene, so that all its queries
  /// share one filter. Must not be smaller than any coordinate of the query. Unset: that of the
  /// query.
  std::optional<Vec3> scene_extent = {};
};

}  // namespace firstcontact
