#include "sim/barrier_step.h"

#include <firstcontact/barrier.h>

#include <algorithm>
#include <cmath>

namespace firstcontact::sim {
namespace {

// Sufficient decrease of the energy, as a share of what its slope promises.
constexpr double kArmijo = 1e-4;
// Rounding of an energy, relative to its size.
constexpr double kEnergyRounding = 1e-13;
constexpr int kEnergyHalvings = 30;
// A barrier gets stiffer if a pair comes nearer than this share of its distance.
constexpr double kTooNear = 1e-3;
constexpr double kStiffest = 1e8;
// Steps shorter than this lead nowhere; so many of them in a row end the simulation.
constexpr double kNoStep = 1e-9;
constexpr int kMaxStuck = 8;
// Pairs that stay farther apart than this share of the barrier's distance do not limit a step.
constexpr double kRoomShare = 0.1;
// Contacts slower than this share of the scene's diagonal per second stick.
constexpr double kStickSpeed = 1e-3;

class BarrierStep {
 public:
  BarrierStep(const StepContext& context, const BarrierSettings& barrier,
              const StepObjective& objective, const PointMatrix& start, const PointMatrix& targets,
              double& stiffness)
      : context_(context),
        objective_(objective),
        targets_(targets),
        stiffness_(stiffness),
        softest_(barrier.stiffness),
        barrier_{barrier.distance, stiffness},
        surface_start_(context.surface(start)),
        x_(start) {
    near_options_.step = context.detection.options();
    near_options_.weights = PairWeights::Area;
    rest_ = context.surface(context.world.rest);
    near_options_.rest = Positions(rest_);
    near_ = near(surface_start_);
    if (barrier.friction > 0) {
      friction_ = {barrier.friction, kStickSpeed * context.world.diagonal * objective.time_step()};
      friction_pairs_ = lag_friction(near_, surface_start_, barrier_);
    }
  }

  StepEnd run() {
    const Settings& settings = context_.settings;
    StepEnd end;
    arrived_ = targets_ == x_;
    double energy = energy_of(x_, near_);
    int stuck = 0;
    for (; end.iterations < settings.max_newton_iterations && !end.converged; ++end.iterations) {
      if (near_.status == Status::InvalidInput) return stopped(near_.message, end);
      const Direction direction = newton_direction();
      if (!direction.found)
        return stopped("the linear system of Newton's method cannot be solved", end);
      const bool small_enough =
          arrived_ && StepContext::largest_row(direction.p) <= context_.small_way;
      const PointMatrix goal = goal_of(direction.p);
      const ContactDetection::SafeStep safe = context_.detection.safe_step(
          context_.surface(x_), context_.surface(goal), kRoomShare * barrier_.activation_distance);
      if (!safe.fault.empty()) return stopped(safe.fault, end);
      stuck = safe.step < kNoStep && !small_enough ? stuck + 1 : 0;
      if (stuck == kMaxStuck || (safe.step == 0 && !small_enough))
        return stopped(context_.in_the_way(safe), end);
      const double step =
          arrived_ ? halved_step(direction, goal, safe.step, energy) : go(goal, safe.step, energy);
      if (!std::isfinite(energy)) return stopped("the energy is not finite", end);
      end.converged = small_enough;
      if (step == 0) break;  // rounding: no step lowers the energy
      adapt_stiffness(energy);
    }
    if (!arrived_) return stopped(why_not_arrived(), end);
    end.positions = x_;
    end.contacts = static_cast<std::int64_t>(near_.pairs.size());
    return end;
  }

 private:
  struct Direction {
    bool found = false;
    PointMatrix p;
    /// Change of the energy per step at step 0.
    double slope = 0;
  };

  static StepEnd stopped(const std::string& why, StepEnd end) {
    end.stopped = why;
    return end;
  }

  std::string why_not_arrived() const {
    std::string why = "scripted vertices do not get to where they have to be";
    const auto nearest = std::min_element(
        near_.pairs.begin(), near_.pairs.end(),
        [](const NearPair& a, const NearPair& b) { return a.distance < b.distance; });
    if (nearest != near_.pairs.end())
      why += "; nearest to each other are " + context_.world.name_of(*nearest);
    return why;
  }

  /// Where the whole direction leads: scripted vertices exactly to their targets.
  PointMatrix goal_of(const PointMatrix& p) const {
    PointMatrix goal = x_ + p;
    for (Eigen::Index i = 0; i < goal.rows(); ++i)
      if (context_.world.scripted[i]) goal.row(i) = targets_.row(i);
    return goal;
  }

  /// The positions after a part of the way. Collision detection proved the segment to `goal`.
  PointMatrix on_the_way(const PointMatrix& goal, double step) const {
    return step == 1 ? goal : PointMatrix(x_ + step * (goal - x_));
  }

