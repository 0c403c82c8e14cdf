#pragma once
/// What to do with a pair after find_separated, in one place for everyone who runs the two in turn.
#include <firstcontact/batch.h>
#include <firstcontact/options.h>
#include <firstcontact/query.h>

#include "narrow/certified/batch_kernel.h"

namespace firstcontact::narrow {

/// Answers a pair with the bits of `solve`, given what find_separated said of it.
///
/// Yes, for a margin of at least options.min_separation in options.norm and up to options.t_max at
/// least: Free. No, for exactly that margin and that time: the directions are not tried again.
/// Untested: everything is, so this is also what to pass after a No for a larger margin or a
/// shorter time. Validates the query: InvalidInput if a coordinate is not finite. Preconditions:
/// the options passed find_fault, with Method::Certified and no certificate; the floating-point
/// environment is the default one.
Outcome solve_survivor(const Query& query, const Options& options, Separated separated);

}  // namespace firstcontact::narrow
