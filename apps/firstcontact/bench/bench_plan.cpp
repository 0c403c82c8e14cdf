#include "bench_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace firstcontact::apps {
namespace {

// Sweeps ask the same questions many times. This many queries are enough for a mean, and few enough
// to compute the exact truth for each separation.
constexpr std::int64_t kHandcraftedOfSweep = 2'000, kOthersOfSweep = 20'000;
constexpr std::int64_t kHandcraftedOfSeparation = 1'000, kOthersOfSeparation = 4'000;

/// Powers of ten from 10^first to 10^last, every step-th.
std::vector<double> decades(int first, int last, int step) {
  std::vector<double> out;
  for (int e = first; step > 0 ? e <= last : e >= last; e += step)
    out.push_back(std::stod(fmt::format("1e{}", e)));
  return out;
}

struct Study {
  const char* name;
  /// Methods by default; empty: all.
  std::vector<std::string> methods;
  /// What is swept; empty: nothing.
  std::vector<double> values, quick_values;
  /// Why the study leaves the method out; empty if it does not.
  std::string (*objection)(const BenchMethod& method);
  void (*set_value)(BenchParameters& parameters, double value);
  std::int64_t handcrafted, others;  // at most this many queries of a set; 0: all
};

const std::vector<Study>& studies() {
  static const std::vector<Study> kStudies = {
      {"comparison", {}, {}, {}, [](const BenchMethod&) { return std::string(); }, nullptr, 0, 0},
      {"tolerance",
       {"certified", "tight-inclusion", "tight-inclusion-fast"},
       decades(-1, -12, -1),
       decades(-2, -10, -4),
       [](const BenchMethod& m) {
         return std::string(m.tolerance_meaning.empty() ? "has no tolerance" : "");
       },
       [](BenchParameters& p, double value) { p.tolerance = value; },
       kHandcraftedOfSweep,
       kOthersOfSweep},
      {"max_checks",
       {"tight-inclusion"},
       decades(2, 6, 1),
       decades(2, 6, 2),
       [](const BenchMethod& m) {
         return std::string(
             m.uses_max_checks ? "" : "does a fixed amount of work: it has no max_checks");
       },
       [](BenchParameters& p, double value) { p.max_checks = std::llround(value); },
       kHandcraftedOfSweep,
       kOthersOfSweep},
      {"separation",
       {"certified", "certified-exact", "tight-inclusion", "msrf", "accd"},
       {1e-2, 1e-4, 1e-8, 1e-16, 1e-30, 1e-100},
       {1e-2, 1e-8, 1e-100},
       [](const BenchMethod& m) {
         return std::string(m.takes_separation ? "" : "takes no separation");
       },
       [](BenchParameters& p, double value) { p.separation = value; },
       kHandcraftedOfSeparation,
       kOthersOfSeparation}};
  return kStudies;
}

bool contains(const std::vector<std::string>& list, const std::string& name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

BenchParameters usual_parameters(const BenchSettings& settings, const BenchMethod& method) {
  BenchParameters out;
  out.max_checks = settings.max_checks;
  if (!method.tolerance_meaning.empty())
    out.tolerance = method.ours ? settings.tolerance : method.default_tolerance;
  return out;
}

std::int64_t query_count(const Study& study, const SetInfo& set) {
  const std::int64_t most = set.group == "handcrafted" ? study.handcrafted : study.others;
  return most > 0 ? std::min(most, set.queries) : set.queries;
}

/// The units of one study, set and value, one a method.
void append(std::vector<BenchUnit>& units, const BenchSettings& settings, const BenchChoice& choice,
            const Study& study, const SetInfo& set, const double* value) {
  for (const BenchMethod& method : bench_methods()) {
    const std::vector<std::string>& wanted =
        choice.methods.empty() ? study.methods : choice.methods;
    if (!wanted.empty() && !contains(wanted, method.name)) continue;
    BenchUnit unit{
        study.name, &method, set.name, usual_parameters(settings, method), query_count(study, set),
        0,          ""};
    unit.time_limit_s = settings.time_limit_s * (value ? kSweepShare : 1);
    unit.refused = study.objection(method);
    if (!unit.refused.empty() && !contains(choice.studies, study.name)) continue;
    if (value) study.set_value(unit.parameters, *value);
    if (unit.refused.empty()) unit.refused = refusal(method, unit.parameters);
    units.push_back(std::move(unit));
  }
}

}  // namespace

std::string BenchUnit::key() const {
  return fmt::format("{} {} {} {} {} {}", study, method->name, set, parameters.tolerance,
                     parameters.max_checks, parameters.separation);
}

const std::vector<std::string>& bench_studies() {
  static const std::vector<std::string> kNames = [] {
    std::vector<std::string> names;
    for (const Study& study : studies()) names.emplace_back(study.name);
    return names;
  }();
  return kNames;
}

std::vector<BenchUnit> plan_units(const BenchSettings& settings, const BenchChoice& choice,
                                  const std::vector<SetInfo>& sets) {
  std::vector<BenchUnit> units;
  for (const Study& study : studies()) {
    if (!choice.studies.empty() && !contains(choice.studies, study.name)) continue;
    const std::vector<double>& values = settings.quick ? study.quick_values : study.values;
    for (const SetInfo& set : sets) {
      if (values.empty()) append(units, settings, choice, study, set, nullptr);
      for (const double& value : values) append(units, settings, choice, study, set, &value);
    }
  }
  return units;
}

}  // namespace firstcontact::apps
