#pragma once
#include <firstcontact/options.h>
#include <firstcontact/result.h>

namespace firstcontact::narrow {

/// `firstcontact::solve` without the floating-point environment: the caller has set the default
/// one.
Result dispatch(const Query& query, const Options& options);

}  // namespace firstcontact::narrow
