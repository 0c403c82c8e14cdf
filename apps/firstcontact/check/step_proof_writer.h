#pragma once
/// Writes the proofs that steps of a mesh are free. Format: docs/formats/certificates.md.
#include <firstcontact/step.h>

#include <cstdint>
#include <string>
#include <vector>

#include "io/atomic_file.h"

namespace firstcontact::apps {

/// What was written about one step.
struct StepProofs {
  std::int64_t written = 0, segments = 0;
  /// Candidates that only exact arithmetic could decide: they have no proof.
  std::int64_t without = 0;
};

/// Writes the claim that step `number` of the solver's mesh is free, and a proof for every
/// candidate, sorted: the same bytes for any number of threads and any broad phase. Memory holds
/// eight bytes a candidate and a block of proofs. `objects` are the numbers of vertices of the
/// objects. Precondition: the step was found free with these options.
StepProofs write_step_proofs(StepSolver& solver, const Positions& t0, const Positions& t1,
                             const StepOptions& options, std::size_t number,
                             const std::vector<std::int32_t>& objects, io::AtomicFile& file);

}  // namespace firstcontact::apps
