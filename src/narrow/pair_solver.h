#pragma once
/// Solves a pair after find_separated was run on it.
#include <firstcontact/batch.h>
#include <firstcontact/options.h>
#include <firstcontact/query.h>

#include "narrow/certified/batch_kernel.h"

namespace firstcontact::narrow {

/// Gives the same answer, bit for bit, as `solve`. `separated` is the result of find_separated:
/// - Yes, for a margin of at least options.min_separation in options.norm and for at least
///   [0, options.t_max]: the answer is Free.
/// - No, for exactly this margin and this interval: the direction test is not repeated.
/// - Untested: everything is tested. Pass this too after a No for a larger margin or a shorter
///   interval.
/// The answer is InvalidInput if a coordinate is not finite. Preconditions: the options passed
/// find_fault, with Method::Certified and no certificate; default floating-point environment.
Outcome solve_unseparated(const Query& query, const Options& options, Separated separated);

}  // namespace firstcontact::narrow
