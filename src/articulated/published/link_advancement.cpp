#include "articulated/published/link_advancement.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "arith/fixed_order.h"
#include "geometry/triangle_crossing.h"
#include "motion/leaf_advance.h"

namespace firstcontact::articulated {

using geometry::Triangle;
using motion::Heights;
using motion::Node;

namespace {
/// Distances below this share of the bodies' extent cannot be told from rounding errors.
constexpr double kRoundingShare = 1e-10;
}  // namespace

LinkAdvancement::LinkAdvancement(const AdvancementContext& context, AdvancementPair& pair, double t)
    : pair_(pair),
      budget_(context.budget),
      steps_(context.steps),
      time_(t),
      boxes_a_(pair.tree_a()),
      boxes_b_(pair.tree_b()) {}

// The gap along n is `gap` now and shrinks at most at the speed `approach`. It stays above the
// separation for the time returned.
double LinkAdvancement::proven_step(const Vec3& n, double gap, const Node& a, const Node& b) const {
  const double room = gap - pair_.separation();
  if (!(room > 0)) return 0;
  return room / pair_.approach(n, a, b) * (1 - kQuotientRoom);
}

LinkAdvancement::NodePair LinkAdvancement::proposed(std::int32_t a, std::int32_t b) {
  budget_.spend(1);
  const Node &node_a = pair_.tree_a().nodes[a], &node_b = pair_.tree_b().nodes[b];
  const motion::BoxDirection best =
      motion::best_direction(node_a, boxes_a_.at(a), node_b, boxes_b_.at(b));
  if (!(best.gap > 0)) return {a, b, 0};
  const Vec3 n = best.n / norm(best.n);
  Heights lowest, highest;
  pair_.at_b().lowest(node_b, n, lowest);
  pair_.at_a().highest(node_a, n, highest);
  const double error = pair_.at_a().error(node_a) + pair_.at_b().error(node_b);
  return {a, b, proven_step(n, (lowest[0] - highest[0]) - error, node_a, node_b)};
}

double LinkAdvancement::leaf_step(const Node& a, const Node& b, const geometry::Triangle& corners_a,
                                  const geometry::Triangle& corners_b, const Vec3& n) const {
  double lowest = std::numeric_limits<double>::infinity(), highest = -lowest;
  for (std::size_t k = 0; k < 3; ++k) {
    lowest = std::min(lowest, dot(n, corners_b[k]));
    highest = std::max(highest, dot(n, corners_a[k]));
  }
  const double error = pair_.at_a().error(a) + pair_.at_b().error(b);
  return proven_step(n, (lowest - highest) - error, a, b);
}

LinkAdvancement::TouchingTriangles LinkAdvancement::leaves_at(const NodePair& pair) const {
  const Node& a = node_a(pair);
  const Node& b = node_b(pair);
  TouchingTriangles at;
  at.triangle_a = pair_.tree_a().order[a.begin];
  at.triangle_b = pair_.tree_b().order[b.begin];
  at.corners_a = motion::moved(motion::leaf_corners(pair_.tree_a(), a), pair_.at_a().middle());
  at.corners_b = motion::moved(motion::leaf_corners(pair_.tree_b(), b), pair_.at_b().middle());
  at.nearest = geometry::nearest_points(at.corners_a, at.corners_b);
  const double extent = pair_.at_a().extent(a) + pair_.at_b().extent(b);
  at.error = motion::distance_error(pair_.at_a().error(a) + pair_.at_b().error(b),
                                    extent + pair_.separation());
  return at;
}

bool LinkAdvancement::is_near(const TouchingTriangles& at) const {
  // A tolerance below the error is kept as well as doubles can.
  const double near = pair_.contact_distance() - (at.error < pair_.tolerance() ? at.error : 0);
  return at.nearest.distance <= near &&
         geometry::on_triangles(at.nearest, at.corners_a, at.corners_b).distance <= near;
}

void LinkAdvancement::meet(const NodePair& pair, const TouchingTriangles& at) {
  touching_ = at;
  const double error = pair_.at_a().error(node_a(pair)) + pair_.at_b().error(node_b(pair));
  auto crossing = geometry::find_crossing(at.corners_a, at.corners_b, error);
  touching_.certain = crossing.has_value();
  if (crossing)
    touching_.error = 0;
  else
    crossing = geometry::find_crossing(at.corners_a, at.corners_b, 0);
  touching_.nearest = crossing ? geometry::NearestPoints{*crossing, *crossing, 0, Vec3::Zero()}
                               : geometry::on_triangles(at.nearest, at.corners_a, at.corners_b);
}

bool LinkAdvancement::is_farther_than_rounding(const NodePair& pair, double distance) const {
  const double extent = pair_.at_a().extent(node_a(pair)) + pair_.at_b().extent(node_b(pair));
  return distance > pair_.separation() + pair_.tolerance() + kRoundingShare * extent;
}

LinkAdvancement::LeafTest LinkAdvancement::test_leaves(const NodePair& pair, double& best) {
  budget_.spend(1);
  const Node &a = node_a(pair), &b = node_b(pair);
  const TouchingTriangles at = leaves_at(pair);
  const geometry::NearestPoints& nearest = at.nearest;
  double step = 0;
  if (!is_near(at)) {
    step = leaf_step(a, b, at.corners_a, at.corners_b, nearest.n);
    if (!(step > 0) && nearest.distance > 0)
      step =
          leaf_step(a, b, at.corners_a, at.corners_b, (nearest.b - nearest.a) / nearest.distance);
  }
  if (step > 0) {
    step = std::max(step, pair.step);  // the boxes may have had the better direction
    if (step < best) {
      best = step;
      limiting_ = {pair.a, pair.b, 0};
    }
    return LeafTest::Apart;
  }
  // The triangles are near enough, or no direction separates them: they cut through each other, or
  // are nearer than doubles can tell.
  meet(pair, at);
  return !touching_.certain && is_farther_than_rounding(pair, touching_.nearest.distance)
             ? LeafTest::Unclear
             : LeafTest::Contact;
}

// The step that is left does not change the time. Where the tolerance is below what doubles hold,
// contact is what they cannot tell from it.
LinkAdvancement::Outcome LinkAdvancement::stalled() {
  const TouchingTriangles at = leaves_at(limiting_);
  if (is_farther_than_rounding(limiting_, at.nearest.distance)) return Outcome::Undecided;
  meet(limiting_, at);
  return Outcome::Contact;
}

// Divides the larger node that has children. Of the two new pairs, the one with the shorter step is
// processed first.
void LinkAdvancement::divide(const NodePair& pair) {
  const Node &a = node_a(pair), &b = node_b(pair);
  const bool first = b.is_leaf() || (!a.is_leaf() && a.radius >= b.radius);
  NodePair one = first ? proposed(a.children, pair.b) : proposed(pair.a, b.children);
  NodePair other = first ? proposed(a.children + 1, pair.b) : proposed(pair.a, b.children + 1);
  one.step = std::max(one.step, pair.step);
  other.step = std::max(other.step, pair.step);
  if (one.step < other.step) std::swap(one, other);
  stack_.push_back(one);
  stack_.push_back(other);
}

LinkAdvancement::Outcome LinkAdvancement::step(double t_end) {
  const auto outcome_of = [](LeafTest test) {
    return test == LeafTest::Contact ? Outcome::Contact : Outcome::Undecided;
  };
  ++steps_;
  pair_.move_to(time_, t_end);
  boxes_a_.move(pair_.at_a().middle());
  boxes_b_.move(pair_.at_b().middle());
  const double whole = t_end - time_;
  double best = std::numeric_limits<double>::infinity();
  if (limiting_.a >= 0) {
    const LeafTest test = test_leaves(limiting_, best);
    if (test != LeafTest::Apart) return outcome_of(test);
  }
  stack_.assign(1, proposed(0, 0));
  while (!stack_.empty()) {
    const NodePair pair = stack_.back();
    stack_.pop_back();
    if (pair.step > whole || pair.step >= best) continue;
    if (budget_.is_exhausted()) return Outcome::Undecided;
    if (!node_a(pair).is_leaf() || !node_b(pair).is_leaf()) {
      divide(pair);
      continue;
    }
    const LeafTest test = test_leaves(pair, best);
    if (test != LeafTest::Apart) return outcome_of(test);
  }
  if (best > whole) {
    time_ = t_end;
    return Outcome::Free;
  }
  const double to = later(time_, best, t_end);
  if (!(to > time_)) return stalled();
  time_ = to;
  return Outcome::Advanced;
}

LinkAdvancement::Outcome LinkAdvancement::run(double t_end) {
  Outcome outcome = Outcome::Advanced;
  while (outcome == Outcome::Advanced) outcome = step(t_end);
  return outcome;
}

}  // namespace firstcontact::articulated
