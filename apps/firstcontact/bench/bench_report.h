#pragma once
/// Makes the report of a benchmark.
#include <string>

#include "bench_plan.h"
#include "bench_store.h"

namespace firstcontact::apps {

/// The report as JSON; docs/benchmarks/bench.md describes its form. Runs are
/// sorted by study, set, method and parameters. Of several timings of all queries the statistics of
/// time are medians; where the repeats asked only some of the queries, those of the first timing.
/// The spread is (largest - smallest) / median of the mean times, over the queries that all timings
/// asked.
Json bench_report(const BenchStore& store, const BenchSettings& settings, const Json& machine);

/// The report as CSV, one row for each run.
std::string bench_csv(const Json& report);

/// Lines about missed contacts, late times and crashes of our own methods; empty if there are none.
std::string bench_faults(const Json& report);

}  // namespace firstcontact::apps
