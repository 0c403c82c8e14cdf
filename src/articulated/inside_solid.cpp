// A corner counts as outside only if a direction shows it: normals of slivers may point anywhere, and surfaces may be turned inside out.
#include "articulated/inside_solid.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>

#include "arith/fixed_order.h"
#include "articulated/hull_distance.h"

namespace firstcontact::articulated {
namespace {

using Tree = TriangleBody::Tree;

/// Relative to the coordinates: more than what rounding takes from a gap.
constexpr double kGapRounding = 64 * 0x1p-53;

std::vector<Vec3> placed_corners(const Tree& tree, const AffineMap& map) {
  std::vector<char> used(tree.vertices.size(), 0);
  for (const Face& face : tree.triangles)
    for (const int v : face) used[static_cast<std::size_t>(v)] = 1;
  std::vector<Vec3> out;
  for (std::size_t i = 0; i < used.size(); ++i)
    if (used[i]) out.push_back(map.apply(tree.vertices[i]));
  return out;
}

/// The triangle whose plane is nearest to x.
int nearest_plane(const Tree& solid, const AffineMap& map, const Vec3& x) {
  int nearest = 0;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < solid.triangles.size(); ++i) {
    std::array<Vec3, 3> corner;
    for (std::size_t k = 0; k < 3; ++k) corner[k] = map.apply(solid.vertices[static_cast<std::size_t>(solid.triangles[i][k])]);
    const Vec3 normal = (corner[1] - corner[0]).cross(corner[2] - corner[0]);
    const double length = norm(normal), distance = std::abs(dot(normal, corner[0] - x));
    if (length > 0 && distance < least * length) least = distance / length, nearest = static_cast<int>(i);
  }
  return nearest;
}

/// A convex solid by its corners.
class Solid {
 public:
  Solid(const Tree& tree, const AffineMap& map) : corners_(placed_corners(tree, map)) {
    for (const Vec3& x : corners_) centre_ += x / static_cast<double>(corners_.size()), size_ = std::max(size_, norm(x));
  }

  bool certainly_outside(const Vec3& x) {
    const double room = kGapRounding * (size_ + norm(x));
    if (gap_along(n_, x) > room) return true;  // what showed it for another point often does for this one
    const std::array point = {x};
    const AffineMap here;
    const Vec3 guess = x - centre_;
    const HullGap gap = hull_gap({corners_, here}, {point, here}, squared_norm(guess) > 0 ? guess : Vec3::UnitX());
    if (!(gap.gap > room)) return false;
    n_ = gap.n;
    return gap_along(n_, x) > room;
  }

 private:
  double gap_along(const Vec3& n, const Vec3& x) const {
    double highest = -std::numeric_limits<double>::infinity();
    for (const Vec3& corner : corners_) highest = std::max(highest, dot(n, corner));
    return dot(n, x) - highest;
  }

  std::vector<Vec3> corners_;
  Vec3 centre_ = Vec3::Zero(), n_ = Vec3::Zero();
  double size_ = 0;
};

}  // namespace

CornerInside corner_inside(const Tree& inner, const AffineMap& at_inner, const Tree& solid, const AffineMap& at_solid) {
  Solid body(solid, at_solid);
  for (std::size_t i = 0; i < inner.triangles.size(); ++i)
    for (const int vertex : inner.triangles[i]) {
      const Vec3 point = at_inner.apply(inner.vertices[static_cast<std::size_t>(vertex)]);
      if (!body.certainly_outside(point)) return {static_cast<int>(i), nearest_plane(solid, at_solid, point), point};
    }
  return {};
}

}  // namespace firstcontact::articulated
