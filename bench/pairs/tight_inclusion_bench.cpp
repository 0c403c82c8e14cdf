// Time of the fast traversal of tight inclusion (the published one: certified_bench). Every time is
// the mean over all queries of a set (counter `per_query`), `checks` the mean number of boxes.
//
// Sets: the handcrafted sample queries ($FIRSTCONTACT_DATA/queries/erleben-*; left out, with a
// note, when that is not set), at the published tolerance 1e-6 and budget 1e6, and the candidates
// of a step of two generated sheets of cloth, most of which do not touch. Each runs on the best
// instruction set of the machine and on the plain code that every other machine gets: take the
// ratio. Before anything is timed every answer is checked: a missed contact, or another answer on
// another instruction set, ends the program with 1.
#include <benchmark/benchmark.h>
#include <hwy/targets.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <random>
#include <string>
#include <vector>

#include "exact/oracle.h"
#include "io/query_files.h"
#include "io/query_reader.h"
#include "narrow/published/tight_inclusion_fast.h"

namespace firstcontact {
namespace {

using Queries = std::vector<io::TruthQuery>;

Options published_options() {
  Options options;
  options.method = Method::TightInclusionFast;
  options.tolerance = 1e-6;
  options.max_checks = 1'000'000;
  return options;
}

/// 0: the best of this machine.
void use_instruction_set(std::int64_t target) {
  hwy::SetSupportedTargetsForTest(target);
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
}

Queries handcrafted_queries(const std::string& folder, Kind kind) {
  Queries all;
  for (const io::QuerySource& source : io::find_query_files({folder})) {
    if (source.kind != kind || source.scene.rfind("erleben-", 0) != 0) continue;
    io::QueryReader reader(source.path, source.kind);
    for (io::TruthQuery query; reader.next(query);) all.push_back(query);
  }
  return all;
}

/// A wrinkled sheet of kSide x kSide vertices, one unit apart, at two instants.
struct Sheet {
  static constexpr int kSide = 40;
  std::vector<Vec3> t0, t1;

