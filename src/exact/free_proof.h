#pragma once
/// Proofs of freedom where doubles hold no direction: docs/math/exact-proofs.md.
#include <firstcontact/exact_proof.h>

#include <optional>
#include <vector>

#include "exact/oracle.h"

namespace firstcontact::exact {

/// Segments that prove the pair free over [0, end] or, if `half_open`, over [0, end). Nothing if
/// it is not free, or if the search takes more than kMostCells intervals. `end` is not that of the
/// request. Preconditions as `decide`.
std::optional<std::vector<ExactSegment>> prove_free(const Query& query, const Request& request,
                                                    double end, bool half_open);

/// A search for a proof of a pair that touches would never end.
inline constexpr int kMostCells = 20'000;

}  // namespace firstcontact::exact
