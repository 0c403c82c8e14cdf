#pragma once
/// Which runs a benchmark consists of.
///
/// A unit is one run as the report has it: a study, a method, a set and the parameters. It is timed
/// several times over (repeats); each of these is one item of work, done by a process of its own.
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
  /// Length: of the methods of ours that take one.
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

  /// The same for the same run, in every invocation.
  std::string key() const;
};

/// What was chosen on the command line; empty: the default of each study.
struct BenchChoice {
  std::vector<std::string> methods, studies;
};

/// Names of all studies, in the order in which they run.
const std::vector<std::string>& bench_studies();

/// All units, study by study and set by set, the methods of one set next to each other. A chosen
/// method that a chosen study makes no sense for is there as refused; where the study was not
/// chosen by name, it is left out.
std::vector<BenchUnit> plan_units(const BenchSettings& settings, const BenchChoice& choice,
                                  const std::vector<SetInfo>& sets);

}  // namespace firstcontact::apps
