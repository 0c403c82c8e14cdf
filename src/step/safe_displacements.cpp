// Steps of single vertices such that any combination is free: see narrow/planes/separating_planes.h for one
// pair.
//
// The kinds of pairs are looked at one after the other. What the vertices may do after the first
// kind is all that the next kind has to look at. So where much moves, and the boxes of the whole
// motion overlap a lot, the many pairs of edges are found with the small boxes of what is left.
//
// For the same reason the first kind is looked at twice if some vertices go far: first each vertex
// goes a short way only; then those that nothing has limited go the whole way, and only pairs with
// such a vertex are looked at. All others were among the pairs of the first time.
#include <firstcontact/safe_displacements.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <memory>
#include <span>

#include "arith/float_environment.h"
#include "narrow/planes/plane_kernel.h"
#include "step/scene_lengths.h"
#include "step/smallest.h"
#include "step/solver.h"

namespace firstcontact {
namespace step {
namespace {

// The smallest distance to keep is this many times the rounding of positions: one for the caller's
// new positions, one for the ends of the motion of each kind, and one to spare.
constexpr double kLeastKeptRoundings = 3;
// A short way, as a share of the median edge length.
constexpr double kShortWay = 0.25;
// If the rounding of the largest coordinate is below this share of what far pairs keep, all pairs
// are taken to round as much. Then nothing has to be looked up for each pair.
constexpr double kNegligibleRounding = 0x1p-20;

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
        scene_(measure_scene(solver.mesh, solver.vertices, options.distance_cap)),
        cap_(scene_.cap),
        limits_(std::make_unique<Smallest[]>(solver.mesh.vertex_count())),
        steps_(solver.mesh.vertex_count(), options.step.t_max),
        ends_(solver.vertices),
        moves_(steps_.size()),
        rounding_(steps_.size()),
        was_limited_(steps_.size()),
        kept_(options.ratio * cap_ / 2) {
    const double roughest = position_rounding(ends_, scene_.largest_coordinate);
    same_rounding_ = kLeastKeptRoundings * roughest <= kNegligibleRounding * options.ratio * cap_;
    for (std::size_t v = 0; v < steps_.size(); ++v) {
      const auto vertex = static_cast<std::int32_t>(v);
      const double* x = ends_.at(vertex);
      moves_[v] = x[0] != x[3] || x[1] != x[4] || x[2] != x[5];
      rounding_[v] =
          same_rounding_ ? roughest : position_rounding(ends_, largest_coordinate(ends_, vertex));
      limits_[v].set(options.step.t_max);
    }
  }

