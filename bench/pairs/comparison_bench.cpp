// A long comparison of the certified method with the exact oracle, on generated queries of all
// classes: nearly all contacts touch at a corner, at a side or tangentially, and the near misses are
// far below the default tolerance. Asks the default mode, exact mode and the yes-or-no mode, in
// batches. A missed contact, a time after the first contact, or in exact mode a false positive or a
// time that is not enclosed to 2^-30, ends the program with 1.
//
//   comparison_bench [--queries N] [--seed S] [--threads N]
#include <firstcontact/batch.h>
#include <fmt/format.h>

#include <atomic>
#include <cmath>
#include <string>
#include <vector>

#include "../common/harness.h"
#include "common/table.h"
#include "exact/oracle.h"
#include "generate/generate.h"
#include "parallel/parallel.h"

namespace firstcontact::bench {
namespace {

constexpr std::size_t kBlock = 1000;

using apps::grouped;
using apps::Table;

/// What one mode answered.
struct Tally {
  std::atomic<std::int64_t> contacts = 0, missed = 0, late = 0, false_positives = 0, loose = 0,
                            undecided = 0;
};

enum Mode { kDefault, kExact, kYesOrNo, kModes };
constexpr const char* kModeNames[kModes] = {"default", "exact", "yes or no"};

Options options_of(int mode) {
  Options options;
  options.exact = mode == kExact;
  options.decide_only = mode == kYesOrNo;
  return options;
}

void judge(int mode, const Outcome& outcome, const exact::Decision& truth, Tally& tally) {
  tally.contacts += !outcome.free();
  tally.undecided += outcome.status == Status::Undecided;
  if (!truth.contact) {
    tally.false_positives += !outcome.free();
    return;
  }
  tally.missed += outcome.free();
  tally.late += outcome.toi > truth.upper.round_up();
  if (mode == kExact && !outcome.free())
    tally.loose +=
        outcome.toi_upper < truth.lower.round_down() || outcome.toi_upper - outcome.toi > 0x1p-30;
}

/// Query `number`: the classes and both kinds in turns.
Query query_of(std::uint64_t seed, std::size_t number) {
  const auto classes = generate::query_classes();
  const generate::QueryClass& chosen = classes[number / 2 % classes.size()];
  const bool vertex_face = chosen.vertex_face && (number % 2 == 0 || !chosen.edge_edge);
  return generate::make_query(chosen, vertex_face ? Kind::VertexFace : Kind::EdgeEdge, seed,
                              number / (2 * classes.size()));
}

void run(Arguments& arguments) {
  const auto count = static_cast<std::size_t>(arguments.number("--queries", 100'000, 1));
  const auto seed = static_cast<std::uint64_t>(arguments.number("--seed", 1, 0));
  const auto threads = static_cast<int>(arguments.number("--threads", 0, 0));
  arguments.finish();
  print_machine();
  Tally tallies[kModes];
  std::atomic<std::int64_t> touching = 0;
  parallel::parallel_for(count, kBlock, threads, [&](std::size_t begin, std::size_t end) {
    std::vector<Query> queries;
    for (std::size_t i = begin; i < end; ++i) queries.push_back(query_of(seed, i));
    std::vector<Outcome> outcomes[kModes];
    for (int mode = 0; mode < kModes; ++mode) {
      outcomes[mode].resize(queries.size());
      solve_batch(queries, options_of(mode), outcomes[mode]);
    }
    for (std::size_t i = 0; i < queries.size(); ++i) {
      const exact::Decision truth = exact::decide(queries[i], {.width_bits = 60});
      touching += truth.contact;
      for (int mode = 0; mode < kModes; ++mode)
        judge(mode, outcomes[mode][i], truth, tallies[mode]);
    }
  });
  fmt::print("{} queries of {} classes, seed {}; {} touch\n", grouped(count),
             generate::query_classes().size(), seed, grouped(touching.load()));
  Table table({{"mode", Table::Align::Left},
               {"contacts"},
               {"missed"},
               {"late"},
               {"false pos."},
               {"not enclosed"},
               {"undecided"}});
  for (int mode = 0; mode < kModes; ++mode) {
    const Tally& t = tallies[mode];
    table.add_row({kModeNames[mode], grouped(t.contacts.load()), grouped(t.missed.load()),
                   grouped(t.late.load()), grouped(t.false_positives.load()),
                   grouped(t.loose.load()), grouped(t.undecided.load())});
    expect(t.missed == 0 && t.late == 0 && t.loose == 0 && t.undecided == 0,
           std::string(kModeNames[mode]) + ": an answer is wrong");
  }
  expect(tallies[kExact].false_positives == 0, "exact: a false positive");
  fmt::print("{}", table.to_string());
}

}  // namespace
}  // namespace firstcontact::bench

int main(int argc, char** argv) {
  using namespace firstcontact::bench;
  return run_benchmark(argc, argv, "comparison_bench [--queries N] [--seed S] [--threads N]", run);
}
