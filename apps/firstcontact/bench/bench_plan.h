#pragma once
/// The list of runs that a benchmark consists of.
///
/// A unit is one run of the report: a study, a method, a set and the parameters. It is timed
/// several times (repeats), each time by a process of its own.
#include <cstdint>
#include <string>
#include <vector>

#include "bench_methods.h"
#include "bench_sets.h"

namespace firstcontact::apps {

struct BenchSettings {
  std::uint64_t seed = 1;
  int repeats = 3;
  /// Seconds that the first timing of a unit of the comparison may take; the other studies get
  /// kSweepShare of it. All repeats together may take as long again.
  double time_limit_s = 15;
  /// Tolerance of our methods that take one, a length.
  double tolerance = 1e-6;
  std::int64_t max_checks = 1'000'000;
  /// At most this many of each set; 0: as many as the set has by default.
  std::int64_t queries = 0;
  bool quick = false;
};

inline constexpr double kSweepShare = 0.25;

struct BenchUnit {
  std::string study;
  const BenchMethod* method = nullptr;
  std::string set;
  BenchParameters parameters;
  /// The first `queries` of the set are asked.
  std::int64_t queries = 0;
  double time_limit_s = 0;
  /// Why it cannot run; empty: it can.
  std::string refused;

  /// A name of the run that is the same in every invocation.
  std::string key() const;
};

/// What was chosen on the command line. An empty list means the default of each study.
struct BenchChoice {
  std::vector<std::string> methods, studies;
};

/// Names of all studies, in the order in which they run.
const std::vector<std::string>& bench_studies();

/// All units, study by study and set by set, the methods of one set next to each other. If a chosen
/// study makes no sense for a chosen method, the unit is listed as refused; if the study was not
/// chosen by name, it is left out.
std::vector<BenchUnit> plan_units(const BenchSettings& settings, const BenchChoice& choice,
                                  const std::vector<SetInfo>& sets);

}  // namespace firstcontact::apps
