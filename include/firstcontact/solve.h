#pragma once
/// Decides one pair: does it touch in [0, t_max], when first, and where.
///
/// Thread-safe, never throws, allocates only inside. Floating-point environment of the caller
/// (rounding mode, flush-to-zero) neither matters nor changes. Guarantees by method: see `Method`.
#include <firstcontact/options.h>
#include <firstcontact/query.h>
#include <firstcontact/result.h>

namespace firstcontact {

Result solve(const Query& query, const Options& options = {});

}  // namespace firstcontact
