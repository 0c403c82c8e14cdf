// Compares the certified method with just reading the data and with published methods, in one run.
// Take the ratios, not the times.
//
// Sets: the candidates of a cloth step, stored one after the other (the published cloth-on-ball step
// if FIRSTCONTACT_DATA is set, otherwise a generated one); free ones of them in cache, one pair at a
// time; the handcrafted sets of the generator; and the published sample queries if
// FIRSTCONTACT_DATA is set. Every contender runs several times, in turns, forwards and then
// backwards, and its fastest run counts. Answers are checked: a missed contact, a false positive of
// the exact mode or another verdict than the oracle's on a sample ends the program with 1.
//
//   certified_bench [--limit CANDIDATES] [--generated-only]
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
#include "baselines/methods.h"
#include "common/duration_histogram.h"
#include "common/table.h"
#include "common/timed_solve.h"
#include "generate/cloth_step.h"
#include "generate/handcrafted.h"
#include "io/mesh_file.h"
#include "stored_pairs.h"

namespace firstcontact::bench {
namespace {

constexpr int kRepeats = 5;
constexpr std::size_t kOracleEvery = 97;  // candidates whose verdict is compared with the oracle's
constexpr std::size_t kSlowEvery = 40;    // candidates that tight inclusion is timed on
constexpr std::size_t kFastEvery = 8;     // candidates that other published methods are timed on
constexpr std::size_t kInCache = 2000;    // pairs that are solved one at a time

using apps::grouped;
using apps::Table;

Options published_tight_inclusion() { return published_options(Method::TightInclusion); }

Options certified() {
  Options options;
  options.tolerance = 1e-6;
  return options;
}
Options certified_exact() {
  Options options;
  options.exact = true;
  return options;
}
Options yes_or_no() {
  Options options = certified();
  options.decide_only = true;
  return options;
}

/// Every `step`-th pair by a published method; returns how many it calls contacts.
template <class Pair>
std::int64_t count_contacts(const baselines::Method& method, const std::vector<Pair>& pairs,
                            std::size_t step) {
  baselines::Settings settings;
  std::int64_t contacts = 0;
  for (std::size_t i = 0; i < pairs.size(); i += step)
    contacts += method.solve(pairs[i], settings).contact;
  return contacts;
}

/// `Pair`: VertexFace or EdgeEdge.
template <class Pair>
void bench_candidates(const std::string& name, const std::vector<Pair>& pairs, Table& table) {
  static_assert(sizeof(Pair) == 24 * sizeof(double));
  std::vector<Outcome> answers(pairs.size()), exact_answers(pairs.size()), decided(pairs.size());
  volatile double sink = 0;
  std::int64_t tight_positives = 0;
  volatile std::int64_t others = 0;
  std::array<Contender, 7> contenders = {
      {{"reading", [&] { sink = sum_of_coordinates(pairs); }},
       {"certified", [&] { solve_batch(pairs, certified(), answers); }},
       {"certified, exact", [&] { solve_batch(pairs, certified_exact(), exact_answers); }},
       {"yes or no", [&] { solve_batch(pairs, yes_or_no(), decided); }},
       {"tight inclusion",
        [&] {
          tight_positives = 0;
          for (std::size_t i = 0; i < pairs.size(); i += kSlowEvery)
            tight_positives += !solve(pairs[i], published_tight_inclusion()).free();
        }},
       {"accd", [&] { others = count_contacts(baselines::accd(), pairs, kFastEvery); }},
       {"tccd", [&] { others = count_contacts(baselines::tccd(), pairs, kFastEvery); }}}};
  time_in_both_orders(contenders, kRepeats, Clock::Wall);
  std::int64_t positives = 0, exact_positives = 0;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    positives += !answers[i].free();
    exact_positives += !exact_answers[i].free();
    expect((!answers[i].free() && !decided[i].free()) || exact_answers[i].free(),
           fmt::format("{}: candidate {} missed", name, i));
    if (i % kOracleEvery) continue;
    Options oracle;
    oracle.method = Method::Exact;
    expect(!solve(pairs[i], oracle).free() == !exact_answers[i].free(),
           fmt::format("{}: candidate {} against the oracle", name, i));
  }
  expect(tight_positives > 0 && exact_positives > 0, name + ": no contact at all");
  const double count = static_cast<double>(pairs.size());
  const double unit = contenders[1].seconds / count;
  const auto ratio = [&](std::size_t i, std::size_t every) {
    const std::size_t asked = (pairs.size() + every - 1) / every;
    return contenders[i].seconds / static_cast<double>(asked) / unit;
  };
  table.add_row({name, grouped(pairs.size()), grouped(exact_positives),
                 grouped(positives - exact_positives), fmt::format("{:.1f}", unit * 1e9),
                 fmt::format("{:.2f}", ratio(0, 1)), fmt::format("{:.2f}", ratio(2, 1)),
                 fmt::format("{:.2f}", ratio(3, 1)), fmt::format("{:.0f}", ratio(4, kSlowEvery)),
                 fmt::format("{:.1f}", ratio(5, kFastEvery)),
                 fmt::format("{:.1f}", ratio(6, kFastEvery))});
}

Kind kind_of(const VertexFace&) { return Kind::VertexFace; }
Kind kind_of(const EdgeEdge&) { return Kind::EdgeEdge; }

/// The coordinates of pairs as one array per coordinate.
template <class Pair>
class ColumnsOfPairs {
 public:
  explicit ColumnsOfPairs(const std::vector<Pair>& pairs) : values_(24 * pairs.size()) {
    for (std::size_t k = 0; k < 24; ++k) columns_.column[k] = values_.data() + k * pairs.size();
    for (std::size_t i = 0; i < pairs.size(); ++i)
      for (std::size_t k = 0; k < 24; ++k)
        values_[k * pairs.size() + i] = reinterpret_cast<const double*>(&pairs[i])[k];
    columns_.count = pairs.size();
  }
  ColumnsOfPairs(const ColumnsOfPairs&) = delete;

