#pragma once
/// Checks that a pair touches.
#include <firstcontact/exact_proof.h>

#include <string>

#include "verify/pair_claim.h"

namespace firstcontact::verify {

/// Why the proof does not show that the claim's pair comes within the separation at some time in
/// [toi, toi_upper]; empty if it does. Precondition: toi and toi_upper are finite.
std::string fault_of_touch(const PairClaim& claim, const ContactProof& proof);

}  // namespace firstcontact::verify
