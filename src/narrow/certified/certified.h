#pragma once
/// The certified solver: separating directions, then the advance, then the exact oracle for what
/// both leave undecided. Method and error bounds: docs/math/certified-advance.md.
#include <firstcontact/batch.h>
#include <firstcontact/options.h>
#include <firstcontact/query.h>

#include <vector>

#include "narrow/certified/advance.h"
#include "narrow/certified/batch_kernel.h"
#include "narrow/certified/gap_corners.h"
#include "narrow/certified/plane_settling.h"
#include "narrow/certified/separating_directions.h"

namespace firstcontact::narrow {

/// All separating directions together count as one check.
inline constexpr std::int64_t kDirectionChecks = 1;

/// The answer for a pair that a direction separates.
inline Outcome free_by_direction(const Options& options) {
  return {Status::Free, options.t_max, options.t_max, kDirectionChecks};
}

/// The tolerance in scene units that applies to this pair.
double tolerance_of(const Query& query, const Options& options);

/// Decides one pair. `segments`, if not null, receives the proof of a Free answer; it stays empty
/// if no directions in doubles prove it. Preconditions: query and options passed `find_fault`; default
/// floating-point environment.
Outcome solve_certified(const Query& query, const Options& options,
                        std::vector<Segment>* segments = nullptr);

/// The same without the direction test, for a pair for which it already failed.
Outcome solve_after_direction_test(const Query& query, const Options& options);

/// Whether settle_by_plane applies to pairs of this kind.
bool settles_by_plane(Kind kind, const Options& options);
SettleTask settle_task_of(const Options& options);
/// What settle_by_plane takes as the tolerance of many pairs.
inline double settle_tolerance_of(const Options& options) {
  return options.tolerance && !options.exact ? *options.tolerance : -1;
}
/// Whether settle_by_plane has decided the pair, and then the answer.
inline bool is_decided(const Settled& settled, const Options& options) {
  return settled.end == SettleEnd::Free || settled.end == SettleEnd::Contact ||
         (settled.end == SettleEnd::Near && !options.exact);
}
Outcome outcome_of(const Settled& settled, const Options& options);
/// The answer for a pair that settle_by_plane has not decided.
Outcome solve_unsettled(const Query& query, const Options& options, const Settled& settled);

/// The direction test of one vertex-face or edge-edge pair whose points are `points`: 4 at t0, then 4
/// at t1. The same answer as the find_separated of batch_kernel.h. Precondition: the options passed
/// `find_fault`.
Separated find_separated(Kind kind, const double* points, const Options& options);

/// Index of the first separating direction that proves the pair free over [0, t_max]; kDirections
/// if none does. `separation` is in scene units.
int first_separating_direction(const GapCorners& corners, double t_max,
                               const SeparationMargin& separation);
int first_separating_direction(const GapCorners& corners, const Options& options);

}  // namespace firstcontact::narrow
