#include "step/step_functions.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <mutex>

#include "step/rule_table.h"
#include "step/sort_impacts.h"

namespace firstcontact::step {
namespace {

std::string find_step_fault(const Mesh& mesh, const StepOptions& options) {
  if (const char* fault = find_fault(options)) return fault;
  const double thickest = largest_thickness(mesh);
  if (!std::isfinite(options.min_separation + (thickest + thickest)))
    return "min_separation and thickness add up to no finite number";
  return find_rule_fault(mesh, options.rules);
}

// stream_impacts hands over this many impacts per call.
constexpr std::size_t kImpactsPerCall = 1024;

// More candidates per element than this are mentioned in the message.
constexpr std::int64_t kManyCandidates = 300;

/// What the threads of a pass over all candidates find together.
struct PassTotals {
  std::atomic<std::int64_t> counts[5] = {};
  std::atomic<bool> contact = false;
  std::mutex mutex;
  std::vector<Impact> impacts;

  void count(const CandidateBlock& block) {
    counts[static_cast<int>(block.kind)] += static_cast<std::int64_t>(block.count);
  }
  void store(StepResult& result) const {
    for (std::size_t kind = 0; kind < 5; ++kind) result.candidates[kind] = counts[kind];
  }
};

/// Calls `hit(pair, outcome)` for every pair of the block that is not free. Stops and returns false
/// as soon as `hit` returns false.
template <class Hit>
bool decide_block(const PairDecider& decider, const CandidateBlock& block, const Hit& hit) {
  narrow::Separated separated[PairDecider::kBlock];
  for (std::size_t begin = 0; begin < block.count; begin += PairDecider::kBlock) {
    const std::size_t count = std::min(PairDecider::kBlock, block.count - begin);
    decider.find_separated(block, begin, count, decider.options().t_max, {}, {}, separated);
    const auto take = [&](std::size_t i, const Outcome& outcome) {
      return outcome.free() || hit(block.pair(i), outcome);
    };
    if (!decider.solve_unseparated(block, begin, count, separated, take)) return false;
  }
  return true;
}

/// The same, and hands the proof of every free pair to options.certificate.
template <class Hit>
bool prove_block(const PairDecider& decider, const CandidateBlock& block, double t_max,
                 std::mutex& mutex, const Hit& hit) {
  for (std::size_t i = 0; i < block.count; ++i) {
    const Result result = decider.solve_with_proof(block, i, t_max);
    if (result.status == Status::Free) {
      const std::lock_guard lock(mutex);
      decider.options().certificate(block.pair(i), result);
    } else if (!hit(block.pair(i), result)) {
      return false;
    }
  }
  return true;
}

/// Decides every candidate once. `visit(decide)` is called for every block of them, and decide(hit)
/// decides the block; `hit` as above. False if stopped, by `visit` or on request.
template <class Visit>
bool decide_blocks(Solver& solver, const PairDecider& decider, PassTotals& totals,
                   const Visit& visit) {
  std::mutex proofs;
  const StepOptions& options = decider.options();
  return solver.stream.run(
      solver.vertices, {whole_sweep(options), 1, 0, 1}, options, [&](const CandidateBlock& block) {
        totals.count(block);
        return visit([&](const auto& hit) {
          return options.certificate ? prove_block(decider, block, options.t_max, proofs, hit)
                                     : decide_block(decider, block, hit);
        });
      });
}

/// The same with one `hit` for all blocks.
template <class Hit>
bool decide_all(Solver& solver, const PairDecider& decider, PassTotals& totals, const Hit& hit) {
  return decide_blocks(solver, decider, totals, [&](const auto& decide) { return decide(hit); });
}

/// Proves every candidate free over [0, t_max], the step found to be safe. The pair that ends the
/// step may have no proof.
bool prove_all(Solver& solver, const PairDecider& decider, double t_max) {
  std::mutex proofs;
  Sweep sweep = whole_sweep(decider.options());
  sweep.horizon = t_max;
  StepOptions silent = decider.options();
  silent.progress = nullptr;
  return solver.stream.run(
      solver.vertices, {sweep, 1, 0, 1}, silent, [&](const CandidateBlock& block) {
        return prove_block(decider, block, t_max, proofs,
                           [](const ElementPair&, const Outcome&) { return true; });
      });
}

/// All impacts in their order; none if stopped.
std::vector<Impact> list_impacts(Solver& solver, const PairDecider& decider, bool& stopped,
                                 StepResult& result) {
  PassTotals totals;
  ImpactLists lists;
  stopped = !decide_blocks(solver, decider, totals, [&](const auto& decide) {
    std::vector<Impact> found;
    const bool go_on = decide([&](const ElementPair& pair, const Outcome& outcome) {
      found.push_back(decider.describe(pair, outcome));
      return true;
    });
    if (found.empty()) return go_on;
    const std::lock_guard lock(totals.mutex);
    lists.push_back(std::move(found));
    return go_on;
  });
  totals.store(result);
  return stopped ? std::vector<Impact>() : sorted_impacts(lists, decider.options().threads);
}

/// Visits and counts the candidates, and decides nothing.
StepResult visit_candidates(Solver& solver, const Positions& t0, const Positions& t1,
                            const Sweep& sweep, const StepOptions& options,
                            const VisitCandidates& visit) {
  StepResult result;
  if (!begin_step(solver, t0, t1, options, result)) return result;
  PassTotals totals;
  const bool stopped = !solver.stream.run(solver.vertices, {sweep, 1, 0, 1}, options,
                                          [&](const CandidateBlock& block) {
                                            totals.count(block);
                                            return visit(block);
                                          });
  totals.store(result);
  finish_step(solver, options, stopped, false, result);
  if (!stopped) result.status = Status::Undecided;  // nothing was decided
  result.toi = 0;
  return result;
}

}  // namespace

bool begin_step(Solver& solver, const Positions& t0, const Positions& t1,
                const StepOptions& options, StepResult& result) {
  result.message = load(solver.mesh, t0, t1, solver.vertices);
  if (result.message.empty()) result.message = find_step_fault(solver.mesh, options);
  return result.message.empty();
}

void finish_step(Solver& solver, const StepOptions& options, bool stopped, bool contact,
                 StepResult& result) {
  result.message = solver.stream.take_notes();
  if (stopped && !contact) {
    result = {};
    result.status = Status::Cancelled;
    return;
  }
  const auto elements = static_cast<std::int64_t>(solver.mesh.element_count());
  if (result.candidate_count() > kManyCandidates * elements)
    result.message += (result.message.empty() ? "" : "; ") +
                      std::to_string(result.candidate_count()) + " candidates for " +
                      std::to_string(elements) + " elements: their boxes overlap a lot";
  result.status = contact ? Status::Contact : Status::Free;
  result.checks = result.candidate_count();
  result.toi_upper = result.earliest ? result.earliest->toi_upper : options.t_max;
  result.starts_in_contact = result.earliest && result.earliest->starts_in_contact;
  if (!contact) result.toi = options.t_max;
  if (options.progress) options.progress(1);
}

StepResult decide_step(Solver& solver, const Positions& t0, const Positions& t1,
                       const StepOptions& options) {
  StepResult result;
  if (!begin_step(solver, t0, t1, options, result)) return result;
  const PairDecider decider(solver.mesh, solver.vertices, options);
  PassTotals totals;
  const bool stopped =
      !decide_all(solver, decider, totals, [&](const ElementPair&, const Outcome&) {
        totals.contact = true;
        return false;
      });
  // After a contact the count would depend on which thread came first, so it is left at 0.
  if (!totals.contact) totals.store(result);
  finish_step(solver, options, stopped, totals.contact, result);
  return result;
}

StepResult collision_free_step_size(Solver& solver, const Positions& t0, const Positions& t1,
                                    const StepOptions& options) {
  StepResult result;
  if (!begin_step(solver, t0, t1, options, result)) return result;
  const PairDecider decider(solver.mesh, solver.vertices, options);
  Earliest earliest(options);
  const DecidePair decide_pair = [&](const CandidateBlock& block, std::size_t i,
                                     narrow::Separated separated, Earliest& best) {
    const Outcome outcome = decider.solve(block, i, separated);
    // The boxes of later passes are larger by the tolerance, so they also find pairs that are no
    // candidates of the whole step. Those must not change the answer.
    if (!outcome.free() && decider.is_candidate(block, i, {}))
      best.add(impact_of(block.pair(i), outcome));
  };
  bool stopped = !find_earliest(solver, decider, {}, decide_pair, earliest, result);
  if (!stopped && earliest.best()) {
    const Impact& best = *earliest.best();
    result.earliest = decider.describe(best.pair, outcome_of(best));
    result.toi = best.toi;
  }
  if (!stopped && options.certificate)
    stopped = !prove_all(solver, decider, result.earliest ? result.toi : options.t_max);
  if (stopped) result.earliest.reset();
  finish_step(solver, options, stopped, result.earliest.has_value(), result);
  return result;
}

StepResult impacts(Solver& solver, const Positions& t0, const Positions& t1,
                   const StepOptions& options) {
  StepResult result;
  if (!begin_step(solver, t0, t1, options, result)) return result;
  const PairDecider decider(solver.mesh, solver.vertices, options);
  bool stopped = false;
  result.impacts = list_impacts(solver, decider, stopped, result);
  if (!result.impacts.empty()) {
    result.toi = result.impacts.front().toi;
    result.earliest = result.impacts.front();
  }
  finish_step(solver, options, stopped, !result.impacts.empty(), result);
  return result;
}

StepResult stream_impacts(Solver& solver, const Positions& t0, const Positions& t1,
                          const StepOptions& options,
                          const std::function<void(std::span<const Impact>)>& visit) {
  StepResult result;
  if (!begin_step(solver, t0, t1, options, result)) return result;
  const PairDecider decider(solver.mesh, solver.vertices, options);
  PassTotals totals;
  std::vector<Impact>& waiting = totals.impacts;  // impacts that were not handed over yet
  std::optional<Impact> earliest;
  const auto hand_over = [&] {
    if (!waiting.empty()) visit(waiting);
    waiting.clear();
  };
  const bool stopped =
      !decide_all(solver, decider, totals, [&](const ElementPair& pair, const Outcome& outcome) {
        const Impact impact = decider.describe(pair, outcome);
        const std::lock_guard lock(totals.mutex);
        if (!earliest || impact < *earliest) earliest = impact;
        waiting.push_back(impact);
        if (waiting.size() == kImpactsPerCall) hand_over();
        return true;
      });
  hand_over();
  totals.store(result);
  if (!stopped && earliest) {
    result.toi = earliest->toi;
    result.earliest = earliest;
  }
  finish_step(solver, options, stopped, result.earliest.has_value(), result);
  return result;
}

StepResult initial_contacts(Solver& solver, const Positions& t0, const StepOptions& options) {
  StepResult result;
  StepOptions at_start = options;
  at_start.t_max = 0;
  if (!begin_step(solver, t0, t0, at_start, result)) return result;
  const PairDecider decider(solver.mesh, solver.vertices, at_start);
  bool stopped = false;
  std::vector<Impact> found = list_impacts(solver, decider, stopped, result);
  if (!stopped && !found.empty()) {
    std::sort(found.begin(), found.end(), [](const Impact& a, const Impact& b) {
      return a.distance < b.distance || (a.distance == b.distance && a < b);
    });
    result.earliest = found.front();
    result.impacts = std::move(found);
  }
  finish_step(solver, at_start, stopped, !result.impacts.empty(), result);
  return result;
}

StepResult count_candidates(Solver& solver, const Positions& t0, const Positions& t1,
                            const StepOptions& options) {
  return visit_candidates(solver, t0, t1, whole_sweep(options), options,
                          [](const CandidateBlock&) { return true; });
}

StepResult stream_candidates(Solver& solver, const Positions& t0, const Positions& t1,
                             const StepOptions& options,
                             const std::function<void(std::span<const ElementPair>)>& visit) {
  return stream_candidates(solver, t0, t1, whole_sweep(options), options, visit);
}

StepResult stream_candidates(Solver& solver, const Positions& t0, const Positions& t1,
                             const Sweep& sweep, const StepOptions& options,
                             const std::function<void(std::span<const ElementPair>)>& visit) {
  std::mutex mutex;
  return visit_candidates(solver, t0, t1, sweep, options, [&](const CandidateBlock& block) {
    std::vector<ElementPair> pairs(block.count);
    for (std::size_t i = 0; i < block.count; ++i) pairs[i] = block.pair(i);
    const std::lock_guard lock(mutex);
    visit(pairs);
    return true;
  });
}

}  // namespace firstcontact::step
