#pragma once
/// Directions that are likely to separate a gap set from the origin, in plain floating point. A
/// certificate may use any direction, so nothing here needs an error bound except the upper bound
/// of the distance.
#include "narrow/certified/gap_corners.h"

namespace firstcontact::narrow {

/// The gap set at one time, the convex hull of its corners. By `count`: 1 point, 2 segment,
/// 3 triangle, 4 parallelogram in cyclic order.
struct Hull {
  int count = 0;
  Vector corner[GapCorners::kMost];
};

/// The gap set at time t.
Hull hull_at(const GapCorners& corners, double t);

struct Nearest {
  /// Approximately from the origin to the nearest point of the hull, improved so that its heights
  /// over the corners of the nearest feature agree up to rounding. Not normalised. Zero if the hull
  /// contains the origin.
  Vector direction = {0, 0, 0};
  /// Norm of an actual point of the hull (up to kHullPointRoundings), so never much below the true
  /// distance.
  double distance = 0;
  /// True if the foot of the origin on the plane of the hull lies inside the hull.
  bool inside = false;
};

/// The direction to the nearest point in the Euclidean norm, taken from the side or face that holds
/// this point.
Nearest nearest_direction(const Hull& hull);

/// Directions of all features and the axes, each with the sign that separates more. They help with
/// slivers and with gaps near rounding, where the feature that holds the nearest point cannot be
/// determined. `directions` has room for kMostDirections; returns how many were written.
inline constexpr int kMostDirections = 12;
int feature_directions(const Hull& hull, Vector* directions);

/// For a Chebyshev separation: the best of the separating axes of the hull and a cube. `distance`
/// is the smallest maximum norm among the points of the hull at which that norm can have its
/// minimum.
Nearest cube_direction(const Hull& hull);

}  // namespace firstcontact::narrow
