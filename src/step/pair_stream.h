#pragma once
/// Hands out the candidates of a step in blocks, as the broad phase finds them.
#include <firstcontact/step.h>

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "broad/pair_finder.h"
#include "step/rule_table.h"
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

/// One pass over all kinds of pairs.
struct Pass {
  Sweep sweep;
  /// 1: all pairs. Otherwise a sample: only pairs with every `stride`-th vertex or edge, some of
  /// them perhaps twice.
  std::size_t stride = 1;
  /// The part of the whole work that this pass does, for progress reports.
  double progress_begin = 0, progress_end = 1;
  /// If set, only pairs of this kind.
  std::optional<Kind> kind = {};
};

/// Boxes over the whole of a step, without any tolerance.
Sweep whole_sweep(const StepOptions& options);

broad::Method method_of(BroadPhase broad_phase);

/// Adds a finder's note about its cost to `notes`, unless it is empty or already there.
void add_note(std::string& notes, const std::string& note);

struct KeptPairs;

/// Runs the broad phase, or uses options.candidates where they cover the pass. Keeps the finders of the last method used for the next step.
class PairStream {
 public:
  /// The mesh must outlive the stream.
  explicit PairStream(const Mesh& mesh);

  /// Differs from that of every other stream of the process.
  std::uint64_t id() const { return id_; }

  /// Visits every pair that the options admit and whose boxes overlap, once. Returns false if
  /// `visit` or options.stop ended it early. Preconditions: default floating-point environment; the
  /// rules fit the mesh (begin_step).
  bool run(const VertexTable& table, const Pass& pass, const StepOptions& options,
           const VisitCandidates& visit);

  /// The finders' notes about their cost since the last call.
  std::string take_notes();

 private:
  /// A kind of pair and the elements that form it. Each of `queries` is searched among `targets`;
  /// if both are the same list, each pair is found once.
  struct Family {
    Kind kind;
    Elements queries, targets;
  };

  /// The kept candidates if they may be used with these options; otherwise null.
  const KeptPairs* usable_candidates(const VertexTable& table, const StepOptions& options) const;
  bool run(const Family& family, std::size_t slot, const VertexTable& table, const Pass& pass,
           const StepOptions& options, const RuleTable& rules, const VisitCandidates& visit);
  /// Visits those of the kept candidates whose boxes overlap. The boxes are those of all elements.
  bool run_kept(const KeptPairs& kept, const Family& family, const Pass& pass,
                const StepOptions& options, const RuleTable& rules, const VisitCandidates& visit);
  broad::PairFinder& finder(std::size_t slot, BroadPhase broad_phase);

  const Mesh* mesh_;
  std::uint64_t id_;
  BroadPhase broad_phase_ = BroadPhase::Bvh;
  std::array<std::unique_ptr<broad::PairFinder>, 4> finders_;
  std::vector<broad::Box> query_boxes_, target_boxes_;
  std::string notes_;
};

}  // namespace firstcontact::step
