#pragma once
/// Runs the part of a plan that is not done yet.
#include <atomic>
#include <vector>

#include "bench_plan.h"
#include "bench_sets.h"
#include "bench_store.h"
#include "work/chunk_pool.h"

namespace firstcontact::apps {

/// Runs the timings of `units` that `store` does not have, `jobs` at a time, and stores each when
/// it is finished. The repeats go round: all methods of a study and set are timed once, then all
/// again, so that noise hits all alike. Returns false if `stop` became true before the end: running
/// workers are then killed, and nothing of them is stored. Shows progress on a terminal. Throws
/// io::InputError if the store has a set of the same name with other queries.
bool run_units(const std::vector<BenchUnit>& units, const BenchSettings& settings, int jobs,
               BenchSets& sets, BenchStore& store, const std::atomic<int>& stop);

/// The same by all processes of a pool; `store` is the reporter's, and null elsewhere. A process takes
/// all methods of a study and set. Throws what run_units throws.
bool run_units_together(const std::vector<BenchUnit>& units, const BenchSettings& settings,
                        int jobs, BenchSets& sets, BenchStore* store, const std::atomic<int>& stop,
                        ChunkPool& pool);

}  // namespace firstcontact::apps
