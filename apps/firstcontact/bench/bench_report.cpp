#include "bench_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "bench_methods.h"
#include "common/described_report.h"
#include "common/report_parts.h"

namespace firstcontact::apps {
namespace {

constexpr const char* kTimeStatistics[] = {"mean_us", "median_us", "p95_us", "max_us"};
constexpr const char* kCsvColumns[] = {
    "study",           "method",          "set",       "tolerance", "max_checks",
    "separation",      "status",          "queries",   "mean_us",   "median_us",
    "p95_us",          "max_us",          "repeats",   "spread",    "positives",
    "false_positives", "false_negatives", "exhausted", "errors"};
constexpr const char* kCsvTimeColumns[] = {"compared",   "late",         "late_max", "late_mean",
                                           "early_mean", "early_median", "early_max"};

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t n = values.size();
  return n % 2 ? values[n / 2] : (values[n / 2 - 1] + values[n / 2]) / 2;
}

/// Makes a run of its first timing and its repeats. A repeat that was stopped is ignored; one that
/// crashed means that the method crashes.
Json run_of(const Json& first, const std::vector<const Json*>& all_repeats) {
  Json run = first;
  for (const char* name : {"key", "repeat", "repeat_queries", "repeat_mean_us"}) run.erase(name);
  std::vector<const Json*> repeats;
  for (const Json* repeat : all_repeats) {
    if ((*repeat)["status"] == "done") repeats.push_back(repeat);
    if ((*repeat)["status"] != "crashed") continue;
    run["status"] = "crashed";
    run["message"] = fmt::format("repeat {}: {}", (*repeat)["repeat"].get<int>(),
                                 (*repeat)["message"].get<std::string>());
  }
  std::vector<double> means = {first["repeat_mean_us"]};
  for (const Json* repeat : repeats) means.push_back((*repeat)["mean_us"]);
  if (first["repeat_queries"] == first["queries"])
    for (const char* name : kTimeStatistics) {
      std::vector<double> values = {first[name]};
      for (const Json* repeat : repeats) values.push_back((*repeat)[name]);
      run[name] = median(values);
    }
  const auto [least, most] = std::minmax_element(means.begin(), means.end());
  run["repeats"] = first["status"] == "refused" ? 0 : means.size();
  run["spread"] = median(means) > 0 ? (*most - *least) / median(means) : 0;
  return run;
}

std::size_t place(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) - names.begin();
}

Json methods_json() {
  Json out = Json::array();
  for (const BenchMethod& m : bench_methods())
    out.push_back({{"name", m.name},
                   {"title", m.title},
                   {"reference", m.reference},
                   {"ours", m.ours},
                   {"claims_no_misses", m.claims_no_misses},
                   {"gives_time", m.gives_time},
                   {"takes_separation", m.takes_separation},
                   {"separation_norm", norm_name(m.norm)},
                   {"tolerance_meaning", m.tolerance_meaning},
                   {"default_tolerance", m.default_tolerance}});
  return out;
}

Json sets_json(const BenchStore& store) {
  std::vector<Json> sets = store.sets();
  const std::vector<std::string> groups = {"handcrafted", "simulation", "samples"};
  std::stable_sort(sets.begin(), sets.end(), [&](const Json& a, const Json& b) {
    const auto rank = [&](const Json& set) {
      return std::pair(place(groups, set["group"]), set["kind"] != "vertex-face");
    };
    return rank(a) < rank(b);
  });
  for (Json& set : sets) set.erase("fingerprint");
  return sets;
}

Json runs_json(const BenchStore& store, const Json& sets) {
  std::map<std::string, std::vector<const Json*>> repeats;
  for (const Json& timing : store.timings())
    if (timing["repeat"] != 0) repeats[timing["key"]].push_back(&timing);
  std::vector<std::string> set_names, method_names;
  for (const Json& set : sets) set_names.push_back(set["name"]);
  for (const BenchMethod& method : bench_methods()) method_names.push_back(method.name);
  std::vector<Json> runs;
  for (const Json& timing : store.timings())
    if (timing["repeat"] == 0) runs.push_back(run_of(timing, repeats[timing["key"]]));
  const auto rank = [&](const Json& run) {
    return std::tuple(place(bench_studies(), run["study"]), place(set_names, run["set"]),
                      place(method_names, run["method"]), -run["tolerance"].get<double>(),
                      run["max_checks"].get<std::int64_t>(), -run["separation"].get<double>());
  };
  std::stable_sort(runs.begin(), runs.end(),
                   [&](const Json& a, const Json& b) { return rank(a) < rank(b); });
  return runs;
}

std::string field(const Json& value) {
  return csv_field(value.is_string() ? value.get<std::string>() : value.dump());
}

}  // namespace

Json bench_report(const BenchStore& store, const BenchSettings& settings, const Json& machine) {
  Json report = {{"started", store.started()},
                 {"finished", utc_now()},
                 {"quick", settings.quick},
                 {"machine", machine},
                 {"settings",
                  {{"seed", settings.seed},
                   {"repeats", settings.repeats},
                   {"time_limit_s", settings.time_limit_s},
                   {"tolerance", settings.tolerance},
                   {"max_checks", settings.max_checks},
                   {"queries", settings.queries}}},
                 {"methods", methods_json()}};
  report["sets"] = sets_json(store);
  report["runs"] = runs_json(store, report["sets"]);
  return described(report);
}

std::string bench_csv(const Json& report) {
  std::string out;
  for (const char* name : kCsvColumns) out += std::string(name) + ",";
  for (const char* name : kCsvTimeColumns) out += std::string(name) + ",";
  out += "message\n";
  for (const Json& run : report["runs"]) {
    for (const char* name : kCsvColumns) out += field(run[name]) + ",";
    for (const char* name : kCsvTimeColumns)
      out += (run["time"].is_null() ? "" : field(run["time"][name])) + ",";
    out += field(run["message"]) + "\n";
  }
  return out;
}

std::string bench_faults(const Json& report) {
  std::string out;
  for (const Json& run : report["runs"]) {
    const BenchMethod* method = find_bench_method(run["method"].get<std::string>());
    if (!method || !method->ours) continue;
    const auto missed = run["false_negatives"].get<std::int64_t>();
    const auto late = run["time"].is_null() ? 0 : run["time"]["late"].get<std::int64_t>();
    const bool crashed = run["status"] == "crashed";
    if (!missed && !late && !crashed) continue;
    out += fmt::format("WRONG: {} ({}, {}, tolerance {}, separation {}): {} missed, {} late{}\n",
                       method->name, run["study"].get<std::string>(), run["set"].get<std::string>(),
                       run["tolerance"].get<double>(), run["separation"].get<double>(), missed,
                       late, crashed ? ", crashed: " + run["message"].get<std::string>() : "");
  }
  return out;
}

}  // namespace firstcontact::apps
