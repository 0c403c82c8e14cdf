#include "articulated/certified/start_inside.h"

#include "arith/fixed_order.h"
#include "articulated/certified/inside_solid.h"

namespace firstcontact::articulated {
namespace {

ShapeContact start_inside(const MovingScene& scene, PoseCache& start, int shape_pair) {
  const auto& shapes = scene.shapes_of(shape_pair);
  const auto &a = scene.data().shapes[shapes.a], &b = scene.data().shapes[shapes.b];
  if (!a.is_solid() && !b.is_solid()) return {};
  const motion::NodesInMotion whole = scene.nodes(start, {shape_pair, 0, 0, 0, 0});
  const AffineMap &at_a = whole.a.middle(), &at_b = whole.b.middle();
  const double radii = whole.node_a.radius + whole.node_b.radius;
  if (squared_norm(at_a.apply(whole.node_a.centre) - at_b.apply(whole.node_b.centre)) >
      radii * radii * (1 + 1e-9))
    return {};
  const auto nested = find_nested(a, at_a, b, at_b);
  if (!nested) return {};
  ShapeContact contact = {shape_pair, nested->triangle_a, nested->triangle_b, 0, nested->nearest};
  contact.certain = true;
  contact.nested = nested->first_is_inside ? NestedSide::A : NestedSide::B;
  return contact;
}

}  // namespace

ShapeContact find_start_inside(MovingScene& scene, std::span<const int> shape_pairs) {
  if (!scene.index().has_solids() || shape_pairs.empty()) return {};
  PoseCache start;
  scene.begin(start, 0, 0);
  for (const int shape_pair : shape_pairs)
    if (const ShapeContact contact = start_inside(scene, start, shape_pair); contact.exists())
      return contact;
  return {};
}

}  // namespace firstcontact::articulated
