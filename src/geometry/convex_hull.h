#pragma once
/// Convex hulls of bodies, with a bound of how far the body sticks out of them.
#include <firstcontact/query.h>

#include <vector>

#include "geometry/body_tree.h"
#include "geometry/extreme_points.h"

namespace firstcontact::geometry {

/// Every point of the body is within `excess` of the convex hull of `vertices`. `excess` is
/// measured after the hull is built. It covers points that are outside because of rounding and
/// points that were left out on purpose.
struct ConvexHull {
  std::vector<Vec3> vertices;
  double excess = 0;
  PointRows rows = {};  ///< the same vertices, for searches along directions
};

/// A point is left out if it is above the planes of all faces by less than these shares of the
/// body's size and thickness, or if the hull has kMostHullVertices already. (Near a sharp rim, a
/// point that is hardly above any plane may be far outside: this is why the thickness matters.)
inline constexpr double kHullPrecision = 5e-4, kHullThicknessShare = 1e-2;
inline constexpr std::size_t kMostHullVertices = 512;

/// The hull of all corners of triangles. It always exists: a flat body gets a very thin hull, a
/// segment or a point a very small box.
ConvexHull convex_hull(const geometry::BodyTree& tree);

}  // namespace firstcontact::geometry
