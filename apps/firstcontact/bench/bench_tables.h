#pragma once
/// Tables of a benchmark's report for the terminal.
#include <nlohmann/json.hpp>
#include <string>

namespace firstcontact::apps {

/// The published tables, as far as the report has their runs: run time, false positives and misses
/// of every method (Table 1); the same over separations (Tables 2 and 3); how early and late the
/// times of impact are; the sweeps of tolerance and max_checks.
std::string bench_tables(const nlohmann::ordered_json& report);

}  // namespace firstcontact::apps
