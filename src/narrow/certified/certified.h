#pragma once
/// The certified solver: separating directions, the advance, and exact confirmation of what it
/// leaves. Method and error bounds: docs/math/certified-advance.md.
#include <firstcontact/batch.h>
#include <firstcontact/options.h>
#include <firstcontact/query.h>

#include <vector>

#include "narrow/certified/advance.h"
#include "narrow/certified/gap_corners.h"
#include "narrow/certified/separating_directions.h"

namespace firstcontact::narrow {

/// The separating directions count as one check together.
inline constexpr std::int64_t kDirectionChecks = 1;

/// The tolerance in scene units that applies to this pair.
double tolerance_of(const Query& query, const Options& options);

/// Decides one pair. Preconditions: query and options passed `find_fault`; the floating-point
/// environment is the default one. `segments`, if not null, receives the proof of a Free answer; it
/// stays empty where the answer came from the oracle.
Outcome solve_certified(const Query& query, const Options& options,
                        std::vector<Segment>* segments = nullptr);

/// The same for a pair that the separating directions are known not to prove free.
Outcome solve_certified_undirected(const Query& query, const Options& options);

/// Which of the separating directions proves the pair free over [0, t_max]: its index, or
/// kDirections. `separation` is in scene units.
int first_separating_direction(const GapCorners& corners, double t_max,
                               const SeparationMargin& separation);
int first_separating_direction(const GapCorners& corners, const Options& options);

}  // namespace firstcontact::narrow
