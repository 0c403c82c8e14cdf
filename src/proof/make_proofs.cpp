#include <firstcontact/proof.h>

#include "proof/make_scene.h"
#include "rigid/model/relative_screw.h"

namespace firstcontact::proof {
namespace {

template <class Body>
MotionBody moving_body(const Body& body, BodyMotion motion) {
  return {{body.vertices().begin(), body.vertices().end()},
          {body.triangles().begin(), body.triangles().end()},
          std::move(motion)};
}

}  // namespace

PairProof pair_proof(const Query& query, const Result& result, const Options& options) {
  PairProof proof = {query, options.min_separation, options.norm, options.t_max,
                     result.certificate};
  if (result.exact_proof) {
    proof.exact_segments = result.exact_proof->segments;
    proof.contact = result.exact_proof->contact;
  }
  return proof;
}

MotionProof motion_proof(const TriangleBody& a, BodyMotion motion_a, const TriangleBody& b,
                         BodyMotion motion_b, const BodyResult& result) {
  return {moving_body(a, std::move(motion_a)), moving_body(b, std::move(motion_b)),
          result.certificate};
}

MotionProof motion_proof(const Polyhedron& a, const PoseChange& motion_a, const Polyhedron& b,
                         const PoseChange& motion_b, const ScrewResult& result) {
  return {moving_body(a, RestingMotion()),
          moving_body(b, relative_motion(motion_a, motion_b).b_in_a), result.certificate};
}

SceneProof scene_proof(const Scene& scene, std::span<const ArticulatedMotion> motions,
                       const SceneResult& result) {
  TriangleNumbers numbers;
  return scene_proof_of(scene, motions, result, numbers);
}

SceneProof scene_proof(const Scene& scene, std::span<const double> q_t0,
                       std::span<const double> q_t1, const SceneResult& result) {
  std::vector<ArticulatedMotion> motions;
  for (const SceneModel& placed : scene.models()) {
    const std::size_t count = placed.model.value_count();
    motions.push_back(joint_motion(placed.model, q_t0.first(count), q_t1.first(count)));
    q_t0 = q_t0.subspan(count);
    q_t1 = q_t1.subspan(count);
  }
  return scene_proof(scene, motions, result);
}

}  // namespace firstcontact::proof
