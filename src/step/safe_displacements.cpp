// Steps of single vertices such that any combination is free: see step/separating_planes.h for one
// pair.
//
// The kinds of pairs are looked at one after the other. What the vertices may do after the first
// kind is all that the next kind has to look at. So where much moves, and the boxes of the whole
// motion overlap a lot, the many pairs of edges are found with the small boxes of what is left.
#include <firstcontact/safe_displacements.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <memory>
#include <span>

#include "arith/float_environment.h"
#include "step/plane_kernel.h"
#include "step/scene_lengths.h"
#include "step/separating_planes.h"
#include "step/smallest.h"
#include "step/solver.h"

namespace firstcontact {
namespace step {
namespace {

// The smallest distance to keep is this many times the rounding of positions: one for the caller's
// new positions, one for the ends of the motion of each kind, and one to spare.
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
        steps_(solver.mesh.vertex_count(), options.step.t_max),
        ends_(solver.vertices),
        moves_(steps_.size()),
        rounding_(steps_.size()),
        kept_(options.ratio * cap_ / 2) {
    for (std::size_t v = 0; v < steps_.size(); ++v) {
      const auto vertex = static_cast<std::int32_t>(v);
      const double* x = ends_.at(vertex);
      moves_[v] = x[0] != x[3] || x[1] != x[4] || x[2] != x[5];
      rounding_[v] = position_rounding(ends_, largest_coordinate(ends_, vertex));
      limits_[v].set(options.step.t_max);
    }
  }

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
    static constexpr Kind kSpatial[] = {Kind::VertexFace, Kind::EdgeEdge, Kind::PointEdge,
                                        Kind::PointPoint};
    static constexpr Kind kPlanar[] = {Kind::PointSegment2D, Kind::PointPoint};
    const std::span<const Kind> kinds =
        solver_.vertices.planar ? std::span<const Kind>(kPlanar) : std::span<const Kind>(kSpatial);
    for (std::size_t i = 0; i < kinds.size(); ++i) {
      Pass pass = {sweep(), 1, 0, 0, kinds[i]};
      pass.progress_begin = static_cast<double>(i) / static_cast<double>(kinds.size());
      pass.progress_end = static_cast<double>(i + 1) / static_cast<double>(kinds.size());
      if (!run(pass, result)) return false;
    }
    return true;
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
  /// Looks at all pairs of one kind whose boxes over the steps overlap, and lowers the steps of
  /// their vertices.
  bool run(const Pass& pass, StepResult& result) {
    set_ends();
    std::atomic<std::int64_t> count = 0;
    const bool complete =
        solver_.stream.run(ends_, pass, options_.step, [&](const CandidateBlock& block) {
          count += static_cast<std::int64_t>(block.count);
          limit(block);
          return true;
        });
    result.candidates[static_cast<std::size_t>(*pass.kind)] += count;
    for (std::size_t v = 0; v < steps_.size(); ++v) steps_[v] = limits_[v].get();
    return complete;
  }

  /// Where the vertices are after their steps.
  void set_ends() {
    const VertexTable& whole = solver_.vertices;
    for (std::size_t v = 0; v < steps_.size(); ++v) {
      const double* x = whole.at(static_cast<std::int32_t>(v));
      double* end = ends_.points.data() + 6 * v + 3;
      for (int k = 0; k < 3; ++k)
        end[k] = steps_[v] == 1 ? x[k + 3] : (1 - steps_[v]) * x[k] + steps_[v] * x[k + 3];
    }
  }

  /// Lowers the limits of the vertices of all pairs of the block.
  void limit(const CandidateBlock& block) {
    const bool in_lanes = options_.step.norm == Norm::L2 &&
                          (block.kind == Kind::VertexFace || block.kind == Kind::EdgeEdge);
    for (std::size_t begin = 0; begin < block.count; begin += kChunk) {
      const std::size_t count = std::min(kChunk, block.count - begin);
      Chunk chunk;
      for (std::size_t i = begin; i < begin + count; ++i) add_if_moving(block, i, chunk);
      if (in_lanes) {
        limit_in_lanes(block.kind, chunk);
      } else {
        for (std::size_t i = 0; i < chunk.count; ++i) limit(block.kind, chunk, i);
      }
    }
  }

