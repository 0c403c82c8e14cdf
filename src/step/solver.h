#pragma once
/// What a StepSolver keeps between steps, and the parts of a step that its functions share.
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

/// Loads the positions. Returns false if positions or options are invalid; result.message then says
/// why.
bool begin_step(Solver& solver, const Positions& t0, const Positions& t1,
                const StepOptions& options, StepResult& result);

/// Decides pair i of the block and adds its contact, if it has one, to `earliest`.
using DecidePair = std::function<void(const CandidateBlock& block, std::size_t i,
                                      narrow::Separated separated, Earliest& earliest)>;

/// Finds the earliest contact among the candidates (see Earliest). Candidates are the pairs that
/// come within their separation plus `padding`. Passes that skip pairs call `decide_pair` with
/// `separated` = Untested. Counts the candidates in `result`. Returns false if stopped.
bool find_earliest(Solver& solver, const PairDecider& decider, const Padding& padding,
                   const DecidePair& decide_pair, Earliest& earliest, StepResult& result);

/// Fills in status, message and the common fields at the end of a step.
void finish_step(Solver& solver, const StepOptions& options, bool stopped, bool contact,
                 StepResult& result);

}  // namespace firstcontact::step
