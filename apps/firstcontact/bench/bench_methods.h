#pragma once
/// All methods that the benchmark knows, ours and the published ones, called in the same way.
#include <firstcontact/options.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "baselines/method.h"
#include "common/timed_solve.h"

namespace firstcontact::apps {

struct BenchMethod {
  std::string name, title, reference, tolerance_meaning;
  double default_tolerance = 0;
  bool ours = false, claims_no_misses = false, gives_time = false, takes_separation = false,
       uses_max_checks = false;
  /// How it measures a separation.
  Norm norm = Norm::L2;
  /// nullptr: `options` says how to ask this library.
  const baselines::Method* baseline = nullptr;
  Options options;
};

/// Ours first, then the published ones in the order of their comparison.
const std::vector<BenchMethod>& bench_methods();
/// nullptr if there is none of that name.
const BenchMethod* find_bench_method(std::string_view name);

/// Parameters of a question, besides the pair.
struct BenchParameters {
  double tolerance = 0;  ///< as the method means it; 0 where it has none
  std::int64_t max_checks = 1'000'000;
  double separation = 0;
};

/// Why the method cannot take these parameters; empty if it can.
std::string refusal(const BenchMethod& method, const BenchParameters& parameters);

/// Number of queries to hand over at a time, at most kTimedBlock.
std::size_t block_size(const BenchMethod& method);

/// answers[i] answers queries[i], timed. Precondition: no refusal, at most kTimedBlock vertex-face
/// or edge-edge queries.
void answer_block(const BenchMethod& method, const BenchParameters& parameters,
                  std::span<const Query> queries, std::int64_t clock_cost,
                  std::span<TimedAnswer> answers);

}  // namespace firstcontact::apps
