// Any bytes as lines of proofs about two moving bodies: read, verified, written and read again with
// the same verdict.
#include "proof_fuzzing.h"
#include "proofs/motion_proof_file.h"

using namespace firstcontact;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::size_t number = 0;
  for (const std::string_view line : fuzz::lines_of({reinterpret_cast<const char*>(data), size}))
    fuzz::allow_refusal([&] {
      const auto proof = apps::parse_motion_proof(line, fuzz::kName, ++number);
      if (!proof) return;
      const verify::Verdict verdict = verify::verify(*proof);
      fuzz::require(verdict.proven == verdict.reason.empty(),
                    "a verdict and its reason are at odds");
      const std::string written = apps::motion_proof_line(*proof);
      const auto again = apps::parse_motion_proof(
          std::string_view(written).substr(0, written.size() - 1), fuzz::kName, number);
      fuzz::require(again.has_value(), "a proof that was written is not read");
      const verify::Verdict same = verify::verify(*again);
      fuzz::require(same.proven == verdict.proven && same.reason == verdict.reason,
                    "a proof that was written is judged otherwise");
    });
  return 0;
}
