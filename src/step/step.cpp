#include <firstcontact/step.h>

#include <algorithm>
#include <numeric>
#include <tuple>

#include "arith/float_environment.h"
#include "step/solver.h"
#include "step/step_functions.h"

namespace firstcontact {

const char* to_string(BroadPhase broad_phase) {
  switch (broad_phase) {
    case BroadPhase::Bvh: return "Bvh";
    case BroadPhase::SweepAndPrune: return "SweepAndPrune";
    case BroadPhase::SpatialHash: return "SpatialHash";
    case BroadPhase::BruteForce: return "BruteForce";
  }
  return "";
}

bool operator<(const Impact& a, const Impact& b) {
  const auto key = [](const Impact& i) { return std::tie(i.toi, i.pair.kind, i.pair.a, i.pair.b); };
  return key(a) < key(b);
}

std::int64_t StepResult::candidate_count() const {
  return std::accumulate(candidates.begin(), candidates.end(), std::int64_t{0});
}

StepSolver::StepSolver(Mesh mesh) : solver_(std::make_unique<step::Solver>(std::move(mesh))) {}
StepSolver::~StepSolver() = default;
StepSolver::StepSolver(StepSolver&&) noexcept = default;
StepSolver& StepSolver::operator=(StepSolver&&) noexcept = default;

step::Solver& step::solver_of(StepSolver& solver) { return *solver.solver_; }

const Mesh& StepSolver::mesh() const { return solver_->mesh; }

StepResult StepSolver::decide_step(const Positions& t0, const Positions& t1,
                                   const StepOptions& options) {
  const arith::FloatEnvironmentGuard guard;
  return step::decide_step(*solver_, t0, t1, options);
}

StepResult StepSolver::collision_free_step_size(const Positions& t0, const Positions& t1,
                                                const StepOptions& options) {
  const arith::FloatEnvironmentGuard guard;
  return step::collision_free_step_size(*solver_, t0, t1, options);
}

StepResult StepSolver::impacts(const Positions& t0, const Positions& t1,
                               const StepOptions& options) {
  const arith::FloatEnvironmentGuard guard;
  return step::impacts(*solver_, t0, t1, options);
}

StepResult StepSolver::stream_impacts(const Positions& t0, const Positions& t1,
                                      const StepOptions& options,
                                      const std::function<void(std::span<const Impact>)>& visit) {
  const arith::FloatEnvironmentGuard guard;
  return step::stream_impacts(*solver_, t0, t1, options, visit);
}

StepResult StepSolver::initial_contacts(const Positions& t0, const StepOptions& options) {
  const arith::FloatEnvironmentGuard guard;
  return step::initial_contacts(*solver_, t0, options);
}

StepResult StepSolver::count_candidates(const Positions& t0, const Positions& t1,
                                        const StepOptions& options) {
  const arith::FloatEnvironmentGuard guard;
  return step::count_candidates(*solver_, t0, t1, options);
}

StepResult StepSolver::stream_candidates(
    const Positions& t0, const Positions& t1, const StepOptions& options,
    const std::function<void(std::span<const ElementPair>)>& visit) {
  const arith::FloatEnvironmentGuard guard;
  return step::stream_candidates(*solver_, t0, t1, options, visit);
}

CandidateList StepSolver::candidates(const Positions& t0, const Positions& t1,
                                     const StepOptions& options) {
  const arith::FloatEnvironmentGuard guard;
  CandidateList list;
  static_cast<Answer&>(list) =
      step::stream_candidates(*solver_, t0, t1, options, [&](std::span<const ElementPair> pairs) {
        list.pairs.insert(list.pairs.end(), pairs.begin(), pairs.end());
      });
  if (list.status != Status::Undecided) list.pairs.clear();
  std::sort(list.pairs.begin(), list.pairs.end());
  return list;
}

StepResult decide_step(const Mesh& mesh, const Positions& t0, const Positions& t1,
                       const StepOptions& options) {
  return StepSolver(mesh).decide_step(t0, t1, options);
}
StepResult collision_free_step_size(const Mesh& mesh, const Positions& t0, const Positions& t1,
                                    const StepOptions& options) {
  return StepSolver(mesh).collision_free_step_size(t0, t1, options);
}
StepResult impacts(const Mesh& mesh, const Positions& t0, const Positions& t1,
                   const StepOptions& options) {
  return StepSolver(mesh).impacts(t0, t1, options);
}
StepResult initial_contacts(const Mesh& mesh, const Positions& t0, const StepOptions& options) {
  return StepSolver(mesh).initial_contacts(t0, options);
}

Query query_of(const ElementPair& pair, const Positions& t0, const Positions& t1) {
  Query query;
  query.kind = pair.kind;
  for (std::size_t i = 0; i < 4; ++i) {
    const bool used = static_cast<int>(i) < point_count(pair.kind);
    query.t0[i] = used ? t0[pair.vertices[i]] : Vec3(Vec3::Zero());
    query.t1[i] = used ? t1[pair.vertices[i]] : Vec3(Vec3::Zero());
  }
  return query;
}

}  // namespace firstcontact
