#pragma once
/// Directions that are likely to separate a gap set from the origin, in plain floating point: any
/// direction makes a valid certificate, so nothing here needs an error bound except the upper bound
/// of the distance.
#include "narrow/certified/gap_corners.h"

namespace firstcontact::narrow {

/// Shape of a hull of corners: what GapCorners::count says.
struct Hull {
  int count = 0;  // 1 point, 2 segment, 3 triangle, 4 parallelogram in cyclic order
  Vector corner[GapCorners::kMost];
};

/// Corners at time t.
Hull hull_at(const GapCorners& corners, double t);

struct Nearest {
  /// From the origin to the nearest point of the hull, about; improved so that its heights over the
  /// corners of the nearest feature agree to rounding. Not normalised. Zero where the hull contains
  /// the origin.
  Vector direction = {0, 0, 0};
  /// Norm of a real point of the hull (up to kHullPointRoundings), so never much below the
  /// distance.
  double distance = 0;
  /// The foot of the origin on the plane of the hull lies inside it.
  bool inside = false;
};

/// The nearest point in the Euclidean norm, by the feature that it lies on.
Nearest nearest_direction(const Hull& hull);

/// Directions of all features and the axes, each with the sign that separates more: for slivers and
/// gaps near rounding, where the feature that holds the nearest point is lost. `directions` has
/// room for kMostDirections; returns how many there are.
inline constexpr int kMostDirections = 12;
int feature_directions(const Hull& hull, Vector* directions);

/// For a Chebyshev separation: the best of the separating axes of the hull and a cube. `distance`
/// is the norm of a real point of the hull, the smallest of all points at which the maximum norm
/// can have its minimum.
Nearest cube_direction(const Hull& hull);

}  // namespace firstcontact::narrow
