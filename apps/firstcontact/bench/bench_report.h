#pragma once
/// The report of a benchmark: everything that its folder has.
#include <string>

#include "bench_plan.h"
#include "bench_store.h"

namespace firstcontact::apps {

/// What the report says of a benchmark; the form is described in docs/benchmarks/bench.md. Runs are
/// sorted by study, set, method and parameters. Of several timings of all queries the statistics of
/// time are medians; where the repeats asked only some of the queries, those of the first timing.
/// The spread is (largest - smallest) / median of the mean times, over the queries that all timings
/// asked.
Json bench_report(const BenchStore& store, const BenchSettings& settings, const Json& machine);

/// One row a run.
std::string bench_csv(const Json& report);

/// Is one of our methods wrong anywhere: a missed contact, a late time, a crash? One line each;
/// empty: none is.
std::string bench_faults(const Json& report);

}  // namespace firstcontact::apps