  NearPairs near(const PointMatrix& surface) {
    return near_pairs(context_.detection.solver(), surface, barrier_.activation_distance,
                      near_options_);
  }

  double energy_of(const PointMatrix& x, const NearPairs& pairs) const {
    const PointMatrix surface = context_.surface(x);
    double contact = barrier_energy(pairs, surface, barrier_, context_.settings.threads);
    if (friction_.coefficient > 0)
      contact += friction_energy(friction_pairs_, surface_start_, surface, friction_);
    return objective_.energy(x) + objective_.scale() * contact;
  }

  Direction newton_direction() {
    const PointMatrix surface = context_.surface(x_);
    contact_ = barrier_terms(near_, surface, barrier_, true, context_.settings.threads,
                             std::move(contact_));
    std::vector<PairBlock> rubbing;
    if (friction_.coefficient > 0) {
      add_friction_gradient(friction_pairs_, surface_start_, surface, friction_, contact_.gradient);
      rubbing = friction_hessian(friction_pairs_, surface_start_, surface, friction_);
    }
    const double scale = objective_.scale();
    PointMatrix gradient = objective_.gradient(x_);
    context_.world.collision.add_to_full(scale * contact_.gradient, gradient);

    const Eigen::VectorXd& masses = context_.elastic.masses();
    const ScaledPairs pairs[] = {{contact_.hessian, scale}, {rubbing, scale}};
    context_.elastic.hessian(x_, true, context_.settings.threads, elastic_blocks_);
    Direction direction;
    direction.p = context_.scripted_way(x_, targets_);
    PointMatrix right = gradient;
    if (!arrived_)
      context_.assembly.add_product(masses, scale, elastic_blocks_, pairs, direction.p, right);
    direction.found =
        context_.newton.factorize(context_.assembly.assemble(masses, scale, elastic_blocks_, pairs),
                                  context_.settings.threads);
    if (!direction.found) return direction;
    context_.assembly.scatter(context_.newton.solve(context_.assembly.gather(right)), -1,
                              direction.p);
    for (Eigen::Index i = 0; i < gradient.rows(); ++i)
      direction.slope += gradient.row(i).dot(direction.p.row(i));
    return direction;
  }

  /// Moves whether or not the energy falls, but not to where it is infinite. Returns the step, or 0
  /// if there is none.
  double go(const PointMatrix& goal, double step, double& energy) {
    for (int i = 0; i < kEnergyHalvings; ++i, step /= 2) {
      const PointMatrix x = on_the_way(goal, step);
      if (!std::isfinite(objective_.energy(x))) continue;
      x_ = x;
      arrived_ = step == 1;
      near_ = near(context_.surface(x_));
      energy = energy_of(x_, near_);
      return step;
    }
    return 0;
  }

  /// Halves the step until the energy falls enough, and moves. Returns 0 if that needs too small a
  /// step.
  double halved_step(const Direction& direction, const PointMatrix& goal, double step,
                     double& energy) {
    const double rounding = kEnergyRounding * std::abs(energy);
    for (int i = 0; i < kEnergyHalvings; ++i, step /= 2) {
      const PointMatrix x = on_the_way(goal, step);
      NearPairs pairs = near(context_.surface(x));
      const double after = energy_of(x, pairs);
      if (!(after <= energy + kArmijo * step * direction.slope + rounding)) continue;
      x_ = x;
      near_ = std::move(pairs);
      energy = after;
      return step;
    }
    return 0;
  }

  void adapt_stiffness(double& energy) {
    const bool nearer = near_.smallest_distance < smallest_;
    smallest_ = near_.smallest_distance;
    if (!nearer || smallest_ > kTooNear * barrier_.activation_distance ||
        stiffness_ > kStiffest * softest_)
      return;
    stiffness_ *= 2;
    barrier_.stiffness = stiffness_;
    energy = energy_of(x_, near_);
  }

  const StepContext& context_;
  const StepObjective& objective_;
  const PointMatrix& targets_;
  double& stiffness_;
  double softest_;
  Barrier barrier_;
  PointMatrix surface_start_, rest_, x_;
  NearPairOptions near_options_;
  NearPairs near_;
  Friction friction_;
  std::vector<FrictionPair> friction_pairs_;
  BarrierTerms contact_;
  std::vector<HessianBlock> elastic_blocks_;
  double smallest_ = std::numeric_limits<double>::infinity();
  bool arrived_ = false;
};

}  // namespace

StepEnd barrier_step(const StepContext& context, const BarrierSettings& barrier,
                     const StepObjective& objective, const PointMatrix& start,
                     const PointMatrix& targets, double& stiffness) {
  // A barrier that had to get stiffer falls back by and by.
  stiffness = std::max(barrier.stiffness, stiffness / 2);
  return BarrierStep(context, barrier, objective, start, targets, stiffness).run();
}

}  // namespace firstcontact::sim
