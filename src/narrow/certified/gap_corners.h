#pragma once
/// The corners of a pair's gap set at t = 0 and t = 1, as rounded differences of the input points,
/// scaled only if they are very large or very small.
#include <firstcontact/query.h>

#include "narrow/vector3.h"

namespace firstcontact::narrow {

using Vector = Vector3<double>;

/// The gap set at one time is the set of all differences of a point of the first element and a
/// point of the second. Its corners are:
/// - vertex-face: p - v_i;
/// - edge-edge, in cyclic order: a0 - b0, a0 - b1, a1 - b1, a1 - b0;
/// - point-edge: p - e_i;
/// - point-point: p - q.
///
/// Each component is one rounded subtraction of the inputs, so its error is at most kUnitRoundoff
/// times itself: relative to the gap, not to the distance from the origin. If `exponent` is not 0,
/// scaling may add up to 2^-1074.
struct GapCorners {
  static constexpr int kMost = 4;
  int count = 0;
  Vector t0[kMost], t1[kMost];
  /// Largest |component| over all corners at t = 0 and t = 1: per axis, and of all axes.
  Vector reach = {0, 0, 0};
  double largest = 0;
  /// Lengths here are scene lengths times 2^-exponent.
  int exponent = 0;
};

/// Gaps whose largest component lies between these need no scaling: no product of up to four of
/// them overflows, or underflows enough to matter.
inline constexpr double kSmallestUnscaled = 0x1p-200, kLargestUnscaled = 0x1p+200;

/// Precondition: every coordinate is finite.
GapCorners gap_corners(const Query& query);

}  // namespace firstcontact::narrow
