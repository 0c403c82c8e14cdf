#pragma once
/// Do the proofs of pairs that follow a claim about a mesh step make up what it says?
#include <firstcontact/proof_types.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>

namespace firstcontact::proof {

/// What is wrong with the claim itself; empty if nothing.
std::string fault_of(const StepClaim& claim);

/// Tells whether the first counts[0] vertices are one object, the next counts[1] another one, and so
/// on to the last vertex.
bool are_objects(std::span<const std::int32_t> counts, std::size_t vertex_count,
                 const std::function<int(std::size_t vertex)>& object_of);

/// A claim, and what the pairs that followed it have proven so far.
class StepCheck {
 public:
  /// `line` is the claim's line in its file.
  StepCheck(StepClaim claim, std::size_t line) : claim_(std::move(claim)), line_(line) {}

  const StepClaim& claim() const { return claim_; }
  std::size_t line() const { return line_; }

  /// Adds the proof of a pair, which was verified by itself with the result `valid`. Returns what
  /// is wrong with it as a part of this step; empty if nothing. Pairs must come in ascending order,
  /// so that none counts twice.
  std::string add(const StepPairProof& proof, bool valid);

  /// After the last pair: why the step is not proven; empty if it is. A step without pairs is only
  /// proven if `covered`: somebody who has the meshes checks that the pairs are all that need a
  /// proof.
  std::string fault(bool covered) const;

 private:
  StepClaim claim_;
  std::size_t line_;
  std::int64_t proven_ = 0;
  std::optional<NamedPair> last_;
};

}  // namespace firstcontact::proof
