#include "articulated/certified/pair_separation.h"

#include <limits>

#include "arith/fixed_order.h"
#include "geometry/hull_distance.h"
#include "motion/box_direction.h"

namespace firstcontact::articulated {
namespace {

/// The largest heights of the hull along n (the smallest for sign -1), for each control map.
void hull_heights(const geometry::ConvexHull& hull, const motion::PosedBody& body, const Vec3& n,
                  double sign, motion::Heights& out) {
  std::array<Vec3, 4> along;
  for (std::size_t k = 0; k < 4; ++k)
    along[k] = sign * times(body.control(k).linear.transpose(), n);
  geometry::highest_heights(hull.rows, along, out);
  for (std::size_t k = 0; k < 4; ++k)
    out[k] = sign * (out[k] + hull.excess * norm(along[k])) + dot(n, body.control(k).offset);
}

}  // namespace

PairSeparation::PairSeparation(const MovingScene& scene, motion::CheckBudget& budget,
                               SceneProofs* proofs)
    : scene_(scene),
      budget_(budget),
      proofs_(proofs && proofs->are_wanted() ? proofs : nullptr),
      boxes_(scene.data().shapes.size()),
      box_intervals_(boxes_.size(), -1) {}

const WorldBox& PairSeparation::box_of(PoseCache& cache, int shape, int chain_index) {
  WorldBox& box = boxes_[shape];
  if (box_intervals_[shape] != cache.interval_id()) {
    box_intervals_[shape] = cache.interval_id();
    const motion::PosedBody& body = cache.at(chain_index);
    body.box(scene_.tree(shape).nodes[0], box.low, box.high);
    if (!body.is_usable())
      box.high = -(box.low.setConstant(-std::numeric_limits<double>::infinity()));
  }
  return box;
}

// Much cheaper than a direction where many shapes are far apart.
bool PairSeparation::are_whole_boxes_apart(PoseCache& cache, const NodePair& pair,
                                           double separation) {
  const auto& shapes = scene_.shapes_of(pair.shape_pair);
  if (scene_.data().shapes[shapes.b].frame >= 0) return false;
  const WorldBox& a = box_of(cache, shapes.a, scene_.index().frames_of(pair.shape_pair).a);
  const WorldBox& b = scene_.index().resting_box(shapes.b);
  const double distance = separation * (1 + 0x1p-40);
  if (!a.apart(b, distance)) return false;
  if (!proofs_) return true;
  const motion::NodesInMotion nodes = scene_.nodes(cache, pair);
  for (int axis = 0; axis < 3; ++axis) {
    const bool b_is_above = b.low[axis] - a.high[axis] > distance;
    if (!b_is_above && !(a.low[axis] - b.high[axis] > distance)) continue;
    proofs_->add(pair, nodes, b_is_above ? Vec3(Vec3::Unit(axis)) : Vec3(-Vec3::Unit(axis)),
                 pair.first, pair.last);
    break;
  }
  return true;
}

PairSeparation::Boxes PairSeparation::separate_boxes(PoseCache& cache, NodePair& pair,
                                                     double separation) {
  if (pair.is_whole() && are_whole_boxes_apart(cache, pair, separation)) return Boxes::Apart;
  const motion::NodesInMotion nodes = scene_.nodes(cache, pair);
  if (!nodes.a.is_usable() || !nodes.b.is_usable()) return Boxes::Unusable;
  const motion::BoxDirection best =
      motion::best_direction(nodes.node_a, motion::placed(nodes.a, nodes.node_a), nodes.node_b,
                             motion::placed(nodes.b, nodes.node_b));
  if (!(best.gap > 0)) return Boxes::Open;
  const Vec3 n = best.n / norm(best.n);
  return narrow(cache, nodes, n, motion::box_gap(nodes, n, separation), pair) ? Boxes::Apart
                                                                              : Boxes::Open;
}

PairSeparation::Hulls PairSeparation::separate_hulls(PoseCache& cache, NodePair& pair,
                                                     double separation) {
  const auto& shapes = scene_.shapes_of(pair.shape_pair);
  const geometry::ConvexHull *a = scene_.index().hull(shapes.a), *b = scene_.index().hull(shapes.b);
  if (!a || !b) return Hulls::Unknown;
  const motion::NodesInMotion nodes = scene_.nodes(cache, pair);
  const AffineMap &at_a = nodes.a.middle(), &at_b = nodes.b.middle();
  const Vec3 guess = at_b.apply(nodes.node_b.centre) - at_a.apply(nodes.node_a.centre);
  const geometry::HullGap found =
      geometry::hull_gap({a->vertices, at_a, &a->rows}, {b->vertices, at_b, &b->rows},
                         squared_norm(guess) > 0 ? guess : Vec3::UnitX());
  budget_.spend(found.iterations);
  if (!(found.gap > separation + a->excess + b->excess)) return Hulls::Unknown;
  const Vec3 n = found.n / norm(found.n);
  motion::Heights low, high;
  hull_heights(*b, nodes.b, n, -1, low);
  hull_heights(*a, nodes.a, n, 1, high);
  return narrow(cache, nodes, n, motion::gap_of(low, high, nodes, separation), pair)
             ? Hulls::Apart
             : Hulls::ApartInMiddle;
}

bool PairSeparation::narrow(PoseCache& cache, const motion::NodesInMotion& nodes, const Vec3& n,
                            const motion::Heights& gap, NodePair& pair) {
  return motion::narrow_window(gap, cache.t0(), cache.t1(), pair, [&](double from, double to) {
    if (proofs_) proofs_->add(pair, nodes, n, from, to);
  });
}

}  // namespace firstcontact::articulated
