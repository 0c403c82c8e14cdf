#pragma once
/// The corners of a pair's gap set at t = 0 and t = 1, as rounded differences in units in which the
/// largest is about 1.
#include <firstcontact/query.h>

#include "narrow/vector3.h"

namespace firstcontact::narrow {

using Vector = Vector3<double>;

/// Vertex-face: p - v_i. Edge-edge, in cyclic order: a0-b0, a0-b1, a1-b1, a1-b0. Point-edge: p -
/// e_i. Point-point: p - q.
///
/// Each component is one rounded subtraction of the inputs, so its error is at most kUnitRoundoff
/// times itself: relative to the gap, not to the distance from the origin. Only where `exponent`
/// had to be other than 0 can the scaling add up to 2^-1074.
struct GapCorners {
  static constexpr int kMost = 4;
  int count = 0;
  Vector t0[kMost], t1[kMost];
  /// Largest |component| over all corners and both instants, by axis, and of all.
  Vector reach = {0, 0, 0};
  double largest = 0;
  /// A length here is a length of the scene times 2^-exponent.
  int exponent = 0;
};

/// Gaps whose largest component lies in [kSmallest, kLargest] need no scaling: no product of up to
/// four of them over- or underflows harmfully.
inline constexpr double kSmallestUnscaled = 0x1p-200, kLargestUnscaled = 0x1p+200;

/// Precondition: every coordinate is finite.
GapCorners gap_corners(const Query& query);

}  // namespace firstcontact::narrow
