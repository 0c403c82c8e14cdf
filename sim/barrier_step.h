#pragma once
/// A time step with barriers and a line search that leaves room: section 7.2 and algorithm 4 of
/// Wang et al. (docs/guide/simulate.md), with the projected Newton method of incremental potential
/// contact.
///
/// 1. The direction is that of Newton's method, for inertia, elasticity, barriers and friction.
///    Scripted vertices go straight to where the step ends.
/// 2. Collision detection limits the step, so that no pair touches and every pair keeps a share of
///    its distance.
/// 3. The step is halved until the energy falls; not while scripted vertices are on their way,
///    since they add energy.
/// 4. Barriers that let pairs come very near become stiffer.
///
/// The normal forces and tangents of friction are those at the start of the step.
#include "sim/step_context.h"

namespace firstcontact::sim {

/// The lengths and forces of the barrier in one scene.
struct BarrierSettings {
  double distance = 0;
  /// At the start of the scene; it may grow, and falls back to this.
  double stiffness = 0;
  double friction = 0;
};

/// Goes from `start` (positions, scripted ones included) towards the minimum of `objective`.
/// `targets` has the rows of scripted vertices at the end of the step. `stiffness` is changed if
/// pairs come too near.
StepEnd barrier_step(const StepContext& context, const BarrierSettings& barrier,
                     const StepObjective& objective, const PointMatrix& start,
                     const PointMatrix& targets, double& stiffness);

}  // namespace firstcontact::sim
