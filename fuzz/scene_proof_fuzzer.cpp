// Any bytes as a file of proofs about scenes: triangles, claims and pairs, read and verified as
// `firstcontact verify` does.
#include <firstcontact/proof.h>

#include <memory>

#include "proof_fuzzing.h"
#include "verify/scene_verify.h"

using namespace firstcontact;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::vector<std::shared_ptr<const verify::CheckedGeometry>> geometries;
  std::unique_ptr<verify::SceneVerifier> scene;
  std::size_t number = 0;
  fuzz::allow_refusal([&] {
    for (const std::string_view line :
         fuzz::lines_of({reinterpret_cast<const char*>(data), size})) {
      const proof::Line parsed = proof::parse_line(line, fuzz::kName, ++number);
      if (const auto* triangles = std::get_if<proof::SceneTriangles>(&parsed))
        geometries.push_back(verify::checked(*triangles));
      if (const auto* claim = std::get_if<proof::SceneClaim>(&parsed)) {
        const proof::SceneClaim again = fuzz::read_again(*claim, number);
        fuzz::require(proof::to_line(again) == proof::to_line(*claim),
                      "a claim that was written reads otherwise");
        scene = std::make_unique<verify::SceneVerifier>(*claim, geometries);
      }
      const auto* proof = std::get_if<proof::ScenePairProof>(&parsed);
      if (proof == nullptr || !scene) continue;
      const proof::Verdict verdict = scene->verify(proof->pair, proof->entries);
      fuzz::require(verdict.proven == verdict.reason.empty(),
                    "a verdict and its reason are at odds");
      fuzz::require(!verdict.proven || scene->fault().empty(),
                    "something about a claim with a fault was proven");
    }
  });
  return 0;
}
