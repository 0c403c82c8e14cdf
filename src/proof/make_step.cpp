#include "proof/make_step.h"

#include <firstcontact/solve.h>

#include <algorithm>
#include <array>
#include <limits>
#include <mutex>
#include <stdexcept>

#include "arith/float_environment.h"
#include "parallel/parallel.h"
#include "proof/step_check.h"
#include "step/solver.h"

namespace firstcontact::proof {
namespace {

constexpr std::size_t kProofBlock = 4096;  // proofs in memory at a time
constexpr std::size_t kProofGrain = 16;    // that a thread takes at a time
constexpr std::array kProvenKinds = {Kind::VertexFace, Kind::EdgeEdge, Kind::PointEdge,
                                     Kind::PointPoint};

/// Both elements of a pair in one number that sorts as the pair does.
using PairKey = std::uint64_t;
PairKey key_of(std::int32_t a, std::int32_t b) {
  return static_cast<PairKey>(a) << 32 | static_cast<PairKey>(b);
}

/// The step's candidates by kind, ascending.
std::array<std::vector<PairKey>, 5> sorted_candidates(step::Solver& solver,
                                                      const StepOptions& options) {
  std::array<std::vector<PairKey>, 5> keys;
  std::mutex mutex;
  const auto collect = [&](const step::CandidateBlock& block) {
    const std::lock_guard lock(mutex);
    std::vector<PairKey>& of_kind = keys[static_cast<std::size_t>(block.kind)];
    for (std::size_t i = 0; i < block.count; ++i)
      of_kind.push_back(key_of(block.elements[i][0], block.elements[i][1]));
    return true;
  };
  if (!solver.stream.run(solver.vertices, {step::whole_sweep(options), 1, 0, 1}, options, collect))
    throw std::runtime_error("the proofs were stopped");
  for (std::vector<PairKey>& of_kind : keys) std::sort(of_kind.begin(), of_kind.end());
  return keys;
}

/// The pair's vertices as in ElementPair.
std::array<int, 4> vertices_of(const Mesh& mesh, Kind kind, int a, int b) {
  const auto edge = [&](int i) { return mesh.edges()[i]; };
  switch (kind) {
    case Kind::VertexFace: {
      const Face& face = mesh.faces()[b];
      return {a, face[0], face[1], face[2]};
    }
    case Kind::EdgeEdge: return {edge(a)[0], edge(a)[1], edge(b)[0], edge(b)[1]};
    case Kind::PointEdge: return {a, edge(b)[0], edge(b)[1], -1};
    default: return {a, b, -1, -1};
  }
}

StepPairProof prove(const step::Solver& solver, Kind kind, PairKey key, const Options& options) {
  const int a = static_cast<int>(key >> 32), b = static_cast<int>(key & 0xffffffff);
  const std::array<int, 4> v = vertices_of(solver.mesh, kind, a, b);
  StepPairProof proof;
  proof.pair.kind = kind;
  proof.pair.numbers = kind == Kind::VertexFace ? std::array{a, b, -1, -1} : v;
  proof.proof.query = step::query_of(solver.vertices, kind, {v[0], v[1], v[2], v[3]});
  proof.proof.separation = options.min_separation;
  proof.proof.norm = options.norm;
  proof.proof.t_max = options.t_max;
  Result result = solve(proof.proof.query, options);
  if (result.status != Status::Free) return proof;
  proof.proof.segments = std::move(result.certificate);
  if (result.exact_proof) proof.proof.exact_segments = result.exact_proof->segments;
  return proof;
}

}  // namespace

StepProofCount write_step_proofs(StepSolver& solver, const Positions& t0, const Positions& t1,
                                 const StepOptions& options, std::size_t number,
                                 const std::vector<std::int32_t>& objects,
                                 const std::function<void(std::string_view)>& sink) {
  if (solver.mesh().has_thickness() || !options.between_objects || options.filter)
    throw std::invalid_argument(
        "a proof of a step knows neither thickness nor pairs that are left out by a filter");
  if (t0.dimension() == 2)
    throw std::invalid_argument("a proof of a step is about meshes in space");
  const Mesh& mesh = solver.mesh();
  const auto object_of = [&](std::size_t v) { return mesh.object_of(static_cast<int>(v)); };
  if (!options.within_objects && !are_objects(objects, mesh.vertex_count(), object_of))
    throw std::invalid_argument("`objects` are not the objects of the mesh");
  const arith::FloatEnvironmentGuard guard;
  step::Solver& inner = step::solver_of(solver);
  StepResult begun;
  if (!step::begin_step(inner, t0, t1, options, begun)) throw std::runtime_error(begun.message);
  StepOptions silent = options;
  silent.progress = nullptr;
  const auto keys = sorted_candidates(inner, silent);

  const auto count_of = [](std::size_t count) {
    if (count > static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max()))
      throw std::runtime_error("a step has more pairs than a file of proofs can count");
    return static_cast<std::int32_t>(count);
  };
  std::size_t candidates = 0;
  for (const Kind kind : kProvenKinds) candidates += keys[static_cast<std::size_t>(kind)].size();
  sink(to_line(StepClaim{count_of(number), count_of(mesh.vertex_count()),
                         count_of(mesh.edges().size()), count_of(mesh.faces().size()), objects,
                         options.within_objects, options.min_separation, options.norm,
                         options.t_max, count_of(candidates)}));

  StepProofCount proofs;
  Options pair_options = step::pair_options(options);
  pair_options.certificate = true;
  std::vector<std::string> lines(kProofBlock);
  std::vector<std::size_t> segments(kProofBlock);
  for (const Kind kind : kProvenKinds) {
    const std::vector<PairKey>& all = keys[static_cast<std::size_t>(kind)];
    for (std::size_t first = 0; first < all.size(); first += kProofBlock) {
      const std::size_t count = std::min(kProofBlock, all.size() - first);
      const auto prove_some = [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
          const StepPairProof proof = prove(inner, kind, all[first + i], pair_options);
          segments[i] = proof.proof.segment_count();
          lines[i] = segments[i] > 0 ? to_line(proof) : "";
        }
      };
      parallel::parallel_for(count, kProofGrain, options.threads, prove_some);
      for (std::size_t i = 0; i < count; ++i) {
        ++(segments[i] > 0 ? proofs.written : proofs.without);
        proofs.segments += static_cast<std::int64_t>(segments[i]);
        sink(lines[i]);
      }
    }
  }
  return proofs;
}

}  // namespace firstcontact::proof