  static constexpr std::size_t kChunk = 256;

  /// Some pairs of a block, with what each has to keep.
  struct Chunk {
    std::size_t count = 0;
    std::int32_t vertices[kChunk][4];
    double separations[kChunk], roundings[kChunk], leasts[kChunk];

    void copy(std::size_t from, std::size_t to) {
      std::copy(vertices[from], vertices[from] + 4, vertices[to]);
      separations[to] = separations[from];
      roundings[to] = roundings[from];
      leasts[to] = leasts[from];
    }
  };

  /// A pair at rest cannot get nearer, so it limits nothing.
  void add_if_moving(const CandidateBlock& block, std::size_t i, Chunk& chunk) const {
    const std::int32_t(&v)[4] = block.vertices[i];
    bool moves = false;
    double rounding = 0;
    for (int k = 0; k < point_count(block.kind); ++k) {
      moves = moves || moves_[v[k]];
      rounding = std::max(rounding, rounding_[v[k]]);
    }
    if (!moves) return;
    std::copy(v, v + 4, chunk.vertices[chunk.count]);
    chunk.separations[chunk.count] = decider_.separation(block, i);
    chunk.roundings[chunk.count] = rounding;
    chunk.leasts[chunk.count] = kLeastKeptRoundings * rounding;
    ++chunk.count;
  }

  void limit_in_lanes(Kind kind, Chunk& chunk) {
    PlaneQueries queries = {
        ends_.points.data(), chunk.vertices, chunk.count,    kind == Kind::EdgeEdge,
        chunk.separations,   chunk.leasts,   options_.ratio, cap_};
    bool marks[kChunk];
    find_far_apart(queries, marks);
    std::size_t near = 0;
    for (std::size_t i = 0; i < chunk.count; ++i)
      if (!marks[i]) chunk.copy(i, near++);
    queries.count = chunk.count = near;
    PairLimits found[kChunk];
    find_planes_of_many(queries, found, marks);
    for (std::size_t i = 0; i < near; ++i)
      marks[i] ? limit(kind, chunk, i) : apply(kind, chunk, i, found[i]);
  }

  void limit(Kind kind, const Chunk& chunk, std::size_t i) {
    const RoomToKeep keep = {chunk.separations[i], options_.ratio, cap_, chunk.leasts[i],
                             options_.step.norm};
    apply(kind, chunk, i, find_planes(kind, ends_, chunk.vertices[i], keep));
  }

  void apply(Kind kind, const Chunk& chunk, std::size_t i, const PairLimits& found) {
    if (found.room == PairRoom::FarApart) return;
    if (found.room == PairRoom::Touching)
      touching_ = true;
    else if (found.distance < cap_)
      kept_.add(found.kept - 2 * chunk.roundings[i]);
    if (found.room == PairRoom::Apart) return;
    for (int k = 0; k < point_count(kind); ++k) {
      const std::int32_t v = chunk.vertices[i][k];
      if (found.shares[k] < 1 && moves_[v]) limits_[v].add(steps_[v] * found.shares[k]);
    }
  }

  Solver& solver_;
  const SafeDisplacementOptions& options_;
  PairDecider decider_;
  SceneLengths scene_;
  double cap_;
  /// Of each vertex: how far it may go by all that is known, and by the kinds that are done.
  std::unique_ptr<Smallest[]> limits_;
  std::vector<double> steps_;
  /// Positions at t0 and after steps_.
  VertexTable ends_;
  /// Of each vertex: whether it moves at all, and the rounding of its positions.
  std::vector<std::uint8_t> moves_;
  std::vector<double> rounding_;
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
