#pragma once
/// The functions of StepSolver. Precondition of all: default floating-point environment, which
/// StepSolver sets.
#include <firstcontact/step.h>

#include "step/solver.h"

namespace firstcontact::step {

StepResult decide_step(Solver& solver, const Positions& t0, const Positions& t1,
                       const StepOptions& options);
StepResult collision_free_step_size(Solver& solver, const Positions& t0, const Positions& t1,
                                    const StepOptions& options);
StepResult impacts(Solver& solver, const Positions& t0, const Positions& t1,
                   const StepOptions& options);
StepResult stream_impacts(Solver& solver, const Positions& t0, const Positions& t1,
                          const StepOptions& options,
                          const std::function<void(std::span<const Impact>)>& visit);
StepResult initial_contacts(Solver& solver, const Positions& t0, const StepOptions& options);
StepResult count_candidates(Solver& solver, const Positions& t0, const Positions& t1,
                            const StepOptions& options);
StepResult stream_candidates(Solver& solver, const Positions& t0, const Positions& t1,
                             const StepOptions& options,
                             const std::function<void(std::span<const ElementPair>)>& visit);
/// The same with boxes that cover more than the motion.
StepResult stream_candidates(Solver& solver, const Positions& t0, const Positions& t1,
                             const Sweep& sweep, const StepOptions& options,
                             const std::function<void(std::span<const ElementPair>)>& visit);

}  // namespace firstcontact::step
