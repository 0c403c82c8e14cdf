#pragma once
/// Proofs of freedom of whole scenes as lines of a certificate file. Format:
/// docs/formats/certificates.md.
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "verify/scene_verify.h"

namespace firstcontact::apps {

/// One line each, its end included. Numbers are the shortest decimals that read back as the same
/// doubles. Precondition: all are finite.
std::string triangles_line(const verify::ProofGeometry& geometry);
std::string claim_line(const verify::SceneClaim& claim);
std::string pair_line(const verify::PairProof& proof);

/// What the lines of a file have said about scenes so far: triangles, then claims about them, each
/// followed by the proofs of its pairs.
class SceneProofReader {
 public:
  /// `keep_triangles`: for whoever compares them with other files.
  explicit SceneProofReader(const std::string& path, bool keep_triangles = false)
      : path_(path), keep_triangles_(keep_triangles) {}

  /// Takes in a line of triangles or a claim; Other: the line is of another kind and was not read
  /// further. Throws io::InputError
  /// ("path:line: field: what") for a line of these kinds that is not an object with exactly the
  /// fields of the format, of the right types and lengths.
  enum class Kind { Triangles, Scene, Other };
  Kind take(std::string_view text, std::size_t line);

  struct Claim {
    Claim(verify::SceneClaim claim,
          std::vector<std::shared_ptr<const verify::CheckedGeometry>> geometries, std::size_t at)
        : verifier(std::move(claim), std::move(geometries)),
          line(at),
          proven(verifier.claim().pairs.size()) {}

    verify::SceneVerifier verifier;
    std::size_t line = 0;
    std::vector<bool> proven;  ///< of the pairs; for whoever reads
  };
  /// The last claim: what proofs of pairs are about. nullptr: none so far.
  const std::shared_ptr<Claim>& claim() const { return claim_; }
  /// All triangles so far, in the order of the file: how many, and, if they are kept, which.
  std::span<const std::size_t> triangle_counts() const { return triangle_counts_; }
  std::span<const std::shared_ptr<const verify::ProofGeometry>> triangles() const {
    return triangles_;
  }

 private:
  std::string path_;
  bool keep_triangles_;
  std::vector<std::size_t> triangle_counts_;
  std::vector<std::shared_ptr<const verify::ProofGeometry>> triangles_;
  std::vector<std::shared_ptr<const verify::CheckedGeometry>> geometries_;
  std::shared_ptr<Claim> claim_;
};

/// The proof of a pair in a line, or nothing if its kind is another. Throws as `take`.
std::optional<verify::PairProof> parse_pair_proof(std::string_view text, const std::string& path,
                                                  std::size_t line);

}  // namespace firstcontact::apps
