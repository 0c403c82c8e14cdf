#pragma once
/// Proofs that a pair touches: docs/math/exact-proofs.md.
#include <firstcontact/exact_proof.h>

#include <optional>

#include "exact/oracle.h"

namespace firstcontact::exact {

/// Why the pair touches at some time in [toi, toi_upper]. Preconditions: as `decide`, and the first
/// contact is in [toi, toi_upper], within the request's t_max.
std::optional<ContactProof> prove_touch(const Query& query, const Request& request, double toi,
                                        double toi_upper);

}  // namespace firstcontact::exact
