#pragma once
/// Generated queries of every class with exact truth, and queries with known roots, for the tests
/// of the published methods.
#include <firstcontact/query.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "generate/generate.h"

namespace firstcontact::test {

/// Calls visit(class, generated query) for `count` queries of every class and both kinds.
template <class Visit>
void for_each_generated(std::uint64_t seed, int count, const Visit& visit) {
  for (const generate::QueryClass& query_class : generate::query_classes())
    for (const Kind kind : {Kind::VertexFace, Kind::EdgeEdge}) {
      if (!(kind == Kind::VertexFace ? query_class.vertex_face : query_class.edge_edge)) continue;
      for (int i = 0; i < count; ++i)
        visit(query_class, generate::with_truth(generate::make_query(
                               query_class, kind, seed, static_cast<std::uint64_t>(i))));
    }
}

/// A vertex falls through a resting face at t = 0.5; `beside` moves it out of the face.
inline VertexFace falling_vertex(double beside = 0) {
  VertexFace q;
  q.p_t0 = {0.25 + beside, 0.25, 1};
  q.p_t1 = {0.25 + beside, 0.25, -1};
  q.v0_t0 = q.v0_t1 = {0, 0, 0};
  q.v1_t0 = q.v1_t1 = {1, 0, 0};
  q.v2_t0 = q.v2_t1 = {0, 1, 0};
  return q;
}

/// An edge falls across a resting one and meets it at t = 0.5; `beside` moves it away along the
/// resting one.
inline EdgeEdge falling_edge(double beside = 0) {
  EdgeEdge q;
  q.ea0_t0 = {0.5 + beside, -1, 1};
  q.ea1_t0 = {0.5 + beside, 1, 1};
  q.ea0_t1 = {0.5 + beside, -1, -1};
  q.ea1_t1 = {0.5 + beside, 1, -1};
  q.eb0_t0 = q.eb0_t1 = {0, 0, 0};
  q.eb1_t0 = q.eb1_t1 = {1, 0, 0};
  return q;
}

/// A vertex moves from x = -1 to 1 over a large face that tilts from slope -1 to 1 and lies 0.25
/// below it in the middle: its height over the face is 0.25 - (2t - 1)^2, so it goes through at t =
/// 0.25 and comes back at t = 0.75.
inline VertexFace vertex_through_and_back() {
  VertexFace q;
  q.p_t0 = {-1, 0, 0};
  q.p_t1 = {1, 0, 0};
  q.v0_t0 = {-10, -10, 9.75};
  q.v0_t1 = {-10, -10, -10.25};
  q.v1_t0 = {10, -10, -10.25};
  q.v1_t1 = {10, -10, 9.75};
  q.v2_t0 = q.v2_t1 = {0, 20, -0.25};
  return q;
}

/// The query with its axes permuted and mirrored in all 48 ways: the same answer, another place
/// relative to a fixed ray.
inline std::vector<Query> mirrored(const Query& query) {
  constexpr std::array<std::array<int, 3>, 6> kOrders = {
      {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}};
  std::vector<Query> all;
  for (const std::array<int, 3>& order : kOrders)
    for (int mirror = 0; mirror < 8; ++mirror) {
      Query q = query;
      for (std::size_t i = 0; i < 4; ++i)
        for (int axis = 0; axis < 3; ++axis) {
          const double sign = (mirror >> axis & 1) != 0 ? -1 : 1;
          q.t0[i][axis] = sign * query.t0[i][order[axis]];
          q.t1[i][axis] = sign * query.t1[i][order[axis]];
        }
      all.push_back(q);
    }
  return all;
}

}  // namespace firstcontact::test
