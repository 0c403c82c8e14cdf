// Checks segments with a direction n(t) that is a polynomial (docs/formats/certificates.md).
//
// Let F_i(t) be the corners of the gap set and d the separation. The gap set is the hull of the
// corners, so the pair keeps apart at t if one direction n has, for every corner,
//     n·F_i > d |n|'                                                        (1)
// where |n|' is the dual norm. Over an interval:
//     d = 0: the coefficients of n·F_i are positive.
//     Euclidean: those of (n·F_i)^2 - d^2 n·n are, and n·F_i is positive at the start. Then n·F_i is
//     never zero, hence positive throughout, and (1) follows by taking roots.
//     Chebyshev: those of n·F_i - d (±n_x ± n_y ± n_z) are, for all eight choices of signs.
#include "verify/exact_segments.h"

#include <optional>

#include "verify/interval_forms.h"

namespace firstcontact::verify {
namespace {

using exact::Integer;

using Limits = ExactProofLimits;

/// n0 and n1 times their common denominator; nothing if a number is none.
std::optional<VectorForm> directions_of(const ExactSegment& segment) {
  std::array<std::optional<Fraction>, 6> all;
  Integer common = 1;
  for (std::size_t k = 0; k < 6; ++k) {
    all[k] = fraction_of(k < 3 ? segment.n0[k] : segment.n1[k - 3], Limits::kTimeText);
    if (!all[k]) return std::nullopt;
    common = least_common_multiple(common, all[k]->denominator);
  }
  VectorForm n;
  for (std::size_t k = 0; k < 6; ++k) {
    Integer factor = common;
    n[k % 3].push_back(all[k]->numerator * factor.divide_exactly(all[k]->denominator));
  }
  return n;
}

/// The direction of a feature. Precondition: it has no fault and is not Directions.
VectorForm direction_of(const GapForms& gap, const ExactSegment& segment) {
  const auto corner = [&](std::size_t i) -> const VectorForm& {
    return gap.corners[static_cast<std::size_t>(segment.corners[i])];
  };
  if (segment.feature == GapFeature::Corner) return corner(0);
  const VectorForm e = subtract(corner(1), corner(0));
  if (segment.feature == GapFeature::Plane) return cross(e, subtract(corner(2), corner(0)));
  VectorForm n;
  if (segment.feature == GapFeature::Side) {
    const IntervalForm squared = dot(e, e), along = dot(corner(0), e);
    for (int k = 0; k < 3; ++k)
      n[k] = subtract(multiply(squared, corner(0)[k]), multiply(along, e[k]));
    return n;
  }
  VectorForm axis = {IntervalForm{0}, IntervalForm{0}, IntervalForm{0}};
  axis[static_cast<int>(segment.feature) - static_cast<int>(GapFeature::SideX)][0] = 1;
  return cross(axis, e);
}

/// Why the direction does not separate the corners over the interval; empty if it does.
std::string fault_of_direction(const PairClaim& claim, const GapForms& gap, const VectorForm& n,
                               bool with_end) {
  const auto holds = [&](const IntervalForm& form) {
    return with_end ? is_positive(form) : is_positive_before_end(form);
  };
  const bool separated = gap.separation.sign() > 0;
  for (std::size_t i = 0; i < gap.corners.size(); ++i) {
    const auto fault = [&](const char* what) {
      return "corner " + std::to_string(i + 1) + " (" + claim.corners[i].name + "): " + what;
    };
    const IntervalForm height = dot(n, gap.corners[i]);
    if (height.front().sign() <= 0) return fault("its height is not positive at the start");
    if (!separated) {
      if (!holds(height)) return fault("a coefficient of its height is not positive");
      continue;
    }
    if (claim.norm == Norm::L2) {
      const IntervalForm margin =
          raise(multiply(dot(n, n), gap.separation * gap.separation), 2 * (height.size() - 1));
      if (!holds(subtract(multiply(height, height), margin)))
        return fault("its height does not exceed the separation");
      continue;
    }
    for (unsigned signs = 0; signs < 8; ++signs) {
      IntervalForm rest = height;
      for (int k = 0; k < 3; ++k) {
        const IntervalForm width = raise(multiply(n[k], gap.separation), height.size() - 1);
        rest = signs >> k & 1 ? add(std::move(rest), width) : subtract(std::move(rest), width);
      }
      if (!holds(rest)) return fault("its height does not exceed the separation");
    }
  }
  return "";
}

std::string fault_of_segment(const PairClaim& claim, const ExactSegment& segment,
                             const Fraction& t0, const Fraction& t1, bool with_end) {
  if (std::string fault = fault_of_corners(segment.feature, segment.corners, claim.corners.size());
      !fault.empty())
    return fault;
  const GapForms gap = gap_over(claim, t0, t1);
  if (segment.feature != GapFeature::Directions)
    return fault_of_direction(claim, gap, direction_of(gap, segment), with_end);
  const std::optional<VectorForm> n = directions_of(segment);
  if (!n) return "a component of a direction " + not_a_fraction(Limits::kTimeText);
  return fault_of_direction(claim, gap, *n, with_end);
}

}  // namespace

std::string fault_of_exact_segments(const PairClaim& claim,
                                    const std::vector<ExactSegment>& segments, const Fraction& end,
                                    bool with_end) {
  if (segments.empty()) return "there are no segments";
  if (segments.size() > Limits::kSegments)
    return "there are more than " + std::to_string(Limits::kSegments) + " exact segments";
  Fraction covered;
  for (std::size_t i = 0; i < segments.size(); ++i) {
    const std::string name = "segment " + std::to_string(i + 1);
    const std::optional<Fraction> t0 = fraction_of(segments[i].t0, Limits::kTimeText),
                                  t1 = fraction_of(segments[i].t1, Limits::kTimeText);
    if (!t0 || !t1) return name + ": a time " + not_a_fraction(Limits::kTimeText);
    if (compare(*t0, covered) != 0)
      return i == 0 ? name + " does not start at 0"
                    : name + " does not start where the one before ends";
    if (compare(*t0, *t1) > 0) return name + " ends before it starts";
    const bool last = i + 1 == segments.size();
    if (last && compare(*t1, end) != 0)
      return name + ", the last, does not end at " + (with_end ? "t_max" : "toi");
    // A segment of no length before an end that is left out has nothing to prove.
    const bool half_open = last && !with_end;
    if (!half_open || compare(*t0, *t1) != 0)
      if (const std::string fault = fault_of_segment(claim, segments[i], *t0, *t1, !half_open);
          !fault.empty())
        return name + ", " + fault;
    covered = *t1;
  }
  return "";
}

}  // namespace firstcontact::verify
