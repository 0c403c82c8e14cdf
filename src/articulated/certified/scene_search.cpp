// Three goals share the work on an interval:
//   First    intervals earlier halves first; what is later than the earliest contact so far is
//   dropped. Any      all intervals of one length before those of half of it, down to some length;
//   pairs whose hulls overlap in the middle of the interval are looked
//            at there first, because a contact that lasts is found there long before the search has
//            narrowed it down.
//   Nearest  as First, but the separation is the smallest distance found so far, less the
//   precision.
#include "articulated/certified/scene_search.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "arith/fixed_order.h"

namespace firstcontact::articulated {
namespace {

using motion::Node;
using motion::PosedBody;

/// Halving beyond this gives intervals of neighbouring doubles.
constexpr std::size_t kLargestDepth = 52;
/// A pair is put off to shorter intervals when it travels more than this many times the size of its
/// nodes.
constexpr double kTravelPerSize = 0.25;
/// Intervals down to this depth are probed in the middle.
constexpr std::size_t kProbedDepth = 5;

}  // namespace

SceneSearch::SceneSearch(const articulated::SceneData& scene, const SceneIndex& index,
                         const ChainPoses& poses, const SceneOptions& options)
    : scene_(scene),
      index_(index),
      poses_(poses),
      options_(options),
      horizon_(options.t_max),
      boxes_(scene.shapes.size()),
      boxes_of_interval_(scene.shapes.size(), -1),
      after_spatial_(scene.pairs.size()),
      after_temporal_(scene.pairs.size()) {
  if (options.certificate) certificates_.resize(scene.shape_pairs.size());
}

SceneCounts SceneSearch::counts() const {
  SceneCounts out;
  out.pairs = static_cast<std::int64_t>(scene_.pairs.size());
  out.after_spatial = std::count(after_spatial_.begin(), after_spatial_.end(), 1);
  out.after_temporal = std::count(after_temporal_.begin(), after_temporal_.end(), 1);
  out.steps = steps_;
  return out;
}

SceneSearch::Interval& SceneSearch::interval(std::size_t depth) {
  while (intervals_.size() <= depth) intervals_.push_back(std::make_unique<Interval>());
  return *intervals_[depth];
}

SceneSearch::Sides SceneSearch::sides(PoseCache& cache, const NodePair& pair) const {
  const auto& shapes = scene_.shape_pairs[pair.shape_pair];
  const SceneIndex::PairFrames& frames = index_.frames_of(pair.shape_pair);
  const auto &a = scene_.shapes[shapes.a], &b = scene_.shapes[shapes.b];
  const PosedBody& pose_a = frames.a >= 0 ? cache.at(frames.a) : index_.identity();
  const PosedBody& pose_b = frames.b >= 0 ? cache.at(frames.b)
                            : b.frame < 0 ? index_.resting(shapes.b)
                                          : index_.identity();
  return {pose_a, pose_b, a.tree().nodes[pair.a], b.tree().nodes[pair.b]};
}

const WorldBox& SceneSearch::box_of(PoseCache& cache, int shape, int place) {
  const auto at = static_cast<std::size_t>(shape);
  if (boxes_of_interval_[at] != interval_number_) {
    boxes_of_interval_[at] = interval_number_;
    const PosedBody& body = cache.at(place);
    body.box(scene_.shapes[at].tree().nodes[0], boxes_[at].low, boxes_[at].high);
    if (!body.is_usable())
      boxes_[at].high = -(boxes_[at].low.setConstant(-std::numeric_limits<double>::infinity()));
  }
  return boxes_[at];
}

// The pairs of whole shapes that the boxes of the interval do not tell apart.
void SceneSearch::gather(PoseCache& cache, double t0, double t1, std::vector<NodePair>& out) {
  found_.clear();
  if (goal_ == Goal::Nearest || !certificates_.empty()) {
    for (std::size_t i = 0; i < scene_.shape_pairs.size(); ++i)
      found_.push_back(static_cast<int>(i));
  } else {
    for (const SceneIndex::Mover& mover : index_.movers())
      index_.find(mover, box_of(cache, mover.shape, mover.place), found_);
    found_.insert(found_.end(), index_.moving_pairs().begin(), index_.moving_pairs().end());
  }
  for (const int pair : found_) out.push_back({pair, 0, 0, t0, t1});
  if (goal_ == Goal::Nearest) sort_nearest_last(cache, out);
}

// The stack is worked off from its end: so a small distance is found early, and most pairs are told
// apart by it.
void SceneSearch::sort_nearest_last(PoseCache& cache, std::vector<NodePair>& pairs) {
  std::vector<std::pair<double, std::size_t>> gaps;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const Sides both = sides(cache, pairs[i]);
    const Vec3 between =
        both.b.middle().apply(both.node_b.centre) - both.a.middle().apply(both.node_a.centre);
    const double overlap = both.node_a.radius + both.node_b.radius - norm(between);
    gaps.push_back({std::isfinite(overlap) ? overlap : std::numeric_limits<double>::infinity(), i});
  }
  std::sort(gaps.begin(), gaps.end());
  std::vector<NodePair> sorted;
  for (const auto& [gap, i] : gaps) sorted.push_back(pairs[i]);
  pairs.swap(sorted);
}

