#include "narrow/pair_solver.h"

#include "narrow/certified/certified.h"
#include "narrow/validate.h"

namespace firstcontact::narrow {

bool tests_directions_first(Kind kind, const Options& options) {
  return (kind == Kind::VertexFace || kind == Kind::EdgeEdge) &&
         options.method == Method::Certified && !options.scene_extent && !find_fault(options);
}

Outcome solve_unseparated(const Query& query, const Options& options, Separated separated) {
  if (separated == Separated::Yes) return free_by_direction(options);
  // After a No every coordinate is known to be finite.
  if (separated == Separated::No) return solve_after_direction_test(query, options);
  return find_fault(query, options) ? Outcome{} : solve_certified(query, options);
}

}  // namespace firstcontact::narrow
