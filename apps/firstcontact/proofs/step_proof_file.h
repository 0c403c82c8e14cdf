#pragma once
/// Proofs that a step of a mesh is free, as lines of a certificate file: the claim, then a proof
/// for each pair of elements that needs one. Format: docs/formats/certificates.md.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "verify/step_elements.h"
#include "verify/verify.h"

namespace firstcontact::apps {

/// Every pair of elements of a mesh keeps more than `separation` apart over [0, t_max] of a step.
struct StepClaim {
  std::int32_t step = 0;  ///< its number in the sequence of frames, from 0
  std::int32_t vertices = 0, edges = 0, faces = 0;
  std::vector<std::int32_t> objects;  ///< how many vertices each has
  bool self = true;                   ///< pairs within one object are meant too
  double separation = 0;
  Norm norm = Norm::L2;
  double t_max = 1;
  std::int32_t pairs = 0;  ///< lines that follow
};

/// A pair of elements of the step named by the last claim, with its proof.
struct StepPairProof {
  verify::NamedPair pair;
  verify::Proof proof;
};

/// One line, its end included. Precondition: numbers are finite.
std::string step_claim_line(const StepClaim& claim);
std::string step_pair_line(const StepPairProof& proof);

/// What a line says, or nothing if it is of another kind. Throws io::InputError ("path:line: field:
/// what") for a line of these kinds that is not an object with exactly the fields of the format.
std::optional<StepClaim> parse_step_claim(std::string_view text, const std::string& path,
                                          std::size_t line);
std::optional<StepPairProof> parse_step_pair(std::string_view text, const std::string& path,
                                             std::size_t line);

/// What is wrong with the claim itself; empty if nothing.
std::string fault_of(const StepClaim& claim);

}  // namespace firstcontact::apps
