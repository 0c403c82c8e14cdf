#include "articulated/certified/instant_probe.h"

#include "geometry/triangle_crossing.h"
#include "motion/box_direction.h"
#include "motion/leaf_advance.h"

namespace firstcontact::articulated {
namespace {

/// Checks of nodes that a pair may take: when a search only looks whether it happens to touch, and
/// when a certain answer is needed.
constexpr int kProbeChecks = 256, kCertainChecks = 100'000;

}  // namespace

ShapeContact InstantProbe::find(const NodePair& pair, PairSeparation::Hulls hulls) {
  using enum PairSeparation::Hulls;
  for (std::size_t i = 0; i < times_.size(); ++i) {
    const double t = times_[i];
    if (t < pair.first || t > pair.last || (i == 0 && hulls == ApartInMiddle)) continue;
    PoseCache& instant = caches_[i];
    if (instant.t0() != t || instant.t1() != t) scene_.begin(instant, t, t);
    NodePair whole = {pair.shape_pair, 0, 0, t, t};
    if (i > 0 && separation_.separate_hulls(
                     instant, whole, scene_.shapes_of(pair.shape_pair).separation) != Unknown)
      continue;
    const ShapeContact contact =
        find_at(instant, pair.shape_pair, Needed::WithinTolerance, kProbeChecks);
    if (contact.exists()) return contact;
  }
  return {};
}

bool InstantProbe::certainly_meet(int shape_pair, double t) {
  scene_.begin(instant_, t, t);
  return find_at(instant_, shape_pair, Needed::Certain, kCertainChecks).exists();
}

// Nearer nodes first.
ShapeContact InstantProbe::find_at(PoseCache& instant, int shape_pair, Needed needed,
                                   int max_checks) {
  const auto& shapes = scene_.shapes_of(shape_pair);
  const double t = instant.t0();
  stack_.assign(1, {shape_pair, 0, 0, t, t});
  for (int checks = 0; !stack_.empty() && checks < max_checks; ++checks) {
    const NodePair pair = stack_.back();
    stack_.pop_back();
    budget_.spend(1);
    const motion::NodesInMotion nodes = scene_.nodes(instant, pair);
    const motion::BoxDirection best =
        motion::best_direction(nodes.node_a, motion::placed(nodes.a, nodes.node_a), nodes.node_b,
                               motion::placed(nodes.b, nodes.node_b));
    if (best.gap > shapes.separation) continue;
    if (!nodes.are_leaves()) {
      motion::divide_nearest_last(nodes, scene_.tree(shapes.a).nodes, scene_.tree(shapes.b).nodes,
                                  pair, stack_);
      continue;
    }
    const ShapeContact contact = test_triangles(nodes, shape_pair, t, needed);
    if (contact.exists()) return contact;
  }
  return {};
}

ShapeContact InstantProbe::test_triangles(const motion::NodesInMotion& leaves, int shape_pair,
                                          double t, Needed needed) const {
  const auto& shapes = scene_.shapes_of(shape_pair);
  const geometry::BodyTree &tree_a = scene_.tree(shapes.a), &tree_b = scene_.tree(shapes.b);
  const motion::Node &a = leaves.node_a, &b = leaves.node_b;
  const geometry::Triangle corners_a =
      motion::moved(motion::leaf_corners(tree_a, a), leaves.a.middle());
  const geometry::Triangle corners_b =
      motion::moved(motion::leaf_corners(tree_b, b), leaves.b.middle());
  const double error = leaves.a.error(a) + leaves.b.error(b);
  const auto crossing = geometry::find_crossing(corners_a, corners_b, error);
  if (!crossing && shapes.separation == 0) return {};
  ShapeContact contact = {shape_pair, tree_a.order[a.begin], tree_b.order[b.begin], t};
  contact.certain = crossing || needed == Needed::Certain;
  if (crossing) {
    contact.nearest = {*crossing, *crossing, 0, Vec3::Zero()};
    return contact;
  }
  contact.nearest =
      geometry::on_triangles(geometry::nearest_points(corners_a, corners_b), corners_a, corners_b);
  contact.error =
      motion::distance_error(error, leaves.a.extent(a) + leaves.b.extent(b) + shapes.separation);
  const double tolerance = needed == Needed::Certain ? 0 : scene_.tolerance_of(shape_pair);
  return contact.nearest.distance + contact.error < shapes.separation + tolerance ? contact
                                                                                  : ShapeContact();
}

}  // namespace firstcontact::articulated