void SceneSearch::begin(PoseCache& cache, double t0, double t1) {
  cache.reset(poses_, index_.chain().size(), t0, t1);
  ++interval_number_;
}

bool SceneSearch::find_first(double t_max) {
  goal_ = Goal::First;
  reached_ = 0;
  Interval& whole = interval(0);
  begin(whole.cache, 0, t_max);
  probe_times_.clear();
  stack_.clear(), whole.put_off.clear();
  gather(whole.cache, 0, t_max, stack_);
  for (NodePair& pair : stack_) {
    const Next next = examine(whole.cache, pair, true, whole.put_off);
    if (next == Next::Stop) return false;
    if (next == Next::Open) whole.put_off.push_back(pair);
  }
  if (!look_at_start(whole.put_off)) return false;
  if (contact_.shape_pair >= 0) return true;
  ++interval_number_;
  return search(0, t_max, 0);
}

// The start by itself: bodies that touch from the beginning would be hard to decide over an
// interval.
bool SceneSearch::look_at_start(const std::vector<NodePair>& pairs) {
  auto& at_start = interval(1).put_off;
  at_start.clear();
  for (NodePair pair : pairs)
    if (pair.first <= 0) pair.last = 0, at_start.push_back(pair);
  proving_ = false;
  const bool complete = search(0, 0, 1);
  proving_ = true;
  reached_ = 0;
  if (complete && contact_.shape_pair < 0) find_inside();
  return complete;
}

bool SceneSearch::find_nearest(double t0, double t1) {
  goal_ = Goal::Nearest;
  return search_whole(t0, t1);
}

bool SceneSearch::search_whole(double t0, double t1) {
  Interval& whole = interval(0);
  whole.put_off.clear();
  begin(whole.cache, t0, t1);
  gather(whole.cache, t0, t1, whole.put_off);
  return search(t0, t1, 0);
}

// intervals_[depth].put_off has the pairs for this interval and its sibling.
bool SceneSearch::search(double t0, double t1, std::size_t depth) {
  stack_.clear();
  for (NodePair pair : interval(depth).put_off) {
    pair.first = std::max(pair.first, t0), pair.last = std::min(pair.last, t1);
    if (pair.first <= pair.last) stack_.push_back(pair);
  }
  if (!stack_.empty()) {
    Interval& here = interval(depth);
    Interval& below = interval(depth + 1);
    if (depth > 0) begin(here.cache, t0, t1);
    below.put_off.clear();
    probe_times_.clear();
    if (goal_ == Goal::First && t0 < t1 && depth <= kProbedDepth)
      probe_times_.push_back(0.5 * (t0 + t1));
    if (!work_off(here.cache, depth < kLargestDepth && t0 < t1, below.put_off)) return false;
    if (goal_ == Goal::Any && contact_found()) return true;
    if (!below.put_off.empty()) {
      const double middle = 0.5 * (t0 + t1);
      if (!search(t0, middle, depth + 1)) return false;
      if (goal_ == Goal::Any && contact_found()) return true;
      if (middle < horizon() && !search(middle, t1, depth + 1)) return false;
    }
  }
  reached_ = t1;
  return true;
}

bool SceneSearch::find_any(double t_max) {
  goal_ = Goal::Any;
  struct Part {
    double t0, t1;
    std::vector<NodePair> pairs;
  };
  std::vector<Part> parts(1), halves;
  parts[0].t0 = 0, parts[0].t1 = t_max;
  PoseCache& cache = interval(0).cache;
  begin(cache, 0, t_max);
  gather(cache, 0, t_max, parts[0].pairs);
  for (std::size_t depth = 0; depth <= kProbedDepth && !parts.empty(); ++depth) {
    for (Part& part : parts) {
      const double middle = 0.5 * (part.t0 + part.t1);
      stack_.swap(part.pairs);
      if (depth > 0) begin(cache, part.t0, part.t1);
      // Every pair is looked at where it is most likely to touch, before any work goes into proving
      // it apart.
      probe_times_.assign(1, middle);
      if (depth == 0) probe_times_.push_back(t_max);
      auto& put_off = interval(1).put_off;
      put_off.clear();
      if (!work_off(cache, part.t0 < part.t1, put_off)) return false;
      if (contact_.shape_pair >= 0) return true;
      Part left = {part.t0, middle, {}}, right = {middle, part.t1, {}};
      for (const NodePair& pair : put_off) {
        if (pair.first <= middle)
          left.pairs.push_back(pair), left.pairs.back().last = std::min(pair.last, middle);
        if (pair.last >= middle)
          right.pairs.push_back(pair), right.pairs.back().first = std::max(pair.first, middle);
      }
      if (!left.pairs.empty()) halves.push_back(std::move(left));
      if (!right.pairs.empty()) halves.push_back(std::move(right));
    }
    parts.swap(halves);
    halves.clear();
  }
  // What is left is short: in order of time, so that one contact ends it.
  for (Part& part : parts) {
    interval(kProbedDepth + 1).put_off.swap(part.pairs);
    if (!search(part.t0, part.t1, kProbedDepth + 1)) return false;
    if (contact_found()) return true;
  }
  return true;
}

