#pragma once
/// Checks proofs of freedom of two triangle bodies under curved motion
/// (docs/formats/certificates.md). Shares no code with the solver.
#include "verify/verify.h"

namespace firstcontact::verify {

using proof::BodyMotion;
using proof::MotionBody;
using proof::MotionProof;
using proof::RestingMotion;
using proof::StraightMotion;

/// Proven if the doubles, taken as the real numbers they are, make a valid proof: over [t0, t1] of
/// every entry n·(M_B(t) x − M_A(t) y) exceeds the separation times |n| for all x of its triangles
/// of b and y of its triangles of a, and the entries cover every pair of triangles over all of [0,
/// t_max]. A proven claim is true. A true claim is not proven if its proof is bad, or if an entry
/// leaves so little room that this check, which refines its bounds only so far, cannot see it.
///
/// Any values may be given: what is not finite, out of range or inconsistent is not proven. Entries
/// and bodies count from 1 in reasons, triangles and vertices from 0 as in the proof. No
/// floating-point arithmetic. Time and memory are bounded by the size of the proof: one that would
/// take more than a fixed multiple of it is not proven. Thread-safe; throws only if memory runs
/// out.
Verdict verify(const MotionProof& proof);

}  // namespace firstcontact::verify
