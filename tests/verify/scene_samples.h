#pragma once
/// Chains, scenes and proofs about them for the tests.
#include <vector>

#include "verify/motion_samples.h"
#include "verify/scene_verify.h"

namespace firstcontact::test {

/// Everything that a verdict about a scene depends on.
struct SceneProof {
  verify::SceneClaim claim;
  std::vector<verify::SceneTriangles> geometries;
  std::vector<verify::ScenePairProof> proofs;
};
inline verify::Verdict verdict_on(const SceneProof& proof) {
  return verify::verify(proof.claim, proof.geometries, proof.proofs);
}

/// The triangles of a body, in their own order.
verify::SceneTriangles geometry_of(const verify::MotionBody& body);

/// A rotation by up to three radians about any axis, then a shift by up to `size` in each axis.
AffineMap random_placement(Draw& draw, double size);

/// Any joint of this size, with a turn of up to `angle`; now and then without turn, travel or one
/// of the maps.
JointMotion random_joint(Draw& draw, double size, double angle);

/// Frame, parent, parent's parent, …: x in the world at time t, in floating point.
Vec3 moved(const std::vector<verify::SceneFrame>& frames, int frame, const Vec3& x, double t);

/// The least n·(M_B(t) x − M_A(t) y) / |n| over the corners of the entry's triangles at time t, in
/// floating point.
double gap_at(const SceneProof& proof, std::size_t pair, const BodyCertificateEntry& entry,
              double t);

/// An entry for all triangles of a pair.
BodyCertificateEntry whole(const SceneProof& proof, std::size_t pair, double t0, double t1,
                           const Vec3& n);

/// Entries for all triangles over equal parts of [0, t_max], each along the line between the
/// shapes' origins in its middle.
std::vector<BodyCertificateEntry> along_origins(const SceneProof& proof, std::size_t pair,
                                                int parts);

}  // namespace firstcontact::test
