#pragma once
/// Candidates that are kept for many questions about nearly the same positions, as the iterations
/// of one time step ask them.
#include <firstcontact/step.h>

#include <span>
#include <vector>

namespace firstcontact {

/// All pairs that can come within `distance` of each other (beyond min_separation and thickness)
/// while every vertex stays within `reach` of where it was. Set StepOptions::candidates to use
/// them: where they cover a motion they take the place of the broad phase, and where they do not,
/// the broad phase runs. So answers never depend on them.
class Candidates {
 public:
  /// Status Cancelled or InvalidInput: see `answer`; then they cover nothing.
  Candidates(StepSolver& solver, const Positions& positions, double distance, double reach,
             const StepOptions& options = {});

  const Answer& answer() const { return answer_; }
  std::span<const ElementPair> pairs() const { return pairs_; }
  // … H1: covers(), what is stored
 private:
  Answer answer_;
  std::vector<ElementPair> pairs_;
};

}  // namespace firstcontact
