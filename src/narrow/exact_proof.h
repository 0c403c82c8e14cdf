#pragma once
/// Proofs that need exact arithmetic.
#include <firstcontact/options.h>
#include <firstcontact/query.h>
#include <firstcontact/result.h>

namespace firstcontact::narrow {

/// Sets result.exact_proof if the answer is Free without a certificate, or an exact Contact, and the
/// proof is within ExactProofLimits.
/// Precondition: `result` answers the query.
void add_exact_proof(const Query& query, const Options& options, Result& result);

}  // namespace firstcontact::narrow
