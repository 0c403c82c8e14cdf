#include <gtest/gtest.h>

#include <numbers>

#include "sim/scene.h"

namespace firstcontact::sim::script_test {
namespace {

const Vec3 kStart(0.1, -0.7, 0.3);

TEST(Script, RestsBeforeItsBeginningAndAfterItsEnd) {
  const Script script{.velocity = {1, 2, 3},
                      .axis = {0, 3, 4},
                      .center = {5, 6, 7},
                      .turns_per_second = 0.3,
                      .begin = 1,
                      .end = 3};
  EXPECT_EQ(script.position(kStart, 0), kStart);
  EXPECT_EQ(script.position(kStart, 1), kStart);
  EXPECT_NE(script.position(kStart, 1.0001), kStart);
  EXPECT_NE(script.position(kStart, 2.9999), script.position(kStart, 3));
  EXPECT_EQ(script.position(kStart, 3), script.position(kStart, 100));
  EXPECT_EQ(Script{}.position(kStart, 5), kStart);
}

TEST(Script, Moves) {
  const Script script{.velocity = {1, 2, 3}, .begin = 0.5};
  EXPECT_LT((script.position(kStart, 2.5) - (kStart + 2 * Vec3(1, 2, 3))).norm(), 1e-15);
}

TEST(Script, TurnsCounterclockwiseAboutAxisThroughCenter) {
  const Script script{.axis = {0, 0, 5}, .center = {1, 1, 0}, .turns_per_second = 0.25};
  EXPECT_LT((script.position({2, 1, 4}, 1) - Vec3(1, 2, 4)).norm(), 1e-15);
  EXPECT_LT((script.position({2, 1, 4}, 2) - Vec3(0, 1, 4)).norm(), 1e-15);
  EXPECT_EQ(script.position({1, 1, 4}, 0.3), Vec3(1, 1, 4));
  // Whole turns lead back exactly, however many there are.
  EXPECT_EQ(script.position(kStart, 4e6), kStart);
}

TEST(Script, TheCenterMovesAlong) {
  const Script script{
      .velocity = {0, 0, 2}, .axis = {0, 0, 1}, .center = {1, 0, 0}, .turns_per_second = 0.5};
  EXPECT_LT((script.position({2, 0, 0}, 1) - Vec3(0, 0, 2)).norm(), 1e-15);
}

TEST(Script, KeepsDistancesAndVelocity) {
  const Script script{.velocity = {0.2, 0, -0.1},
                      .axis = {1, -2, 0.5},
                      .center = {0.3, 0.2, 0.1},
                      .turns_per_second = 1.7};
  const Vec3 other(0.9, 0.2, -0.4), omega = 2 * std::numbers::pi * 1.7 * script.axis.normalized();
  for (double t = 0; t < 3; t += 0.37) {
    const Vec3 a = script.position(kStart, t), b = script.position(other, t);
    EXPECT_NEAR((a - b).norm(), (kStart - other).norm(), 1e-14);
    const double h = 1e-6;
    const Vec3 speed = (script.position(kStart, t + h) - script.position(kStart, t)) / h;
    const Vec3 arm = a - (script.center + t * script.velocity);
    EXPECT_LT((speed - (script.velocity + omega.cross(arm))).norm(), 1e-3) << t;
  }
}

}  // namespace
}  // namespace firstcontact::sim::script_test
