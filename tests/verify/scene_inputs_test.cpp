#include "verify/scene_inputs.h"

#include <firstcontact/screw.h>
#include <gtest/gtest.h>

#include <numbers>
#include <random>
#include <set>

#include "verify/joint_match.h"

namespace firstcontact::test::scene_inputs_test {
namespace {

using verify::SceneInputs;

Link link(const std::string& name, int parent, JointType type, bool shaped = true) {
  Link result;
  result.name = name;
  result.parent = parent;
  result.joint.name = name + "_joint";
  result.joint.type = type;
  if (shaped) result.shapes.emplace_back();
  return result;
}

SceneInputs inputs_of(const std::vector<Link>& links, const SceneDescription& description) {
  return verify::scene_inputs(links, description,
                              [](const Shape&) { return verify::InputShape(); });
}

std::set<std::string> pairs_of(const SceneInputs& inputs) {
  std::set<std::string> names;
  for (const verify::InputPair& pair : inputs.pairs)
    names.insert(inputs.bodies[pair.a].name + " " + inputs.bodies[pair.b].name);
  return names;
}

/// A base at rest, an arm with a bare wrist and two fingers, one of them fixed to the hand.
std::vector<Link> arm() {
  return {link("base", -1, JointType::Fixed),           link("upper", 0, JointType::Revolute),
          link("wrist", 1, JointType::Revolute, false), link("hand", 2, JointType::Continuous),
          link("left", 3, JointType::Prismatic),        link("right", 3, JointType::Fixed)};
}

TEST(SceneInputs, PairsThatMatterAreAllButNeighboursAndWhatIsJoinedRigidly) {
  SceneDescription description;
  description.objects.push_back({"post", std::vector<Shape>(1), {}});
  const SceneInputs inputs = inputs_of(arm(), description);
  EXPECT_EQ(inputs.fault, "");
  EXPECT_EQ(inputs.value_count, 4u);
  // base-upper, upper-hand (over the bare wrist) and hand-left are neighbours; hand-right are
  // rigid; base and post both rest.
  EXPECT_EQ(
      pairs_of(inputs),
      (std::set<std::string>{"base hand", "base left", "base right", "upper left", "upper right",
                             "left right", "upper post", "hand post", "left post", "right post"}));
}

TEST(SceneInputs, AllowedPairsAttachmentsAndMarginsAreFollowed) {
  SceneDescription description;
  description.min_separation = 0.5;
  description.objects.push_back({"post", std::vector<Shape>(1), {}});
  description.attachments.push_back({"tool", "wrist", std::vector<Shape>(1), {}, {"upper"}});
  description.allowed = {{"left", "base"}, {"right", "*"}, {"wrist", "base"}};
  description.pair_separations = {{"post", "tool", 2}};
  const SceneInputs inputs = inputs_of(arm(), description);
  EXPECT_EQ(inputs.fault, "");
  EXPECT_EQ(pairs_of(inputs),
            (std::set<std::string>{"base hand", "upper left", "base tool", "hand tool", "left tool",
                                   "upper post", "hand post", "left post", "tool post"}));
  for (const verify::InputPair& pair : inputs.pairs) {
    const bool special = inputs.bodies[pair.a].name == "tool";
    EXPECT_EQ(pair.min_separation, special ? 2 : 0.5);
  }
}

TEST(SceneInputs, UnknownNamesAreFaults) {
  SceneDescription description;
  description.pair_separations = {{"upper", "pst", 2}};
  EXPECT_NE(inputs_of(arm(), description).fault.find("there is no link or body 'pst'"),
            std::string::npos);
  description = {};
  description.allowed = {{"nobody", "upper"}};
  EXPECT_NE(inputs_of(arm(), description).fault.find("'nobody'"), std::string::npos);
}

/// All joints between random values against the motion that the library makes of them, and that
/// motion with one number changed: seed 3.
TEST(JointMatch, MotionsOfTheLibraryFitAndChangedOnesDoNot) {
  std::mt19937_64 random(3);
  const auto uniform = [&](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random);
  };
  const auto vector = [&] { return Vec3(uniform(-2, 2), uniform(-2, 2), uniform(-2, 2)); };
  int changed = 0;
  for (const JointType type :
       {JointType::Fixed, JointType::Revolute, JointType::Continuous, JointType::Prismatic,
        JointType::Planar, JointType::Floating, JointType::Spherical})
    for (int i = 0; i < 50; ++i) {
      Link only = link("only", -1, type, false);
      only.joint.axis = vector();
      only.joint.origin = Pose::from_axis_angle(vector(), uniform(-3, 3), vector());
      const ArticulatedModel model({only});
      ASSERT_EQ(model.fault(), "");
      Configuration from, to;
      for (int k = 0; k < verify::values_of(type); ++k) {
        from.push_back(uniform(-3, 3));
        to.push_back(uniform(-3, 3));
      }
      const JointMotion motion = joint_motion(model, from, to).joints[0];
      const Joint& joint = model.links()[0].joint;
      EXPECT_EQ(verify::difference(joint, from, to, motion), "") << to_string(type);
      for (std::size_t k = 0; k < from.size(); ++k) {
        Configuration other = to;
        other[k] += 1e-9;
        EXPECT_NE(verify::difference(joint, from, other, motion), "")
            << to_string(type) << ' ' << k;
        other = from;
        other[k] -= 1e-9;
        EXPECT_NE(verify::difference(joint, other, to, motion), "") << to_string(type) << ' ' << k;
        ++changed;
      }
      Joint moved = joint;
      moved.origin.position.x() += 1e-9;
      EXPECT_NE(verify::difference(moved, from, to, motion), "");
      moved = joint;
      moved.origin.rotation =
          Pose::from_axis_angle(vector(), 1e-9).rotation * moved.origin.rotation;
      EXPECT_NE(verify::difference(moved, from, to, motion), "") << to_string(type);
    }
  EXPECT_EQ(changed, 50 * (1 + 1 + 1 + 3 + 7 + 4));
}

/// Near to half a turn both ways end at nearly the same orientation; only the shorter one is the
/// joint's.
TEST(JointMatch, TheOtherWayRoundIsAnotherMotion) {
  Link only = link("only", -1, JointType::Spherical, false);
  only.joint.origin = Pose::from_axis_angle(Vec3(1, 2, 3), 0.7);
  const ArticulatedModel model({only});
  for (const double lacks : {1e-3, 2e-9, 1e-12, -1e-12, -2e-9, -1e-3}) {
    const double half = (std::numbers::pi - lacks) / 2;
    const Configuration from = {0, 0, 0, 1}, to = {0, 0, std::sin(half), std::cos(half)};
    JointMotion motion = joint_motion(model, from, to).joints[0];
    EXPECT_EQ(verify::difference(model.links()[0].joint, from, to, motion), "") << lacks;
    motion.angle -= motion.angle > 0 ? 2 * std::numbers::pi : -2 * std::numbers::pi;
    EXPECT_NE(verify::difference(model.links()[0].joint, from, to, motion), "") << lacks;
  }
}

PoseChange change(const Pose& from, const Pose& to) { return {from, to}; }

std::string difference_of_screws(const PoseChange& made_a, const PoseChange& made_b,
                                 const PoseChange& a, const PoseChange& b) {
  const auto seen_from = [](const Pose& of, const Pose& at) {
    return Pose{of.rotation.transpose() * at.rotation,
                of.rotation.transpose() * (at.position - of.position)};
  };
  const PoseChange made = {seen_from(made_a.from, made_b.from), seen_from(made_a.to, made_b.to)};
  return verify::difference(a, b, screw_motion(made).coefficients());
}

/// Places far from the origin, and turns near to half a turn.
TEST(PoseMatch, AnotherPlaceOrSenseIsAnotherMotion) {
  const Pose far = {Mat3::Identity(), Vec3(1000, 0, 0)};
  const PoseChange rest = change(far, far);
  const auto passing = [](double z) {
    return change({Mat3::Identity(), Vec3(1000, -5, z)}, {Mat3::Identity(), Vec3(1000, 5, z)});
  };
  EXPECT_EQ(difference_of_screws(rest, passing(2.003), rest, passing(2.003)), "");
  EXPECT_NE(difference_of_screws(rest, passing(2.003), rest, passing(1.995)), "");
  EXPECT_NE(difference_of_screws(rest, passing(2.003), rest, passing(2.003 - 1e-8)), "");
  const auto turning = [](double degrees, double sense) {
    return change({}, Pose::from_axis_angle(Vec3(0, 0, sense), degrees * std::numbers::pi / 180));
  };
  for (const double degrees : {179.9999, 180.0}) {
    EXPECT_EQ(difference_of_screws({}, turning(degrees, 1), {}, turning(degrees, 1)), "")
        << degrees;
    EXPECT_EQ(difference_of_screws({}, turning(degrees, -1), {}, turning(degrees, -1)), "")
        << degrees;
    EXPECT_NE(difference_of_screws({}, turning(180, -1), {}, turning(degrees, 1)), "") << degrees;
  }
}

}  // namespace
}  // namespace firstcontact::test::scene_inputs_test