bool SceneSearch::work_off(PoseCache& cache, bool may_put_off, std::vector<NodePair>& put_off) {
  ++steps_;
  fresh_.swap(stack_);
  stack_.clear();
  if (!take(cache, may_put_off, put_off)) return goal_ == Goal::Any && contact_found();
  while (!stack_.empty()) {
    NodePair pair = stack_.back();
    stack_.pop_back();
    pair.last = std::min(pair.last, horizon());
    if (pair.first > pair.last) continue;
    const Sides both = sides(cache, pair);
    if (both.node_a.is_leaf() && both.node_b.is_leaf()) {
      if (!decide(cache, both, pair)) {
        if (!may_put_off) return false;
        put_off.push_back(pair);
      }
      if (goal_ == Goal::Any && contact_found()) return true;
    } else if (may_put_off && !(travel(cache, both, pair) <=
                                kTravelPerSize * (both.node_a.radius + both.node_b.radius))) {
      put_off.push_back(pair);
    } else {
      fresh_.clear();
      divide(both, pair, goal_ == Goal::Nearest, fresh_);
      if (!take(cache, may_put_off, put_off)) return goal_ == Goal::Any && contact_found();
    }
  }
  return true;
}

// Examines fresh_ and puts what stays open on the stack, what may touch first at its end: a contact
// found early makes the rest of no interest.
bool SceneSearch::take(PoseCache& cache, bool may_put_off, std::vector<NodePair>& put_off) {
  const auto begin = static_cast<std::ptrdiff_t>(stack_.size());
  for (NodePair& pair : fresh_) {
    const Next next = examine(cache, pair, may_put_off, put_off);
    if (next == Next::Stop) return false;
    if (next == Next::Open) stack_.push_back(pair);
  }
  if (goal_ == Goal::First)
    std::stable_sort(stack_.begin() + begin, stack_.end(),
                     [](const NodePair& p, const NodePair& q) { return p.first > q.first; });
  return true;
}

SceneSearch::Next SceneSearch::examine(PoseCache& cache, NodePair& pair, bool may_put_off,
                                       std::vector<NodePair>& put_off) {
  pair.last = std::min(pair.last, horizon());
  if (pair.first > pair.last) return Next::Done;
  if (!spend(1)) return Next::Stop;
  const bool whole = pair.a == 0 && pair.b == 0;
  if (whole && boxes_apart(cache, pair)) return Next::Done;
  const Sides both = sides(cache, pair);
  if (!both.a.is_usable() || !both.b.is_usable()) {  // too many turns: shorter intervals will do
    if (!may_put_off) return Next::Stop;
    put_off.push_back(pair);
    return Next::Done;
  }
  if (separate(cache, both, pair)) return Next::Done;
  if (!whole) return Next::Open;
  after_spatial_[scene_.shape_pairs[pair.shape_pair].pair] = 1;
  const Hulls hulls = separate_hulls(cache, both, pair);
  if (hulls == Hulls::Apart) return Next::Done;
  const bool touches = probe(pair, hulls);
  if (touches && goal_ == Goal::Any) return Next::Stop;
  // What touches in the middle is of no interest from there on, and what does not can be told apart
  // over the halves.
  if ((touches || hulls == Hulls::ApartInTheMiddle) && may_put_off) {
    put_off.push_back(pair);
    return Next::Done;
  }
  return Next::Open;
}

// The children of the larger node, the first one last; or the nearer one to the other node at the
// middle of the interval.
void SceneSearch::divide(const Sides& both, const NodePair& pair, bool nearest_last,
                         std::vector<NodePair>& out) {
  const Node &a = both.node_a, &b = both.node_b;
  if (pair.a == 0 && pair.b == 0 && goal_ != Goal::Nearest) divided_.push_back(pair.shape_pair);
  const bool first = !a.is_leaf() && (b.is_leaf() || a.radius > b.radius);
  const std::int32_t child = (first ? a : b).children;
  bool swap = false;
  if (nearest_last) {
    const auto& shapes = scene_.shape_pairs[pair.shape_pair];
    const auto& nodes = scene_.shapes[first ? shapes.a : shapes.b].tree().nodes;
    const AffineMap& map = (first ? both.a : both.b).middle();
    const Vec3 other = (first ? both.b : both.a).middle().apply((first ? b : a).centre);
    const auto distance = [&](std::int32_t i) {
      return squared_norm(map.apply(nodes[i].centre) - other);
    };
    swap = distance(child + 1) < distance(child);
  }
  NodePair half = pair;
  for (const std::int32_t i : {swap ? child : child + 1, swap ? child + 1 : child}) {
    (first ? half.a : half.b) = i;
    out.push_back(half);
  }
}

}  // namespace firstcontact::articulated
