#pragma once
/// Checks proofs of freedom of two triangle bodies under curved motion
/// (docs/formats/certificates.md). Shares no code with the solver.
#include <firstcontact/mesh.h>
#include <firstcontact/motion.h>
#include <firstcontact/moving_bodies.h>

#include <variant>
#include <vector>

#include "verify/verify.h"

namespace firstcontact::verify {

/// A body that stays where it is.
struct RestingMotion {
  AffineMap where;
};

/// (1 − t) from + t to.
struct StraightMotion {
  AffineMap from, to;
};

using ProofMotion = std::variant<RestingMotion, StraightMotion, ScrewCoefficients>;

struct MotionBody {
  std::vector<Vec3> vertices;
  std::vector<Face> triangles;
  ProofMotion motion;
};

/// The claim that the bodies' triangles keep a Euclidean distance of more than
/// certificate.separation over all of [0, certificate.t_max], and why.
struct MotionProof {
  MotionBody a, b;
  BodyCertificate certificate;
};

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
