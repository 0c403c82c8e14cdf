#pragma once
/// The candidates of a step, block by block as the broad phase finds them.
#include <firstcontact/step.h>

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "broad/pair_finder.h"
#include "step/swept_boxes.h"
#include "step/vertex_table.h"

namespace firstcontact::step {

/// Pairs of one kind; no two elements of a pair have a vertex in common.
struct CandidateBlock {
  Kind kind = Kind::VertexFace;
  std::size_t count = 0;
  /// Elements a and b of each pair, as in ElementPair.
  const std::int32_t (*elements)[2] = nullptr;
  /// Vertices of each pair, as in ElementPair.
  const std::int32_t (*vertices)[4] = nullptr;

  ElementPair pair(std::size_t i) const {
    const std::int32_t(&v)[4] = vertices[i];
    return {kind, elements[i][0], elements[i][1], {v[0], v[1], v[2], v[3]}};
  }
};

/// Called concurrently; false stops the stream.
using VisitCandidates = std::function<bool(const CandidateBlock&)>;

/// One way through all kinds of pairs.
struct Pass {
  Sweep sweep;
  /// 1: all pairs. Otherwise only those with one of every `stride`-th vertices or edges: a sample,
  /// some pairs of it perhaps twice.
  std::size_t stride = 1;
  /// The part of the whole work that this pass is, for progress.
  double progress_begin = 0, progress_end = 1;
};

broad::Method method_of(BroadPhase broad_phase);

/// Keeps the finders of the last broad phase used, so that the next step can reuse them.
class PairStream {
 public:
  /// The mesh must outlive the stream.
  explicit PairStream(const Mesh& mesh) : mesh_(&mesh) {}

  /// Every pair that the options admit and whose boxes overlap, once. False if `visit` or
  /// options.stop ended it early. Precondition: default floating-point environment.
  bool run(const VertexTable& table, const Pass& pass, const StepOptions& options,
           const VisitCandidates& visit);

  /// What the finders have to say about their cost since the last call.
  std::string take_notes();

 private:
  /// A kind of pair and the sorts of elements that form it. `queries` are searched among `targets`;
  /// equal: each pair once.
  struct Family {
    Kind kind;
    Elements queries, targets;
  };

  bool run(const Family& family, std::size_t slot, const VertexTable& table, const Pass& pass,
           const StepOptions& options, const VisitCandidates& visit);
  broad::PairFinder& finder(std::size_t slot, BroadPhase broad_phase);

  const Mesh* mesh_;
  BroadPhase broad_phase_ = BroadPhase::Bvh;
  std::array<std::unique_ptr<broad::PairFinder>, 4> finders_;
  std::vector<broad::Box> query_boxes_, target_boxes_;
  std::string notes_;
};

}  // namespace firstcontact::step
