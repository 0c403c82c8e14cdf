#pragma once
/// Runs the part of a plan that is not done yet.
#include <atomic>
#include <vector>

#include "bench_plan.h"
#include "bench_sets.h"
#include "bench_store.h"

namespace firstcontact::apps {

/// Runs the timings of `units` that `store` does not have, `jobs` at a time, and stores each when
/// it is finished. The repeats go round: all methods of a study and set are timed once, then all
/// again, so that noise hits all alike. Returns false if `stop` became true before the end: running
/// workers are then killed, and nothing of them is stored. Shows progress on a terminal. Throws
/// io::InputError if the store has a set of the same name with other queries.
bool run_units(const std::vector<BenchUnit>& units, const BenchSettings& settings, int jobs,
               BenchSets& sets, BenchStore& store, const std::atomic<int>& stop);

}  // namespace firstcontact::apps
