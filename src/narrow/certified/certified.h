#pragma once
/// The certified solver: separating directions, then the advance, then the exact oracle for what
/// both leave undecided. Method and error bounds: docs/math/certified-advance.md.
#include <firstcontact/batch.h>
#include <firstcontact/options.h>
#include <firstcontact/query.h>

#include <vector>

#include "narrow/certified/advance.h"
#include "narrow/certified/gap_corners.h"
#include "narrow/certified/separating_directions.h"

namespace firstcontact::narrow {

/// All separating directions together count as one check.
inline constexpr std::int64_t kDirectionChecks = 1;

/// The tolerance in scene units that applies to this pair.
double tolerance_of(const Query& query, const Options& options);

/// Decides one pair. `segments`, if not null, receives the proof of a Free answer; it stays empty
/// if the oracle gave the answer. Preconditions: query and options passed `find_fault`; default
/// floating-point environment.
Outcome solve_certified(const Query& query, const Options& options,
                        std::vector<Segment>* segments = nullptr);

/// The same without the direction test, for a pair for which it already failed.
Outcome solve_after_direction_test(const Query& query, const Options& options);

/// Index of the first separating direction that proves the pair free over [0, t_max]; kDirections
/// if none does. `separation` is in scene units.
int first_separating_direction(const GapCorners& corners, double t_max,
                               const SeparationMargin& separation);
int first_separating_direction(const GapCorners& corners, const Options& options);

}  // namespace firstcontact::narrow
