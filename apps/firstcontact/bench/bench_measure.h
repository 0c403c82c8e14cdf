#pragma once
/// What the answers of one worker come to.
#include <nlohmann/json.hpp>
#include <span>

#include "bench_plan.h"
#include "bench_sets.h"
#include "bench_worker.h"

namespace firstcontact::apps {

using Json = nlohmann::ordered_json;

/// Log-spaced edges from 10^first to 10^last, `steps` bins a decade.
std::vector<double> log_edges(int first, int last, int steps);

/// The first timing of a unit, with everything a run of the report has but "repeats" and "spread";
/// beside that "repeat_queries", the number of queries that the other timings ask again, and
/// "repeat_mean_us" of these. `seconds`: what the answers took. `limit_s`: what each repeat may
/// take.
Json first_timing(const BenchUnit& unit, std::span<const BenchAnswer> answers,
                  const std::vector<ExactTruth>& truth, double seconds, double limit_s);

/// A repeated timing: the statistics of time only.
Json repeated_timing(std::span<const BenchAnswer> answers);

}  // namespace firstcontact::apps
