// A corner counts as outside only if a direction proves it. Normals do not decide: those of slivers
// may point anywhere, and a surface may be oriented inside out.
#include "articulated/certified/inside_solid.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>

#include "arith/fixed_order.h"
#include "arith/unit_roundoff.h"
#include "geometry/hull_distance.h"

namespace firstcontact::articulated {
namespace {

using Tree = geometry::BodyTree;

/// A bound of the rounding error of a gap, relative to the coordinates.
constexpr double kGapRounding = 64 * arith::kUnitRoundoff;

std::vector<Vec3> placed_corners(const Tree& tree, const AffineMap& map) {
  std::vector<char> used(tree.vertices.size(), 0);
  for (const Face& face : tree.triangles)
    for (const int v : face) used[v] = 1;
  std::vector<Vec3> out;
  for (std::size_t i = 0; i < used.size(); ++i)
    if (used[i]) out.push_back(map.apply(tree.vertices[i]));
  return out;
}

/// A convex solid, given by its corners.
class Solid {
 public:
  Solid(const Tree& tree, const AffineMap& map) : corners_(placed_corners(tree, map)) {
    for (const Vec3& x : corners_) {
      centre_ += x / static_cast<double>(corners_.size());
      size_ = std::max(size_, norm(x));
    }
  }

  bool certainly_outside(const Vec3& x) {
    const double room = kGapRounding * (size_ + norm(x));
    if (gap_along(n_, x) > room)
      return true;  // a direction that proves it for one point often does for the next
    const std::array point = {x};
    const AffineMap here;
    const Vec3 guess = x - centre_;
    const geometry::HullGap gap = geometry::hull_gap(
        {corners_, here}, {point, here}, squared_norm(guess) > 0 ? guess : Vec3::UnitX());
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

/// A triangle of `inner` with a corner that is not proven to be outside of the hull of `solid`; -1
/// if there is none.
int triangle_inside(const Tree& inner, const AffineMap& at_inner, const Tree& solid,
                    const AffineMap& at_solid) {
  Solid body(solid, at_solid);
  for (std::size_t i = 0; i < inner.triangles.size(); ++i)
    for (const int vertex : inner.triangles[i])
      if (!body.certainly_outside(at_inner.apply(inner.vertices[vertex])))
        return static_cast<int>(i);
  return -1;
}

/// Whether the hull of the shape is its solid, because its triangles do not tell what is inside.
bool needs_hull(const articulated::SceneData::PlacedShape& shape) {
  const geometry::SolidParts& solid = shape.tree().solid;
  return shape.convex_solid && !shape.surface_only && (!solid.has_solid || solid.has_open);
}

}  // namespace

std::optional<geometry::Nested> find_nested(const articulated::SceneData::PlacedShape& a,
                                            const AffineMap& at_a,
                                            const articulated::SceneData::PlacedShape& b,
                                            const AffineMap& at_b) {
  if (auto found =
          geometry::find_nested(a.tree(), at_a, a.is_solid(), b.tree(), at_b, b.is_solid()))
    return found;
  geometry::Nested out;
  if (needs_hull(b)) out.triangle_a = triangle_inside(a.tree(), at_a, b.tree(), at_b);
  if (out.triangle_a >= 0) {
    out.triangle_b = geometry::nearest_triangle(
        b.tree(), at_b, geometry::placed_triangle(a.tree(), at_a, out.triangle_a)[0]);
  } else if (needs_hull(a)) {
    out.first_is_inside = false;
    out.triangle_b = triangle_inside(b.tree(), at_b, a.tree(), at_a);
    if (out.triangle_b < 0) return std::nullopt;
    out.triangle_a = geometry::nearest_triangle(
        a.tree(), at_a, geometry::placed_triangle(b.tree(), at_b, out.triangle_b)[0]);
  } else {
    return std::nullopt;
  }
  out.corners_a = geometry::placed_triangle(a.tree(), at_a, out.triangle_a);
  out.corners_b = geometry::placed_triangle(b.tree(), at_b, out.triangle_b);
  out.nearest = geometry::nearest_points(out.corners_a, out.corners_b);
  return out;
}

}  // namespace firstcontact::articulated
