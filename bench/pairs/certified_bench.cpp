// Compares the certified method with just reading the data and with tight inclusion, in one run.
// Take the ratios, not the times.
//
// Sets: the candidates of a generated cloth step, stored one after the other, and the published
// sample queries if FIRSTCONTACT_DATA is set. Every contender runs `kRepeats` times, interleaved,
// and its fastest run counts. Answers are checked: a missed contact, a false positive of the exact
// mode or another verdict than the oracle's on a sample ends the program with 1.
//
//   certified_bench [--limit CANDIDATES]
#include <firstcontact/batch.h>
#include <firstcontact/query_files.h>
#include <firstcontact/solve.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "../common/harness.h"
#include "common/duration_histogram.h"
#include "common/table.h"
#include "common/timed_solve.h"
#include "generate/cloth_step.h"
#include "stored_pairs.h"

namespace firstcontact::bench {
namespace {

constexpr int kRepeats = 5;
constexpr std::size_t kOracleEvery = 97;  // candidates whose verdict is compared with the oracle's
constexpr std::size_t kSlowEvery = 40;    // candidates that tight inclusion is timed on

using apps::grouped;
using apps::Table;

Options published_tight_inclusion() { return published_options(Method::TightInclusion); }

/// `Pair`: VertexFace or EdgeEdge.
template <class Pair>
void bench_candidates(const std::string& name, const std::vector<Pair>& pairs, Table& table) {
  static_assert(sizeof(Pair) == 24 * sizeof(double));
  Options plain, exact;
  plain.tolerance = 1e-6;
  exact.exact = true;
  std::vector<Outcome> answers(pairs.size()), exact_answers(pairs.size());
  volatile double sink = 0;
  std::int64_t tight_positives = 0;
  std::array<Contender, 4> contenders = {
      {{"reading", [&] { sink = sum_of_coordinates(pairs); }},
       {"certified", [&] { solve_batch(pairs, plain, answers); }},
       {"certified, exact", [&] { solve_batch(pairs, exact, exact_answers); }},
       {"tight inclusion", [&] {
          tight_positives = 0;
          for (std::size_t i = 0; i < pairs.size(); i += kSlowEvery)
            tight_positives += !solve(pairs[i], published_tight_inclusion()).free();
        }}}};
  time_all(contenders, kRepeats, Clock::Wall);
  const auto& [reading, certified, certified_exact, tight_inclusion] = contenders;
  std::int64_t positives = 0, exact_positives = 0;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    positives += !answers[i].free();
    exact_positives += !exact_answers[i].free();
    expect(!answers[i].free() || exact_answers[i].free(),
           fmt::format("{}: candidate {} missed", name, i));
    if (i % kOracleEvery) continue;
    Options oracle;
    oracle.method = Method::Exact;
    expect(!solve(pairs[i], oracle).free() == !exact_answers[i].free(),
           fmt::format("{}: candidate {} against the oracle", name, i));
  }
  expect(tight_positives > 0 && exact_positives > 0, name + ": no contact at all");
  const double count = static_cast<double>(pairs.size());
  const double tight = tight_inclusion.seconds / (count / kSlowEvery) * count;
  table.add_row({name, grouped(pairs.size()), grouped(exact_positives),
                 grouped(positives - exact_positives),
                 fmt::format("{:.1f}", reading.seconds / count * 1e9),
                 fmt::format("{:.2f}", certified.seconds / reading.seconds),
                 fmt::format("{:.2f}", certified_exact.seconds / certified.seconds),
                 fmt::format("{:.0f}", tight / certified.seconds)});
}

void bench_cloth(std::size_t limit) {
  StoredPairs pairs;
  for (const Query& query : generate::candidate_pairs(generate::make_cloth_step(), limit))
    pairs.add(query);
  Table table({{"generated cloth step", Table::Align::Left},
               {"pairs"},
               {"touching"},
               {"false pos."},
               {"reading, ns"},
               {"certified / reading"},
               {"exact / certified"},
               {"tight inclusion / certified"}});
  bench_candidates("vertex-face", pairs.vertex_face, table);
  bench_candidates("edge-edge", pairs.edge_edge, table);
  fmt::print("{}\n", table.to_string());
}

struct SampleTimes {
  double mean_us = 0, slowest_us = 0;
  std::int64_t false_positives = 0;
};

/// Per query the fastest of several runs.
SampleTimes time_samples(const std::vector<io::TruthQuery>& items, const Options& options,
                         int repeats) {
  const std::int64_t clock_cost = apps::clock_cost_ns();
  std::vector<std::int64_t> best(items.size(), INT64_MAX);
  SampleTimes times;
  for (int repeat = 0; repeat < repeats; ++repeat)
    for (std::size_t begin = 0; begin < items.size(); begin += apps::kTimedBlock) {
      const std::size_t count = std::min(apps::kTimedBlock, items.size() - begin);
      std::vector<Query> queries(count);
      std::vector<apps::TimedAnswer> answers(count);
      for (std::size_t i = 0; i < count; ++i) queries[i] = items[begin + i].query;
      apps::solve_timed(queries, options, clock_cost, answers);
      for (std::size_t i = 0; i < count; ++i) {
        best[begin + i] = std::min(best[begin + i], answers[i].nanoseconds);
        const bool positive = !answers[i].result.free(), truth = items[begin + i].truth;
        expect(positive || !truth, "a sample query was missed");
        expect(!options.exact || positive == truth,
               "a sample query has a false positive in exact mode");
        times.false_positives += repeat == 0 && positive && !truth;
      }
    }
  for (const std::int64_t ns : best) {
    times.mean_us += static_cast<double>(ns) * 1e-3 / static_cast<double>(best.size());
    times.slowest_us = std::max(times.slowest_us, static_cast<double>(ns) * 1e-3);
  }
  return times;
}

void bench_samples(const std::string& folder) {
  Table table({{"published samples", Table::Align::Left},
               {"method", Table::Align::Left},
               {"queries"},
               {"false pos."},
               {"mean µs"},
               {"slowest µs"},
               {"tight inclusion / this"}});
  for (const Kind kind : {Kind::VertexFace, Kind::EdgeEdge}) {
    const std::vector<io::TruthQuery> items =
        read_queries(folder, [kind](const io::QuerySource& source) { return source.kind == kind; });
    Options certified, exact;
    certified.tolerance = 1e-6;
    exact.exact = true;
    const SampleTimes tight = time_samples(items, published_tight_inclusion(), 1);
    const auto add_row = [&](const char* method, const SampleTimes& times) {
      table.add_row({io::kind_name(kind), method, grouped(items.size()),
                     grouped(times.false_positives), apps::microseconds(times.mean_us),
                     apps::microseconds(times.slowest_us),
                     grouped(std::llround(tight.mean_us / times.mean_us))});
    };
    add_row("certified", time_samples(items, certified, kRepeats));
    add_row("certified, exact", time_samples(items, exact, kRepeats));
    add_row("tight inclusion", tight);
  }
  fmt::print("{}\n", table.to_string());
}

void run(Arguments& arguments) {
  const long limit = arguments.number("--limit", 8'000'000, 1);
  arguments.finish();
  bench_cloth(limit);
  if (const std::string data = data_folder("the published samples are"); !data.empty())
    bench_samples(data + "/queries");
}

}  // namespace
}  // namespace firstcontact::bench

int main(int argc, char** argv) {
  using namespace firstcontact::bench;
  return run_benchmark(argc, argv, "certified_bench [--limit CANDIDATES]", run);
}