  Sheet(double height_t0, double height_t1, std::mt19937_64& engine) {
    const auto noise = [&] { return (static_cast<double>(engine() >> 11) * 0x1p-52 - 1) * 0.3; };
    for (int row = 0; row < kSide; ++row)
      for (int column = 0; column < kSide; ++column) {
        const Vec3 place(column + noise(), row + noise(),
                         0.4 * std::sin(0.7 * column + 0.3 * row) + noise());
        t0.push_back(place + Vec3(0, 0, height_t0));
        t1.push_back(place + Vec3(noise(), noise(), height_t1 + noise()));
      }
  }
};

/// The first `first_size` points against the others, over the whole step.
bool boxes_overlap(const Query& q, int first_size) {
  for (int k = 0; k < 3; ++k) {
    double low[2] = {HUGE_VAL, HUGE_VAL}, high[2] = {-HUGE_VAL, -HUGE_VAL};
    for (int i = 0; i < 4; ++i) {
      const int side = i >= first_size;
      low[side] = std::min({low[side], q.t0[i][k], q.t1[i][k]});
      high[side] = std::max({high[side], q.t0[i][k], q.t1[i][k]});
    }
    if (low[0] > high[1] || low[1] > high[0]) return false;
  }
  return true;
}

/// All pairs of the upper and the lower sheet whose swept boxes overlap; truth from the oracle.
Queries cloth_queries(Kind kind) {
  std::mt19937_64 engine(2021);
  const Sheet lower(0, 0, engine), upper(0.8, 0.1, engine);
  constexpr int kSide = Sheet::kSide;
  const int first_size = kind == Kind::VertexFace ? 1 : 2;
  const auto at = [](int row, int column) { return row * kSide + column; };
  Queries all;
  for (int row = 3; row < kSide - 4; ++row)
    for (int column = 3; column < kSide - 4; ++column)
      for (int dr = -3; dr <= 3; ++dr)
        for (int dc = -3; dc <= 3; ++dc) {
          const int r = row + dr, c = column + dc;
          std::array<int, 4> points = {at(row, column), at(r, c), at(r, c + 1), at(r + 1, c)};
          if (kind == Kind::EdgeEdge)
            points = {at(row, column), at(row + 1, column), at(r, c), at(r, c + 1)};
          io::TruthQuery query;
          query.query.kind = kind;
          for (int i = 0; i < 4; ++i) {
            const Sheet& sheet = i < first_size ? upper : lower;
            query.query.t0[i] = sheet.t0[points[i]];
            query.query.t1[i] = sheet.t1[points[i]];
          }
          if (!boxes_overlap(query.query, first_size)) continue;
          query.truth = exact::decide(query.query).contact;
          all.push_back(query);
        }
  return all;
}

/// Number of missed contacts and of answers that differ between instruction sets.
int check(const Queries& queries) {
  int wrong = 0;
  for (const io::TruthQuery& query : queries) {
    use_instruction_set(HWY_EMU128);
    const Result plain = narrow::solve_tight_inclusion_fast(query.query, published_options());
    use_instruction_set(0);
    const Result best = narrow::solve_tight_inclusion_fast(query.query, published_options());
    wrong += query.truth && best.free();
    wrong += plain.status != best.status || plain.toi != best.toi || plain.checks != best.checks;
  }
  return wrong;
}

void run(benchmark::State& state, const Queries& queries, std::int64_t target) {
  use_instruction_set(target);
  const Options options = published_options();
  std::int64_t checks = 0, hits = 0, exhausted = 0;
  for (auto _ : state) {
    checks = hits = exhausted = 0;
    for (const io::TruthQuery& query : queries) {
      const Result result = narrow::solve_tight_inclusion_fast(query.query, options);
      checks += result.checks;
      hits += !result.free();
      exhausted += result.status == Status::Undecided;
    }
  }
  use_instruction_set(0);
  const auto size = static_cast<double>(queries.size());
  state.counters["queries"] = size;
  state.counters["hits"] = static_cast<double>(hits);
  state.counters["exhausted"] = static_cast<double>(exhausted);
  state.counters["checks"] = static_cast<double>(checks) / size;
  state.counters["per_query"] = benchmark::Counter(
      size, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

struct Set {
  std::string name;
  Queries queries;
};

std::vector<Set> all_sets() {
  std::vector<Set> sets;
  if (const char* data = std::getenv("FIRSTCONTACT_DATA")) {
    const std::string folder = std::string(data) + "/queries";
    sets.push_back({"handcrafted/vertex-face", handcrafted_queries(folder, Kind::VertexFace)});
    sets.push_back({"handcrafted/edge-edge", handcrafted_queries(folder, Kind::EdgeEdge)});
  } else {
    std::fprintf(stderr,
                 "FIRSTCONTACT_DATA is not set: the handcrafted sample queries are left out\n");
  }
  sets.push_back({"cloth/vertex-face", cloth_queries(Kind::VertexFace)});
  sets.push_back({"cloth/edge-edge", cloth_queries(Kind::EdgeEdge)});
  return sets;
}

int main_of(int argc, char** argv) {
  const std::vector<Set> sets = all_sets();
  for (const Set& set : sets) {
    if (const int wrong = check(set.queries)) {
      std::fprintf(stderr, "%s: %d wrong answers\n", set.name.c_str(), wrong);
      return 1;
    }
    for (const bool best : {true, false})
      benchmark::RegisterBenchmark(
          (set.name + (best ? "/best" : "/plain")).c_str(),
          [&set, best](benchmark::State& state) { run(state, set.queries, best ? 0 : HWY_EMU128); })
          ->Unit(benchmark::kMillisecond);
  }
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}

}  // namespace
}  // namespace firstcontact

int main(int argc, char** argv) {
  try {
    return firstcontact::main_of(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
