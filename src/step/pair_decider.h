#pragma once
/// Decides the candidates of a step: many at a time by separating directions, the rest one by one.
#include <firstcontact/batch.h>
#include <firstcontact/step.h>

#include <optional>

#include "narrow/certified/batch_kernel.h"
#include "step/contact_side.h"
#include "step/pair_stream.h"
#include "step/vertex_table.h"

namespace firstcontact::step {

/// What a step asks of its pairs. Where the step's own options are at fault: the reason.
const char* find_fault(const StepOptions& options);

/// How much farther than its separation a pair must be known to stay, so that its own answer cannot
/// be earlier: see Earliest.
struct Tolerance {
  double absolute = 0, relative = 0;
};

/// A distance beyond the separation within which pairs are still looked at: this length and this
/// share of the pair's largest |coordinate|.
struct Reach {
  double distance = 0, coordinate_share = 0;
};

class PairDecider {
 public:
  /// Mesh, motion and options must outlive the decider. Precondition: the options have no fault.
  PairDecider(const Mesh& mesh, const VertexTable& vertices, const StepOptions& options);

  static constexpr std::size_t kBlock = 256;

  /// For up to kBlock pairs beginning with `begin`: which are proven free over [0, t_max], with
  /// `tolerance` and `reach` to spare. Kinds without a kernel are all Untested.
  void find_separated(const CandidateBlock& block, std::size_t begin, std::size_t count,
                      double t_max, const Tolerance& tolerance, const Reach& reach,
                      narrow::Separated* separated) const;

  /// The answer of pair i over [0, t_max] of the step. `separated`: what find_separated said for
  /// exactly that interval without anything to spare, otherwise Untested. Never Undecided: what the
  /// certified solver leaves undecided is decided exactly.
  Outcome solve(const CandidateBlock& block, std::size_t i, narrow::Separated separated) const;
  /// The same with another separation and tolerance.
  Outcome solve(const CandidateBlock& block, std::size_t i, double separation,
                double tolerance) const;

  /// Whether pair i is a candidate of the whole step: its boxes, swept over [0, t_max], overlap.
  bool is_candidate(const CandidateBlock& block, std::size_t i, const Reach& reach) const;

  /// With its proof if it is free.
  Result solve_with_proof(const CandidateBlock& block, std::size_t i, double t_max) const;

  /// The boxes within which candidates are found that come within `reach` of their separation up to
  /// `horizon`.
  Sweep sweep(double horizon, const Reach& reach) const;

  /// Distance at which pair i is in contact: min_separation and thickness.
  double separation(const CandidateBlock& block, std::size_t i) const;

  /// The pair with where and along which normal it touches.
  Impact describe(const ElementPair& pair, const Outcome& outcome) const;

  /// By which a pair may be reported nearer than its separation.
  Tolerance tolerance() const;

  const VertexTable& vertices() const { return vertices_; }
  const StepOptions& options() const { return step_; }

 private:
  double to_spare(const CandidateBlock& block, std::size_t i, const Reach& reach) const;
  Outcome decide(const Query& query, const Options& options, narrow::Separated separated) const;

  const Mesh& mesh_;
  const VertexTable& vertices_;
  const StepOptions& step_;
  Options options_;
  VertexNeighbours neighbours_;
};

}  // namespace firstcontact::step
