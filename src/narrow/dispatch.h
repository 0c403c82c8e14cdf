#pragma once
/// Calls the method that the options ask for.
#include <firstcontact/options.h>
#include <firstcontact/result.h>

namespace firstcontact::narrow {

/// What `firstcontact::solve` and `firstcontact::decide` do after setting the floating-point
/// environment. Precondition of all: default floating-point environment.
Result dispatch(const Query& query, const Options& options);
Outcome dispatch_outcome(const Query& query, const Options& options);

/// The same for a vertex-face or edge-edge pair whose points are `points`: 4 at t0, then 4 at t1.
Result dispatch(Kind kind, const double* points, const Options& options);
Outcome dispatch_outcome(Kind kind, const double* points, const Options& options);

}  // namespace firstcontact::narrow
