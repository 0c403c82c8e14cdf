// One pair on one interval: told apart by boxes, decided by triangles.
#include <algorithm>
#include <cmath>

#include "arith/fixed_order.h"
#include "articulated/certified/scene_search.h"
#include "motion/box_direction.h"
#include "motion/first_contact.h"

namespace firstcontact::articulated {
namespace {

using motion::Heights;
using motion::LeafAnswer;
using motion::LeafMotion;

/// The rounding in t0 + s (t1 − t0) for times of at most 1, and a little more.
constexpr double kTimeRoom = 0x1p-50;
constexpr motion::DistancePrecision kPrecision = {1e-3, 0};
/// The share of the tolerance that a distance need not be more exact than.
constexpr double kDistanceShare = 0.25;

}  // namespace

double SceneSearch::tolerance_of(int shape_pair) const {
  if (options_.tolerance) return *options_.tolerance;
  const auto& pair = scene_.shape_pairs[shape_pair];
  const auto &a = scene_.shapes[pair.a], &b = scene_.shapes[pair.b];
  return motion::kRelativeMotionTolerance *
         std::max(a.tree().nodes[0].radius + a.radius, b.tree().nodes[0].radius + b.radius);
}

double SceneSearch::separation(int shape_pair) const {
  const auto& pair = scene_.shape_pairs[shape_pair];
  if (goal_ != Goal::Nearest) return pair.separation;
  if (!std::isfinite(smallest_)) return smallest_;
  const double kept =
      smallest_ -
      motion::DistancePrecision{kPrecision.share, kDistanceShare * tolerance_of(shape_pair)}.slack(
          smallest_);
  return (pair.separation - pair.margin) + std::max(0.0, kept);
}

double SceneSearch::smallest_proven() const {
  double slack = kPrecision.share * smallest_;
  for (std::size_t i = 0; i < scene_.shape_pairs.size(); ++i)
    slack = std::max(slack, kDistanceShare * tolerance_of(static_cast<int>(i)));
  return std::max(0.0, smallest_ - slack);
}

// Whole shapes, by their boxes: much cheaper than a direction where many are far apart.
bool SceneSearch::boxes_apart(PoseCache& cache, const NodePair& pair) {
  const auto& shapes = scene_.shape_pairs[pair.shape_pair];
  if (scene_.shapes[shapes.b].frame >= 0) return false;
  const WorldBox& a = box_of(cache, shapes.a, index_.frames_of(pair.shape_pair).a);
  const WorldBox& b = index_.resting_box(shapes.b);
  const double distance = separation(pair.shape_pair) * (1 + 0x1p-40);
  if (!a.apart(b, distance)) return false;
  if (!certificates_.empty() && goal_ == Goal::First) {
    const Sides both = sides(cache, pair);
    for (int axis = 0; axis < 3; ++axis) {
      if (b.low[axis] - a.high[axis] > distance)
        return prove(pair, pair.first, pair.last, Vec3::Unit(axis), both), true;
      if (a.low[axis] - b.high[axis] > distance)
        return prove(pair, pair.first, pair.last, -Vec3::Unit(axis), both), true;
    }
  }
  return true;
}

bool SceneSearch::separate(PoseCache& cache, const Sides& both, NodePair& pair) {
  const auto best = motion::best_direction(both.node_a, motion::placed(both.a, both.node_a),
                                           both.node_b, motion::placed(both.b, both.node_b));
  if (!(best.gap > 0)) return false;
  const Vec3 n = best.n / norm(best.n);
  Heights low, high;
  both.b.lowest(both.node_b, n, low);
  both.a.highest(both.node_a, n, high);
  const double margin =
      (both.a.error(both.node_a) + both.b.error(both.node_b) + separation(pair.shape_pair)) *
      (1 + 0x1p-40);
  for (std::size_t k = 0; k < 4; ++k) low[k] = (low[k] - high[k]) - margin;
  return apply(cache, both, n, low, pair);
}

bool SceneSearch::apply(PoseCache& cache, const Sides& both, const Vec3& n, const Heights& gap,
                        NodePair& pair) {
  const motion::Window window = motion::where_not_positive(gap);
  if (window.empty()) {
    prove(pair, pair.first, pair.last, n, both);
    return true;
  }
  const double t0 = cache.t0(), width = cache.t1() - t0;
  if (window.first > 0) {
    const double first = t0 + window.first * width - kTimeRoom;
    if (first > pair.first)
      prove(pair, pair.first, std::min(first, pair.last), n, both), pair.first = first;
  }
  if (window.last < 1) {
    const double last = t0 + window.last * width + kTimeRoom;
    if (last < pair.last)
      prove(pair, std::max(last, pair.first), pair.last, n, both), pair.last = last;
  }
  return pair.first > pair.last;
}

double SceneSearch::travel(const PoseCache& cache, const Sides& both, const NodePair& pair) const {
  const SceneIndex::PairFrames& frames = index_.frames_of(pair.shape_pair);
  const double width = cache.t1() - cache.t0();
  double sum = 0;
  if (frames.a >= 0)
    sum += both.a.path_length(both.node_a.centre) +
           poses_.turn(static_cast<std::size_t>(frames.a)) * width * both.node_a.radius;
  if (frames.b >= 0)
    sum += both.b.path_length(both.node_b.centre) +
           poses_.turn(static_cast<std::size_t>(frames.b)) * width * both.node_b.radius;
  return sum;
}

bool SceneSearch::decide(PoseCache& cache, const Sides& both, NodePair& pair) {
  const auto& shapes = scene_.shape_pairs[pair.shape_pair];
  const auto &tree_a = scene_.shapes[shapes.a].tree(), &tree_b = scene_.shapes[shapes.b].tree();
  const double tolerance = tolerance_of(pair.shape_pair);
  const auto meeting = [&](double time, const geometry::NearestPoints& nearest, double error) {
    return Meeting{pair.shape_pair,
                   tree_a.order[both.node_a.begin],
                   tree_b.order[both.node_b.begin],
                   time,
                   nearest,
                   false,
                   NestedSide::None,
                   error};
  };
  LeafMotion motion = {
      cache.t0(),  cache.t1(),        both.a,   both.b, tree_a, tree_b, both.node_a,
      both.node_b, shapes.separation, tolerance};
  if (goal_ == Goal::Nearest) {
    motion.separation = shapes.separation - shapes.margin;
    const auto answer = motion::smallest_distance(motion, pair.first, pair.last, smallest_,
                                                  {kPrecision.share, kDistanceShare * tolerance});
    spend(answer.steps);
    if (answer.found)
      smallest_ = answer.smallest, smallest_error_ = answer.error,
      nearest_ = meeting(answer.time_smallest, answer.nearest, answer.error);
    pair.first = answer.time;
    return !answer.too_long;
  }
  after_temporal_[shapes.pair] = 1;
  struct Proofs final : motion::LeafProofs {
    SceneSearch& search;
    const NodePair& pair;
    const Sides& sides;
    Proofs(SceneSearch& s, const NodePair& p, const Sides& b) : search(s), pair(p), sides(b) {}
    void apart(double t0, double t1, const Vec3& n) override {
      search.prove(pair, t0, t1, n, sides);
    }
  } proofs(*this, pair, both);
  const LeafAnswer answer = motion::advance_leaves(motion, pair.first, pair.last,
                                                   certificates_.empty() ? nullptr : &proofs);
  spend(answer.steps);
  if (answer.outcome == LeafAnswer::Outcome::Contact &&
      (contact_.shape_pair < 0 || answer.time < contact_.time)) {
    contact_ = meeting(answer.time, answer.nearest, answer.error);
    horizon_ = answer.time;
  }
  pair.first = answer.time;
  return answer.outcome != LeafAnswer::Outcome::TooLong;
}

void SceneSearch::prove(const NodePair& pair, double t0, double t1, const Vec3& n,
                        const Sides& both) {
  if (certificates_.empty() || goal_ != Goal::First || !proving_ || !(t0 <= t1)) return;
  certificates_[pair.shape_pair].entries.push_back(
      {t0, t1, n, both.node_a.begin, both.node_a.end, both.node_b.begin, both.node_b.end});
}

}  // namespace firstcontact::articulated
