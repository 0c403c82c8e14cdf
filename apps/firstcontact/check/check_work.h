#pragma once
/// Checks steps, one after the other or those of a chunk.
#include <firstcontact/step.h>

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "check_frames.h"
#include "check_report.h"
#include "impact_sorter.h"
#include "work/byte_record.h"

namespace firstcontact::apps {

/// What the user asked for.
struct CheckArguments {
  FramePaths frames;
  std::vector<FramePaths> more_objects;
  StepOptions options;
  std::string broad_phase = broad_phase_name(BroadPhase::Bvh);
  bool all = false, no_self = false;
  std::string json, html, output, record, certificates;
};

/// Decides the step that `frames` is at, which is step `number`. Counts the step's impacts, all of
/// them or the earliest alone, and hands them to `sorter` if there is one. Throws if the solver
/// refuses the step.
void decide(StepSolver& solver, const FrameSequence& frames, std::size_t number,
            const CheckArguments& arguments, const StepOptions& options, ImpactSorter* sorter,
            StepReport& step);

/// Finds what intersects at `positions`.
StartReport look_at_start(const Mesh& mesh, const Positions& positions, const StepOptions& options,
                          const std::string& frame);

/// Hands over the proofs of a step, if it is free and nothing crosses in the first frame.
void prove_step(StepSolver& solver, const FrameSequence& frames, const StepOptions& options,
                std::size_t number, const StartReport& start,
                const std::function<void(std::string_view)>& write, StepReport& step);

/// Checks chunks of steps in one of several processes.
class CheckWorker {
 public:
  /// All must outlive it.
  CheckWorker(FrameSequence& frames, const CheckArguments& arguments, StepSolver& solver)
      : frames_(frames), arguments_(arguments), solver_(solver) {}

  /// Checks steps [begin, end). The result is one answer after the other, for read_answer.
  std::string check(std::size_t begin, std::size_t end);

 private:
  const StartReport& start();

  FrameSequence& frames_;
  const CheckArguments& arguments_;
  StepSolver& solver_;
  std::optional<StartReport> start_;
};

/// The answer for one step. The texts are rows of impacts and lines of proofs, if they were asked
/// for; the first step has what crosses at the start.
struct StepAnswer {
  StepReport report;
  std::optional<StartReport> start;
  std::string_view rows, proofs;
};
/// Valid as long as the bytes are. The names of the step's files are not set.
StepAnswer read_answer(ByteReader& reader);

}  // namespace firstcontact::apps
