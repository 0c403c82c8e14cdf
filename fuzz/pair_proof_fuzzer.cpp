// Any bytes as lines of proofs about pairs of primitives: read, verified, written and read again
// with the same verdict.
#include "certificate_file.h"
#include "proof_fuzzing.h"

using namespace firstcontact;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::size_t number = 0;
  for (const std::string_view line : fuzz::lines_of({reinterpret_cast<const char*>(data), size}))
    fuzz::allow_refusal([&] {
      const verify::Proof proof = apps::parse_certificate(line, fuzz::kName, ++number);
      const verify::Verdict verdict = verify::verify(proof);
      fuzz::require(verdict.proven == verdict.reason.empty(),
                    "a verdict and its reason are at odds");
      const std::string written = apps::certificate_line(proof);
      const verify::Proof again = apps::parse_certificate(
          std::string_view(written).substr(0, written.size() - 1), fuzz::kName, number);
      const verify::Verdict same = verify::verify(again);
      fuzz::require(same.proven == verdict.proven && same.reason == verdict.reason,
                    "a proof that was written is judged otherwise");
    });
  return 0;
}
