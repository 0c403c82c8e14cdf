#pragma once
/// What the two kinds of feature pairs (vertex_face_pair.h, edge_edge_pair.h) have in common.
///
/// A pair touches at time t if a function f(t) is 0 and the point where it would touch lies inside
/// the features. EventIsolation needs of a pair:
///  - at(i): f and its derivative at the instant i;
///  - side(i, h): where the point lies at all times within h of i;
///  - nearly_inside(i, h): whether at these times it is at most `tolerance` outside;
///  - near(i): whether the features are within `tolerance` at i;
///  - proven_apart(i, h): whether the features are proven not to touch at these times;
///  - proven_within_tolerance(i, h): whether they are proven within `tolerance` at these times;
///  - scale(i, h): a lower bound, at these times, of |f| divided by the distance of the features'
///    plane or lines;
///  - curvature: a bound of |f''|; error: the rounding error of f and of the distances in side();
///    tolerance: a length; usable: false for degenerate features, which have no events.
#include "arith/unit_roundoff.h"

namespace firstcontact::rigid {

/// A value and its derivative.
struct Jet {
  double value = 0, slope = 0;
};

/// Position of a point relative to a feature. Rim: rounding or the interval of time leaves it open.
enum class RegionSide { Inside, Rim, Outside };

/// Rounding error of the points themselves, per unit of EventLimits::extent.
inline constexpr double kPointRounding = 12 * arith::kUnitRoundoff;
/// Share of `error` that is allowed for when features are counted as touching. It is small because
/// that need not be proven.
inline constexpr double kTouchingShare = 0.01;
/// Share of a sum of products that remains, because of rounding, where the products cancel.
inline constexpr double kNotCancelled = 1e-12;

}  // namespace firstcontact::rigid
