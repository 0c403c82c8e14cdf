#pragma once
/// Calls the method that the options ask for.
#include <firstcontact/options.h>
#include <firstcontact/result.h>

namespace firstcontact::narrow {

/// What `firstcontact::solve` does after setting the floating-point environment. Precondition:
/// default floating-point environment.
Result dispatch(const Query& query, const Options& options);

}  // namespace firstcontact::narrow
