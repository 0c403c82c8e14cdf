// The certified method against just reading the data, and against tight inclusion, in one run: take
// the ratios, not the times.
//
// Sets: the candidates of a generated cloth step, stored one after the other, and the published
// sample queries if FIRSTCONTACT_DATA is set. Every contender runs `kRepeats` times, interleaved,
// and its fastest run counts. Answers are checked: a missed contact, a false positive of the exact
// mode or another verdict than the oracle's on a sample ends the program with 1.
#include <firstcontact/batch.h>
#include <firstcontact/solve.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include "common/duration_histogram.h"
#include "common/table.h"
#include "common/timed_solve.h"
#include "generate/cloth_step.h"
#include "io/query_files.h"
#include "io/query_reader.h"
#include "stored_pairs.h"

namespace firstcontact::apps {
namespace {

constexpr int kRepeats = 5;
constexpr std::size_t kOracleEvery = 97;  // candidates whose verdict is compared with the oracle's
constexpr std::size_t kSlowEvery = 40;    // candidates that tight inclusion is timed on

bool failed = false;

void expect(bool holds, const std::string& what) {
  if (holds) return;
  fmt::print(stderr, "WRONG: {}\n", what);
  failed = true;
}

/// Seconds of the fastest of several runs of each contender.
std::vector<double> fastest(const std::vector<std::function<void()>>& contenders) {
  std::vector<double> best(contenders.size(), 1e300);
  for (int repeat = 0; repeat < kRepeats; ++repeat)
    for (std::size_t i = 0; i < contenders.size(); ++i) {
      const std::int64_t start = now_ns();
      contenders[i]();
      best[i] = std::min(best[i], seconds_since(start));
    }
  return best;
}

Options published_tight_inclusion() {
  Options options;
  options.method = Method::TightInclusion;
  options.tolerance = 1e-6;
  options.max_checks = 1'000'000;
  return options;
}

template <class Pair>
void bench_candidates(const std::string& name, const std::vector<Pair>& pairs, Table& table) {
  static_assert(sizeof(Pair) == 24 * sizeof(double));
  Options plain, exact;
  plain.tolerance = 1e-6;
  exact.exact = true;
  std::vector<Outcome> answers(pairs.size()), exact_answers(pairs.size());
  volatile double sink = 0;
  std::int64_t tight_positives = 0;
  const std::vector<double> seconds =
      fastest({[&] { sink = bench::sum_of_coordinates(pairs); },
               [&] { solve_batch(pairs, plain, answers); },
               [&] { solve_batch(pairs, exact, exact_answers); },
               [&] {
                 tight_positives = 0;
                 for (std::size_t i = 0; i < pairs.size(); i += kSlowEvery)
                   tight_positives += !solve(pairs[i], published_tight_inclusion()).free();
               }});
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
  const double tight = seconds[3] / (count / kSlowEvery) * count;
  table.add_row(
      {name, grouped(static_cast<long long>(pairs.size())), grouped(exact_positives),
       grouped(positives - exact_positives), fmt::format("{:.1f}", seconds[0] / count * 1e9),
       fmt::format("{:.2f}", seconds[1] / seconds[0]),
       fmt::format("{:.2f}", seconds[2] / seconds[1]), fmt::format("{:.0f}", tight / seconds[1])});
}

void bench_cloth(std::size_t limit) {
  std::vector<VertexFace> vertex_face;
  std::vector<EdgeEdge> edge_edge;
  for (const Query& q : generate::candidate_pairs(generate::make_cloth_step(), limit))
    if (q.kind == Kind::VertexFace)
      vertex_face.push_back(
          {q.t0[0], q.t0[1], q.t0[2], q.t0[3], q.t1[0], q.t1[1], q.t1[2], q.t1[3]});
    else
      edge_edge.push_back({q.t0[0], q.t0[1], q.t0[2], q.t0[3], q.t1[0], q.t1[1], q.t1[2], q.t1[3]});
  Table table({{"generated cloth step", Table::Align::Left},
               {"pairs"},
               {"touching"},
               {"false pos."},
               {"reading, ns"},
               {"certified / reading"},
               {"exact / certified"},
               {"tight inclusion / certified"}});
  bench_candidates("vertex-face", vertex_face, table);
  bench_candidates("edge-edge", edge_edge, table);
  fmt::print("{}\n", table.to_string());
}

std::vector<io::TruthQuery> sample_queries(const std::string& folder, Kind kind) {
  std::vector<io::TruthQuery> all;
  for (const io::QuerySource& source : io::find_query_files({folder})) {
    if (source.kind != kind) continue;
    io::QueryReader reader(source.path, source.kind);
    for (io::TruthQuery item; reader.next(item);) all.push_back(item);
  }
  return all;
}

struct SampleTimes {
  double mean_us = 0, slowest_us = 0;
  std::int64_t false_positives = 0;
};

/// Per query the fastest of several runs.
SampleTimes time_samples(const std::vector<io::TruthQuery>& items, const Options& options,
                         int repeats) {
  const std::int64_t clock_cost = clock_cost_ns();
  std::vector<std::int64_t> best(items.size(), INT64_MAX);
  SampleTimes times;
  for (int repeat = 0; repeat < repeats; ++repeat)
    for (std::size_t begin = 0; begin < items.size(); begin += kTimedBlock) {
      const std::size_t count = std::min(kTimedBlock, items.size() - begin);
      std::vector<Query> queries(count);
      std::vector<TimedAnswer> answers(count);
      for (std::size_t i = 0; i < count; ++i) queries[i] = items[begin + i].query;
      solve_timed(queries, options, clock_cost, answers);
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
    const std::vector<io::TruthQuery> items = sample_queries(folder, kind);
    Options certified, exact;
    certified.tolerance = 1e-6;
    exact.exact = true;
    const SampleTimes tight = time_samples(items, published_tight_inclusion(), 1);
    const auto add_row = [&](const char* method, const SampleTimes& times) {
      table.add_row({io::kind_name(kind), method, grouped(static_cast<long long>(items.size())),
                     grouped(times.false_positives), microseconds(times.mean_us),
                     microseconds(times.slowest_us),
                     grouped(std::llround(tight.mean_us / times.mean_us))});
    };
    add_row("certified", time_samples(items, certified, kRepeats));
    add_row("certified, exact", time_samples(items, exact, kRepeats));
    add_row("tight inclusion", tight);
  }
  fmt::print("{}\n", table.to_string());
}

}  // namespace
}  // namespace firstcontact::apps

int main(int argc, char** argv) {
  // --limit N: fewer candidates, for a quick look.
  std::size_t limit = 8'000'000;
  if (argc == 3 && !std::strcmp(argv[1], "--limit")) limit = std::strtoull(argv[2], nullptr, 10);
  firstcontact::apps::bench_cloth(limit);
  const char* data = std::getenv("FIRSTCONTACT_DATA");
  if (data)
    firstcontact::apps::bench_samples(std::string(data) + "/queries");
  else
    fmt::print("FIRSTCONTACT_DATA is not set: the published samples were left out\n");
  return firstcontact::apps::failed ? 1 : 0;
}
