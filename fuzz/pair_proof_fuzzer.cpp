// Any bytes as lines of proofs about pairs of primitives, alone or as parts of a mesh step: read,
// verified, written and read again with the same verdict.
#include <firstcontact/proof.h>

#include "proof/step_check.h"
#include "proof_fuzzing.h"

using namespace firstcontact;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::size_t number = 0;
  for (const std::string_view line : fuzz::lines_of({reinterpret_cast<const char*>(data), size}))
    fuzz::allow_refusal([&] {
      const proof::Line parsed = proof::parse_line(line, fuzz::kName, ++number);
      if (const auto* pair = std::get_if<proof::PairProof>(&parsed))
        fuzz::require_same_when_read_again(*pair, number);
      if (const auto* claim = std::get_if<proof::StepClaim>(&parsed)) {
        const proof::StepClaim again = fuzz::read_again(*claim, number);
        fuzz::require(proof::to_line(again) == proof::to_line(*claim) &&
                          proof::fault_of(again) == proof::fault_of(*claim),
                      "a step that was written reads otherwise");
      }
      if (const auto* pair = std::get_if<proof::StepPairProof>(&parsed)) {
        const proof::StepPairProof again = fuzz::read_again(*pair, number);
        fuzz::require(again.pair == pair->pair &&
                          proof::verify(again.proof).reason == proof::verify(pair->proof).reason,
                      "a pair of a step that was written reads otherwise");
      }
    });
  return 0;
}
