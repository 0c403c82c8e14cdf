#include <firstcontact/line_search.h>

#include "arith/float_environment.h"
#include "step/line_search_step.h"

namespace firstcontact {

LineSearchResult line_search(StepSolver& solver, const Positions& t0, const Positions& t1, const LineSearchOptions& options) {
  const arith::FloatEnvironmentGuard guard;
  LineSearchResult result = step::largest_kept_step(solver.implementation(), t0, t1, options);
  if (options.energy && result.step > 0) step::backtrack(options, result);
  return result;
}

LineSearchResult line_search(const Mesh& mesh, const Positions& t0, const Positions& t1, const LineSearchOptions& options) {
  StepSolver solver(mesh);
  return line_search(solver, t0, t1, options);
}

}  // namespace firstcontact
