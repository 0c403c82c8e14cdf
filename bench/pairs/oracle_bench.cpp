// Time of the exact oracle. Every time is the mean over all queries of a set (counter `per_query`).
//
// Sets: the published sample queries ($FIRSTCONTACT_DATA/queries; left out, with a note, when that
// is not set), and random pairs that always need the full decision. Before anything is timed every
// answer on the samples is checked; a wrong one ends the program with 1.
#include <benchmark/benchmark.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <random>
#include <string>
#include <vector>

#include "exact/oracle.h"
#include "io/query_files.h"
#include "io/query_reader.h"

namespace firstcontact {
namespace {

using Queries = std::vector<io::TruthQuery>;

Queries sample_queries(const std::string& folder) {
  Queries all;
  for (const io::QuerySource& source : io::find_query_files({folder})) {
    io::QueryReader reader(source.path, source.kind);
    for (io::TruthQuery query; reader.next(query);) all.push_back(query);
  }
  return all;
}

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

/// Number of wrong verdicts.
int check(const Queries& queries) {
  int wrong = 0;
  for (const io::TruthQuery& query : queries)
    wrong += exact::decide(query.query).contact != query.truth;
  return wrong;
}

void run(benchmark::State& state, const Queries& queries, const exact::Request& request) {
  std::size_t hits = 0;
  for (auto _ : state) {
    hits = 0;
    for (const io::TruthQuery& query : queries) hits += exact::decide(query.query, request).contact;
  }
  const auto size = static_cast<double>(queries.size());
  state.counters["queries"] = size;
  state.counters["hits"] = static_cast<double>(hits);
  state.counters["per_query"] = benchmark::Counter(
      size, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void add(const std::string& name, const Queries& queries) {
  struct Variant {
    const char* name;
    exact::Request request;
  };
  static const std::array<Variant, 5> kVariants = {{{"plain", {}},
                                                    {"plain_200_bits", {0, Norm::L2, 1, 200}},
                                                    {"until_half", {0, Norm::L2, 0.5, 30}},
                                                    {"l2_0.001", {0.001, Norm::L2, 1, 30}},
                                                    {"linf_0.001", {0.001, Norm::Linf, 1, 30}}}};
  for (const Variant& variant : kVariants)
    benchmark::RegisterBenchmark((name + '/' + variant.name).c_str(), [&queries, &variant](
                                                                          benchmark::State& state) {
      run(state, queries, variant.request);
    })->Unit(benchmark::kMillisecond);
}

int run_all(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  Queries samples;
  if (const char* data = std::getenv("FIRSTCONTACT_DATA")) {
    samples = sample_queries(std::string(data) + "/queries");
    if (const int wrong = check(samples)) {
      std::fprintf(stderr, "%d of %zu sample queries are answered wrongly\n", wrong,
                   samples.size());
      return 1;
    }
    add("samples", samples);
  } else {
    std::fprintf(stderr,
                 "FIRSTCONTACT_DATA is not set: the published sample queries are left out\n");
  }
  const Queries faces = random_queries(Kind::VertexFace, 2000),
                edges = random_queries(Kind::EdgeEdge, 2000);
  add("random_vertex_face", faces);
  add("random_edge_edge", edges);
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}

}  // namespace
}  // namespace firstcontact

int main(int argc, char** argv) {
  try {
    return firstcontact::run_all(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