  /// The boxes of a pass: all pairs that can come within the most that a pair keeps.
  Sweep sweep() const {
    Padding padding;
    const double largest = same_rounding_ ? scene_.largest_coordinate : 0;
    padding.distance = options_.ratio * cap_ +
                       4 * kLeastKeptRoundings * position_rounding(solver_.vertices, largest);
    if (!same_rounding_)
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
    const double share = 1 / static_cast<double>(kinds.size() + 1);
    if (shorten_ways()) {
      if (!run({sweep(), 1, 0, share, kinds[0]}, result)) return false;
      extend_ways();
    }
    for (std::size_t i = 0; i < kinds.size(); ++i) {
      const double begin = static_cast<double>(i + 1) * share;
      if (!run({sweep(), 1, begin, begin + share, kinds[i]}, result)) return false;
      looked_at_ = &moves_;
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
  /// Lets no vertex go farther than a short way. False if no vertex wants to.
  bool shorten_ways() {
    const double t_max = options_.step.t_max,
                 way = kShortWay * median_edge(solver_.mesh, solver_.vertices);
    bool any = false;
    for (std::size_t v = 0; v < steps_.size(); ++v) {
      const double* x = ends_.at(static_cast<std::int32_t>(v));
      double longest = 0;
      for (int k = 0; k < 3; ++k) longest = std::max(longest, std::abs(x[k + 3] - x[k]));
      if (!(way > 0 && longest * t_max > way)) continue;
      steps_[v] = std::min(t_max, way / longest);
      limits_[v].set(steps_[v]);
      any = true;
    }
    return any;
  }

  /// Lets the vertices that nothing has limited go the whole way, and has only their pairs looked
  /// at.
  void extend_ways() {
    const double t_max = options_.step.t_max;
    extended_.assign(steps_.size(), 0);
    for (std::size_t v = 0; v < steps_.size(); ++v)
      if (moves_[v] && steps_[v] < t_max && !was_limited_[v]) {
        extended_[v] = 1;
        steps_[v] = t_max;
        limits_[v].set(t_max);
      }
    looked_at_ = &extended_;
  }

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
    for (std::size_t v = 0; v < steps_.size(); ++v) {
      was_limited_[v] = limits_[v].get() < steps_[v];
      steps_[v] = limits_[v].get();
    }
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

  static constexpr std::size_t kChunk = 256;

  /// Some pairs of one kind.
  struct Chunk {
    Kind kind = Kind::VertexFace;
    std::size_t count = 0;
    const std::int32_t (*vertices)[4] = nullptr;
  };

  /// Lowers the limits of the vertices of all pairs of the block.
  void limit(const CandidateBlock& block) {
    const bool in_lanes = options_.step.norm == Norm::L2 &&
                          (block.kind == Kind::VertexFace || block.kind == Kind::EdgeEdge);
    for (std::size_t begin = 0; begin < block.count; begin += kChunk) {
      const Chunk chunk = {block.kind, std::min(kChunk, block.count - begin),
                           block.vertices + begin};
      if (in_lanes) {
        limit_in_lanes(chunk);
      } else {
        for (std::size_t i = 0; i < chunk.count; ++i)
          if (is_looked_at(chunk, i)) limit(chunk, i);
      }
    }
  }

  void limit_in_lanes(const Chunk& chunk) {
    std::int32_t vertices[kChunk][4];
    Chunk some = {chunk.kind, 0, vertices};
    for (std::size_t i = 0; i < chunk.count; ++i) {
      std::copy(chunk.vertices[i], chunk.vertices[i] + 4, vertices[some.count]);
      some.count += is_looked_at(chunk, i);
    }
    if (some.count == 0) return;
    double separations[kChunk], leasts[kChunk];
    bool marks[kChunk];
    narrow::find_far_apart(queries_of(some, separations, leasts), marks);
    std::size_t near = 0;
    for (std::size_t i = 0; i < some.count; ++i) {
      std::copy(vertices[i], vertices[i] + 4, vertices[near]);
      near += !marks[i];
    }
    some.count = near;
    if (near == 0) return;
    narrow::PairLimits found[kChunk];
    narrow::find_planes_of_many(queries_of(some, separations, leasts), found, marks);
    for (std::size_t i = 0; i < near; ++i) marks[i] ? limit(some, i) : apply(some, i, found[i]);
  }

  narrow::PlaneQueries queries_of(const Chunk& chunk, double* separations, double* leasts) const {
    const bool thick = solver_.mesh.has_thickness();
    for (std::size_t i = 0; i < (thick || !same_rounding_ ? chunk.count : 1); ++i) {
      separations[i] = decider_.separation(chunk.kind, chunk.vertices[i]);
      leasts[i] = kLeastKeptRoundings * rounding(chunk, i);
    }
    return {ends_.points.data(),
            chunk.vertices,
            chunk.count,
            chunk.kind == Kind::EdgeEdge,
            !thick && same_rounding_,
            separations,
            leasts,
            options_.ratio,
            cap_};
  }

  /// A pair at rest cannot get nearer, so it limits nothing.
  bool is_looked_at(const Chunk& chunk, std::size_t i) const {
    const std::vector<std::uint8_t>& marked = *looked_at_;
    std::uint8_t any = 0;
    for (int k = 0; k < point_count(chunk.kind); ++k) any |= marked[chunk.vertices[i][k]];
    return any;
  }

  double rounding(const Chunk& chunk, std::size_t i) const {
    double largest = rounding_[chunk.vertices[i][0]];
    if (!same_rounding_)
      for (int k = 1; k < point_count(chunk.kind); ++k)
        largest = std::max(largest, rounding_[chunk.vertices[i][k]]);
    return largest;
  }

  void limit(const Chunk& chunk, std::size_t i) {
    const narrow::RoomToKeep keep = {decider_.separation(chunk.kind, chunk.vertices[i]),
                                     options_.ratio, cap_, kLeastKeptRoundings * rounding(chunk, i),
                                     options_.step.norm};
    apply(chunk, i, narrow::find_planes(chunk.kind, ends_.points.data(), chunk.vertices[i], keep));
  }

  void apply(const Chunk& chunk, std::size_t i, const narrow::PairLimits& found) {
    if (found.room == narrow::PairRoom::FarApart) return;
    if (found.room == narrow::PairRoom::Touching)
      touching_ = true;
    else if (found.distance < cap_)
      kept_.add(found.kept - 2 * rounding(chunk, i));
    if (found.room == narrow::PairRoom::Apart) return;
    for (int k = 0; k < point_count(chunk.kind); ++k) {
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
  /// Of each vertex: whether the last pass has limited it, and whether it goes farther than before.
  std::vector<std::uint8_t> was_limited_, extended_;
  /// Only pairs with a vertex that is marked here are looked at.
  const std::vector<std::uint8_t>* looked_at_ = &moves_;
  /// All vertices have the same one.
  bool same_rounding_ = false;
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
