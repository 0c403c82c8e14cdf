// Any bytes as a file of proofs about scenes: triangles, claims and pairs, read and verified as
// `firstcontact verify` does.
#include "proof_fuzzing.h"
#include "proofs/scene_proof_file.h"

using namespace firstcontact;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  apps::SceneProofReader scenes(fuzz::kName, true);
  std::size_t number = 0;
  fuzz::allow_refusal([&] {
    for (const std::string_view line :
         fuzz::lines_of({reinterpret_cast<const char*>(data), size})) {
      const auto kind = scenes.take(line, ++number);
      if (kind == apps::SceneProofReader::Kind::Scene) {
        const std::string written = apps::claim_line(scenes.claim()->verifier.claim());
        apps::SceneProofReader again(fuzz::kName);
        fuzz::require(
            again.take(std::string_view(written).substr(0, written.size() - 1), number) == kind,
            "a claim that was written is not read");
      }
      if (kind != apps::SceneProofReader::Kind::Other) continue;
      const auto proof = apps::parse_pair_proof(line, fuzz::kName, number);
      if (!proof || !scenes.claim()) continue;
      const verify::SceneVerifier& verifier = scenes.claim()->verifier;
      const verify::Verdict verdict = verifier.verify(proof->pair, proof->entries);
      fuzz::require(verdict.proven == verdict.reason.empty(),
                    "a verdict and its reason are at odds");
      fuzz::require(!verdict.proven || verifier.fault().empty(),
                    "something about a claim with a fault was proven");
    }
  });
  return 0;
}