  const PairColumns<double>& columns() const { return columns_; }

 private:
  std::vector<double> values_;
  PairColumns<double> columns_;
};

/// Free pairs that fit in the cache, one at a time, as an inner loop asks for them.
template <class Pair>
void bench_single(const std::string& name, const std::vector<Pair>& candidates, Table& table) {
  std::vector<Pair> pairs;
  for (std::size_t i = 0; i < candidates.size() && pairs.size() < kInCache; i += 7)
    if (decide(candidates[i]).free()) pairs.push_back(candidates[i]);
  std::vector<Outcome> answers(pairs.size());
  volatile double sink = 0;
  volatile std::int64_t others = 0;
  const ColumnsOfPairs<Pair> stored(pairs);
  std::vector<Outcome> column_answers(pairs.size());
  std::array<Contender, 6> contenders = {
      {{"batch", [&] { solve_batch(pairs, {}, answers); }},
       {"columns",
        [&] { solve_batch(kind_of(pairs.front()), stored.columns(), {}, column_answers); }},
       {"batches of one",
        [&] {
          for (std::size_t i = 0; i < pairs.size(); ++i)
            solve_batch(std::span(pairs).subspan(i, 1), {}, std::span(answers).subspan(i, 1));
        }},
       {"solve",
        [&] {
          for (const Pair& pair : pairs) sink = solve(pair).toi;
        }},
       {"decide",
        [&] {
          for (const Pair& pair : pairs) sink = decide(pair).toi;
        }},
       {"accd", [&] { others = count_contacts(baselines::accd(), pairs, 1); }}}};
  expect(!pairs.empty(), name + ": no free pair");
  time_in_both_orders(contenders, 50, Clock::Wall);
  for (std::size_t i = 0; i < pairs.size(); ++i)
    expect(answers[i].free() && column_answers[i].free(),
           fmt::format("{}: free pair {} is not", name, i));
  std::vector<std::string> row = {name, grouped(pairs.size())};
  for (const Contender& c : contenders)
    row.push_back(fmt::format("{:.1f}", c.seconds / static_cast<double>(pairs.size()) * 1e9));
  table.add_row(row);
}

StoredPairs cloth_candidates(std::size_t limit, const std::string& data, std::string& name) {
  StoredPairs pairs;
  const auto add = [&](const std::vector<Query>& queries) {
    for (const Query& query : queries) pairs.add(query);
  };
  name = data.empty() ? "generated cloth" : "cloth on ball";
  if (data.empty()) {
    add(generate::candidate_pairs(generate::make_cloth_step(), limit));
    return pairs;
  }
  const io::MeshData t0 = io::read_mesh(data + "/meshes/cloth_ball92.ply"),
                     t1 = io::read_mesh(data + "/meshes/cloth_ball93.ply");
  generate::Step step = {t0.vertices, t1.vertices, t0.faces, {}};
  generate::set_edges(step);
  add(generate::candidate_pairs(step, limit));
  return pairs;
}

void bench_cloth(std::size_t limit, const std::string& data) {
  std::string name;
  const StoredPairs pairs = cloth_candidates(limit, data, name);
  Table table({{name, Table::Align::Left},
               {"pairs"},
               {"touching"},
               {"false pos."},
               {"ns"},
               {"reading"},
               {"exact"},
               {"yes/no"},
               {"tight incl."},
               {"accd"},
               {"tccd"}});
  bench_candidates("vertex-face", pairs.vertex_face, table);
  bench_candidates("edge-edge", pairs.edge_edge, table);
  fmt::print(
      "Stored candidates, one thread: certified in ns a pair, all others in times of it.\n{}\n",
      table.to_string());
  Table single({{"free pairs in cache, ns", Table::Align::Left},
                {"pairs"},
                {"batch"},
                {"columns"},
                {"batches of one"},
                {"solve"},
                {"decide"},
                {"accd"}});
  bench_single("vertex-face", pairs.vertex_face, single);
  bench_single("edge-edge", pairs.edge_edge, single);
  fmt::print("{}\n", single.to_string());
}

/// The handcrafted sets: a third contacts, most of them degenerate.
void bench_handcrafted() {
  Table table({{"handcrafted, ns", Table::Align::Left},
               {"queries"},
               {"touching"},
               {"certified"},
               {"false pos."},
               {"exact"},
               {"yes/no"},
               {"false pos."},
               {"tccd"},
               {"rp"}});
  for (const Kind kind : {Kind::VertexFace, Kind::EdgeEdge}) {
    std::vector<Query> queries;
    for (const generate::HandcraftedGroup& group : generate::handcrafted_groups())
      for (const Query& query : generate::make_handcrafted(group, kind, 1))
        queries.push_back(query);
    std::vector<Outcome> plain(queries.size()), exact(queries.size()), decided(queries.size());
    volatile std::int64_t others = 0;
    std::array<Contender, 5> contenders = {
        {{"certified", [&] { solve_batch(queries, certified(), plain); }},
         {"certified, exact", [&] { solve_batch(queries, certified_exact(), exact); }},
         {"yes or no", [&] { solve_batch(queries, yes_or_no(), decided); }},
         {"tccd", [&] { others = count_contacts(baselines::tccd(), queries, 1); }},
         {"rp", [&] { others = count_contacts(baselines::rp(), queries, 1); }}}};
    time_in_both_orders(contenders, kRepeats, Clock::Wall);
    std::int64_t touching = 0, false_positives = 0, false_decisions = 0;
    for (std::size_t i = 0; i < queries.size(); ++i) {
      Options oracle;
      oracle.method = Method::Exact;
      const bool truth = !decide(queries[i], oracle).free();
      touching += truth;
      false_positives += !truth && !plain[i].free();
      false_decisions += !truth && !decided[i].free();
      expect(truth == !exact[i].free(), fmt::format("handcrafted {} in exact mode", i));
      expect(!truth || !plain[i].free(), fmt::format("handcrafted {} missed", i));
      expect(!truth || !decided[i].free(), fmt::format("handcrafted {} missed: yes or no", i));
    }
    const auto mean = [&](std::size_t i) {
      return fmt::format("{:.0f}",
                         contenders[i].seconds / static_cast<double>(queries.size()) * 1e9);
    };
    table.add_row({io::kind_name(kind), grouped(queries.size()), grouped(touching), mean(0),
                   grouped(false_positives), mean(1), mean(2), grouped(false_decisions), mean(3),
                   mean(4)});
  }
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
    const SampleTimes tight = time_samples(items, published_tight_inclusion(), 1);
    const auto add_row = [&](const char* method, const SampleTimes& times) {
      table.add_row({io::kind_name(kind), method, grouped(items.size()),
                     grouped(times.false_positives), apps::microseconds(times.mean_us),
                     apps::microseconds(times.slowest_us),
                     grouped(std::llround(tight.mean_us / times.mean_us))});
    };
    add_row("certified", time_samples(items, certified(), kRepeats));
    add_row("certified, exact", time_samples(items, certified_exact(), kRepeats));
    add_row("tight inclusion", tight);
  }
  fmt::print("{}\n", table.to_string());
}

void run(Arguments& arguments) {
  const long limit = arguments.number("--limit", 8'000'000, 1);
  const bool generated_only = arguments.flag("--generated-only");
  arguments.finish();
  const std::string data = generated_only ? "" : data_folder("the published samples are");
  print_machine();
  bench_cloth(static_cast<std::size_t>(limit), data);
  bench_handcrafted();
  if (!data.empty()) bench_samples(data + "/queries");
}

}  // namespace
}  // namespace firstcontact::bench

int main(int argc, char** argv) {
  using namespace firstcontact::bench;
  return run_benchmark(argc, argv, "certified_bench [--limit CANDIDATES] [--generated-only]", run);
}
