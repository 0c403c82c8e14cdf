/// The screw between two poses: known ones, and its error over all angles and ways.
#include "rigid/model/relative_screw.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "generate/random.h"
#include "rigid/rigid_fixtures.h"

namespace firstcontact::relative_screw_test {
namespace {

using test::random_vector;

using generate::Random;

constexpr double kPi = 0x1.921fb54442d18p+1;

Pose random_pose(Random& random, double size) {
  const Vec3 axis = random_vector(random, 1);
  const double angle = kPi * random.unit();
  const Vec3 position = random_vector(random, size);
  return Pose::from_axis_angle(axis, angle, position);
}

Pose product(const Pose& a, const Pose& b) {
  return {a.rotation * b.rotation, a.apply(b.position)};
}

/// In long double: B's pose in A's coordinates.
struct ExactPose {
  Eigen::Matrix<long double, 3, 3> rotation;
  Eigen::Matrix<long double, 3, 1> position;
};
ExactPose seen_from(const Pose& a, const Pose& b) {
  const Eigen::Matrix<long double, 3, 3> back = a.rotation.cast<long double>().transpose();
  return {back * b.rotation.cast<long double>(),
          back * (b.position.cast<long double>() - a.position.cast<long double>())};
}

double turn_error(const AffineMap& map, const ExactPose& pose) {
  return static_cast<double>(
      (map.linear.cast<long double>() - pose.rotation).cwiseAbs().maxCoeff());
}
double shift_error(const AffineMap& map, const ExactPose& pose) {
  return static_cast<double>(
      (map.offset.cast<long double>() - pose.position).cwiseAbs().maxCoeff());
}

const std::vector<double>& angles() {
  static const std::vector<double> list = [] {
    std::vector<double> all = {0, kPi, kPi / 2, 3.0, 2.0};
    for (int e = -16; e <= 0; ++e)
      for (const double digit : {1.0, 3.0}) all.push_back(digit * std::pow(10.0, e));
    for (int e = -15; e <= -1; ++e) all.push_back(kPi - std::pow(10.0, e));
    return all;
  }();
  return list;
}

TEST(RelativeScrew, EndsAtTheEndPoseForEveryAngleAndWay) {
  Random random{20240601};
  double worst_turn = 0, worst_shift = 0, worst_start = 0;
  for (const double angle : angles())
    for (const double way : {0.0, 1e-9, 1e-3, 1.0, 1e3, 1e6})
      for (int repeat = 0; repeat < 4; ++repeat) {
        PoseChange a, b;
        a.from = random_pose(random, 1);
        a.to = random_pose(random, 1);
        b.from = random_pose(random, 1);
        const Vec3 axis = random_vector(random, 1);
        const Pose omega = Pose::from_axis_angle(axis, angle, random_vector(random, way));
        b.to = product(a.to, product(omega, product(a.from.inverse(), b.from)));
        const auto [screw, path] = relative_motion(a, b);
        const double size = 4 + way;
        const AffineMap end = map_at(path, 1), start = map_at(path, 0);
        const ExactPose exact_start = seen_from(a.from, b.from), exact_end = seen_from(a.to, b.to);
        worst_turn = std::max(worst_turn, turn_error(end, exact_end));
        worst_shift = std::max(worst_shift, shift_error(end, exact_end) / size);
        worst_start = std::max(
            {worst_start, turn_error(start, exact_start), shift_error(start, exact_start) / size});
        EXPECT_NEAR(screw.angle, angle, 4e-15);
        EXPECT_NEAR(screw.axis.norm(), 1, 1e-15);
      }
  EXPECT_LT(worst_turn, 3e-15);
  EXPECT_LT(worst_shift, 2e-15);
  EXPECT_LT(worst_start, 2e-15);
  RecordProperty("worst_turn", std::to_string(worst_turn * 1e15) + "e-15");
  RecordProperty("worst_shift", std::to_string(worst_shift * 1e15) + "e-15");
}

/// The motion to t = 1/2, done twice, is the whole motion; the same for a third. Only a screw at
/// constant speed has this.
TEST(RelativeScrew, GoesAtConstantSpeedForEveryAngleAndWay) {
  Random random{20240602};
  double worst = 0;
  for (const double angle : angles()) {
    if (angle > 3.1)
      continue;  // a half turn and more: the error of the axis is found again in the way, amplified
    for (const double way : {0.0, 1e-3, 1.0, 1e6})
      for (const int parts : {2, 3}) {
        const Pose from = random_pose(random, 1);
        const Vec3 axis = random_vector(random, 1);
        const Pose omega = Pose::from_axis_angle(axis, angle, random_vector(random, way));
        const Pose to = product(omega, from);
        const ScrewCoefficients path = screw_between(from, to).path;
        // One part as a map of the frame, applied again and again.
        const AffineMap map = map_at(path, 1.0 / parts);
        const Mat3 turn = map.linear * path.start.linear.transpose();
        const Vec3 shift = map.offset - turn * path.start.offset;
        Vec3 x = path.start.offset + path.start.linear * Vec3(0.3, -0.5, 0.7);
        for (int k = 0; k < parts; ++k) x = turn * x + shift;
        worst = std::max(worst, (x - to.apply({0.3, -0.5, 0.7})).norm() / (2 + way));
      }
  }
  EXPECT_LT(worst, 3e-15);
  RecordProperty("worst", std::to_string(worst * 1e15) + "e-15");
}

TEST(RelativeScrew, FindsAGivenScrew) {
  Random random{20240603};
  for (int repeat = 0; repeat < 1000; ++repeat) {
    PoseChange a, b;
    a.from = random_pose(random, 2);
    a.to = random_pose(random, 2);
    b.from = random_pose(random, 2);
    const Vec3 axis = random_vector(random, 1).normalized();
    const double angle = 0.1 + 3 * random.unit(), travel = 2 * random.symmetric();
    Vec3 point = random_vector(random, 2);
    point -= axis.dot(point) * axis;
    const Pose turn = Pose::from_axis_angle(axis, angle);
    const Pose omega = {turn.rotation, point - turn.rotation * point + travel * axis};
    b.to = product(a.to, product(omega, product(a.from.inverse(), b.from)));
    const Screw screw = relative_screw(a, b);
    EXPECT_LT((screw.axis - axis).norm(), 1e-13);
    EXPECT_LT((screw.point - point).norm(), 1e-12);
    EXPECT_NEAR(screw.angle, angle, 1e-13);
    EXPECT_NEAR(screw.travel, travel, 1e-13);
  }
}

TEST(RelativeScrew, TranslationHasItsWayAsAxis) {
  Random random{20240604};
  for (int repeat = 0; repeat < 1000; ++repeat) {
    PoseChange a, b;
    a.from = a.to = random_pose(random, 2);
    b.from = b.to = random_pose(random, 2);
    const Vec3 way = random_vector(random, std::pow(10.0, random.between(-6, 6)));
    b.to.position += way;
    const auto [screw, path] = relative_motion(a, b);
    EXPECT_EQ(screw.angle, 0);
    EXPECT_EQ(screw.point, Vec3::Zero());
    // The end pose that holds the way has coordinates of size 2, which round.
    const double rounding = 8e-15 * (1 + 2 / way.norm());
    EXPECT_NEAR(screw.travel / way.norm(), 1, rounding);
    EXPECT_LT((screw.axis - a.from.rotation.transpose() * way.normalized()).norm(), rounding);
    EXPECT_EQ(path.angle, 0);
    EXPECT_TRUE(path.velocity.linear.isZero(0) && path.bend.linear.isZero(0));
  }
}

TEST(RelativeScrew, NoMotionIsATranslationOfLengthZero) {
  Random random{20240605};
  for (int repeat = 0; repeat < 1000; ++repeat) {
    PoseChange a, b;
    a.from = a.to = random_pose(random, 2);
    b.from = b.to = random_pose(random, 2);
    const auto [screw, path] = relative_motion(a, b);
    EXPECT_EQ(screw.angle, 0);
    EXPECT_EQ(screw.travel, 0);
    EXPECT_EQ(screw.axis, Vec3::UnitY());
    EXPECT_EQ(map_at(path, 0.7).linear, path.start.linear);
    EXPECT_EQ(map_at(path, 0.7).offset, path.start.offset);
  }
}

/// A turn of 1e-14, far below what moves a body visibly, over a long way: kept, with the right end.
TEST(RelativeScrew, TinyTurnsAreKept) {
  for (const double angle : {2e-15, 1e-14, 1e-10, 1e-6}) {
    PoseChange b;
    b.to = Pose::from_axis_angle({0, 0, 1}, angle, {1, 0, 0});
    const auto [screw, path] = relative_motion({}, b);
    EXPECT_NEAR(screw.angle / angle, 1, 1e-15);
    EXPECT_EQ(screw.axis, Vec3::UnitZ());
    EXPECT_NEAR(screw.point.y() * angle, 1, 1e-9);
    // The arc is angle / 8 beside its chord at the middle, to the right of the way.
    EXPECT_NEAR(map_at(path, 0.5).offset.y() / (-angle / 8), 1, 1e-9);
    EXPECT_NEAR(map_at(path, 1).linear(1, 0) / std::sin(angle), 1, 1e-15);
  }
}

TEST(RelativeScrew, HalfTurnHasAnAxisThroughTheMiddle) {
  PoseChange b;
  b.to = Pose::from_quaternion({0, 0, 0, 1}, {2, 0, 5});
  const Screw screw = relative_screw({}, b);
  EXPECT_EQ(screw.angle, kPi);
  EXPECT_EQ(std::abs(screw.axis.z()), 1);
  EXPECT_EQ(screw.travel * screw.axis.z(), 5);
  EXPECT_EQ(screw.point, Vec3(1, 0, 0));
}

TEST(RelativeScrew, StraightnessErrorIsThatOfThePaper) {
  EXPECT_NEAR(Screw{.angle = kPi / 3}.straightness_error(), 0.1279, 5e-5);
  EXPECT_NEAR(Screw{.angle = kPi}.straightness_error(), 1 / kPi, 1e-15);
  EXPECT_NEAR(Screw{.angle = 1e-9}.straightness_error() / 1.25e-10, 1, 1e-12);
  EXPECT_EQ(Screw{}.straightness_error(), 0);
}

TEST(PoseAt, JoinsTheOwnPosesAndRestsIfTheyAreEqual) {
  Random random{20240606};
  for (int repeat = 0; repeat < 200; ++repeat) {
    const Pose pose = random_pose(random, 3);
    const PoseChange change = {random_pose(random, 3), random_pose(random, 3)};
    EXPECT_EQ(pose_at({pose, pose}, 0.3).rotation, pose_at({pose, pose}, 0).rotation);
    EXPECT_EQ(pose_at({pose, pose}, 0.3).position, pose.position);
    EXPECT_EQ(pose_at(change, 0).position, change.from.position);
    EXPECT_EQ(pose_at(change, 1).position, change.to.position);
    EXPECT_LT((pose_at(change, 1 - 1e-15).rotation - pose_at(change, 1).rotation).norm(), 1e-13);
    EXPECT_LT((pose_at(change, 1 - 1e-15).position - pose_at(change, 1).position).norm(), 1e-13);
    EXPECT_EQ(fault(pose_at(change, 0.4)), "");
  }
}

/// B in the world is A's pose times B seen from A. Where B rests, that stays its pose, though both
/// factors move.
TEST(PoseAt, TimesTheRelativeMotionLeavesARestingBodyAtRest) {
  Random random{20240607};
  for (int repeat = 0; repeat < 200; ++repeat) {
    const PoseChange a = {random_pose(random, 3), random_pose(random, 3)};
    const Pose rest = random_pose(random, 3);
    const ScrewCoefficients path = relative_motion(a, {rest, rest}).b_in_a;
    if (path.angle > 3.13) continue;
    for (const double t : {0.0, 0.2, 0.5, 0.9, 1.0}) {
      const Vec3 x = {0.4, -0.3, 0.8};
      EXPECT_LT((pose_at(a, t).apply(map_at(path, t).apply(x)) - rest.apply(x)).norm(), 1e-12) << t;
    }
  }
}

}  // namespace
}  // namespace firstcontact::relative_screw_test
