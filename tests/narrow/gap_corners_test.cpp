#include "narrow/certified/gap_corners.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "narrow/certified/error_bounds.h"
#include "narrow/certified_support.h"

namespace firstcontact::narrow::gap_corners_test {
namespace {

using test::Random;
using test::Scaled;

Query filled(Kind kind, Random& random, int exponent) {
  Query query;
  query.kind = kind;
  for (int i = 0; i < 4; ++i)
    for (Vec3* point : {&query.t0[i], &query.t1[i]}) {
      const Vec3 v = random.vector();
      for (int k = 0; k < 3; ++k) (*point)[k] = std::ldexp(v[k], exponent);
    }
  return query;
}

/// Every component is within one rounding of the exact gap, in the units that `exponent` says, plus
/// what scaling may lose.
void expect_one_rounding(const Query& query, const GapCorners& corners) {
  for (const double t : {0.0, 1.0}) {
    const std::vector<test::ScaledVector> exact = test::exact_corners(query, t);
    ASSERT_EQ(static_cast<int>(exact.size()), corners.count);
    for (int i = 0; i < corners.count; ++i) {
      const Vector& v = t == 0 ? corners.t0[i] : corners.t1[i];
      const double components[] = {v.x, v.y, v.z};
      for (int k = 0; k < 3; ++k) {
        Scaled wanted = exact[i][k];
        wanted.exponent -= corners.exponent;
        const Scaled allowed = Scaled(kUnitRoundoff) * test::magnitude(wanted) +
                               Scaled(corners.exponent == 0 ? 0 : 0x1p-1074);
        EXPECT_LE(test::magnitude(Scaled(components[k]) - wanted).compare(allowed), 0)
            << i << ' ' << k;
      }
    }
  }
}

/// Seed 111.
TEST(GapCorners, EachComponentIsOneRoundingAtEveryScale) {
  Random random(111);
  for (const Kind kind : test::kEveryKind)
    for (int exponent = -1074; exponent <= 1024;
         exponent += exponent > -1000 && exponent < 1000 ? 37 : 1) {
      const Query query = filled(kind, random, exponent);
      const GapCorners corners = gap_corners(query);
      expect_one_rounding(query, corners);
      if (corners.largest == 0) continue;
      EXPECT_GE(corners.largest, kSmallestUnscaled);
      EXPECT_LE(corners.largest, kLargestUnscaled);
      if (corners.exponent != 0) {
        EXPECT_TRUE(corners.largest >= 1 && corners.largest < 2) << corners.largest;
      }
    }
}

TEST(GapCorners, ReachIsTheLargestComponentOfEachAxis) {
  PointPoint pair;
  pair.p_t0 = {1, -2, 3};
  pair.q_t0 = {0, 0, 0};
  pair.p_t1 = {-4, 1, 0};
  pair.q_t1 = {0, 0, 1};
  const GapCorners corners = gap_corners(pair);
  EXPECT_EQ(corners.count, 1);
  EXPECT_EQ(corners.reach.x, 4);
  EXPECT_EQ(corners.reach.y, 2);
  EXPECT_EQ(corners.reach.z, 3);
  EXPECT_EQ(corners.largest, 4);
  EXPECT_EQ(corners.exponent, 0);
}

TEST(GapCorners, EdgeEdgeGoesAroundTheParallelogram) {
  EdgeEdge pair;
  pair.ea0_t0 = pair.ea0_t1 = {1, 0, 0};
  pair.ea1_t0 = pair.ea1_t1 = {2, 0, 0};
  pair.eb0_t0 = pair.eb0_t1 = {0, 10, 0};
  pair.eb1_t0 = pair.eb1_t1 = {0, 20, 0};
  const GapCorners corners = gap_corners(pair);
  ASSERT_EQ(corners.count, 4);
  for (int i = 0; i < 4; ++i) {
    const Vector side = corners.t0[(i + 1) % 4] - corners.t0[i];
    EXPECT_EQ(std::abs(side.x) + std::abs(side.y), i % 2 == 0 ? 10 : 1);
  }
  const Vector opposite = (corners.t0[1] + corners.t0[3]) - (corners.t0[0] + corners.t0[2]);
  EXPECT_EQ(opposite.x, 0);
  EXPECT_EQ(opposite.y, 0);
}

TEST(GapCorners, DifferencesThatOverflowAreHalvedFirst) {
  constexpr double kMax = std::numeric_limits<double>::max();
  PointPoint pair;
  pair.p_t0 = pair.p_t1 = {kMax, kMax, 0x1p-1074};
  pair.q_t0 = pair.q_t1 = {-kMax, kMax, 0};
  const GapCorners corners = gap_corners(pair);
  EXPECT_EQ(corners.exponent, 1024);
  EXPECT_EQ(corners.t0[0].x, kMax * 0x1p-1023);
  EXPECT_EQ(corners.t0[0].y, 0);
  expect_one_rounding(pair, corners);
}

TEST(GapCorners, CoincidentPointsHaveNoSize) {
  PointPoint pair;
  pair.p_t0 = pair.p_t1 = pair.q_t0 = pair.q_t1 = {1e300, -7, 1e-300};
  EXPECT_EQ(gap_corners(pair).largest, 0);
  EXPECT_EQ(gap_corners(pair).exponent, 0);
}

TEST(GapCorners, SmallestGapIsScaledToOne) {
  PointPoint pair;
  pair.p_t0 = pair.p_t1 = {0x1p-1074, 0, 0};
  pair.q_t0 = pair.q_t1 = {0, 0, 0};
  const GapCorners corners = gap_corners(pair);
  EXPECT_EQ(corners.largest, 1);
  EXPECT_EQ(corners.exponent, -1074);
}

}  // namespace
}  // namespace firstcontact::narrow::gap_corners_test
