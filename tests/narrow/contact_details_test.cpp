#include <firstcontact/solve.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "support/contacts.h"

namespace firstcontact::contact_details_test {
namespace {

/// The exact method finds the time of contact itself, so that what it describes is exact too.
Result solve_exactly(const Query& query, Options options = {}) {
  options.method = Method::Exact;
  return solve(query, options);
}

/// A point that falls on the face z = 0 at t = 0.5, above (0.25, 0.5).
VertexFace falling_point(double scale) {
  const Vec3 a(0, 0, 0), b(1, 0, 0), c(0, 1, 0);
  return {.p_t0 = scale * Vec3(0.25, 0.5, 1),
          .v0_t0 = scale * a,
          .v1_t0 = scale * b,
          .v2_t0 = scale * c,
          .p_t1 = scale * Vec3(0.25, 0.5, -1),
          .v0_t1 = scale * a,
          .v1_t1 = scale * b,
          .v2_t1 = scale * c};
}

TEST(ContactDetails, DescribeAFallingPointAtEveryScale) {
  for (const int exponent : {0, -40, 40, -1000, 1000, 1022}) {
    const double scale = std::ldexp(1, exponent);
    const Result result = solve_exactly(falling_point(scale));
    ASSERT_TRUE(test::is_later_contact(result));
    EXPECT_EQ(result.toi, 0.5);
    EXPECT_EQ(result.u, 0.25);
    EXPECT_EQ(result.v, 0.5);
    EXPECT_EQ(result.point(), scale * Vec3(0.25, 0.5, 0));
    EXPECT_EQ(result.normal, Vec3(0, 0, 1)) << "from the face to the side the point came from";
    EXPECT_EQ(result.distance, 0);
  }
}

TEST(ContactDetails, GapWeightsGiveTheVectorBetweenTheNearestPoints) {
  Query query;
  query.t0 = query.t1 = {Vec3(0.25, 0.5, 1), Vec3(0, 0, 0.5), Vec3(1, 0.25, 0), Vec3(0, 1, -0.25)};
  for (const Kind kind : {Kind::VertexFace, Kind::EdgeEdge, Kind::PointEdge, Kind::PointPoint}) {
    query.kind = kind;
    for (int i = point_count(kind); i < 4; ++i) query.t0[i] = query.t1[i] = Vec3::Zero();
    const Result result = solve(query, {.describe_free = true});
    const std::array<double, 4> weights = gap_weights(kind, result.u, result.v);
    Vec3 gap = Vec3::Zero();
    double sum = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      gap += weights[i] * query.t0[i];
      sum += weights[i];
      if (static_cast<int>(i) >= point_count(kind)) {
        EXPECT_EQ(weights[i], 0);
      }
    }
    EXPECT_NEAR(sum, 0, 1e-15);
    EXPECT_NEAR((gap - (result.point_a - result.point_b)).norm(), 0, 1e-14) << to_string(kind);
    EXPECT_GT(gap.norm(), 0.1);
  }
}

TEST(ContactDetails, NormalPointsToTheSideThePointCameFrom) {
  VertexFace query = falling_point(1);
  std::swap(query.p_t0, query.p_t1);
  EXPECT_EQ(solve_exactly(query).normal, Vec3(0, 0, -1));
}

TEST(ContactDetails, DescribeCrossingEdges) {
  const EdgeEdge query = {.ea0_t0 = {-1, 0, 1},
                          .ea1_t0 = {1, 0, 1},
                          .eb0_t0 = {0.5, -1, 0},
                          .eb1_t0 = {0.5, 3, 0},
                          .ea0_t1 = {-1, 0, -1},
                          .ea1_t1 = {1, 0, -1},
                          .eb0_t1 = {0.5, -1, 0},
                          .eb1_t1 = {0.5, 3, 0}};
  const Result result = solve_exactly(query);
  ASSERT_TRUE(test::is_later_contact(result));
  EXPECT_EQ(result.u, 0.75);
  EXPECT_EQ(result.v, 0.25);
  EXPECT_EQ(result.point(), Vec3(0.5, 0, 0));
  EXPECT_EQ(result.normal, Vec3(0, 0, 1));
}

TEST(ContactDetails, SeparationContactHasTheGapsDirectionAndDistance) {
  Options options;
  options.min_separation = 0.5;
  const Result result = solve_exactly(falling_point(1), options);
  ASSERT_TRUE(test::is_later_contact(result));
  EXPECT_NEAR(result.toi, 0.25, 1e-9);
  EXPECT_NEAR(result.distance, 0.5, 1e-8);
  EXPECT_NEAR(result.point().z(), 0.25, 1e-8);
  EXPECT_EQ(result.normal, Vec3(0, 0, 1));
}

TEST(ContactDetails, CoincidentPointsAtRestHaveNoNormal) {
  const PointPoint query = {
      .p_t0 = {1, 2, 3}, .q_t0 = {1, 2, 3}, .p_t1 = {1, 2, 3}, .q_t1 = {1, 2, 3}};
  const Result result = solve_exactly(query);
  EXPECT_TRUE(test::is_contact_at_start(result));
  EXPECT_EQ(result.normal, Vec3(0, 0, 0));
  EXPECT_EQ(result.point(), Vec3(1, 2, 3));
}

TEST(ContactDetails, PointStaysFiniteAtTheEndOfTheDoubleRange) {
  constexpr double kLargest = std::numeric_limits<double>::max();
  const PointPoint query = {.p_t0 = {kLargest, -kLargest, kLargest},
                            .q_t0 = {kLargest, -kLargest, -kLargest},
                            .p_t1 = {kLargest, -kLargest, -kLargest},
                            .q_t1 = {kLargest, -kLargest, kLargest}};
  const Result result = solve_exactly(query);
  EXPECT_TRUE(test::is_later_contact(result));
  EXPECT_TRUE(result.point().allFinite());
}

TEST(ContactDetails, FreeAnswersCarryTheDistanceAtTheEndIfAsked) {
  Options options;
  options.t_max = 0.25;
  const Result bare = solve_exactly(falling_point(1), options);
  EXPECT_EQ(bare.distance, std::numeric_limits<double>::infinity());
  EXPECT_EQ(bare.point_a, Vec3(0, 0, 0));
  options.describe_free = true;
  const Result result = solve_exactly(falling_point(1), options);
  ASSERT_EQ(result.status, Status::Free);
  EXPECT_EQ(result.toi, 0.25);
  EXPECT_EQ(result.distance, 0.5);
  EXPECT_EQ(result.normal, Vec3(0, 0, 0));
}

}  // namespace
}  // namespace firstcontact::contact_details_test
