#pragma once
/// Candidates that are kept for many questions about nearly the same positions, as the iterations
/// of one time step ask them.
#include <firstcontact/export.h>
#include <firstcontact/step.h>

#include <memory>
#include <span>

namespace firstcontact {

class Candidates;
namespace step {
struct KeptPairs;
const KeptPairs* kept_pairs_of(const Candidates& candidates);
}  // namespace step

/// All pairs that can come within `distance` of each other (beyond min_separation and thickness)
/// while every coordinate of every vertex stays within `reach` of where it was. Set
/// StepOptions::candidates to use them: where they cover a motion they take the place of the broad
/// phase, and where they do not, the broad phase runs. So answers never depend on them, bit for
/// bit; only hints about the cost in Answer::message do.
///
/// They cover a question if
///  - it is asked of the StepSolver that they were made with;
///  - within_objects and between_objects admit nothing that they did not admit before, and the
///    rules are the same ones, or there were none;
///  - the box that the broad phase would make for each element lies within the one that was made
///    for it here. That is so if all vertices stay within `reach` at t0 and t1 (or at t_max), and
///    min_separation plus what the function adds to it is at most the former min_separation plus
///    `distance`. A line search adds its distance_cap, safe displacements add ratio * distance_cap.
///
/// The filter is applied when the candidates are used and may be any one. `intersections` does not
/// use candidates, because it tests other pairs. Copies are cheap and share the list.
class FIRSTCONTACT_API Candidates {
 public:
  /// These options are used: min_separation, within_objects, between_objects, rules, broad_phase,
  /// threads, progress and stop. `distance` and `reach` are finite and not negative.
  Candidates(StepSolver& solver, const Positions& positions, double distance, double reach,
             const StepOptions& options = {});

  /// Undecided: the list is complete. Cancelled or InvalidInput: they cover nothing.
  const Answer& answer() const { return answer_; }
  /// Sorted; without those that the rules and objects exclude.
  std::span<const ElementPair> pairs() const;
  /// Whether the functions of `solver` that look at the whole of [0, t_max], as `impacts` does, use
  /// them for this step. False for bad input.
  bool covers(StepSolver& solver, const Positions& t0, const Positions& t1,
              const StepOptions& options = {}) const;

 private:
  friend const step::KeptPairs* step::kept_pairs_of(const Candidates& candidates);

  Answer answer_;
  std::shared_ptr<const step::KeptPairs> kept_;
};

}  // namespace firstcontact
