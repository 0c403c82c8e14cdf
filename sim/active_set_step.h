#pragma once
/// A time step with an active set of constraints: section 7.1 and algorithm 3 of Wang et al.
/// (docs/guide/simulate.md).
///
/// 1. A quadratic program gives the next positions: Newton's model of inertia and elasticity, with
///    a constraint <n, p1 - p2> >= separation for every pair of the active set.
/// 2. Collision detection looks for pairs that come within the separation on the way from the start
///    of the step to there. Those that are new join the active set.
/// 3. This is repeated until no pair is new and the positions no longer change.
/// 4. Linear constraints do not rule out that the motion touches all the same. So at the end every
///    vertex goes only as far as is proven free (safe displacements). Other methods than our own
///    limit the step as a whole.
#include "sim/step_context.h"

namespace firstcontact::sim {

/// Goes from `start` (positions, scripted ones included) towards the minimum of `objective` under
/// the constraints. `targets` has the rows of scripted vertices at the end of the step.
StepEnd active_set_step(const StepContext& context, double separation,
                        const StepObjective& objective, const PointMatrix& start,
                        const PointMatrix& targets);

}  // namespace firstcontact::sim
