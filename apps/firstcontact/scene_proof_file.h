#pragma once
/// Proofs of freedom of whole scenes as lines of a certificate file. Format: docs/certificates.md.
#include <firstcontact/scene_contact.h>

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/atomic_file.h"
#include "verify/scene_verify.h"

namespace firstcontact::apps {

/// What a Free answer for these motions claims, every pair of the scene keeps apart over [0, t_max], and its proofs.
struct SceneProof {
  verify::SceneClaim claim;
  std::vector<verify::PairProof> proofs;
};
/// geometry_of[i] is the number of the triangles of the scene's i-th shape, as the proof is to count them. Precondition: the scene
/// and the motions have no fault; the result is the Free answer for them, with certificates.
SceneProof scene_proof(const Scene& scene, std::span<const ArticulatedMotion> motions, const SceneResult& result,
                       std::span<const int> geometry_of);
/// Triangles in the order that certificates name them in.
verify::ProofGeometry proof_geometry(const TriangleBody& body);

/// Writes the proofs of scenes' Free answers, one after the other; nothing of the file is seen before `close`.
class SceneProofWriter {
 public:
  /// Throws io::OutputError.
  explicit SceneProofWriter(const std::string& path) : file_(path) {}

  /// The claim that all pairs of the scene keep apart under these motions, and the result's proofs of it. Triangles of a scene are
  /// written once, however many claims follow. Precondition: the result is the Free answer for this scene and these motions, with
  /// certificates.
  void add(const Scene& scene, std::span<const ArticulatedMotion> motions, const SceneResult& result);
  void close() { file_.close(); }

 private:
  io::AtomicFile file_;
  /// Kept so that nothing else gets the address of one.
  std::vector<TriangleBody> written_;
};

/// One claim, one file.
void write_scene_proofs(const std::string& path, const Scene& scene, std::span<const ArticulatedMotion> motions,
                        const SceneResult& result);

/// What the lines of a file have said about scenes so far: triangles, then claims about them, each followed by the proofs of its
/// pairs.
class SceneProofReader {
 public:
  explicit SceneProofReader(const std::string& path) : path_(path) {}

  /// Takes in a line of triangles or a claim; Other: the line is of another kind and was not read further. Throws io::InputError
  /// ("path:line: field: what") for a line of these kinds that is not an object with exactly the fields of the format, of the right
  /// types and lengths.
  enum class Kind { Triangles, Scene, Other };
  Kind take(std::string_view text, std::size_t line);

  struct Claim {
    Claim(verify::SceneClaim claim, std::vector<std::shared_ptr<const verify::CheckedGeometry>> geometries, std::size_t at)
        : verifier(std::move(claim), std::move(geometries)), line(at), proven(verifier.claim().pairs.size()) {}

    verify::SceneVerifier verifier;
    std::size_t line = 0;
    std::vector<bool> proven;  ///< of the pairs; for whoever reads
  };
  /// The last claim: what proofs of pairs are about. nullptr: none so far.
  const std::shared_ptr<Claim>& claim() const { return claim_; }

 private:
  std::string path_;
  std::vector<std::shared_ptr<const verify::CheckedGeometry>> geometries_;
  std::shared_ptr<Claim> claim_;
};

/// The proof of a pair in a line, or nothing if its kind is another. Throws as `take`.
std::optional<verify::PairProof> parse_pair_proof(std::string_view text, const std::string& path, std::size_t line);

}  // namespace firstcontact::apps
