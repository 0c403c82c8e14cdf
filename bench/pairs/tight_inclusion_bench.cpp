// Time of the fast traversal of tight inclusion (the published one: certified_bench) on sets of
// queries, with the mean number of boxes a query: the fastest of several runs.
//
// Sets: the handcrafted sample queries ($FIRSTCONTACT_DATA/queries/erleben-*; left out, with a
// note, when that is not set), at the published tolerance 1e-6 and budget 1e6, and the candidates
// of a step of two generated sheets of cloth, most of which do not touch. Each runs on the best
// instruction set of the machine and on the plain code that every other machine gets: take the
// ratio. Boxes and times are means of a query. Before anything is timed every answer is checked: a
// missed contact, or another answer on another instruction set, ends the program with 1.
//
//   tight_inclusion_bench [--repeats N]
#include <fmt/format.h>
#include <hwy/targets.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "../common/harness.h"
#include "common/table.h"
#include "exact/oracle.h"
#include "narrow/published/tight_inclusion_fast.h"
#include "stored_pairs.h"

namespace firstcontact::bench {
namespace {

using Queries = std::vector<io::TruthQuery>;

const Options kOptions = published_options(Method::TightInclusionFast);

/// 0: the best of this machine.
void use_instruction_set(std::int64_t target) {
  hwy::SetSupportedTargetsForTest(target);
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
}

Queries handcrafted_queries(const std::string& folder, Kind kind) {
  return read_queries(folder, [kind](const io::QuerySource& source) {
    return source.kind == kind && source.scene.starts_with("erleben-");
  });
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

struct Set {
  std::string name;
  Queries queries;
};

/// No contact is missed, and no answer depends on the instruction set.
void check(const Set& set) {
  for (std::size_t i = 0; i < set.queries.size(); ++i) {
    const io::TruthQuery& query = set.queries[i];
    use_instruction_set(HWY_EMU128);
    const Result plain = narrow::solve_tight_inclusion_fast(query.query, kOptions);
    use_instruction_set(0);
    const Result best = narrow::solve_tight_inclusion_fast(query.query, kOptions);
    expect(!query.truth || !best.free(), fmt::format("{}: query {} is missed", set.name, i));
    expect(plain.status == best.status && plain.toi == best.toi && plain.checks == best.checks,
           fmt::format("{}: query {} depends on the instruction set", set.name, i));
  }
}

/// What one run over a set counts.
struct Counts {
  std::int64_t checks = 0, contacts = 0, exhausted = 0;
};

Counts solve_all(const Queries& queries, std::int64_t target) {
  use_instruction_set(target);
  Counts counts;
  for (const io::TruthQuery& query : queries) {
    const Result result = narrow::solve_tight_inclusion_fast(query.query, kOptions);
    counts.checks += result.checks;
    counts.contacts += !result.free();
    counts.exhausted += result.status == Status::Undecided;
  }
  use_instruction_set(0);
  return counts;
}

void add_row(const Set& set, int repeats, apps::Table& table) {
  Counts counts;
  std::array<Contender, 2> contenders = {
      {{"best", [&] { counts = solve_all(set.queries, 0); }},
       {"plain", [&] { counts = solve_all(set.queries, HWY_EMU128); }}}};
  time_all(contenders, repeats, Clock::Processor);
  const auto size = static_cast<double>(set.queries.size());
  table.add_row({set.name, apps::grouped(set.queries.size()), apps::grouped(counts.contacts),
                 apps::grouped(counts.exhausted),
                 fmt::format("{:.1f}", static_cast<double>(counts.checks) / size),
                 apps::microseconds(1e6 * contenders[0].seconds / size),
                 apps::microseconds(1e6 * contenders[1].seconds / size),
                 fmt::format("{:.2f}", contenders[1].seconds / contenders[0].seconds)});
}

std::vector<Set> all_sets() {
  std::vector<Set> sets;
  if (const std::string data = data_folder("the handcrafted sample queries are"); !data.empty()) {
    const std::string folder = data + "/queries";
    sets.push_back({"handcrafted vertex-face", handcrafted_queries(folder, Kind::VertexFace)});
    sets.push_back({"handcrafted edge-edge", handcrafted_queries(folder, Kind::EdgeEdge)});
  }
  sets.push_back({"cloth vertex-face", cloth_queries(Kind::VertexFace)});
  sets.push_back({"cloth edge-edge", cloth_queries(Kind::EdgeEdge)});
  return sets;
}

void run(Arguments& arguments) {
  const int repeats = static_cast<int>(arguments.number("--repeats", 3, 1));
  arguments.finish();
  apps::Table table({{"set", apps::Table::Align::Left},
                     {"queries"},
                     {"contacts"},
                     {"exhausted"},
                     {"boxes"},
                     {"best µs"},
                     {"plain µs"},
                     {"plain / best"}});
  for (const Set& set : all_sets()) {
    check(set);
    if (any_failed()) return;
    add_row(set, repeats, table);
  }
  fmt::print("{}", table.to_string());
}

}  // namespace
}  // namespace firstcontact::bench

int main(int argc, char** argv) {
  using namespace firstcontact::bench;
  return run_benchmark(argc, argv, "tight_inclusion_bench [--repeats N]", run);
}
