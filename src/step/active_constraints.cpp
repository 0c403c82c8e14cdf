#include "step/active_constraints.h"

#include <firstcontact/result.h>

#include "arith/fixed_order.h"

namespace firstcontact::step {

ActiveSet active_constraints(StepResult found, const Positions& t1) {
  ActiveSet set;
  static_cast<Answer&>(set) = found;
  set.constraints.reserve(found.impacts.size());
  for (const Impact& impact : found.impacts) {
    ActiveConstraint constraint = {impact, gap_weights(impact.pair.kind, impact.u, impact.v), 0};
    Vec3 gap = Vec3::Zero();
    for (std::size_t k = 0; k < 4; ++k)
      if (impact.pair.vertices[k] >= 0) gap += constraint.weights[k] * t1[impact.pair.vertices[k]];
    constraint.gap_t1 = dot(impact.normal, gap);
    set.constraints.push_back(constraint);
  }
  return set;
}

}  // namespace firstcontact::step
