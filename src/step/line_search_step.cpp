// The largest step after which every pair still keeps a share of its distance: algorithm 4 of the
// paper named in docs/guide/line-search.md, derived there from what it must ensure.
//
// Pair i starts at distance d_i beyond its separation s_i. It is solved with the separation
// s_i + k_i, where k_i = p min(d_i, cap), so that after the step it keeps the distance k_i. For a
// positive step the solver must see that d_i > k_i. So its tolerance is a share of d_i - k_i, and a
// pair that it still reports as touching at the start (d_i itself is rounded) is solved again with
// half the k_i. The smallest k_i covers the rounding of positions after the step; a pair that
// cannot keep even this much allows no step.
//
// Unlike the paper, each pair has its own p, the tolerance is part of each query instead of being
// checked afterwards, and no pair makes the others start over.
#include "step/line_search_step.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "arith/fixed_order.h"
#include "narrow/closest_point.h"
#include "step/scene_lengths.h"
#include "step/smallest.h"

namespace firstcontact::step {
namespace {

// The smallest distance to keep is this many times the rounding of positions.
constexpr double kLeastKept = 2;
// The solver's tolerance is at most this share of d_i - k_i.
constexpr double kToleranceShare = 0.25;
// Rounds the sum separation + kept up.
constexpr double kKeptSumUp = 1 + 0x1p-51;

double largest_coordinate(const Query& query) {
  double largest = 0;
  for (int i = 0; i < point_count(query.kind); ++i)
    largest = std::max(
        {largest, query.t0[i].lpNorm<Eigen::Infinity>(), query.t1[i].lpNorm<Eigen::Infinity>()});
  return largest;
}

/// The step that one pair allows.
struct PairLimit {
  Outcome outcome;
  /// Distance beyond the separation at t0, at most the cap.
  double distance = 0;
  /// Distance that the step keeps after rounding the positions, and its share of `distance`.
  double kept = 0, ratio = 0;
};

/// The tolerance of the options, or at most the default one.
double usual_tolerance(const Query& query, const std::optional<double>& tolerance) {
  if (tolerance) return *tolerance;
  double size = 0;
  for (int i = 1; i < point_count(query.kind); ++i)
    size = std::max({size, (query.t0[i] - query.t0[0]).lpNorm<Eigen::Infinity>(),
                     (query.t1[i] - query.t1[0]).lpNorm<Eigen::Infinity>()});
  return std::min(kRelativeTolerance / 2 * size, std::numeric_limits<double>::max());
}

/// Distance at t0, rounded; infinite if it is too large for a double. The points are scaled to a
/// size of about 1 first, so that no product of lengths overflows or vanishes.
double distance_at_start(const Query& query, Norm norm) {
  double largest = 0;
  for (int i = 0; i < point_count(query.kind); ++i)
    largest = std::max(largest, query.t0[i].lpNorm<Eigen::Infinity>());
  int exponent = 0;
  std::frexp(largest, &exponent);
  std::array<Vec3, 4> points = query.t0;
  for (Vec3& point : points)
    for (double& x : point) x = std::ldexp(x, -exponent);
  const Vec3 gap = narrow::closest_point(query.kind, points).gap;
  return std::ldexp(norm == Norm::L2 ? firstcontact::norm(gap) : gap.lpNorm<Eigen::Infinity>(),
                    exponent);
}

PairLimit limit_of(const PairDecider& decider, const CandidateBlock& block, std::size_t i,
                   double largest_ratio, double cap) {
  const Query query = query_of(decider.vertices(), block.kind, block.vertices[i]);
  const double separation = decider.separation(block, i);
  const double rounding = position_rounding(decider.vertices(), largest_coordinate(query)),
               least = kLeastKept * rounding;
  const double distance =
      std::min(distance_at_start(query, decider.options().norm) - separation, cap);
  const double usual = usual_tolerance(query, decider.options().tolerance);
  for (double ratio = largest_ratio;; ratio /= 2) {
    const bool last = !(ratio * distance > least);
    const double kept = last ? least : ratio * distance;
    const double tolerance = std::max(0.0, std::min(usual, kToleranceShare * (distance - kept)));
    const Outcome outcome = decider.solve(block, i, (separation + kept) * kKeptSumUp, tolerance);
    if (outcome.free() || outcome.toi > 0 || last)
      return {outcome, distance, kept - rounding, last ? std::min(ratio, kept / distance) : ratio};
  }
}

/// True if no vertex of the pair moves: then no step changes its distance, not even by rounding.
bool at_rest(const VertexTable& vertices, const CandidateBlock& block, std::size_t i) {
  for (int k = 0; k < point_count(block.kind); ++k) {
    const double* x = vertices.at(block.vertices[i][k]);
    if (x[0] != x[3] || x[1] != x[4] || x[2] != x[5]) return false;
  }
  return true;
}

std::string find_option_fault(const LineSearchOptions& options) {
  if (!(options.ratio > 0 && options.ratio < 1)) return "ratio must be above 0 and below 1";
  if (options.distance_cap && !(*options.distance_cap > 0 && std::isfinite(*options.distance_cap)))
    return "distance_cap must be positive and finite";
  if (!(options.min_step >= 0)) return "min_step must not be negative";
  if (options.slope && !(*options.slope <= 0 && std::isfinite(*options.slope)))
    return "slope must be finite and not positive: the motion must lead downhill";
  if (!(options.armijo >= 0 && options.armijo < 1)) return "armijo must be in [0, 1)";
  if (options.energy_at_start && !std::isfinite(*options.energy_at_start))
    return "energy_at_start must be finite";
  return {};
}

}  // namespace

LineSearchResult largest_kept_step(Solver& solver, const Positions& t0, const Positions& t1,
                                   const LineSearchOptions& options) {
  LineSearchResult result;
  StepResult step;
  result.message = find_option_fault(options);
  if (!result.message.empty()) return result;
  if (!begin_step(solver, t0, t1, options.step, step)) {
    result.message = step.message;
    return result;
  }
  const SceneLengths scene = measure_scene(solver.mesh, solver.vertices, options.distance_cap);
  const double cap = scene.cap;
  // `padding` bounds what a pair is asked to keep beyond its separation: the cap, or the rounding
  // of its positions where that is more.
  const double rounding = kLeastKept * position_rounding(solver.vertices, scene.largest_coordinate);
  const double separation = options.step.min_separation + 2 * scene.thickest;
  Padding padding = {cap + (separation + cap + rounding) * 0x1p-49, 0};
  if (rounding > cap) {
    padding.distance += kLeastKept * position_rounding(solver.vertices, 0);
    padding.coordinate_share = kLeastKept * rounding_share(solver.vertices) * (1 + 0x1p-40);
  }
  if (!std::isfinite(separation + 2 * padding.distance + rounding)) {
    result.message = "distance_cap, min_separation and thickness add up to no finite number";
    return result;
  }

  const PairDecider decider(solver.mesh, solver.vertices, options.step);
  Earliest earliest(options.step);
  // Only pairs that start within the cap may change the result: they are always decided, whatever
  // the threads do. All others keep at least ratio * cap / 2.
  Smallest kept(options.ratio * cap / 2), ratio(options.ratio);
  const DecidePair decide_pair = [&](const CandidateBlock& block, std::size_t i, narrow::Separated,
                                     Earliest& best) {
    if (!decider.is_candidate(block, i, padding) || at_rest(solver.vertices, block, i)) return;
    const PairLimit limit = limit_of(decider, block, i, options.ratio, cap);
    if (limit.distance < cap) {
      kept.add(limit.kept);
      ratio.add(limit.ratio);
    }
    if (!limit.outcome.free()) best.add(impact_of(block.pair(i), limit.outcome));
  };
  const bool stopped = !find_earliest(solver, decider, padding, decide_pair, earliest, step);
  finish_step(solver, options.step, stopped, !stopped && earliest.best().has_value(), step);
  static_cast<Answer&>(result) = step;
  if (stopped) return result;
  result.contact_step = options.step.t_max;
  result.ratio = std::max(0.0, ratio.get());
  if (earliest.best()) {
    const Impact& best = *earliest.best();
    result.limiting = decider.describe(best.pair, outcome_of(best));
    result.contact_step = best.toi;
    result.toi_upper = best.toi_upper;
    result.starts_in_contact = best.starts_in_contact;
  }
  result.toi = result.contact_step;
  result.step = result.contact_step;
  result.kept_distance = result.step > 0 ? std::max(0.0, kept.get()) : 0;
  if (result.step == 0) result.ratio = 0;
  return result;
}

void backtrack(const LineSearchOptions& options, LineSearchResult& result) {
  double start = 0;
  if (options.energy_at_start) {
    start = *options.energy_at_start;
  } else {
    start = options.energy(0);
    ++result.energy_evaluations;
  }
  const double slope = options.armijo * options.slope.value_or(0);
  for (; result.step > 0 && result.step >= options.min_step; result.step /= 2) {
    ++result.energy_evaluations;
    const double energy = options.energy(result.step);
    if (energy <= start + slope * result.step) {
      result.energy = energy;
      return;
    }
  }
  result.step = result.kept_distance = 0;
  result.message = "no step of at least min_step lowers the energy";
}

}  // namespace firstcontact::step
