/// Poses: the ways to give one, what is refused, and cleaning up.
#include <firstcontact/pose.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace firstcontact::pose_test {
namespace {

constexpr double kPi = 0x1.921fb54442d18p+1;

double distance_from_rotation(const Mat3& r) {
  return (r.transpose() * r - Mat3::Identity()).cwiseAbs().maxCoeff();
}

TEST(Pose, QuarterTurnAboutZTakesXToY) {
  for (const Pose& pose : {Pose::from_axis_angle({0, 0, 2}, kPi / 2, {1, 2, 3}),
                           Pose::from_quaternion({3, 0, 0, 3}, {1, 2, 3})}) {
    EXPECT_LT((pose.apply({1, 0, 0}) - Vec3(1, 3, 3)).norm(), 1e-15);
    EXPECT_LT((pose.apply({0, 1, 0}) - Vec3(0, 2, 3)).norm(), 1e-15);
    EXPECT_LT((pose.apply({0, 0, 1}) - Vec3(1, 2, 4)).norm(), 1e-15);
    EXPECT_EQ(fault(pose), "");
  }
}

TEST(Pose, QuaternionsOfAnyLengthAreNormalised) {
  const Pose unit = Pose::from_quaternion({0.5, -0.5, 0.5, 0.5});
  for (const double length : {1e-320, 1e-200, 1e-3, 7.0, 1e200, 1e308}) {
    const Pose pose = Pose::from_quaternion({length, -length, length, length});
    EXPECT_LT((pose.rotation - unit.rotation).cwiseAbs().maxCoeff(), 1e-15) << length;
  }
  EXPECT_NE(fault(Pose::from_quaternion({0, 0, 0, 0})), "");
  EXPECT_NE(fault(Pose::from_quaternion({std::nan(""), 0, 0, 1})), "");
}

TEST(Pose, AxisOfAnyLengthAndEveryAngleGiveARotation) {
  const Vec3 axis = {1, -2, 3};
  for (const double angle :
       {1e-300, 1e-16, 1e-8, 0.3, -0.3, 1.0, kPi / 2, 3.0, kPi, 2 * kPi, 1000.0}) {
    for (const double length : {1e-200, 1.0, 1e200}) {
      const Pose pose = Pose::from_axis_angle(length * axis, angle);
      EXPECT_LT(distance_from_rotation(pose.rotation), 2e-15) << angle;
      EXPECT_LT((pose.apply(axis) - axis).norm(), 4e-15) << angle;
      // Across the axis: the trace is 1 + 2 cos(angle), and the odd part has the sine.
      EXPECT_NEAR(pose.rotation.trace(), 1 + 2 * std::cos(angle), 4e-15) << angle;
      EXPECT_NEAR(pose.rotation(1, 0) - pose.rotation(0, 1),
                  2 * std::sin(angle) * 3 / std::sqrt(14.0), 4e-15)
          << angle;
    }
  }
  EXPECT_EQ(Pose::from_axis_angle(Vec3::Zero(), 0).rotation, Mat3::Identity());
  EXPECT_NE(fault(Pose::from_axis_angle(Vec3::Zero(), 1)), "");
}

TEST(Pose, InverseUndoesIt) {
  const Pose pose = Pose::from_axis_angle({1, 2, 3}, 2.5, {4, -5, 6});
  const Vec3 x = {0.3, 0.7, -1.1};
  EXPECT_LT((pose.inverse().apply(pose.apply(x)) - x).norm(), 1e-14);
}

TEST(Pose, FaultsSayWhatIsWrong) {
  EXPECT_EQ(fault(Pose()), "");
  Pose pose;
  pose.rotation(1, 2) = std::nan("");
  EXPECT_EQ(fault(pose), "the rotation has a number that is not finite");
  pose = Pose();
  pose.position.y() = std::numeric_limits<double>::infinity();
  EXPECT_EQ(fault(pose), "the position has a number that is not finite");
  pose = Pose();
  pose.rotation.col(0) = -pose.rotation.col(0);
  EXPECT_NE(fault(pose).find("reflection"), std::string::npos);
  for (const double huge : {1e160, std::numeric_limits<double>::max()}) {
    pose.rotation = Mat3::Constant(huge);
    EXPECT_NE(fault(pose).find("orthonormal"), std::string::npos);
    pose.rotation(0, 0) = -huge;
    EXPECT_NE(fault(pose).find("orthonormal"), std::string::npos);
  }
}

TEST(Pose, AxesMayBeOffByTheToleranceButNotMore) {
  for (const double share : {0.9, 1.1}) {
    Pose pose = Pose::from_axis_angle({1, 2, 3}, 1.0);
    pose.rotation *= 1 + 0.5 * share * kPoseTolerance;
    EXPECT_EQ(fault(pose).empty(), share < 1);
    pose = Pose();
    pose.rotation(0, 1) = share * kPoseTolerance;
    EXPECT_EQ(fault(pose).empty(), share < 1);
  }
}

TEST(Pose, OrthonormalisedIsTheNearestRotation) {
  const Pose clean = Pose::from_axis_angle({1, 2, 3}, 1.0, {1, 2, 3});
  EXPECT_LT((orthonormalised(clean).rotation - clean.rotation).cwiseAbs().maxCoeff(), 1e-15);
  EXPECT_EQ(orthonormalised(Pose()).rotation, Mat3::Identity());

  // Stretched symmetrically: the nearest rotation is the one before.
  Pose stretched = clean;
  Mat3 stretch;
  stretch << 2, 1, -1, 1, -3, 0.5, -1, 0.5, 1;
  stretched.rotation = clean.rotation * (Mat3::Identity() + 1e-7 * stretch);
  ASSERT_EQ(fault(stretched), "");
  const Pose again = orthonormalised(stretched);
  EXPECT_LT((again.rotation - clean.rotation).cwiseAbs().maxCoeff(), 1e-15);
  EXPECT_LT(distance_from_rotation(again.rotation), 1e-15);
  EXPECT_EQ(again.position, clean.position);
}

}  // namespace
}  // namespace firstcontact::pose_test
