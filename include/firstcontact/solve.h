#pragma once
/// Decides one pair: does it touch in [0, t_max], when first, and where.
#include <firstcontact/options.h>
#include <firstcontact/query.h>
#include <firstcontact/result.h>

namespace firstcontact {

/// Thread-safe. Never throws for bad input. The caller's floating-point environment (rounding mode,
/// flush-to-zero) does not matter and is left as it is.
Result solve(const Query& query, const Options& options = {});

}  // namespace firstcontact
