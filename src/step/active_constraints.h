#pragma once
/// What the active set says about impacts.
#include <firstcontact/active_set.h>

namespace firstcontact::step {

/// Weights and gaps at t1 of all impacts that were found.
ActiveSet active_constraints(StepResult found, const Positions& t1);

}  // namespace firstcontact::step
