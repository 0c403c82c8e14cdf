// Surfaces that do not meet at the start and never later may still lie one in the other. For solids
// the start is looked at: afterwards nothing gets in without touching. Shapes that are separated as
// a whole at any time cannot have been nested at the start.
#include <algorithm>

#include "arith/fixed_order.h"
#include "articulated/certified/inside_solid.h"
#include "articulated/certified/scene_search.h"

namespace firstcontact::articulated {

bool SceneSearch::find_inside(int shape_pair) {
  const auto& shapes = scene_.shape_pairs[shape_pair];
  const auto &a = scene_.shapes[shapes.a], &b = scene_.shapes[shapes.b];
  if (!a.is_solid() && !b.is_solid()) return false;
  const Sides both = sides(instant_, {shape_pair, 0, 0, 0, 0});
  const AffineMap &at_a = both.a.middle(), &at_b = both.b.middle();
  const double reach = both.node_a.radius + both.node_b.radius;
  if (squared_norm(at_a.apply(both.node_a.centre) - at_b.apply(both.node_b.centre)) >
      reach * reach * (1 + 1e-9))
    return false;
  const auto nested = find_nested(a, at_a, b, at_b);
  if (!nested) return false;
  contact_ = {shape_pair,
              nested->triangle_a,
              nested->triangle_b,
              0,
              nested->nearest,
              true,
              nested->first_is_inside ? NestedSide::A : NestedSide::B};
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
