#include <firstcontact/active_set.h>

#include "narrow/contact_details.h"

namespace firstcontact {
ActiveSet construct_active_set(StepSolver& solver, const Positions& t0, const Positions& t1, const StepOptions& options) {
  StepResult found = solver.impacts(t0, t1, options);
  ActiveSet set;
  set.status = found.status;
  set.message = std::move(found.message);
  set.constraints.reserve(found.impacts.size());
  for (const Impact& impact : found.impacts) {
    ActiveConstraint constraint = {impact, narrow::gap_weights(impact.pair.kind, impact.u, impact.v), 0};
    Vec3 gap = Vec3::Zero();
    for (std::size_t k = 0; k < 4; ++k)
      if (impact.pair.vertices[k] >= 0) gap += constraint.weights[k] * t1[static_cast<std::size_t>(impact.pair.vertices[k])];
    constraint.gap_t1 = impact.normal.dot(gap);
    set.constraints.push_back(constraint);
  }
  return set;
}

ActiveSet construct_active_set(const Mesh& mesh, const Positions& t0, const Positions& t1, const StepOptions& options) {
  StepSolver solver(mesh);
  return construct_active_set(solver, t0, t1, options);
}

}  // namespace firstcontact
