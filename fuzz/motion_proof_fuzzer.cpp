// Any bytes as lines of proofs about two moving bodies: read, verified, written and read again with
// the same verdict.
#include <firstcontact/proof.h>

#include "proof_fuzzing.h"

using namespace firstcontact;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::size_t number = 0;
  for (const std::string_view line : fuzz::lines_of({reinterpret_cast<const char*>(data), size}))
    fuzz::allow_refusal([&] {
      const proof::Line parsed = proof::parse_line(line, fuzz::kName, ++number);
      const auto* proof = std::get_if<proof::MotionProof>(&parsed);
      if (proof == nullptr) return;
      fuzz::require_same_when_read_again(*proof, number);
    });
  return 0;
}
