#include <gtest/gtest.h>

#include "baselines/methods.h"
#include "generated_queries.h"

namespace firstcontact::baselines::uirf_test {
namespace {

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

/// The face is so thin that its normal is lost in the width of the moving coordinates: whether
/// the point is inside stays undecided.
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

}  // namespace
}  // namespace firstcontact::baselines::uirf_test
