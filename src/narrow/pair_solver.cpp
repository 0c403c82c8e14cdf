#include "narrow/pair_solver.h"

#include "narrow/certified/certified.h"
#include "narrow/validate.h"

namespace firstcontact::narrow {

Outcome solve_survivor(const Query& query, const Options& options, Separated separated) {
  if (separated == Separated::Yes)
    return {Status::Free, options.t_max, options.t_max, kDirectionChecks};
  // A No says that every coordinate is finite.
  if (separated == Separated::No && !options.scene_extent)
    return solve_certified_undirected(query, options);
  if (find_fault(query, options)) return {};
  return separated == Separated::No ? solve_certified_undirected(query, options)
                                    : solve_certified(query, options);
}

}  // namespace firstcontact::narrow
