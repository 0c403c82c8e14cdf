// Time of the exact oracle on sets of queries: the fastest of several runs, divided by the number
// of queries.
//
// Sets: the published sample queries ($FIRSTCONTACT_DATA/queries; left out, with a note, when that
// is not set), and random pairs that always need the full decision. Before anything is timed every
// answer on the samples is checked; a wrong one ends the program with 1.
//
//   oracle_bench [--repeats N]
#include <fmt/format.h>

#include <array>
#include <random>
#include <string>
#include <vector>

#include "../common/harness.h"
#include "common/table.h"
#include "exact/oracle.h"
#include "stored_pairs.h"

namespace firstcontact::bench {
namespace {

using Queries = std::vector<io::TruthQuery>;

/// Both primitives pass through the same region: no coordinate axis separates them.
Queries random_queries(Kind kind, int count) {
  std::mt19937_64 engine(2024);
  const auto coordinate = [&] { return static_cast<double>(engine() >> 11) * 0x1p-52 - 1; };
  Queries all;
  for (int i = 0; i < count; ++i) {
    io::TruthQuery query;
    query.query.kind = kind;
    for (auto* points : {&query.query.t0, &query.query.t1})
      for (Vec3& point : *points) point = Vec3(coordinate(), coordinate(), coordinate());
    all.push_back(query);
  }
  return all;
}

/// Every verdict against the truth.
void check(const Queries& queries) {
  for (std::size_t i = 0; i < queries.size(); ++i)
    expect(exact::decide(queries[i].query).contact == queries[i].truth,
           fmt::format("sample query {} is answered wrongly", i));
}

struct Variant {
  const char* name;
  exact::Request request;
};
const std::array<Variant, 5> kVariants = {{{"plain", {}},
                                           {"plain, 200 bits", {0, Norm::L2, 1, 200}},
                                           {"until half", {0, Norm::L2, 0.5, 30}},
                                           {"l2 0.001", {0.001, Norm::L2, 1, 30}},
                                           {"linf 0.001", {0.001, Norm::Linf, 1, 30}}}};

/// Times all variants on the set, a row of the table each.
void add_rows(const std::string& name, const Queries& queries, int repeats, apps::Table& table) {
  std::array<std::size_t, kVariants.size()> contacts = {};
  std::vector<Contender> contenders;
  for (std::size_t k = 0; k < kVariants.size(); ++k)
    contenders.push_back({kVariants[k].name, [&queries, &contacts, k] {
                            contacts[k] = 0;
                            for (const io::TruthQuery& query : queries)
                              contacts[k] +=
                                  exact::decide(query.query, kVariants[k].request).contact;
                          }});
  time_all(contenders, repeats, Clock::Processor);
  for (std::size_t k = 0; k < contenders.size(); ++k)
    table.add_row(
        {name, contenders[k].name, apps::grouped(queries.size()), apps::grouped(contacts[k]),
         apps::microseconds(1e6 * contenders[k].seconds / static_cast<double>(queries.size())),
         fmt::format("{:.2f}", contenders[k].seconds / contenders[0].seconds)});
}

void run(Arguments& arguments) {
  const int repeats = static_cast<int>(arguments.number("--repeats", 3, 1));
  arguments.finish();
  apps::Table table({{"set", apps::Table::Align::Left},
                     {"question", apps::Table::Align::Left},
                     {"queries"},
                     {"contacts"},
                     {"µs a query"},
                     {"of plain"}});
  if (const std::string data = data_folder("the published sample queries are"); !data.empty()) {
    const Queries samples =
        read_queries(data + "/queries", [](const io::QuerySource&) { return true; });
    check(samples);
    if (any_failed()) return;
    add_rows("samples", samples, repeats, table);
  }
  add_rows("random vertex-face", random_queries(Kind::VertexFace, 2000), repeats, table);
  add_rows("random edge-edge", random_queries(Kind::EdgeEdge, 2000), repeats, table);
  fmt::print("{}", table.to_string());
}

}  // namespace
}  // namespace firstcontact::bench

int main(int argc, char** argv) {
  using namespace firstcontact::bench;
  return run_benchmark(argc, argv, "oracle_bench [--repeats N]", run);
}
