#pragma once
/// What a StepSolver keeps between steps, and the ways through a step that its functions share.
#include <firstcontact/step.h>

#include <functional>

#include "step/earliest.h"
#include "step/pair_decider.h"
#include "step/pair_stream.h"
#include "step/vertex_table.h"

namespace firstcontact::step {

struct Solver {
  explicit Solver(Mesh m) : mesh(std::move(m)), stream(mesh) {}

  Mesh mesh;
  PairStream stream;
  VertexTable vertices;
};

/// Loads the positions; false if anything is at fault, which `result` then says.
bool begin(Solver& solver, const Positions& t0, const Positions& t1, const StepOptions& options,
           StepResult& result);

/// What decides a pair of the earliest contact: adds to `earliest` whatever answer pair i of the
/// block has.
using Ask = std::function<void(const CandidateBlock& block, std::size_t i,
                               narrow::Separated separated, Earliest& earliest)>;

/// The smallest answer over all candidates (see Earliest), where candidates are the pairs that come
/// within their separation and `reach`. The pruned passes hand `separated` as Untested. Counts
/// candidates into `result`; false if stopped.
bool find_earliest(Solver& solver, const PairDecider& decider, const Reach& reach, const Ask& ask,
                   Earliest& earliest, StepResult& result);

/// Fills in the status and the message, once the step is done.
void finish(Solver& solver, const StepOptions& options, bool stopped, bool contact,
            StepResult& result);

}  // namespace firstcontact::step
