#include "narrow/pair_solver.h"

#include "narrow/certified/certified.h"
#include "narrow/validate.h"

namespace firstcontact::narrow {

Outcome solve_unseparated(const Query& query, const Options& options, Separated separated) {
  if (separated == Separated::Yes)
    return {Status::Free, options.t_max, options.t_max, kDirectionChecks};
  // After a No every coordinate is known to be finite.
  if (separated == Separated::No && !options.scene_extent)
    return solve_after_direction_test(query, options);
  if (find_fault(query, options)) return {};
  return separated == Separated::No ? solve_after_direction_test(query, options)
                                    : solve_certified(query, options);
}

}  // namespace firstcontact::narrow
