// The earliest contact of a step.
//
// Once any contact is known the rest is cheap: boxes need only cover the motion up to its time, and
// few of those overlap. So the search makes three passes:
//  1. decide a small sample of the candidates over the whole step;
//  2. if one touches, shrink all boxes to the remaining time (Earliest::horizon), and decide a
//     larger sample;
//  3. shrink the boxes again, and decide all remaining candidates.
// If no sample touches, the samples cost a few percent of the work.
#include <algorithm>
#include <atomic>

#include "step/solver.h"

namespace firstcontact::step {
namespace {

// Each pass takes every n-th element. The last n must be 1.
constexpr std::size_t kStrides[] = {256, 16, 1};
// Samples of fewer elements than this save nothing.
constexpr std::size_t kSmallestSample = 512;

bool run_pass(Solver& solver, const PairDecider& decider, const Padding& padding, const Pass& pass,
              const DecidePair& decide_pair, Earliest& earliest, StepResult& result) {
  std::atomic<std::int64_t> counts[5] = {};
  const bool complete =
      solver.stream.run(solver.vertices, pass, decider.options(), [&](const CandidateBlock& block) {
        counts[static_cast<int>(block.kind)] += static_cast<std::int64_t>(block.count);
        narrow::Separated separated[PairDecider::kBlock];
        for (std::size_t begin = 0; begin < block.count; begin += PairDecider::kBlock) {
          const std::size_t count = std::min(PairDecider::kBlock, block.count - begin);
          const bool prune = earliest.known() || padding.distance > 0;
          const Tolerance tolerance = prune ? decider.tolerance() : Tolerance{};
          // Without pruning, horizon() is not used: another thread may have found a contact since
          // `prune` was set, and the shorter interval is valid only with the tolerance.
          const double t_max = prune ? earliest.horizon() : decider.options().t_max;
          decider.find_separated(block, begin, count, t_max, tolerance, padding, separated);
          for (std::size_t i = 0; i < count; ++i)
            if (separated[i] != narrow::Separated::Yes &&
                !earliest.is_beaten(block.pair(begin + i)))
              decide_pair(block, begin + i, prune ? narrow::Separated::Untested : separated[i],
                          earliest);
        }
        return true;
      });
  for (int kind = 0; kind < 5; ++kind) result.candidates[kind] += counts[kind];
  return complete;
}

}  // namespace

bool find_earliest(Solver& solver, const PairDecider& decider, const Padding& padding,
                   const DecidePair& decide_pair, Earliest& earliest, StepResult& result) {
  const std::size_t elements = std::max(solver.mesh.vertex_count(), solver.mesh.edges().size());
  double progress = 0;
  for (const std::size_t stride : kStrides) {
    if (stride > 1 && elements / stride < kSmallestSample) continue;
    Pass pass;
    pass.stride = stride;
    pass.progress_begin = progress;
    pass.progress_end = progress = stride == 1 ? 1 : progress + 1.0 / static_cast<double>(stride);
    pass.sweep = decider.sweep(earliest.horizon(), padding);
    if (earliest.known()) {
      pass.sweep.tolerance = decider.tolerance().absolute;
      pass.sweep.relative_tolerance = decider.tolerance().relative;
    }
    if (stride > 1) {
      // The last pass sees the candidates of the samples again and counts them.
      StepResult uncounted;
      if (!run_pass(solver, decider, padding, pass, decide_pair, earliest, uncounted)) return false;
    } else if (!run_pass(solver, decider, padding, pass, decide_pair, earliest, result)) {
      return false;
    }
  }
  return true;
}

}  // namespace firstcontact::step
