// Steps of single vertices such that any combination is free: see step/separating_planes.h for one
// pair.
//
// Where much moves, the boxes of the whole motion overlap a lot, but most vertices do not get far.
// So the search makes two passes. In the first each vertex goes a short way, and the planes of the
// few pairs that meet then limit many vertices. In the second, vertices that nothing has limited go
// the whole way, and only pairs with such a vertex are looked at: all others were in the first
// pass. If nobody goes far, one pass is enough.
#include <firstcontact/safe_displacements.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <memory>

#include "arith/float_environment.h"
#include "step/scene_lengths.h"
#include "step/separating_planes.h"
#include "step/smallest.h"
#include "step/solver.h"

namespace firstcontact {
namespace step {
namespace {

// The way of a vertex in the first pass, as a share of the median edge length.
constexpr double kFirstWay = 0.25;
// The smallest distance to keep is this many times the rounding of positions: one for the caller's
// new positions, one for the ends of the motion in each pass, and one to spare.
constexpr double kLeastKeptRoundings = 3;

std::string find_room_fault(const SafeDisplacementOptions& options) {
  if (!(options.ratio > 0 && options.ratio < 1)) return "ratio must be above 0 and below 1";
  if (options.distance_cap && !(*options.distance_cap > 0 && std::isfinite(*options.distance_cap)))
    return "distance_cap must be positive and finite";
  return {};
}

class DisplacementSearch {
 public:
  DisplacementSearch(Solver& solver, const SafeDisplacementOptions& options)
      : solver_(solver),
        options_(options),
        decider_(solver.mesh, solver.vertices, options.step),
        scene_(measure_scene(solver.mesh, solver.vertices)),
        cap_(cap_of(options.distance_cap, scene_)),
        limits_(std::make_unique<Smallest[]>(solver.mesh.vertex_count())),
        steps_(solver.mesh.vertex_count()),
        kept_(options.ratio * cap_ / 2) {}

  /// The boxes of a pass: all pairs that can come within the most that a pair keeps.
  Sweep sweep() const {
    Padding padding;
    padding.distance =
        options_.ratio * cap_ + kLeastKeptRoundings * position_rounding(solver_.vertices, 0);
    padding.coordinate_share = 2 * kLeastKeptRoundings * rounding_share(solver_.vertices);
    return decider_.sweep(1, padding);
  }

  /// False if stopped.
  bool run(StepResult& result) {
    const double t_max = options_.step.t_max;
    extended_.assign(steps_.size(), true);
    if (!set_first_steps()) {
      if (!run_pass(0, 0.5, result)) return false;
      bool any = false;
      for (std::size_t v = 0; v < steps_.size(); ++v) {
        extended_[v] = steps_[v] < t_max && limits_[v].get() == steps_[v];
        steps_[v] = extended_[v] ? t_max : limits_[v].get();
        any = any || extended_[v];
      }
      if (!any) return true;
      return run_pass(0.5, 1, result);
    }
    return run_pass(0, 1, result);
  }

  void store(SafeDisplacements& result) const {
    const double t_max = options_.step.t_max;
    double smallest = t_max;
    for (std::size_t v = 0; v < steps_.size(); ++v) {
      const double step = limits_[v].get();
      result.steps[v] = step;
      result.limited += step < t_max;
      smallest = std::min(smallest, step);
    }
    result.toi = smallest;
    result.starts_in_contact = touching_;
    result.kept_distance = touching_ ? 0 : std::max(0.0, kept_.get());
  }

 private:
  /// Sets the steps of the first pass; true if these are the whole ways.
  bool set_first_steps() {
    const double t_max = options_.step.t_max, way = kFirstWay * scene_.median_edge;
    bool whole = true;
    for (std::size_t v = 0; v < steps_.size(); ++v) {
      const double* x = solver_.vertices.at(static_cast<std::int32_t>(v));
      double longest = 0;
      for (int k = 0; k < 3; ++k) longest = std::max(longest, std::abs(x[k + 3] - x[k]));
      steps_[v] = way > 0 && longest * t_max > way ? std::min(t_max, way / longest) : t_max;
      whole = whole && steps_[v] == t_max;
    }
    return whole;
  }

