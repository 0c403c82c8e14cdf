#pragma once
/// The nearest points of two triangles. They are approximate: they propose directions and measure
/// distances, but prove nothing.
#include <firstcontact/query.h>

#include <array>

namespace firstcontact::geometry {

using Triangle = std::array<Vec3, 3>;

struct NearestPoints {
  Vec3 a, b;
  double distance;
  /// From a to b, unit length up to rounding; zero if there is no such direction. It is computed
  /// from the features, so that it is right even where the points are so near that their difference
  /// is mostly rounding.
  Vec3 n;
};

/// Triangles may be degenerate. If they cut through each other, the points are the nearest ones of
/// an edge-edge or vertex-face pair, not an intersection; the direction then does not separate
/// them.
NearestPoints nearest_points(const Triangle& a, const Triangle& b);

/// The same with points that are convex combinations of the corners, and their distance: up to the
/// rounding of these combinations it is an upper bound of the triangles' distance, for slivers too.
NearestPoints on_triangles(const NearestPoints& nearest, const Triangle& a, const Triangle& b);

}  // namespace firstcontact::geometry
