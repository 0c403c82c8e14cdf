#pragma once
/// The verifier's question answered again, with rational numbers and from values of the heights
/// instead of products of directions. Shares no code with the verifier. Slow.
#include "verify/verify.h"

namespace firstcontact::test {

/// Precondition: every number is finite, separation is not negative, and t_max lies in [0, 1].
bool is_valid_proof(const verify::PairProof& proof);

}  // namespace firstcontact::test
