#pragma once
/// Writes the solver's proofs of freedom of whole scenes. Format: docs/formats/certificates.md.
#include <firstcontact/scene_contact.h>

#include <span>
#include <string>
#include <vector>

#include "io/atomic_file.h"
#include "proofs/scene_proof_file.h"

namespace firstcontact::apps {

/// What a Free answer for these motions claims, every pair of the scene keeps apart over [0,
/// t_max], and its proofs.
struct SceneProof {
  verify::SceneClaim claim;
  std::vector<verify::PairProof> proofs;
};
/// geometry_of[i] is the number of the triangles of the scene's i-th shape, as the proof is to
/// count them. Precondition: the scene and the motions have no fault; the result is the Free answer
/// for them, with certificates.
SceneProof scene_proof(const Scene& scene, std::span<const ArticulatedMotion> motions,
                       const SceneResult& result, std::span<const int> geometry_of);
/// Triangles in the order that certificates name them in.
verify::ProofGeometry proof_geometry(const TriangleBody& body);

/// Writes the proofs of scenes' Free answers, one after the other; nothing of the file is seen
/// before `close`.
class SceneProofWriter {
 public:
  /// Throws io::OutputError.
  explicit SceneProofWriter(const std::string& path) : file_(path) {}

  /// The claim that all pairs of the scene keep apart under these motions, and the result's proofs
  /// of it. Triangles of a scene are written once, however many claims follow. Precondition: the
  /// result is the Free answer for this scene and these motions, with certificates.
  void add(const Scene& scene, std::span<const ArticulatedMotion> motions,
           const SceneResult& result);
  void close() { file_.close(); }

 private:
  io::AtomicFile file_;
  /// Kept so that nothing else gets the address of one.
  std::vector<TriangleBody> written_;
};

/// One claim, one file.
void write_scene_proofs(const std::string& path, const Scene& scene,
                        std::span<const ArticulatedMotion> motions, const SceneResult& result);

}  // namespace firstcontact::apps
