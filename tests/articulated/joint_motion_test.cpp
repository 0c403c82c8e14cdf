// Motions of joints: their exact form, that they are the configurations in between, and what is
// refused.
#include <firstcontact/articulated.h>
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>

#include "articulated/random_trees.h"
#include "geometry/turn.h"

namespace firstcontact::joint_motion_test {
namespace {

using generate::Random;
using test::random_pose;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kPi = 0x1.921fb54442d18p+1;

ArticulatedModel one_joint(JointType type, const Vec3& axis = Vec3::UnitZ(),
                           const Pose& origin = {}) {
  Link link;
  link.name = "link";
  link.joint = {.name = "joint", .type = type, .origin = origin, .axis = axis};
  return ArticulatedModel({link});
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

bool is_signed_permutation(const Mat3& m) {
  return (m.array() == 0 || m.array().abs() == 1).all() &&
         m.cwiseAbs().rowwise().sum() == Vec3::Ones() && m.determinant() == 1;
}

double distance(const Pose& a, const Pose& b) {
  return (a.rotation - b.rotation).norm() + (a.position - b.position).norm();
}

TEST(JointMotion, OfATurnAboutZHasNothingButTheOriginAroundIt) {
  Random random({73});
  const Pose origin = random_pose(random, 1);
  for (const JointType type : {JointType::Revolute, JointType::Continuous}) {
    const ArticulatedModel model = one_joint(type, Vec3(0, 0, 3), origin);
    const JointMotion m = joint_motion(model, std::array{0.1}, std::array{0.4}).joints.at(0);
    EXPECT_EQ(m.before.linear, model.links()[0].joint.origin.rotation);
    EXPECT_EQ(m.before.offset, origin.position);
    EXPECT_EQ(m.after.linear, Mat3::Identity());
    EXPECT_EQ(m.after.offset, Vec3::Zero());
    EXPECT_EQ(m.travel, Vec3::Zero());
    EXPECT_EQ(m.angle_t0, 0.1);
    EXPECT_EQ(m.angle, 0.4 - 0.1);
  }
}

TEST(JointMotion, OfATurnAboutACoordinateAxisOnlySwapsCoordinates) {
  for (int i = 0; i < 6; ++i) {
    const Vec3 axis = (i < 3 ? 2.0 : -2.0) * Vec3::Unit(i % 3);
    const JointMotion m =
        joint_motion(one_joint(JointType::Revolute, axis), std::array{0.0}, std::array{1.0})
            .joints.at(0);
    EXPECT_TRUE(is_signed_permutation(m.before.linear)) << i;
    EXPECT_EQ(m.after.linear, m.before.linear.transpose()) << i;
    EXPECT_EQ(Vec3(m.before.linear.col(2)), axis / 2) << i;
  }
}

TEST(JointMotion, KeepsTurnsBeyondHalfATurnAsGiven) {
  const JointMotion m =
      joint_motion(one_joint(JointType::Continuous), std::array{-10.0}, std::array{20.0})
          .joints.at(0);
  EXPECT_EQ(m.angle_t0, -10);
  EXPECT_EQ(m.angle, 30);
}

TEST(JointMotion, OfASlideDoesNotTurn) {
  const ArticulatedModel model = one_joint(JointType::Prismatic, Vec3(0, 5, 0));
  const JointMotion m = joint_motion(model, std::array{0.25}, std::array{1.0}).joints.at(0);
  EXPECT_EQ(m.angle, 0);
  EXPECT_EQ(m.angle_t0, 0);
  EXPECT_EQ(m.travel, Vec3(0, 0.75, 0));
  EXPECT_EQ(m.before.offset, Vec3(0, 0.25, 0));
  EXPECT_EQ(m.before.linear, Mat3::Identity());
  EXPECT_EQ(m.after.linear, Mat3::Identity());
}

TEST(JointMotion, OfAMimicFollowsItsLeader) {
  std::vector<Link> links(2);
  links[0].name = "a";
  links[1].name = "b";
  links[0].joint.type = links[1].joint.type = JointType::Revolute;
  links[0].joint.mimic = 1;
  links[0].joint.multiplier = -2;
  links[0].joint.offset = 0.5;
  const ArticulatedModel model(links);
  ASSERT_EQ(model.fault(), "");
  const ArticulatedMotion motion = joint_motion(model, std::array{0.25}, std::array{1.0});
  EXPECT_EQ(motion.joints[0].angle_t0, 0);
  EXPECT_EQ(motion.joints[0].angle, -1.5);
  EXPECT_EQ(motion.joints[1].angle_t0, 0.25);
}

// Seed 74: every kind of joint.
TEST(JointMotion, IsAtEveryInstantTheConfigurationInBetween) {
  Random random({74});
  for (int trial = 0; trial < 50; ++trial) {
    const ArticulatedModel model = test::random_tree(random, 10);
    const Configuration from = test::random_configuration(random, model),
                        to = test::random_configuration(random, model);
    const ArticulatedMotion motion = joint_motion(model, from, to);
    ASSERT_EQ(fault(model, motion), "");
    EXPECT_EQ(configuration_at(model, from, to, 0), from);
    EXPECT_EQ(configuration_at(model, from, to, 1), to);
    for (const double t : {0.0, 0.125, 0.3, 0.77, 1.0}) {
      const Configuration between = configuration_at(model, from, to, t);
      const std::vector<Pose> poses = poses_at(model, motion, t), expected = model.poses(between);
      ASSERT_EQ(poses.size(), 10u);
      for (std::size_t i = 0; i < poses.size(); ++i)
        EXPECT_LT(distance(poses[i], expected[i]), 1e-13) << i << " at " << t;
    }
  }
}

TEST(JointMotion, StaysWithinTheValuesOfItsEnds) {
  Random random({75});
  const ArticulatedModel model = one_joint(JointType::Prismatic);
  for (int trial = 0; trial < 1000; ++trial) {
    const double from = random.symmetric(), to = from + 1e-15 * random.symmetric();
    const double t = 1 - 0x1p-53 * random.below(100);
    const double value = configuration_at(model, std::array{from}, std::array{to}, t).at(0);
    EXPECT_TRUE(value >= std::min(from, to) && value <= std::max(from, to));
  }
}

// Seed 76. The angle from the tangent of half of it, in long double: a half turn about `axis`
// before loses nothing.
TEST(JointMotion, OfQuaternionsKeepsTinyAngles) {
  Random random({76});
  const ArticulatedModel model = one_joint(JointType::Spherical);
  for (int trial = 0; trial < 200; ++trial) {
    const double angle = std::ldexp(1.0, -random.between(1, 40));
    const double half = 0.5 * angle;
    // From (0, 0, 1, 0): the turn about x takes it to (0, −sin, cos, 0), with one rounding a
    // number.
    const Configuration from = {0, 0, 1, 0}, to = {0, -std::sin(half), std::cos(half), 0};
    const JointMotion m = joint_motion(model, from, to).joints.at(0);
    EXPECT_NEAR(m.angle / angle, 1, 1e-15);
    EXPECT_LT((Vec3(m.before.linear.col(2)) - Vec3::UnitX()).norm(), 1e-15);
  }
}

TEST(JointMotion, OfQuaternionsGoesTheShorterWayWhateverTheirSignAndLength) {
  const ArticulatedModel model = one_joint(JointType::Spherical);
  const double s = std::sin(0.5), c = std::cos(0.5);
  for (const double factor : {1.0, -1.0, 1e150, -1e-150, 3e-300, -7.0}) {
    const JointMotion m =
        joint_motion(model, Configuration{0, 0, 0, 1}, Configuration{0, factor * s, 0, factor * c})
            .joints.at(0);
    EXPECT_NEAR(m.angle, 1, 1e-15) << factor;
    EXPECT_LT((Vec3(m.before.linear.col(2)) - Vec3::UnitY()).norm(), 1e-15) << factor;
  }
}

TEST(JointMotion, OfEqualQuaternionsUpToSignDoesNotTurnAtAll) {
  Random random({77});
  const ArticulatedModel model = one_joint(JointType::Spherical);
  for (int trial = 0; trial < 100; ++trial) {
    const Configuration from = test::random_configuration(random, model);
    Configuration to = from;
    if (trial % 2)
      for (double& x : to) x = -x;
    EXPECT_EQ(joint_motion(model, from, to).joints.at(0).angle, 0);
  }
}

TEST(JointMotion, OfOppositeQuaternionsIsHalfATurn) {
  const ArticulatedModel model = one_joint(JointType::Spherical);
  const JointMotion m =
      joint_motion(model, Configuration{0, 0, 0, 1}, Configuration{1, 0, 0, 0}).joints.at(0);
  EXPECT_NEAR(m.angle, kPi, 1e-15);
  const std::vector<Pose> end =
      poses_at(model, joint_motion(model, Configuration{0, 0, 0, 1}, Configuration{1, 0, 0, 0}), 1);
  EXPECT_LT((end[0].rotation - Mat3(Vec3(1, -1, -1).asDiagonal())).norm(), 1e-15);
}

// Seed 78.
TEST(ConstantVelocityMotion, GoesStraightAndTurnsEvenlyFromPoseToPose) {
  Random random({78});
  const ArticulatedModel model = one_joint(JointType::Floating);
  for (int trial = 0; trial < 200; ++trial) {
    const Pose from = random_pose(random, 5);
    const Vec3 axis = test::random_vector(random, 1).normalized();
    const double angle = trial % 4 == 0 ? 1e-9 * random.symmetric() : 3.1 * random.symmetric();
    const Vec3 way = test::random_vector(random, 2);
    const auto at = [&](double t) {
      return Pose{Eigen::AngleAxisd(angle * t, axis).toRotationMatrix() * from.rotation,
                  from.position + t * way};
    };
    const ArticulatedMotion motion =
        constant_velocity_motion(model, std::array{from}, std::array{at(1)});
    ASSERT_EQ(fault(model, motion), "");
    EXPECT_NEAR(motion.joints[0].angle, std::abs(angle), 4e-15);
    for (const double t : {0.0, 0.25, 0.6, 1.0})
      EXPECT_LT(distance(poses_at(model, motion, t)[0], at(t)), 2e-14);
  }
}

TEST(ConstantVelocityMotion, BetweenEqualOrientationsDoesNotTurn) {
  Random random({79});
  Pose from = random_pose(random, 1), to = from;
  to.position += Vec3(1, 2, 3);
  const ArticulatedMotion motion =
      constant_velocity_motion(one_joint(JointType::Floating), std::array{from}, std::array{to});
  EXPECT_EQ(motion.joints[0].angle, 0);
  EXPECT_EQ(motion.joints[0].travel, to.position - from.position);
}

TEST(ConstantVelocityMotion, OfAFixedJointIsRefusedUnlessItIsRounding) {
  Random random({80});
  const ArticulatedModel model = one_joint(JointType::Fixed);
  const Pose from = random_pose(random, 1);
  Pose rounded = from, moved = from;
  rounded.position *= 1 + 1e-15;
  rounded.rotation *= 1 - 1e-15;
  moved.position.x() += 1e-6;
  const ArticulatedMotion still =
      constant_velocity_motion(model, std::array{from}, std::array{rounded});
  EXPECT_EQ(fault(model, still), "");
  EXPECT_EQ(still.joints[0].angle, 0);
  EXPECT_EQ(still.joints[0].travel, Vec3::Zero());
  EXPECT_TRUE(
      contains(fault(model, constant_velocity_motion(model, std::array{from}, std::array{moved})),
               "'joint'"));
}

// Relative poses made of world poses far from the origin.
TEST(ConstantVelocityMotion, OfAFixedJointBearsTheRoundingOfWorldPoses) {
  Random random({88});
  std::vector<Link> links(2);
  links[0].name = "root";
  links[0].joint.type = JointType::Floating;
  links[1].name = "cap";
  links[1].parent = 0;
  const ArticulatedModel model(links);
  int rounded = 0;
  for (int trial = 0; trial < 50; ++trial) {
    std::array<std::vector<Pose>, 2> relative;
    for (std::vector<Pose>& poses : relative) {
      const Pose root = random_pose(random, 1000), seen = root.inverse();
      poses = {root,
               {seen.rotation * root.rotation, seen.rotation * root.position + seen.position}};
    }
    rounded += relative[0][1].position != relative[1][1].position;
    EXPECT_EQ(fault(model, constant_velocity_motion(model, relative[0], relative[1])), "");
  }
  EXPECT_GT(rounded, 0);
}

TEST(ConstantVelocityMotion, OfBadPosesHasAFault) {
  const ArticulatedModel model = one_joint(JointType::Floating);
  Pose bad;
  bad.rotation(0, 0) = 2;
  EXPECT_TRUE(
      contains(fault(model, constant_velocity_motion(model, std::array{Pose{}}, std::array{bad})),
               "'joint'"));
  EXPECT_NE(
      fault(model, constant_velocity_motion(model, std::vector<Pose>(2), std::vector<Pose>(2))),
      "");
}

TEST(ArticulatedMotion, WithAFaultSaysWhichJoint) {
  const ArticulatedModel model = one_joint(JointType::Floating);
  const ArticulatedMotion good =
      constant_velocity_motion(model, std::array{Pose{}}, std::array{Pose{}});
  ASSERT_EQ(fault(model, good), "");
  const auto fault_after = [&](auto change) {
    ArticulatedMotion motion = good;
    change(motion.joints[0]);
    return fault(model, motion);
  };
  EXPECT_TRUE(contains(fault_after([](JointMotion& m) { m.angle = 1001; }), "'joint'"));
  EXPECT_TRUE(contains(fault_after([](JointMotion& m) { m.angle_t0 = -1001; }), "'joint'"));
  EXPECT_TRUE(contains(fault_after([](JointMotion& m) { m.angle_t0 = kNaN; }), "'joint'"));
  EXPECT_TRUE(contains(fault_after([](JointMotion& m) { m.travel.y() = kNaN; }), "'joint'"));
  EXPECT_TRUE(contains(fault_after([](JointMotion& m) { m.travel.y() = 1e71; }), "'joint'"));
  EXPECT_TRUE(
      contains(fault_after([](JointMotion& m) { m.before.offset.y() = -1e71; }), "'joint'"));
  EXPECT_TRUE(
      contains(fault_after([](JointMotion& m) { m.after.linear(1, 1) = kNaN; }), "'joint'"));
  EXPECT_NE(fault(model, ArticulatedMotion()), "");
  EXPECT_NE(fault(ArticulatedModel(), good), "");
}

TEST(ArticulatedMotion, OfAModelWithAFaultOrTheWrongCountIsEmpty) {
  const ArticulatedModel none, model = one_joint(JointType::Floating);
  const ArticulatedMotion good =
      constant_velocity_motion(model, std::array{Pose{}}, std::array{Pose{}});
  EXPECT_TRUE(joint_motion(none, {}, {}).joints.empty());
  EXPECT_TRUE(configuration_at(none, {}, {}, 0.5).empty());
  EXPECT_TRUE(poses_at(none, good, 0.5).empty());
  EXPECT_TRUE(joint_motion(model, Configuration(6), Configuration(7)).joints.empty());
  EXPECT_TRUE(configuration_at(model, Configuration(6), Configuration(7), 0.5).empty());
}

}  // namespace
}  // namespace firstcontact::joint_motion_test
