#include "articulated/certified/clearance_search.h"

#include <algorithm>
#include <cmath>

#include "arith/fixed_order.h"
#include "motion/leaf_advance.h"

namespace firstcontact::articulated {
namespace {

using motion::Examined;

/// The clearance is computed up to the larger of this share of it …
constexpr double kClearanceShare = 1e-3;
/// … and this share of the tolerance.
constexpr double kToleranceShare = 0.25;

motion::DistancePrecision precision(double tolerance) {
  return {kClearanceShare, kToleranceShare * tolerance};
}

}  // namespace

double ClearanceProblem::separation_of(int shape_pair) const {
  if (!std::isfinite(smallest_)) return smallest_;
  const auto& pair = scene_.shapes_of(shape_pair);
  const double kept = smallest_ - precision(scene_.tolerance_of(shape_pair)).slack(smallest_);
  return (pair.separation - pair.min_separation) + std::max(0.0, kept);
}

double ClearanceProblem::smallest_lower() const {
  double slack = kClearanceShare * smallest_;
  for (std::size_t i = 0; i < scene_.data().shape_pairs.size(); ++i)
    slack = std::max(slack, kToleranceShare * scene_.tolerance_of(static_cast<int>(i)));
  return std::max(0.0, smallest_ - slack);
}

void ClearanceProblem::begin_whole(double t0, double t1) {
  scene_.begin(whole_, t0, t1);
  cache_ = &whole_;
}

motion::SearchEnd ClearanceProblem::begin(double t0, double t1, std::size_t depth) {
  cache_ = depth == 0 ? &whole_ : &part_;
  if (depth > 0) scene_.begin(part_, t0, t1);
  return motion::SearchEnd::Complete;
}

std::vector<NodePair> ClearanceProblem::whole_pairs() {
  std::vector<std::pair<double, std::int32_t>> overlaps;
  for (std::size_t i = 0; i < scene_.data().shape_pairs.size(); ++i) {
    const auto shape_pair = static_cast<std::int32_t>(i);
    const motion::NodesInMotion both = nodes({shape_pair, 0, 0, 0, 0});
    const Vec3 between =
        both.b.middle().apply(both.node_b.centre) - both.a.middle().apply(both.node_a.centre);
    const double overlap = both.node_a.radius + both.node_b.radius - norm(between);
    overlaps.push_back(
        {std::isfinite(overlap) ? overlap : std::numeric_limits<double>::infinity(), shape_pair});
  }
  std::sort(overlaps.begin(), overlaps.end());
  std::vector<NodePair> pairs;
  pairs.reserve(overlaps.size());
  for (const auto& [overlap, shape_pair] : overlaps)
    pairs.push_back({shape_pair, 0, 0, cache_->t0(), cache_->t1()});
  return pairs;
}

Examined ClearanceProblem::examine(NodePair& pair, bool may_defer) {
  budget_.spend(1);
  if (budget_.is_exhausted()) return Examined::Stop;
  const double separation = separation_of(pair.shape_pair);
  switch (separation_.separate_boxes(*cache_, pair, separation)) {
    case PairSeparation::Boxes::Apart: return Examined::Apart;
    case PairSeparation::Boxes::Unusable: return may_defer ? Examined::Deferred : Examined::Stop;
    case PairSeparation::Boxes::Open: break;
  }
  if (!pair.is_whole()) return Examined::Open;
  switch (separation_.separate_hulls(*cache_, pair, separation)) {
    case PairSeparation::Hulls::Apart: return Examined::Apart;
    case PairSeparation::Hulls::ApartInMiddle:
      return may_defer ? Examined::Deferred : Examined::Open;
    case PairSeparation::Hulls::Unknown: break;
  }
  return Examined::Open;
}

void ClearanceProblem::divide(const motion::NodesInMotion& nodes, const NodePair& pair,
                              std::vector<NodePair>& out) const {
  const auto& shapes = scene_.shapes_of(pair.shape_pair);
  motion::divide_nearest_last(nodes, scene_.tree(shapes.a).nodes, scene_.tree(shapes.b).nodes, pair,
                              out);
}

motion::LeafDecision ClearanceProblem::decide(const motion::NodesInMotion& leaves, NodePair& pair) {
  const auto& shapes = scene_.shapes_of(pair.shape_pair);
  const geometry::BodyTree &tree_a = scene_.tree(shapes.a), &tree_b = scene_.tree(shapes.b);
  const double tolerance = scene_.tolerance_of(pair.shape_pair);
  const motion::LeafMotion motion = {
      cache_->t0(),  cache_->t1(),  leaves.a,
      leaves.b,      tree_a,        tree_b,
      leaves.node_a, leaves.node_b, shapes.separation - shapes.min_separation,
      tolerance};
  const motion::LeafDistance answer =
      motion::smallest_distance(motion, pair.first, pair.last, smallest_, precision(tolerance));
  budget_.spend(answer.steps);
  if (answer.found) {
    smallest_ = answer.smallest;
    smallest_error_ = answer.error;
    nearest_ = {pair.shape_pair, tree_a.order[leaves.node_a.begin],
                tree_b.order[leaves.node_b.begin], answer.time_smallest, answer.nearest};
    nearest_.error = answer.error;
  }
  pair.first = answer.time;
  return answer.too_long ? motion::LeafDecision::TooLong : motion::LeafDecision::Decided;
}

motion::SearchEnd ClearanceSearch::run(double t0, double t1) {
  problem_.begin_whole(t0, t1);
  std::vector<NodePair> pairs = problem_.whole_pairs();
  return search_.run(t0, t1, pairs);
}

}  // namespace firstcontact::articulated
