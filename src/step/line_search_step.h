#pragma once
#include <firstcontact/line_search.h>

#include "step/solver.h"

namespace firstcontact::step {

/// line_search without the energy: what contacts allow. Precondition: default floating-point
/// environment.
LineSearchResult largest_kept_step(Solver& solver, const Positions& t0, const Positions& t1,
                                   const LineSearchOptions& options);

/// Halves result.step until the energy is below that of the start; 0 if that takes less than
/// min_step.
void backtrack(const LineSearchOptions& options, LineSearchResult& result);

}  // namespace firstcontact::step
