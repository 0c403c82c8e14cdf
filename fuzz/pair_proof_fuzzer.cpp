// Any bytes as lines of proofs about pairs of primitives, alone or as parts of a mesh step: read,
// verified, written and read again with the same verdict. What is proven must be true.
#include <firstcontact/proof.h>
#include <firstcontact/solve.h>

#include "proof/step_check.h"
#include "proof_fuzzing.h"

using namespace firstcontact;

namespace {

/// By the exact oracle.
void require_true_if_proven(const proof::PairProof& proof) {
  if (!proof::verify(proof).proven) return;
  Options options;
  options.method = Method::Exact;
  options.min_separation = proof.separation;
  options.norm = proof.norm;
  options.t_max = proof.t_max;
  const Result truth = solve(proof.query, options);
  fuzz::require(truth.free() == !proof.contact, "what is proven is false");
  if (proof.contact)
    fuzz::require(truth.toi <= proof.contact->toi_upper && proof.contact->toi <= truth.toi_upper,
                  "a contact is proven for another time");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::size_t number = 0;
  for (const std::string_view line : fuzz::lines_of({reinterpret_cast<const char*>(data), size}))
    fuzz::allow_refusal([&] {
      const proof::Line parsed = proof::parse_line(line, fuzz::kName, ++number);
      if (const auto* pair = std::get_if<proof::PairProof>(&parsed)) {
        fuzz::require_same_when_read_again(*pair, number);
        require_true_if_proven(*pair);
      }
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
