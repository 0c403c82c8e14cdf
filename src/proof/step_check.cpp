#include "proof/step_check.h"

#include <fmt/format.h>

#include <set>

#include "io/shown_text.h"
#include "verify/step_elements.h"

namespace firstcontact::proof {

std::string fault_of(const StepClaim& claim) {
  std::int64_t vertices = 0;
  for (const std::int32_t count : claim.objects) {
    if (count < 1) return "an object has no vertices";
    vertices += count;
  }
  if (vertices != claim.vertices) return "the objects do not have as many vertices as the step";
  if (!(claim.separation >= 0)) return "the separation is negative";
  if (!(claim.t_max >= 0 && claim.t_max <= 1)) return "t_max must lie in [0, 1]";
  return "";
}

bool are_objects(std::span<const std::int32_t> counts, std::size_t vertex_count,
                 const std::function<int(std::size_t vertex)>& object_of) {
  std::set<int> seen;
  std::size_t begin = 0;
  for (const std::int32_t count : counts) {
    if (count < 1 || static_cast<std::size_t>(count) > vertex_count - begin) return false;
    const std::size_t end = begin + static_cast<std::size_t>(count);
    if (!seen.insert(object_of(begin)).second) return false;
    for (std::size_t vertex = begin; vertex < end; ++vertex)
      if (object_of(vertex) != object_of(begin)) return false;
    begin = end;
  }
  return begin == vertex_count;
}

std::string StepCheck::add(const StepPairProof& step_pair, bool valid) {
  const PairProof& proof = step_pair.proof;
  const bool ascends = !last_ || *last_ < step_pair.pair;
  if (ascends) last_ = step_pair.pair;
  if (!valid) return "";
  const std::string name = verify::name_of(step_pair.pair);
  if (proof.contact)
    return fmt::format("{}: it proves a contact, not that the pair keeps apart", name);
  if (!ascends)
    return fmt::format("{}: the pairs of a step must come in ascending order, each once", name);
  if (proof.separation < claim_.separation)
    return fmt::format("{}: its separation is less than that of the step", name);
  // A distance in linf is never above that in l2, so a proof in linf proves both.
  if (claim_.separation > 0 && claim_.norm == Norm::Linf && proof.norm != Norm::Linf)
    return fmt::format("{}: its separation is in l2, that of the step in linf", name);
  if (proof.t_max < claim_.t_max) return fmt::format("{}: it ends before the step", name);
  ++proven_;
  return "";
}

std::string StepCheck::fault(bool covered) const {
  if (std::string fault = fault_of(claim_); !fault.empty()) return "step: " + fault;
  if (proven_ > claim_.pairs)
    return fmt::format("step {}: more pairs follow than the {} that it names", claim_.step,
                       io::grouped_digits(claim_.pairs));
  if (proven_ < claim_.pairs)
    return fmt::format("step {}: {} of {} pairs have no valid proof", claim_.step,
                       io::grouped_digits(claim_.pairs - proven_),
                       io::grouped_digits(claim_.pairs));
  if (claim_.pairs == 0 && !covered)
    return fmt::format(
        "step {}: it names no pairs, and proves nothing without the meshes "
        "(--meshes)",
        claim_.step);
  return "";
}

}  // namespace firstcontact::proof
