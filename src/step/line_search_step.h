#pragma once
/// The two halves of a line search: the step that contacts allow, then backtracking on the energy.
#include <firstcontact/line_search.h>

#include "step/solver.h"

namespace firstcontact::step {

/// The largest step after which every pair keeps its share of the distance; ignores the energy.
/// Precondition: default floating-point environment.
LineSearchResult largest_kept_step(Solver& solver, const Positions& t0, const Positions& t1,
                                   const LineSearchOptions& options);

/// Halves result.step until the energy is as low as LineSearchOptions::energy asks. Sets it to 0 if
/// that would take a step below min_step.
void backtrack(const LineSearchOptions& options, LineSearchResult& result);

}  // namespace firstcontact::step
