#pragma once
/// Convex hulls of shapes, for lower bounds of the time of contact.
#include <firstcontact/query.h>

#include <vector>

#include "geometry/body_tree.h"
#include "geometry/extreme_points.h"

namespace firstcontact::geometry {

/// Every point of the body is within `excess` of the convex hull of `vertices`. `excess` is
/// measured after the hull is built: it covers what rounding left outside and what was left out on
/// purpose.
struct ConvexHull {
  std::vector<Vec3> vertices;
  double excess = 0;
  PointRows rows = {};  ///< the vertices once more, for searches along directions
};

/// Points above the planes of faces by less than these shares of the size and of the thickness are
/// left out, and all after so many vertices. (Near a sharp rim a point that is hardly above any
/// plane may be far out: hence the thickness.)
inline constexpr double kHullPrecision = 5e-4, kHullThicknessShare = 1e-2;
inline constexpr std::size_t kMostHullVertices = 512;

/// Of all corners of triangles. Never fails: flat bodies get a hull of next to no thickness,
/// segments and points a box of it.
ConvexHull convex_hull(const geometry::BodyTree& tree);

}  // namespace firstcontact::geometry
