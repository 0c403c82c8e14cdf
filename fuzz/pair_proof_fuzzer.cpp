// Any bytes as lines of proofs about pairs of primitives, alone or as parts of a mesh step: read,
// verified, written and read again with the same verdict.
#include "proof_fuzzing.h"
#include "proofs/certificate_file.h"
#include "proofs/step_proof_file.h"

using namespace firstcontact;

namespace {

std::string_view without_end(const std::string& line) {
  return std::string_view(line).substr(0, line.size() - 1);
}

/// True if the line is about a mesh step.
bool check_step_line(std::string_view line, std::size_t number) {
  if (const auto claim = apps::parse_step_claim(line, fuzz::kName, number)) {
    const std::string written = apps::step_claim_line(*claim);
    const auto again = apps::parse_step_claim(without_end(written), fuzz::kName, number);
    fuzz::require(again && apps::step_claim_line(*again) == written &&
                      apps::fault_of(*again) == apps::fault_of(*claim),
                  "a step that was written reads otherwise");
    return true;
  }
  const auto pair = apps::parse_step_pair(line, fuzz::kName, number);
  if (!pair) return false;
  const std::string written = apps::step_pair_line(*pair);
  const auto again = apps::parse_step_pair(without_end(written), fuzz::kName, number);
  fuzz::require(again && again->pair == pair->pair &&
                    verify::verify(again->proof).reason == verify::verify(pair->proof).reason,
                "a pair of a step that was written reads otherwise");
  return true;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::size_t number = 0;
  for (const std::string_view line : fuzz::lines_of({reinterpret_cast<const char*>(data), size}))
    fuzz::allow_refusal([&] {
      if (check_step_line(line, ++number)) return;
      const verify::Proof proof = apps::parse_certificate(line, fuzz::kName, number);
      const verify::Verdict verdict = verify::verify(proof);
      fuzz::require(verdict.proven == verdict.reason.empty(),
                    "a verdict and its reason are at odds");
      const std::string written = apps::certificate_line(proof);
      const verify::Proof again =
          apps::parse_certificate(without_end(written), fuzz::kName, number);
      const verify::Verdict same = verify::verify(again);
      fuzz::require(same.proven == verdict.proven && same.reason == verdict.reason,
                    "a proof that was written is judged otherwise");
    });
  return 0;
}