  /// Looks at all pairs with an extended vertex whose boxes over the steps overlap, and lowers the
  /// limits of their vertices.
  bool run_pass(double progress_begin, double progress_end, StepResult& result) {
    set_ends();
    for (std::size_t v = 0; v < steps_.size(); ++v) limits_[v].set(steps_[v]);
    std::atomic<std::int64_t> counts[5] = {};
    const bool complete = solver_.stream.run(ends_, {sweep(), 1, progress_begin, progress_end},
                                             options_.step, [&](const CandidateBlock& block) {
                                               counts[static_cast<int>(block.kind)] +=
                                                   static_cast<std::int64_t>(block.count);
                                               for (std::size_t i = 0; i < block.count; ++i)
                                                 limit(block, i);
                                               return true;
                                             });
    for (int kind = 0; kind < 5; ++kind) result.candidates[kind] += counts[kind];
    return complete;
  }

  /// Where the vertices are after their steps.
  void set_ends() {
    ends_.planar = solver_.vertices.planar;
    ends_.single_precision = solver_.vertices.single_precision;
    ends_.points = solver_.vertices.points;
    for (std::size_t v = 0; v < steps_.size(); ++v) {
      if (steps_[v] == 1) continue;
      double* x = ends_.points.data() + 6 * v;
      for (int k = 0; k < 3; ++k) x[k + 3] = (1 - steps_[v]) * x[k] + steps_[v] * x[k + 3];
    }
  }

  void limit(const CandidateBlock& block, std::size_t i) {
    const std::int32_t(&v)[4] = block.vertices[i];
    const int count = point_count(block.kind);
    bool extended = false, moves = false;
    double largest = 0;
    for (int k = 0; k < count; ++k) {
      extended = extended || extended_[v[k]];
      moves = moves || is_moving(v[k]);
      largest = std::max(largest, largest_coordinate(ends_, v[k]));
    }
    if (!extended || !moves) return;
    const double rounding = position_rounding(ends_, largest);
    const RoomToKeep keep = {decider_.separation(block, i), options_.ratio, cap_,
                             kLeastKeptRoundings * rounding, options_.step.norm};
    const PairLimits found = find_planes(block.kind, ends_, v, keep);
    if (found.room == PairRoom::FarApart) return;
    if (found.room == PairRoom::Touching)
      touching_ = true;
    else if (found.distance < cap_)
      kept_.add(found.kept - 2 * rounding);
    if (found.room == PairRoom::Apart) return;
    for (int k = 0; k < count; ++k)
      if (found.shares[k] < 1 && is_moving(v[k])) limits_[v[k]].add(steps_[v[k]] * found.shares[k]);
  }

  bool is_moving(std::int32_t vertex) const {
    const double* x = ends_.at(vertex);
    return x[0] != x[3] || x[1] != x[4] || x[2] != x[5];
  }

  Solver& solver_;
  const SafeDisplacementOptions& options_;
  PairDecider decider_;
  SceneLengths scene_;
  double cap_;
  /// Of each vertex: how far it may go by what is known, and how far it goes in this pass.
  std::unique_ptr<Smallest[]> limits_;
  std::vector<double> steps_;
  /// Vertices that go farther in this pass than in the one before.
  std::vector<std::uint8_t> extended_;
  VertexTable ends_;
  Smallest kept_;
  std::atomic<bool> touching_ = false;
};

SafeDisplacements find_displacements(Solver& solver, const Positions& t0, const Positions& t1,
                                     const SafeDisplacementOptions& options) {
  SafeDisplacements result;
  result.steps.assign(solver.mesh.vertex_count(), 0);
  StepResult step;
  result.message = find_room_fault(options);
  if (!result.message.empty()) return result;
  if (!begin_step(solver, t0, t1, options.step, step)) {
    result.message = step.message;
    return result;
  }
  DisplacementSearch search(solver, options);
  const Sweep sweep = search.sweep();
  if (!std::isfinite(2 * (sweep.separation + 2 * largest_thickness(solver.mesh)))) {
    result.message = "distance_cap, min_separation and thickness add up to no finite number";
    return result;
  }
  const bool stopped = !search.run(step);
  finish_step(solver, options.step, stopped, false, step);
  static_cast<Answer&>(result) = step;
  if (stopped) return result;
  search.store(result);
  if (result.limited > 0) result.status = Status::Contact;
  return result;
}

}  // namespace
}  // namespace step

SafeDisplacements safe_displacements(StepSolver& solver, const Positions& t0, const Positions& t1,
                                     const SafeDisplacementOptions& options) {
  const arith::FloatEnvironmentGuard guard;
  return step::find_displacements(step::solver_of(solver), t0, t1, options);
}

SafeDisplacements safe_displacements(const Mesh& mesh, const Positions& t0, const Positions& t1,
                                     const SafeDisplacementOptions& options) {
  StepSolver solver(mesh);
  return safe_displacements(solver, t0, t1, options);
}

}  // namespace firstcontact
