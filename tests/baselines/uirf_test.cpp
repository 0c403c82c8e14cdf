#include <gtest/gtest.h>

#include <cfenv>
#include <cmath>

#include "baselines/methods.h"
#include "generated_queries.h"

namespace firstcontact::baselines {
namespace {

TEST(Uirf, GivesTheTimeWithinTheTolerance) {
  for (const Query& query : {Query(test::falling_vertex()), Query(test::falling_edge())})
    for (const double tolerance : {1e-3, 1e-6, 1e-9}) {
      Settings settings;
      settings.tolerance = tolerance;
      const Answer answer = uirf().solve(query, settings);
      EXPECT_TRUE(answer.contact);
      EXPECT_FALSE(answer.exhausted);
      EXPECT_LE(answer.toi, 0.5);
      EXPECT_GE(answer.toi, 0.5 - 2 * tolerance);
    }
}

TEST(Uirf, GivesTheEarliestOfTwoTimes) {
  const Answer answer = uirf().solve(test::vertex_through_and_back(), {});
  EXPECT_TRUE(answer.contact);
  EXPECT_LE(answer.toi, 0.25);
  EXPECT_GE(answer.toi, 0.25 - 1e-4);
}

TEST(Uirf, PassesOverTimesThatAreOnlyCoplanar) {
  for (const Query& query : {Query(test::falling_vertex(-0.3)), Query(test::falling_edge(0.6))}) {
    const Answer answer = uirf().solve(query, {});
    EXPECT_FALSE(answer.contact);
    EXPECT_TRUE(std::isnan(answer.toi));
  }
}

/// The vertex stays in the face's plane, beside the face: every time is a root of the cubic.
TEST(Uirf, RefinesTheWholeStepWhenTheMotionIsFlat) {
  VertexFace query = test::falling_vertex();
  query.p_t0 = {2, 2, 0};
  query.p_t1 = {3, 2, 0};
  Settings settings;
  settings.tolerance = 1e-3;
  const Answer answer = uirf().solve(query, settings);
  EXPECT_FALSE(answer.contact);
  EXPECT_EQ(answer.checks, 2047);  // all intervals down to a width of 1/1024
  EXPECT_LT(irf().solve(query, settings).checks, 10);

  settings.max_checks = 2000;
  EXPECT_TRUE(uirf().solve(query, settings).exhausted);
  EXPECT_TRUE(uirf().solve(query, settings).contact);
}

/// The face is so thin that its normal is lost in the width of the moving coordinates: the place
/// within the plane stays undecided.
TEST(Uirf, ReportsSliversThatItCannotDecide) {
  VertexFace query;
  query.p_t0 = {1, 1.125, 1};
  query.v0_t0 = {0, 0, 0};
  query.v1_t0 = {1, 1, 0};
  query.v2_t0 = {2, 2 + 0x1p-50, 0};
  const Vec3 motion(1, 0, 0);
  query.p_t1 = query.p_t0 + motion - Vec3(0, 0, 2);
  query.v0_t1 = query.v0_t0 + motion;
  query.v1_t1 = query.v1_t0 + motion;
  query.v2_t1 = query.v2_t0 + motion;
  ASSERT_FALSE(generate::with_truth(query).truth);
  Settings settings;
  settings.tolerance = 1e-4;
  EXPECT_TRUE(uirf().solve(query, settings).contact);
  EXPECT_FALSE(uirf().solve(query, settings).exhausted);
  EXPECT_FALSE(irf().solve(query, {}).contact);
}

TEST(Uirf, RunningOutOfChecksIsContactAtASafeTime) {
  for (const std::int64_t checks : {0, 1, 10}) {
    Settings settings;
    settings.max_checks = checks;
    const Answer answer = uirf().solve(test::falling_vertex(), settings);
    EXPECT_TRUE(answer.contact);
    EXPECT_TRUE(answer.exhausted);
    EXPECT_EQ(answer.checks, checks);
    EXPECT_LE(answer.toi, 0.5);
  }
}

TEST(Uirf, LeavesTheRoundingModeAsItWas) {
  uirf().solve(test::falling_vertex(), {});
  EXPECT_EQ(std::fegetround(), FE_TONEAREST);
}

TEST(Uirf, NeverMissesAndIsNeverLateOnGeneratedQueries) {
  Settings settings;
  settings.max_checks = 2'000;
  int queries = 0, hits = 0, decided = 0;
  test::for_each_generated(
      43, 60, [&](const generate::QueryClass& query_class, const generate::GeneratedQuery& truth) {
        const Answer answer = uirf().solve(truth.query, settings);
        ++queries;
        decided += !answer.exhausted;
        if (!truth.truth) return;
        ++hits;
        EXPECT_TRUE(answer.contact) << "missed: " << query_class.name;
        EXPECT_LE(answer.toi, truth.toi_upper) << "late: " << query_class.name;
      });
  EXPECT_GT(hits, queries / 3);
  EXPECT_LT(hits, queries * 3 / 4);
  EXPECT_GT(decided, queries / 2);
}

}  // namespace
}  // namespace firstcontact::baselines
