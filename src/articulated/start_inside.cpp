// Surfaces that do not meet at the start and never later may still lie one in the other. For convex solids the start is looked at:
// afterwards nothing gets in without touching. A pair that was told apart as a whole at some time never was one in the other.
#include <algorithm>

#include "arith/fixed_order.h"
#include "articulated/inside_solid.h"
#include "articulated/scene_search.h"

namespace firstcontact::articulated {

bool SceneSearch::find_inside(int shape_pair) {
  const auto& shapes = scene_.shape_pairs[static_cast<std::size_t>(shape_pair)];
  const auto &a = scene_.shapes[static_cast<std::size_t>(shapes.a)], &b = scene_.shapes[static_cast<std::size_t>(shapes.b)];
  if (!a.convex_solid && !b.convex_solid) return false;
  const Sides both = sides(instant_, {shape_pair, 0, 0, 0, 0});
  const AffineMap &at_a = both.a.middle(), &at_b = both.b.middle();
  const double reach = both.node_a.radius + both.node_b.radius;
  if (squared_norm(at_a.apply(both.node_a.centre) - at_b.apply(both.node_b.centre)) > reach * reach * (1 + 1e-9)) return false;
  CornerInside found;
  if (b.convex_solid) found = corner_inside(a.tree(), at_a, b.tree(), at_b);
  if (found.triangle_inner >= 0) {
    contact_ = {shape_pair, found.triangle_inner, found.triangle_solid, 0, {found.point, found.point, 0, Vec3::Zero()}, true};
    return true;
  }
  if (a.convex_solid) found = corner_inside(b.tree(), at_b, a.tree(), at_a);
  if (found.triangle_inner < 0) return false;
  contact_ = {shape_pair, found.triangle_solid, found.triangle_inner, 0, {found.point, found.point, 0, Vec3::Zero()}, true};
  return true;
}

bool SceneSearch::find_inside() {
  if (!index_.has_solids() || divided_.empty()) return false;
  std::sort(divided_.begin(), divided_.end());
  divided_.erase(std::unique(divided_.begin(), divided_.end()), divided_.end());
  instant_.reset(poses_, index_.chain().size(), 0, 0);
  return std::any_of(divided_.begin(), divided_.end(), [&](int pair) { return find_inside(pair); });
}

}  // namespace firstcontact::articulated
