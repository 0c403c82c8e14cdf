#include "articulated/inside_solid.h"

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <limits>

namespace firstcontact::articulated {
namespace {

using Tree = TriangleBody::Tree;

/// The triangle whose plane x is nearest to from inside; -1: outside of one of them, or there is none.
int triangle_over(const Tree& solid, const Vec3& x) {
  int nearest = -1;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < solid.triangles.size(); ++i) {
    const Face& face = solid.triangles[i];
    const auto corner = [&](std::size_t k) -> const Vec3& { return solid.vertices[static_cast<std::size_t>(face[k])]; };
    const Vec3 normal = (corner(1) - corner(0)).cross(corner(2) - corner(0));
    const double length = normal.norm();
    if (!(length > 0)) continue;
    const double depth = normal.dot(corner(0) - x) / length;
    if (!(depth > 0)) return -1;
    if (depth < least) least = depth, nearest = static_cast<int>(i);
  }
  return nearest;
}

}  // namespace

CornerInside corner_inside(const Tree& inner, const AffineMap& at_inner, const Tree& solid, const AffineMap& at_solid) {
  const Mat3 back = at_solid.linear.inverse();
  const Tree::Node& box = solid.nodes[0];
  for (std::size_t i = 0; i < inner.triangles.size(); ++i)
    for (const int vertex : inner.triangles[i]) {
      const Vec3 point = at_inner.apply(inner.vertices[static_cast<std::size_t>(vertex)]);
      const Vec3 x = back * (point - at_solid.offset);
      if ((x - box.centre).squaredNorm() > box.radius * box.radius) continue;
      const int triangle = triangle_over(solid, x);
      if (triangle >= 0) return {static_cast<int>(i), triangle, point};
    }
  return {};
}

}  // namespace firstcontact::articulated
