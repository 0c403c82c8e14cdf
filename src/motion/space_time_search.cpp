#include "motion/space_time_search.h"

#include <algorithm>
#include <cmath>

#include "arith/fixed_order.h"

namespace firstcontact::motion {
namespace {

/// Halving beyond this gives intervals of neighbouring doubles.
constexpr int kLargestDepth = 52;
/// A pair is put off to shorter intervals when it travels more than this many times the size of its
/// nodes.
constexpr double kTravelPerSize = 0.5;
/// The rounding in t0 + s (t1 − t0) for times of at most 1, and a little more.
constexpr double kTimeRoom = 0x1p-50;

bool is_usable(const ControlPoses& poses) {
  double largest = poses.centre.cwiseAbs().maxCoeff();
  bool finite = poses.centre.allFinite();
  for (const AffineMap& map : poses.pose) {
    finite = finite && map.linear.allFinite() && map.offset.allFinite();
    largest =
        std::max({largest, map.linear.cwiseAbs().maxCoeff(), map.offset.cwiseAbs().maxCoeff()});
  }
  return finite && largest < kLargestCoordinate && poses.turn_error >= 0 &&
         poses.turn_error < kLargestCoordinate && poses.shift_error >= 0 &&
         poses.shift_error < kLargestCoordinate;
}

}  // namespace

SpaceTimeSearch::SpaceTimeSearch(Bodies bodies, double separation, std::int64_t max_checks,
                                 BodyCertificate* certificate)
    : bodies_(bodies),
      separation_(separation),
      max_checks_(max_checks),
      a_rests_(dynamic_cast<const Rest*>(&bodies.motion_a) != nullptr),
      b_rests_(dynamic_cast<const Rest*>(&bodies.motion_b) != nullptr),
      certificate_(certificate),
      placed_a_(bodies.a),
      placed_b_(bodies.b) {
  put_off_.resize(kLargestDepth + 2);
}

bool SpaceTimeSearch::run(double t0, double t1, LeafDecider& decider) {
  put_off_[0].assign(1, {0, 0, t0, t1});
  reached_ = t0;
  return search(t0, t1, 0, decider);
}

bool SpaceTimeSearch::search(double t0, double t1, int depth, LeafDecider& decider) {
  // The pairs for this interval are those put off one level above that reach into it.
  stack_.clear();
  for (Pair pair : put_off_[depth]) {
    pair.first = std::max(pair.first, t0), pair.last = std::min(pair.last, t1);
    if (pair.first <= pair.last) stack_.push_back(pair);
  }
  if (!stack_.empty()) {
    const ControlPoses poses_a = bodies_.motion_a.over(t0, t1),
                       poses_b = bodies_.motion_b.over(t0, t1);
    if (!is_usable(poses_a) || !is_usable(poses_b)) {
      bad_motion_ = true;
      return false;
    }
    const SearchInterval interval = {t0, t1, PosedBody(poses_a, a_rests_),
                                     PosedBody(poses_b, b_rests_)};
    placed_a_.move(interval.a.middle()), placed_b_.move(interval.b.middle());
    put_off_[static_cast<std::size_t>(depth) + 1].clear();
    if (!work_off(interval, depth, decider)) return false;
    const double middle = 0.5 * (t0 + t1);
    if (!put_off_[static_cast<std::size_t>(depth) + 1].empty()) {
      if (!search(t0, middle, depth + 1, decider)) return false;
      if (middle < decider.horizon() && !search(middle, t1, depth + 1, decider)) return false;
    }
  }
  reached_ = t1;
  return true;
}

bool SpaceTimeSearch::work_off(const SearchInterval& interval, int depth, LeafDecider& decider) {
  const bool may_put_off = depth < kLargestDepth;
  auto& put_off = put_off_[static_cast<std::size_t>(depth) + 1];
  while (!stack_.empty()) {
    Pair pair = stack_.back();
    stack_.pop_back();
    pair.last = std::min(pair.last, decider.horizon());
    if (pair.first > pair.last) continue;
    if (!spend(1)) return false;
    if (separate(interval, pair) == Outcome::Apart) continue;
    const Node& a = bodies_.a.nodes[pair.a];
    const Node& b = bodies_.b.nodes[pair.b];
    if (a.is_leaf() && b.is_leaf()) {
      LeafPair leaves = {&a, &b, pair.first, pair.last};
      if (!decider.decide(interval, leaves)) {
        if (!may_put_off) return false;
        put_off.push_back({pair.a, pair.b, leaves.first, leaves.last});
      }
      continue;
    }
    if (may_put_off && travel(interval, pair) > kTravelPerSize * (a.radius + b.radius))
      put_off.push_back(pair);
    else
      divide(pair, !a.is_leaf() && (b.is_leaf() || a.radius > b.radius));
  }
  return true;
}

void SpaceTimeSearch::divide(const Pair& pair, bool first_body) {
  for (std::int32_t i = 1; i >= 0; --i) {
    Pair child = pair;
    if (first_body)
      child.a = bodies_.a.nodes[pair.a].children + i;
    else
      child.b = bodies_.b.nodes[pair.b].children + i;
    stack_.push_back(child);
  }
}

double SpaceTimeSearch::travel(const SearchInterval& interval, const Pair& pair) const {
  const Node& a = bodies_.a.nodes[pair.a];
  const Node& b = bodies_.b.nodes[pair.b];
  return (a_rests_ ? 0
                   : bodies_.motion_a.path_length(interval.t0, interval.t1, a.centre, a.radius)) +
         (b_rests_ ? 0
                   : bodies_.motion_b.path_length(interval.t0, interval.t1, b.centre, b.radius));
}

SpaceTimeSearch::Outcome SpaceTimeSearch::separate(const SearchInterval& interval, Pair& pair) {
  const Node& a = bodies_.a.nodes[pair.a];
  const Node& b = bodies_.b.nodes[pair.b];
  const BoxDirection best = best_direction(a, placed_a_.at(pair.a), b, placed_b_.at(pair.b));
  return best.gap > 0 ? apply(interval, best.n / norm(best.n), pair) : Outcome::Undecided;
}

SpaceTimeSearch::Outcome SpaceTimeSearch::apply(const SearchInterval& interval, const Vec3& n,
                                                Pair& pair) {
  const Node& a = bodies_.a.nodes[pair.a];
  const Node& b = bodies_.b.nodes[pair.b];
  Heights low, high;
  interval.b.lowest(b, n, low);
  interval.a.highest(a, n, high);
  const double margin = (interval.a.error(a) + interval.b.error(b) + separation_) * (1 + 0x1p-40);
  for (std::size_t k = 0; k < 4; ++k) low[k] = (low[k] - high[k]) - margin;
  const Window window = where_not_positive(low);
  if (window.empty()) {
    prove(interval.t0, interval.t1, n, a, b);
    return Outcome::Apart;
  }
  const double width = interval.t1 - interval.t0;
  if (window.first > 0) {
    const double first = interval.t0 + window.first * width - kTimeRoom;
    if (first > pair.first) prove(pair.first, first, n, a, b), pair.first = first;
  }
  if (window.last < 1) {
    const double last = interval.t0 + window.last * width + kTimeRoom;
    if (last < pair.last) prove(last, pair.last, n, a, b), pair.last = last;
  }
  return pair.first > pair.last ? Outcome::Apart : Outcome::Undecided;
}

void SpaceTimeSearch::prove(double t0, double t1, const Vec3& n, const Node& a, const Node& b) {
  if (certificate_ && t0 <= t1)
    certificate_->entries.push_back({t0, t1, n, a.begin, a.end, b.begin, b.end});
}

}  // namespace firstcontact::motion
