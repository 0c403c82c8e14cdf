#pragma once
/// What benchmarks of stored pairs share: where the pairs come from, and the floor that others are
/// measured against.
#include <firstcontact/options.h>
#include <firstcontact/query.h>
#include <firstcontact/query_files.h>

#include <cstddef>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

#include "io/query_reader.h"

namespace firstcontact::bench {

/// Tolerance and budget of the published comparison.
inline Options published_options(Method method) {
  Options options;
  options.method = method;
  options.tolerance = 1e-6;
  options.max_checks = 1'000'000;
  return options;
}

/// All queries of the folder's files that `accept` takes.
inline std::vector<io::TruthQuery> read_queries(
    const std::string& folder, const std::function<bool(const io::QuerySource&)>& accept) {
  std::vector<io::TruthQuery> all;
  for (const io::QuerySource& source : io::find_query_files({folder})) {
    if (!accept(source)) continue;
    io::QueryReader reader(source.path, source.kind);
    for (io::TruthQuery query; reader.next(query);) all.push_back(query);
  }
  return all;
}

/// Vertex-face and edge-edge pairs, each kind one after the other.
struct StoredPairs {
  std::vector<VertexFace> vertex_face;
  std::vector<EdgeEdge> edge_edge;

  /// Precondition: the query is of one of the two kinds.
  void add(const Query& q) {
    if (q.kind == Kind::VertexFace)
      vertex_face.push_back(
          {q.t0[0], q.t0[1], q.t0[2], q.t0[3], q.t1[0], q.t1[1], q.t1[2], q.t1[3]});
    else
      edge_edge.push_back({q.t0[0], q.t0[1], q.t0[2], q.t0[3], q.t1[0], q.t1[1], q.t1[2], q.t1[3]});
  }
};

/// The floor that others are measured against: reading all coordinates, here for their sum with
/// eight accumulators.
template <class Pair>
double sum_of_coordinates(const std::vector<Pair>& pairs) {
  static_assert(sizeof(Pair) == 24 * sizeof(double));
  double sums[8] = {};
  const auto* values = reinterpret_cast<const double*>(pairs.data());
  for (std::size_t i = 0; i < pairs.size() * 24; i += 8)
    for (int k = 0; k < 8; ++k) sums[k] += values[i + k];
  return std::accumulate(sums, sums + 8, 0.0);
}

}  // namespace firstcontact::bench
