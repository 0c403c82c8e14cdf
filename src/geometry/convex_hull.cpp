#include "geometry/convex_hull.h"

#include <algorithm>
#include <cmath>

#include "geometry/hull_builder.h"

namespace firstcontact::geometry {
namespace {

/// The thickness that flat bodies get on either side, as a share of their size.
constexpr double kThickness = 1e-6;
/// Boxes thinner than this share of their size are flat.
constexpr double kFlat = 1e-8;
/// If the body sticks out of its hull by more than this share of its size, its box is taken
/// instead.
constexpr double kWorstExcess = 0.05;
/// Rounding in the measured excess, relative to how far points lie from the origin.
constexpr double kExcessRounding = 0x1p-44;

std::vector<Vec3> used_points(const geometry::BodyTree& tree) {
  std::vector<char> used(tree.vertices.size(), 0);
  for (const Face& face : tree.triangles)
    for (const int v : face) used[v] = 1;
  std::vector<Vec3> points;
  for (std::size_t i = 0; i < used.size(); ++i)
    if (used[i]) points.push_back(tree.vertices[i]);
  return points;
}

ConvexHull box_of(const BodyTree::Node& root) {
  ConvexHull out;
  for (unsigned corner = 0; corner < 8; ++corner) {
    Vec3 at = root.centre;
    for (int k = 0; k < 3; ++k)
      at += ((corner >> k & 1) ? root.half[k] : -root.half[k]) * root.axes.row(k).transpose();
    out.vertices.push_back(at);
  }
  out.excess = kExcessRounding * (root.reach + root.radius);
  return out;
}

}  // namespace

ConvexHull convex_hull(const geometry::BodyTree& tree) {
  const BodyTree::Node& root = tree.nodes[0];
  std::vector<Vec3> points = used_points(tree);
  Eigen::Index thinnest = 0;
  double thickness = root.half.minCoeff(&thinnest);
  if (thickness <= kFlat * root.radius) {  // two copies of the points, slightly apart
    thickness = kThickness * root.radius;
    const Vec3 shift = thickness * root.axes.row(thinnest).transpose();
    const std::size_t count = points.size();
    for (std::size_t i = 0; i < count; ++i) {
      points.push_back(points[i] + shift);
      points[i] -= shift;
    }
  }
  const double precision = std::min(kHullPrecision * root.radius, kHullThicknessShare * thickness);
  const HullBuilder builder(points, precision, kMostHullVertices);
  if (!builder.ok()) return box_of(root);
  ConvexHull out;
  out.excess = builder.measure_excess() + kExcessRounding * (root.reach + root.radius);
  if (!(out.excess <= kWorstExcess * root.radius)) return box_of(root);
  for (const int i : builder.vertices()) out.vertices.push_back(points[i]);
  return out;
}

}  // namespace firstcontact::geometry
