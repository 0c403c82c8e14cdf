/// Degenerate shapes and chosen features, in exact arithmetic.
#include <gtest/gtest.h>

#include "exact/oracle.h"
#include "generate/class_queries.h"
#include "generate/exact_motion.h"

namespace firstcontact::test::class_shapes_test {
namespace {

constexpr std::uint64_t kCount = 500;

/// Do a point of the first and a point of the second primitive coincide at some time?
bool points_meet(const Query& query) {
  const auto x = trajectories(query);
  const std::size_t first_count = query.kind == Kind::VertexFace ? 1 : 2;
  for (std::size_t i = 0; i < first_count; ++i) {
    for (std::size_t j = first_count; j < 4; ++j) {
      if (vanishes_somewhere(x[i] - x[j])) return true;
    }
  }
  return false;
}

/// Does a point of one primitive come within `separation` of a side or edge of the other?
bool point_meets_side(const Query& query, double separation) {
  const auto meets = [&](std::size_t p, std::size_t e0, std::size_t e1) {
    const PointEdge pair{.p_t0 = query.t0[p],
                         .e0_t0 = query.t0[e0],
                         .e1_t0 = query.t0[e1],
                         .p_t1 = query.t1[p],
                         .e0_t1 = query.t1[e0],
                         .e1_t1 = query.t1[e1]};
    return exact::decide(pair, {.min_separation = separation}).contact;
  };
  if (query.kind == Kind::VertexFace) return meets(0, 1, 2) || meets(0, 2, 3) || meets(0, 3, 1);
  return meets(0, 2, 3) || meets(1, 2, 3) || meets(2, 0, 1) || meets(3, 0, 1);
}

double ulp_of_largest(const Query& query) {
  const double largest = largest_coordinate(query);
  return largest - std::nextafter(largest, 0.0);
}

double extent(const Query& query) {
  Vec3 low = query.t0[0], high = query.t0[0];
  for (std::size_t i = 0; i < 4; ++i) {
    low = low.cwiseMin(query.t0[i]).cwiseMin(query.t1[i]);
    high = high.cwiseMax(query.t0[i]).cwiseMax(query.t1[i]);
  }
  return (high / 2 - low / 2).maxCoeff();
}

TEST(VertexClasses, HaveTwoPointsThatMeetExactlyInHalfOfTheQueries) {
  for (const char* name : {"point-point", "vertex-on-vertex"}) {
    for (const Kind kind : {Kind::VertexFace, Kind::EdgeEdge}) {
      const double met = share(name, kind, kCount, points_meet);
      EXPECT_GE(met, 0.4) << name;
      EXPECT_LE(met, 0.65) << name;
    }
  }
}

TEST(EndpointOnEdgeClass, HasAPointThatMeetsASideExactlyInHalfOfTheQueries) {
  for (const Kind kind : {Kind::VertexFace, Kind::EdgeEdge}) {
    const double met = share("endpoint-on-edge", kind, kCount,
                             [](const Query& query) { return point_meets_side(query, 0); });
    EXPECT_GE(met, 0.35);
    EXPECT_LE(met, 0.65);
  }
}

TEST(OneUlpBesideClass, PassesASideOrCornerWithinAFewUlpsAndRarelyMeetsIt) {
  for (const Kind kind : {Kind::VertexFace, Kind::EdgeEdge}) {
    for_queries("one-ulp-beside", kind, kCount, [](const Query& query) {
      EXPECT_TRUE(point_meets_side(query, 16 * ulp_of_largest(query)));
    });
    const double met = share("one-ulp-beside", kind, kCount,
                             [](const Query& query) { return point_meets_side(query, 0); });
    EXPECT_LE(met, 0.5);
  }
}

TEST(NearCollisionClass, ComesWithinRoundingErrors) {
  for_queries("near-collision", kCount, [](const Query& query) {
    EXPECT_TRUE(exact::decide(query, {.min_separation = 64 * ulp_of_largest(query)}).contact);
  });
}

TEST(NearMissClass, HasAClearanceOfATenBillionthOfItsSize) {
  int free = 0;
  for_queries("near-miss", kCount, [&](const Query& query) {
    EXPECT_TRUE(exact::decide(query, {.min_separation = 1e-8 * extent(query)}).contact);
    if (!exact::decide(query, {.min_separation = 1e-12 * extent(query)}).contact) ++free;
  });
  EXPECT_GE(free, 200);
}

TEST(DegenerateGapClass, HasCollinearFacesAndParallelEdgesAtAllTimes) {
  for_queries("degenerate-gap", kCount, [](const Query& query) {
    const auto x = trajectories(query);
    if (query.kind == Kind::VertexFace) {
      EXPECT_TRUE(is_zero(cross(x[2] - x[1], x[3] - x[1])));
    } else {
      EXPECT_TRUE(is_zero(cross(x[1] - x[0], x[3] - x[2])));
    }
  });
}

TEST(ParallelEdgesClass, HasRigidParallelEdgesOfPositiveLength) {
  for_queries("parallel-edges", kCount, [](const Query& query) {
    const auto x = trajectories(query);
    EXPECT_TRUE(is_zero(cross(x[1] - x[0], x[3] - x[2])));
    EXPECT_EQ(query.t0[1] - query.t0[0], query.t1[1] - query.t1[0]);
    EXPECT_NE(query.t0[1], query.t0[0]);
    EXPECT_NE(query.t0[3], query.t0[2]);
  });
}

TEST(CollinearEdgesClass, StaysOnOneLine) {
  for_queries("collinear-edges", kCount, [](const Query& query) {
    const auto x = trajectories(query);
    for (std::size_t i = 1; i < 4; ++i) {
      for (std::size_t j = i + 1; j < 4; ++j) EXPECT_TRUE(is_zero(cross(x[i] - x[0], x[j] - x[0])));
    }
  });
}

/// Some are nudged away from it.
TEST(ZeroSizeClass, HasASideOfLengthZeroAlwaysOrAtSomeTime) {
  const auto shrinks = [](const Query& query) {
    const auto x = trajectories(query);
    if (query.kind == Kind::EdgeEdge)
      return vanishes_somewhere(x[1] - x[0]) || vanishes_somewhere(x[3] - x[2]);
    return vanishes_somewhere(x[2] - x[1]) || vanishes_somewhere(x[3] - x[2]) ||
           vanishes_somewhere(x[1] - x[3]);
  };
  for (const Kind kind : {Kind::VertexFace, Kind::EdgeEdge})
    EXPECT_GE(share("zero-size", kind, kCount, shrinks), 0.6);
}

/// How thin at the start, exact. Face: (twice its area / longest side squared)^2. Edges: the
/// squared sine of their angle.
Rational squared_thinness(const Query& query) {
  Query at_start = query;
  at_start.t1 = at_start.t0;
  const auto x = trajectories(at_start);
  const auto squared = [](const PolynomialVector& a) { return value(dot(a, a), 0); };
  if (query.kind == Kind::EdgeEdge)
    return squared(cross(x[1] - x[0], x[3] - x[2])) / (squared(x[1] - x[0]) * squared(x[3] - x[2]));
  const Rational longest =
      std::max({squared(x[2] - x[1]), squared(x[3] - x[2]), squared(x[1] - x[3])});
  return squared(cross(x[2] - x[1], x[3] - x[1])) / (longest * longest);
}

TEST(SliverClass, IsThin) {
  for (const Kind kind : {Kind::VertexFace, Kind::EdgeEdge}) {
    for_queries("sliver", kind, kCount,
                [](const Query& query) { EXPECT_LE(squared_thinness(query), Rational(0x1p-5)); });
    const double extreme = share("sliver", kind, kCount, [](const Query& query) {
      return squared_thinness(query) < Rational(0x1p-40);
    });
    EXPECT_GE(extreme, 0.3);
  }
}

}  // namespace
}  // namespace firstcontact::test::class_shapes_test
