#pragma once
/// Checks proofs about pairs (docs/formats/certificates.md) with exact arithmetic. Shares no code
/// with the solver that makes them.
#include <firstcontact/proof_types.h>

namespace firstcontact::verify {

using proof::PairProof;
using proof::Verdict;

/// Proven if the doubles, taken as the real numbers they are, make a valid proof: the segments
/// follow each other without a gap from exactly 0 to exactly t_max, or to the time toi of a contact,
/// and on each of them every corner's height has Bernstein coefficients that exceed the margin. A
/// contact is shown to happen within [toi, toi_upper]. A proven claim is true. A true claim with a
/// bad proof is not proven. Segments and corners count from 1 in reasons.
///
/// Any values may be given: what is not finite, out of range or not an enumerator is not proven.
/// Points beyond `point_count` are ignored. No floating-point arithmetic, so the caller's rounding
/// mode and flush-to-zero do not matter. Thread-safe; throws only if memory runs out.
Verdict verify(const PairProof& proof);

}  // namespace firstcontact::verify
