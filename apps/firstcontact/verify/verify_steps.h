#pragma once
/// Steps of meshes in a file of proofs: do the pairs that follow a claim make up what it says?
#include <cstdint>
#include <optional>
#include <string>

#include "proofs/step_proof_file.h"

namespace firstcontact::apps {

/// The claim that was read last, and what its lines have proven so far.
class OpenStep {
 public:
  OpenStep(StepClaim claim, std::size_t line) : claim_(std::move(claim)), line_(line) {}

  const StepClaim& claim() const { return claim_; }
  std::size_t line() const { return line_; }

  /// Takes in a proof of a pair, valid or not; what is wrong with it as a part of this step, empty
  /// if nothing. Pairs must come in ascending order, so that none counts twice.
  std::string add(const StepPairProof& proof, bool valid);

  /// After the last pair: why the step is not proven, empty if it is. `covered`: somebody else
  /// checks with the meshes that the pairs are all that need a proof; then there may be none.
  std::string fault(bool covered) const;

 private:
  StepClaim claim_;
  std::size_t line_;
  std::int64_t proven_ = 0;
  std::optional<verify::NamedPair> last_;
};

}  // namespace firstcontact::apps
