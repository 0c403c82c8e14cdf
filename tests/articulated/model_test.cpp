// The checked tree: where its values lie, where its links are, and what it refuses.
#include <firstcontact/articulated.h>
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>

#include "articulated/random_trees.h"

namespace firstcontact::model_test {
namespace {

using generate::Random;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

Link make_link(const std::string& name, int parent, JointType type,
               const Vec3& axis = Vec3::UnitZ()) {
  Link link;
  link.name = name;
  link.parent = parent;
  link.joint.name = name + "_joint";
  link.joint.type = type;
  link.joint.axis = axis;
  return link;
}

/// Base, one joint of every kind, and a finger that comes before what it mimics.
std::vector<Link> every_kind() {
  std::vector<Link> links = {make_link("base", -1, JointType::Fixed),
                             make_link("finger", 0, JointType::Prismatic, Vec3::UnitY()),
                             make_link("arm", 0, JointType::Revolute),
                             make_link("wheel", 2, JointType::Continuous),
                             make_link("slide", 2, JointType::Prismatic),
                             make_link("cart", 0, JointType::Planar),
                             make_link("ball", 5, JointType::Spherical),
                             make_link("drone", -1, JointType::Floating)};
  links[1].joint.mimic = 2;
  links[1].joint.multiplier = 2;
  links[1].joint.offset = 0.5;
  return links;
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// The fault of `every_kind` after a change.
template <class Change>
std::string fault_after(const Change& change) {
  std::vector<Link> links = every_kind();
  change(links);
  return ArticulatedModel(links).fault();
}

TEST(ArticulatedModel, HasOneNumberForEachValueInTheOrderOfTheLinks) {
  const ArticulatedModel model(every_kind());
  ASSERT_EQ(model.fault(), "");
  EXPECT_EQ(model.value_count(), 1u + 1 + 1 + 3 + 4 + 7);
  const std::vector<int> expected = {-1, 0, 0, 1, 2, 3, 6, 10};
  for (std::size_t i = 0; i < expected.size(); ++i)
    EXPECT_EQ(model.first_value(i), expected[i]) << i;
  EXPECT_EQ(model.first_value(99), -1);
  const std::vector<std::string> names = {
      "arm_joint",        "wheel_joint",   "slide_joint",   "cart_joint.x",   "cart_joint.y",
      "cart_joint.angle", "ball_joint.qx", "ball_joint.qy", "ball_joint.qz",  "ball_joint.qw",
      "drone_joint.x",    "drone_joint.y", "drone_joint.z", "drone_joint.qx", "drone_joint.qy",
      "drone_joint.qz",   "drone_joint.qw"};
  EXPECT_EQ(model.value_names(), names);
  EXPECT_EQ(model.link_index("slide"), 4);
  EXPECT_EQ(model.link_index("nobody"), -1);
}

TEST(ArticulatedModel, NeutralIsZeroWithinTheLimitsAndDoesNotTurn) {
  std::vector<Link> links = every_kind();
  links[2].joint.lower = 0.25;
  links[2].joint.upper = 2;
  links[4].joint.lower = -3;
  links[4].joint.upper = -1;
  const ArticulatedModel model(links);
  const Configuration q = model.neutral();
  EXPECT_EQ(q[0], 0.25);
  EXPECT_EQ(q[2], -1);
  EXPECT_EQ(model.fault_of(q), "");
  const std::vector<Pose> poses = model.poses(q);
  for (const int turned : {6, 7}) EXPECT_EQ(poses[turned].rotation, Mat3::Identity());
}

TEST(ArticulatedModel, IsAtFaultWithoutLinks) {
  const ArticulatedModel none;
  EXPECT_NE(none.fault(), "");
  EXPECT_EQ(ArticulatedModel(std::vector<Link>()).fault(), none.fault());
  EXPECT_EQ(none.links().size(), 0u);
  EXPECT_EQ(none.value_count(), 0u);
  EXPECT_EQ(none.link_index("a"), -1);
  EXPECT_EQ(none.first_value(0), -1);
  EXPECT_TRUE(none.value_names().empty() && none.neutral().empty() && none.poses({}).empty());
  EXPECT_NE(none.fault_of({}), "");
}

TEST(ArticulatedModel, NamesTheLinkOrJointAtFault) {
  EXPECT_TRUE(contains(fault_after([](auto& l) { l[3].name = "arm"; }), "'arm'"));
  EXPECT_TRUE(contains(fault_after([](auto& l) { l[3].name = ""; }), "link 3"));
  EXPECT_TRUE(contains(fault_after([](auto& l) { l[3].joint.name = "arm_joint"; }), "'arm_joint'"));
  EXPECT_TRUE(contains(fault_after([](auto& l) { l[3].parent = 3; }), "'wheel'"));
  EXPECT_TRUE(contains(fault_after([](auto& l) { l[3].parent = -2; }), "'wheel'"));
  EXPECT_TRUE(
      contains(fault_after([](auto& l) { l[2].joint.axis = Vec3::Zero(); }), "'arm_joint'"));
  EXPECT_TRUE(
      contains(fault_after([](auto& l) { l[5].joint.axis = Vec3(0, kNaN, 1); }), "'cart_joint'"));
  EXPECT_TRUE(contains(fault_after([](auto& l) { l[4].joint.origin.rotation(0, 0) = -1; }),
                       "'slide_joint'"));
  EXPECT_TRUE(contains(fault_after([](auto& l) { l[4].joint.origin.position.x() = kInfinity; }),
                       "'slide_joint'"));
  EXPECT_TRUE(contains(fault_after([](auto& l) { l[4].joint.origin.position.x() = 1e71; }),
                       "'slide_joint'"));
  EXPECT_TRUE(contains(fault_after([](auto& l) { l[2].joint.lower = 1, l[2].joint.upper = 0; }),
                       "'arm_joint'"));
  EXPECT_TRUE(contains(fault_after([](auto& l) { l[2].joint.lower = kNaN; }), "'arm_joint'"));
  EXPECT_TRUE(contains(fault_after([](auto& l) {
                         l[4].shapes = {sphere_shape(1), sphere_shape(-1)};
                       }),
                       "'slide', shape 1"));
  EXPECT_TRUE(
      contains(fault_after([](auto& l) { l[4].joint.name = "", l[4].joint.axis = Vec3::Zero(); }),
               "'slide'"));
}

TEST(ArticulatedModel, RefusesMimicsOfWhatCannotBeMimicked) {
  for (const int leader : {0, 1, 5, 6, 7, 8, -2})
    EXPECT_TRUE(
        contains(fault_after([&](auto& l) { l[1].joint.mimic = leader; }), "'finger_joint'"))
        << leader;
  EXPECT_TRUE(contains(fault_after([](auto& l) { l[3].joint.mimic = 1; }), "mimic itself"));
  EXPECT_TRUE(contains(fault_after([](auto& l) { l[6].joint.mimic = 2; }), "'ball_joint'"));
  EXPECT_TRUE(
      contains(fault_after([](auto& l) { l[1].joint.multiplier = kNaN; }), "'finger_joint'"));
}

TEST(ArticulatedModel, WithAFaultStillAnswers) {
  std::vector<Link> links = every_kind();
  links[7].parent = 7;
  const ArticulatedModel model(links);
  EXPECT_NE(model.fault(), "");
  EXPECT_EQ(model.links().size(), links.size());
  EXPECT_EQ(model.value_count(), 0u);
  EXPECT_EQ(model.first_value(2), -1);
  EXPECT_TRUE(model.neutral().empty() && model.poses({}).empty() &&
              model.relative_poses({}).empty());
  EXPECT_EQ(model.fault_of({}), model.fault());
}

TEST(ArticulatedModel, NamesTheJointWhoseValueIsAtFault) {
  std::vector<Link> links = every_kind();
  links[2].joint.lower = -1;
  links[2].joint.upper = 1;
  const ArticulatedModel model(links);
  const Configuration good = model.neutral();
  EXPECT_EQ(model.fault_of(good), "");
  EXPECT_TRUE(contains(model.fault_of(Configuration(3)), "17"));
  const auto with = [&](std::size_t k, double value) {
    Configuration q = good;
    q[k] = value;
    return q;
  };
  EXPECT_TRUE(contains(model.fault_of(with(0, 1.5)), "'arm_joint'"));
  EXPECT_EQ(model.fault_of(with(0, 1.5), false), "");
  EXPECT_EQ(model.fault_of(with(0, 1)), "") << "a mimic may go beyond its own limits";
  EXPECT_TRUE(contains(model.fault_of(with(0, kNaN)), "'arm_joint'"));
  EXPECT_TRUE(contains(model.fault_of(with(1, kInfinity)), "'wheel_joint'"));
  EXPECT_TRUE(contains(model.fault_of(with(1, 1001)), "'wheel_joint'"));
  EXPECT_TRUE(contains(model.fault_of(with(2, 1e71)), "'slide_joint'"));
  EXPECT_TRUE(contains(model.fault_of(with(9, 0)), "'ball_joint'"));
  EXPECT_TRUE(contains(model.fault_of(with(16, 0)), "'drone_joint'"));
}

TEST(ArticulatedModel, NamesTheMimicWhoseValueBecomesTooLarge) {
  std::vector<Link> links = every_kind();
  links[1].joint.type = JointType::Continuous;
  links[1].joint.multiplier = 600;
  const ArticulatedModel model(links);
  Configuration q = model.neutral();
  q[0] = 2;
  EXPECT_TRUE(contains(model.fault_of(q), "'finger_joint'"));
}

TEST(ArticulatedModel, CopiesOriginsThatAreNearlyRotationsAsRotations) {
  std::vector<Link> links = every_kind();
  links[2].joint.origin.rotation *= 1 + 4e-7;
  const ArticulatedModel model(links);
  ASSERT_EQ(model.fault(), "");
  EXPECT_LT((model.links()[2].joint.origin.rotation - Mat3::Identity()).cwiseAbs().maxCoeff(),
            1e-15);
}

/// J(values) as the header defines it, by Eigen's own geometry.
Eigen::Isometry3d joint_by_eigen(const Joint& joint, const double* q) {
  Eigen::Isometry3d j = Eigen::Isometry3d::Identity();
  const Vec3 axis = joint.axis.normalized();
  switch (joint.type) {
    case JointType::Fixed: break;
    case JointType::Revolute:
    case JointType::Continuous: j.rotate(Eigen::AngleAxisd(q[0], axis)); break;
    case JointType::Prismatic: j.translate(q[0] * axis); break;
    case JointType::Planar: {
      const Vec3 other = std::abs(axis.x()) > 0.99 ? Vec3::UnitY() : Vec3::UnitX();
      const Vec3 x = (other - other.dot(axis) * axis).normalized();
      j.translate(q[0] * x + q[1] * axis.cross(x));
      j.rotate(Eigen::AngleAxisd(q[2], axis));
      break;
    }
    case JointType::Floating:
      j.translate(Vec3(q[0], q[1], q[2]));
      j.rotate(Eigen::Quaterniond(q[6], q[3], q[4], q[5]).normalized());
      break;
    case JointType::Spherical:
      j.rotate(Eigen::Quaterniond(q[3], q[0], q[1], q[2]).normalized());
      break;
  }
  return j;
}

// Seed 72.
TEST(ArticulatedModel, PosesAreThoseOfTheJointsOneAfterTheOther) {
  Random random({72});
  for (int trial = 0; trial < 50; ++trial) {
    const ArticulatedModel model = test::random_tree(random, 10);
    ASSERT_EQ(model.fault(), "");
    const Configuration q = test::random_configuration(random, model);
    const std::vector<Pose> poses = model.poses(q), relative = model.relative_poses(q);
    std::vector<Eigen::Isometry3d> expected;
    for (std::size_t i = 0; i < model.links().size(); ++i) {
      const Link& link = model.links()[i];
      const int first = std::max(0, model.first_value(i));
      double mimicked = 0;
      const double* values = &q[first];
      if (link.joint.mimic >= 0) {
        mimicked = link.joint.multiplier * values[0] + link.joint.offset;
        values = &mimicked;
      }
      Eigen::Isometry3d own = Eigen::Isometry3d::Identity();
      own.linear() = link.joint.origin.rotation;
      own.translation() = link.joint.origin.position;
      own = own * joint_by_eigen(link.joint, values);
      EXPECT_LT((relative[i].rotation - own.linear()).norm() +
                    (relative[i].position - own.translation()).norm(),
                1e-14);
      expected.push_back(link.parent < 0 ? own : expected[link.parent] * own);
      EXPECT_LT((poses[i].rotation - expected[i].linear()).norm(), 1e-13);
      EXPECT_LT((poses[i].position - expected[i].translation()).norm(), 1e-13);
    }
  }
}

TEST(JointType, HasANameAndACountForEveryKind) {
  const std::array<int, 7> counts = {0, 1, 1, 1, 3, 7, 4};
  for (int i = 0; i < 7; ++i) {
    EXPECT_EQ(value_count(static_cast<JointType>(i)), counts[i]);
    EXPECT_STRNE(to_string(static_cast<JointType>(i)), "?");
  }
}

}  // namespace
}  // namespace firstcontact::model_test
