#pragma once
/// Makes and writes the proofs of steps of meshes.
#include <firstcontact/proof.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

namespace firstcontact::proof {

/// Writer::write_step with the lines handed to `sink`.
StepProofCount write_step_proofs(StepSolver& solver, const Positions& t0, const Positions& t1,
                                 const StepOptions& options, std::size_t number,
                                 const std::vector<std::int32_t>& objects,
                                 const std::function<void(std::string_view)>& sink);

}  // namespace firstcontact::proof
