// The public functions. They do no arithmetic themselves: see FloatEnvironmentGuard.
#include <firstcontact/active_set.h>

#include "arith/float_environment.h"
#include "step/active_constraints.h"

namespace firstcontact {

ActiveSet construct_active_set(StepSolver& solver, const Positions& t0, const Positions& t1,
                               const StepOptions& options) {
  const arith::FloatEnvironmentGuard guard;
  return step::active_constraints(solver.impacts(t0, t1, options), t1);
}

ActiveSet construct_active_set(const Mesh& mesh, const Positions& t0, const Positions& t1,
                               const StepOptions& options) {
  StepSolver solver(mesh);
  return construct_active_set(solver, t0, t1, options);
}

}  // namespace firstcontact
