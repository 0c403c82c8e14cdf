// Surfaces that do not meet at the start and never later may still lie one in the other. For convex solids the start is looked at:
// afterwards nothing gets in without touching.
#include <Eigen/Geometry>

#include "articulated/scene_search.h"

namespace firstcontact::articulated {
namespace {

using motion::PosedBody;
using Tree = TriangleBody::Tree;

/// How deep x lies in the solid, by its nearest plane, and which triangle's; negative: outside.
struct Depth {
  double depth = -1;
  std::size_t triangle = 0;
};

Depth depth_in(const Tree& solid, const Vec3& x) {
  Depth out;
  out.depth = std::numeric_limits<double>::infinity();
  bool has_plane = false;
  for (std::size_t i = 0; i < solid.triangles.size(); ++i) {
    const Face& face = solid.triangles[i];
    const Vec3& v = solid.vertices[static_cast<std::size_t>(face[0])];
    const Vec3 normal =
        (solid.vertices[static_cast<std::size_t>(face[1])] - v).cross(solid.vertices[static_cast<std::size_t>(face[2])] - v);
    const double length = normal.norm();
    if (!(length > 0)) continue;
    has_plane = true;
    const double depth = normal.dot(v - x) / length;
    if (depth < out.depth) out = {depth, i};
    if (!(depth > 0)) return {};
  }
  return has_plane ? out : Depth();
}

/// A triangle of `inner` with a corner inside the solid.
struct Inside {
  int triangle_inner = -1, triangle_solid = -1;
  Vec3 point;
};

Inside find_inside(const Tree& inner, const AffineMap& at_inner, const Tree& solid, const AffineMap& at_solid) {
  const Mat3 back = at_solid.linear.inverse();
  const auto& box = solid.nodes[0];
  for (std::size_t i = 0; i < inner.triangles.size(); ++i)
    for (const int vertex : inner.triangles[i]) {
      const Vec3 point = at_inner.apply(inner.vertices[static_cast<std::size_t>(vertex)]);
      const Vec3 x = back * (point - at_solid.offset);
      if ((x - box.centre).squaredNorm() > box.radius * box.radius) continue;
      const Depth depth = depth_in(solid, x);
      if (depth.depth > 0) return {static_cast<int>(i), static_cast<int>(depth.triangle), point};
    }
  return {};
}

}  // namespace

bool SceneSearch::find_inside(int shape_pair) {
  const auto& shapes = scene_.shape_pairs[static_cast<std::size_t>(shape_pair)];
  const auto &a = scene_.shapes[static_cast<std::size_t>(shapes.a)], &b = scene_.shapes[static_cast<std::size_t>(shapes.b)];
  if (!a.convex_solid && !b.convex_solid) return false;
  const Sides both = sides(instant_, {shape_pair, 0, 0, 0, 0});
  const AffineMap &at_a = both.a.middle(), &at_b = both.b.middle();
  const double reach = both.node_a.radius + both.node_b.radius;
  if ((at_a.apply(both.node_a.centre) - at_b.apply(both.node_b.centre)).squaredNorm() > reach * reach * (1 + 1e-9)) return false;
  Inside found;
  if (b.convex_solid) found = articulated::find_inside(a.tree(), at_a, b.tree(), at_b);
  if (found.triangle_inner >= 0) {
    contact_ = {shape_pair, found.triangle_inner, found.triangle_solid, 0, {found.point, found.point, 0, Vec3::Zero()}};
    return true;
  }
  if (a.convex_solid) found = articulated::find_inside(b.tree(), at_b, a.tree(), at_a);
  if (found.triangle_inner < 0) return false;
  contact_ = {shape_pair, found.triangle_solid, found.triangle_inner, 0, {found.point, found.point, 0, Vec3::Zero()}};
  return true;
}

bool SceneSearch::find_inside() {
  if (!index_.has_solids()) return false;
  instant_.reset(poses_, index_.chain().size(), 0, 0);
  ++interval_number_;
  for (const int pair : index_.moving_pairs())
    if (find_inside(pair)) return true;
  found_.clear();
  for (const SceneIndex::Mover& mover : index_.movers()) index_.find(mover, box_of(instant_, mover.shape, mover.place), found_);
  for (const int pair : found_)
    if (find_inside(pair)) return true;
  return false;
}

}  // namespace firstcontact::articulated
