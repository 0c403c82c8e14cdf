#pragma once
/// Decides one pair: does it touch in [0, t_max], when first, and where.
#include <firstcontact/export.h>
#include <firstcontact/options.h>
#include <firstcontact/query.h>
#include <firstcontact/result.h>

namespace firstcontact {

/// Thread-safe. Never throws for bad input. The caller's floating-point environment (rounding mode,
/// flush-to-zero) does not matter and is left as it is.
FIRSTCONTACT_API Result solve(const Query& query, const Options& options = {});
/// The same without a copy of the pair.
FIRSTCONTACT_API Result solve(const VertexFace& pair, const Options& options = {});
FIRSTCONTACT_API Result solve(const EdgeEdge& pair, const Options& options = {});

/// The part of `solve` that decides, for inner loops: status and times, no points and no message.
/// The same bits. Options::certificate is ignored.
FIRSTCONTACT_API Outcome decide(const Query& query, const Options& options = {});
FIRSTCONTACT_API Outcome decide(const VertexFace& pair, const Options& options = {});
FIRSTCONTACT_API Outcome decide(const EdgeEdge& pair, const Options& options = {});

}  // namespace firstcontact
