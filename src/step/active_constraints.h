#pragma once
/// Turns the impacts of a step into the constraints of an active set.
#include <firstcontact/active_set.h>

namespace firstcontact::step {

/// One constraint for each impact of `found`: the weights of its vertices and the gap at t1.
ActiveSet active_constraints(StepResult found, const Positions& t1);

}  // namespace firstcontact::step
