#pragma once
/// Checks the segments of a proof that are not directions in doubles.
#include <firstcontact/exact_proof.h>

#include <string>
#include <vector>

#include "verify/fraction.h"
#include "verify/pair_claim.h"

namespace firstcontact::verify {

/// Why the segments do not prove that the claim's pair keeps apart from 0 to `end`, `end` itself
/// included or not; empty if they do.
std::string fault_of_exact_segments(const PairClaim& claim,
                                    const std::vector<ExactSegment>& segments, const Fraction& end,
                                    bool with_end);

}  // namespace firstcontact::verify
