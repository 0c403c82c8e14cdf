#include "motion/two_body_search.h"

#include <algorithm>
#include <cmath>

#include "arith/fixed_order.h"

namespace firstcontact::motion {
namespace {

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

TwoBodyProblem::TwoBodyProblem(const TwoBodies& bodies, double separation, std::int64_t max_checks,
                               BodyCertificate* certificate)
    : bodies_(bodies),
      separation_(separation),
      a_rests_(dynamic_cast<const Rest*>(&bodies.motion_a) != nullptr),
      b_rests_(dynamic_cast<const Rest*>(&bodies.motion_b) != nullptr),
      certificate_(certificate),
      budget_(max_checks),
      placed_a_(bodies.a),
      placed_b_(bodies.b) {}

SearchEnd TwoBodyProblem::begin(double t0, double t1, std::size_t) {
  const ControlPoses poses_a = bodies_.motion_a.over(t0, t1),
                     poses_b = bodies_.motion_b.over(t0, t1);
  if (!is_usable(poses_a) || !is_usable(poses_b)) return SearchEnd::InvalidMotion;
  interval_ = {t0, t1, PosedBody(poses_a, a_rests_), PosedBody(poses_b, b_rests_)};
  placed_a_.move(interval_.a.middle());
  placed_b_.move(interval_.b.middle());
  return SearchEnd::Complete;
}

Examined TwoBodyProblem::examine(Pair& pair, bool) {
  budget_.spend(1);
  if (budget_.is_exhausted()) return Examined::Stop;
  const NodesInMotion both = nodes(pair);
  const BoxDirection best =
      best_direction(both.node_a, placed_a_.at(pair.a), both.node_b, placed_b_.at(pair.b));
  if (!(best.gap > 0)) return Examined::Open;
  const Vec3 n = best.n / norm(best.n);
  const bool apart =
      narrow_window(box_gap(both, n, separation_), interval_.t0, interval_.t1, pair,
                    [&](double from, double to) { prove(from, to, n, both.node_a, both.node_b); });
  return apart ? Examined::Apart : Examined::Open;
}

double TwoBodyProblem::travel(const NodesInMotion& nodes, const Pair&) const {
  const auto length = [&](const Motion& motion, const Node& node) {
    return motion.path_length(interval_.t0, interval_.t1, node.centre, node.radius);
  };
  return (a_rests_ ? 0 : length(bodies_.motion_a, nodes.node_a)) +
         (b_rests_ ? 0 : length(bodies_.motion_b, nodes.node_b));
}

LeafDecision TwoBodyProblem::decide(const NodesInMotion& nodes, Pair& pair) {
  LeafPair leaves = {&nodes.node_a, &nodes.node_b, pair.first, pair.last};
  const LeafDecision decision = decider_->decide(interval_, leaves);
  pair.first = leaves.first;
  pair.last = leaves.last;
  return decision;
}

void TwoBodyProblem::prove(double t0, double t1, const Vec3& n, const Node& a, const Node& b) {
  if (certificate_ && t0 <= t1)
    certificate_->entries.push_back({t0, t1, n, a.begin, a.end, b.begin, b.end});
}

SearchEnd TwoBodySearch::run(double t0, double t1, LeafDecider& decider) {
  problem_.set_decider(decider);
  roots_.assign(1, {0, 0, t0, t1});
  return search_.run(t0, t1, roots_);
}

}  // namespace firstcontact::motion
