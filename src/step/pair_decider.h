#pragma once
/// Decides the candidates of a step: first many at a time by separating directions and by the plane
/// of the gap set, then the remaining ones one by one.
#include <firstcontact/batch.h>
#include <firstcontact/step.h>

#include <optional>

#include "narrow/certified/batch_kernel.h"
#include "narrow/pair_solver.h"
#include "step/contact_side.h"
#include "step/pair_stream.h"
#include "step/vertex_table.h"

namespace firstcontact::step {

/// The options of a step's pairs.
Options pair_options(const StepOptions& step);

/// What is wrong with the options; nullptr if nothing is.
const char* find_fault(const StepOptions& options);

/// The largest thickness of any vertex.
double largest_thickness(const Mesh& mesh);

/// A pair proven to stay farther apart than separation + tolerance does not report a contact: see
/// Earliest. `relative` is a share of the pair's size.
struct Tolerance {
  double absolute = 0, relative = 0;
};

/// Pairs that come within separation + padding are candidates: a length, plus a share of the pair's
/// largest |coordinate|.
struct Padding {
  double distance = 0, coordinate_share = 0;
};

class PairDecider {
 public:
  /// Mesh, vertices and options must outlive the decider. Precondition: the options are valid.
  PairDecider(const Mesh& mesh, const VertexTable& vertices, const StepOptions& options);

  static constexpr std::size_t kBlock = narrow::kPairsPerBlock;

  /// Tests `count` <= kBlock pairs from `begin` on: which are proven to stay farther apart than
  /// separation + tolerance + padding over [0, t_max]. Kinds without a kernel are all Untested.
  void find_separated(const CandidateBlock& block, std::size_t begin, std::size_t count,
                      double t_max, const Tolerance& tolerance, const Padding& padding,
                      narrow::Separated* separated) const;

  /// The answer of pair i over [0, t_max] of the step. `separated` is the result of find_separated
  /// for this interval with zero tolerance and zero padding, or Untested. The answer is never
  /// Undecided: what the certified solver leaves undecided is decided exactly.
  Outcome solve(const CandidateBlock& block, std::size_t i, narrow::Separated separated) const;
  /// Solves the pairs from `begin` on for which find_separated, with zero tolerance and zero padding
  /// over the whole of [0, t_max], did not say Yes: calls take(i, outcome) for each, in any order,
  /// until it says false. Returns whether it never did. The same answers as `solve`.
  template <class Take>
  bool solve_unseparated(const CandidateBlock& block, std::size_t begin, std::size_t count,
                         const narrow::Separated* separated, const Take& take) const;
  /// The same as `solve` with another separation and tolerance.
  Outcome solve(const CandidateBlock& block, std::size_t i, double separation,
                double tolerance) const;

  /// Whether pair i is a candidate of the whole step: its boxes, padded and swept over [0, t_max],
  /// overlap.
  bool is_candidate(const CandidateBlock& block, std::size_t i, const Padding& padding) const;

  /// The answer of pair i over [0, t_max], with its certificate if it is free.
  Result solve_with_proof(const CandidateBlock& block, std::size_t i, double t_max) const;

  /// Boxes that overlap for every pair that comes within separation + padding over [0, horizon].
  Sweep sweep(double horizon, const Padding& padding) const;

  /// Distance at which pair i is in contact: min_separation and thickness.
  double separation(const CandidateBlock& block, std::size_t i) const {
    return separation(block.kind, block.vertices[i]);
  }
  double separation(Kind kind, const std::int32_t (&vertices)[4]) const;

  /// The impact of a pair in contact, with its points and normal.
  Impact describe(const ElementPair& pair, const Outcome& outcome) const;

  /// A pair within separation + tolerance may be reported as touching.
  Tolerance tolerance() const;

  const VertexTable& vertices() const { return vertices_; }
  const StepOptions& options() const { return step_; }

 private:
  double padding_of(const CandidateBlock& block, std::size_t i, const Padding& padding) const;
  Outcome decide(const Query& query, const Options& options, narrow::Separated separated) const;
  Outcome decide_exactly(const Query& query, const Options& options) const;
  narrow::IndexedPairs pairs_of(const CandidateBlock& block, std::size_t begin,
                                std::size_t count) const {
    return {vertices_.points.data(), block.vertices + begin, count, block.kind == Kind::EdgeEdge};
  }

  const Mesh& mesh_;
  const VertexTable& vertices_;
  const StepOptions& step_;
  Options options_;
  VertexNeighbours neighbours_;
};

template <class Take>
bool PairDecider::solve_unseparated(const CandidateBlock& block, std::size_t begin,
                                    std::size_t count, const narrow::Separated* separated,
                                    const Take& take) const {
  const bool in_lanes =
      (block.kind == Kind::VertexFace || block.kind == Kind::EdgeEdge) && !mesh_.has_thickness();
  if (!in_lanes) {
    for (std::size_t i = 0; i < count; ++i)
      if (separated[i] != narrow::Separated::Yes &&
          !take(begin + i, solve(block, begin + i, separated[i])))
        return false;
    return true;
  }
  const auto query_at = [&](std::size_t i) {
    return query_of(vertices_, block.kind, block.vertices[begin + i]);
  };
  return narrow::solve_unseparated(pairs_of(block, begin, count), options_, separated, query_at,
                                   [&](std::size_t i, const Outcome& outcome) {
                                     return take(begin + i,
                                                 outcome.status == Status::Undecided
                                                     ? decide_exactly(query_at(i), options_)
                                                     : outcome);
                                   });
}

}  // namespace firstcontact::step
