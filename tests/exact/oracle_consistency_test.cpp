// The oracle against itself: the same motion written differently must give the same verdict and the
// same time.
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "exact/oracle.h"
#include "exact/test_queries.h"

namespace firstcontact::test::oracle_consistency_test {
namespace {

using exact::decide;
using exact::Decision;
using exact::Request;

constexpr int kQueries = 1500;

Query map_points(Query query, const std::function<Vec3(const Vec3&)>& map) {
  for (int i = 0; i < point_count(query.kind); ++i) {
    query.t0[i] = map(query.t0[i]);
    query.t1[i] = map(query.t1[i]);
  }
  return query;
}

Query reorder(const Query& query, const std::array<int, 4>& order) {
  Query r = query;
  for (int i = 0; i < 4; ++i) {
    r.t0[i] = query.t0[order[i]];
    r.t1[i] = query.t1[order[i]];
  }
  return r;
}

/// Orders of the points that describe the same pair.
std::vector<std::array<int, 4>> same_pairs(Kind kind) {
  switch (kind) {
    case Kind::VertexFace:
      return {{0, 1, 3, 2}, {0, 2, 1, 3}, {0, 2, 3, 1}, {0, 3, 1, 2}, {0, 3, 2, 1}};
    case Kind::EdgeEdge:
      return {{1, 0, 2, 3}, {0, 1, 3, 2}, {1, 0, 3, 2}, {2, 3, 0, 1},
              {3, 2, 0, 1}, {2, 3, 1, 0}, {3, 2, 1, 0}};
    case Kind::PointEdge:
    case Kind::PointSegment2D: return {{0, 2, 1, 3}};
    case Kind::PointPoint: break;
  }
  return {{1, 0, 2, 3}};
}

Request random_request(QueryMaker& maker) {
  Request request;
  request.norm = maker.below(2) ? Norm::L2 : Norm::Linf;
  request.min_separation = std::array{0.0, 0.0, 0x1p-8, 0.2}[maker.below(4)];
  request.t_max = maker.below(3) == 0 ? maker.below(17) / 16.0 : 1.0;
  request.width_bits = maker.below(2) ? 30 : 100;
  return request;
}

/// Same verdict, and both enclosures can hold the same time.
void expect_same(const Decision& a, const Decision& b, const std::string& change) {
  ASSERT_EQ(a.contact, b.contact) << change;
  if (!a.contact) return;
  EXPECT_LE(to_rational(a.lower), to_rational(b.upper)) << change;
  EXPECT_LE(to_rational(b.lower), to_rational(a.upper)) << change;
}

/// Runs a check on random and degenerate queries of every kind; the share of hits must be worth
/// something.
void for_random_queries(
    std::uint64_t seed,
    const std::function<void(const Query&, const Request&, const Decision&)>& check) {
  QueryMaker maker(seed);
  int hits = 0;
  for (int i = 0; i < kQueries; ++i) {
    const Query query = maker.any(kAllKinds[i % 5]);
    const Request request = random_request(maker);
    const Decision decision = decide(query, request);
    hits += decision.contact;
    check(query, request, decision);
  }
  EXPECT_GT(hits, kQueries * 3 / 10);
  EXPECT_LT(hits, kQueries * 8 / 10);
}

TEST(Consistency, SwappedPrimitivesAndPermutedVerticesGiveTheSameAnswer) {
  for_random_queries(1, [](const Query& query, const Request& request, const Decision& decision) {
    for (const auto& order : same_pairs(query.kind))
      expect_same(decision, decide(reorder(query, order), request), "order");
  });
}

TEST(Consistency, MirroringAndQuarterTurnsGiveTheSameAnswer) {
  for_random_queries(2, [](const Query& query, const Request& request, const Decision& decision) {
    const auto same = [&](const char* change, const std::function<Vec3(const Vec3&)>& map) {
      expect_same(decision, decide(map_points(query, map), request), change);
    };
    same("mirror x", [](const Vec3& p) { return Vec3(-p.x(), p.y(), p.z()); });
    same("mirror all", [](const Vec3& p) { return Vec3(-p); });
    same("turn about z", [](const Vec3& p) { return Vec3(-p.y(), p.x(), p.z()); });
    if (query.kind == Kind::PointSegment2D) return;
    same("turn about x", [](const Vec3& p) { return Vec3(p.x(), -p.z(), p.y()); });
    same("cycle the axes", [](const Vec3& p) { return Vec3(p.y(), p.z(), p.x()); });
  });
}

TEST(Consistency, PowersOfTwoScaleWithoutChange) {
  for_random_queries(3, [](const Query& query, const Request& request, const Decision& decision) {
    for (const int exponent : {-900, -60, 60, 1000}) {
      Request scaled = request;
      scaled.min_separation = std::ldexp(request.min_separation, exponent);
      const Query other =
          map_points(query, [&](const Vec3& p) { return Vec3(p * std::ldexp(1.0, exponent)); });
      const Decision answer = decide(other, scaled);
      ASSERT_EQ(decision.contact, answer.contact);
      EXPECT_EQ(to_rational(decision.lower), to_rational(answer.lower));
      EXPECT_EQ(to_rational(decision.upper), to_rational(answer.upper));
    }
  });
}

TEST(Consistency, StretchingOneAxisByAPowerOfTwoKeepsThePlainAnswer) {
  for_random_queries(4, [](const Query& query, Request request, Decision decision) {
    if (request.min_separation != 0) {
      request.min_separation = 0;
      decision = decide(query, request);
    }
    const Query other = map_points(
        query, [](const Vec3& p) { return Vec3(p.x() * 0x1p40, p.y(), p.z() * 0x1p-30); });
    expect_same(decision, decide(other, request), "stretch");
  });
}

TEST(Consistency, ReversedTimeGivesTheSameVerdict) {
  for_random_queries(5, [](const Query& query, Request request, Decision decision) {
    if (request.t_max != 1) {
      request.t_max = 1;
      decision = decide(query, request);
    }
    Query reversed = query;
    std::swap(reversed.t0, reversed.t1);
    const Decision backward = decide(reversed, request);
    ASSERT_EQ(decision.contact, backward.contact);
    // The first contact is not after the last, which is 1 minus the reversed first.
    if (decision.contact) {
      EXPECT_LE(to_rational(decision.lower), 1 - to_rational(backward.lower));
    }
  });
}

TEST(Consistency, LargerSeparationIsNeverLater) {
  for_random_queries(6, [](const Query& query, Request request, const Decision& decision) {
    request.min_separation = request.min_separation * 1.5 + 0x1p-20;
    const Decision wider = decide(query, request);
    if (!decision.contact) return;
    ASSERT_TRUE(wider.contact);
    EXPECT_LE(to_rational(wider.lower), to_rational(decision.upper));
  });
}

TEST(Consistency, ChebyshevContactIsBetweenEuclideanOnes) {
  // |x|_inf <= |x|_2 <= sqrt(3) |x|_inf, and 1.75 > sqrt(3).
  for_random_queries(7, [](const Query& query, Request request, const Decision&) {
    const double separation = request.min_separation + 0x1p-6;
    request.min_separation = separation;
    request.norm = Norm::L2;
    const Decision small_ball = decide(query, request);
    request.norm = Norm::Linf;
    const Decision cube = decide(query, request);
    request.norm = Norm::L2;
    request.min_separation = separation * 1.75;
    const Decision large_ball = decide(query, request);
    if (small_ball.contact) {
      ASSERT_TRUE(cube.contact);
      EXPECT_LE(to_rational(cube.lower), to_rational(small_ball.upper));
    }
    if (cube.contact) {
      ASSERT_TRUE(large_ball.contact);
      EXPECT_LE(to_rational(large_ball.lower), to_rational(cube.upper));
    }
  });
}

TEST(Consistency, KindsWithRepeatedPointsAgreeWithSmallerKinds) {
  // A point against a segment is a point against a face with two equal corners, and an edge of zero
  // length against an edge.
  QueryMaker maker(8);
  int hits = 0;
  for (int i = 0; i < kQueries; ++i) {
    const Query segment = maker.any(i % 2 ? Kind::PointEdge : Kind::PointSegment2D);
    const Request request = random_request(maker);
    const Decision decision = decide(segment, request);
    hits += decision.contact;
    Query face = reorder(segment, {0, 1, 2, 2});
    face.kind = Kind::VertexFace;
    expect_same(decision, decide(face, request), "face");
    Query edges = reorder(segment, {0, 0, 1, 2});
    edges.kind = Kind::EdgeEdge;
    expect_same(decision, decide(edges, request), "edges");
    const Query point = maker.any(Kind::PointPoint);
    Query short_segment = reorder(point, {0, 1, 1, 3});
    short_segment.kind = Kind::PointEdge;
    expect_same(decide(point, request), decide(short_segment, request), "segment");
  }
  EXPECT_GT(hits, kQueries * 3 / 10);
}

}  // namespace
}  // namespace firstcontact::test::oracle_consistency_test
