#pragma once
/// Statistics of the answers of one worker.
#include <nlohmann/json.hpp>
#include <span>

#include "bench_plan.h"
#include "bench_sets.h"
#include "bench_worker.h"

namespace firstcontact::apps {

using Json = nlohmann::ordered_json;

/// Log-spaced edges from 10^first to 10^last, `steps` bins a decade.
std::vector<double> log_edges(int first, int last, int steps);

/// The first timing of a unit: all fields of a run of the report but "repeats" and "spread", and
/// also "repeat_queries", the number of queries that the other timings ask again, and
/// "repeat_mean_us", their mean time. `seconds` is the time that the answers took, `limit_s` the
/// time that each repeat may take.
Json first_timing(const BenchUnit& unit, std::span<const BenchAnswer> answers,
                  const std::vector<ExactTruth>& truth, double seconds, double limit_s);

/// A repeated timing: the statistics of time only.
Json repeated_timing(std::span<const BenchAnswer> answers);

}  // namespace firstcontact::apps
