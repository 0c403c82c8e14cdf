// The planner's view: edges, last valid states, limits, budgets, batches, threads.
#include <firstcontact/motion_validator.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <thread>

#include "generate/random.h"

namespace firstcontact::motion_validator_test {
namespace {

using generate::Random;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

Shape rod(double length, double radius) {
  return {
      TriangleBody(std::array{Vec3(0, 0, 0), Vec3(length, 0, 0)}, std::array<Face, 1>{{{0, 1, 1}}}),
      radius};
}

/// Two rods of length 1 in the plane z = 0, one behind the other.
ArticulatedModel planar_arm() {
  std::vector<Link> links(2);
  for (int i = 0; i < 2; ++i) {
    Link& link = links[i];
    link.name = i == 0 ? "upper" : "lower";
    link.parent = i - 1;
    link.joint.name = i == 0 ? "shoulder" : "elbow";
    link.joint.type = JointType::Revolute;
    link.joint.lower = -3;
    link.joint.upper = 3;
    link.joint.origin.position = Vec3(i, 0, 0);
    link.shapes = {rod(1, 0.05)};
  }
  return ArticulatedModel(links);
}

/// A post of radius 0.1 at (1.5, 0), in the way of the stretched arm only near the shoulder's angle
/// 0.
SceneDescription description_with_post() {
  SceneDescription description;
  description.models = {{"arm", planar_arm()}};
  description.objects = {
      {"post", {capsule_shape(0.1, 1)}, Pose{Mat3::Identity(), Vec3(1.5, 0, 0)}}};
  return description;
}

MotionValidator with_post(const SceneOptions& options = {}) {
  return MotionValidator(Scene(description_with_post()), options);
}

TEST(MotionValidator, ProvesEdgesAroundThePostFreeAndThoseThroughItNot) {
  const MotionValidator validator = with_post();
  ASSERT_EQ(validator.fault(), "");
  EXPECT_TRUE(validator.check_motion(Configuration{0.5, 0}, Configuration{2, 0}));
  EXPECT_FALSE(validator.check_motion(Configuration{0.5, 0}, Configuration{-0.5, 0}));
  // Folded, the arm passes the post.
  EXPECT_TRUE(validator.check_motion(Configuration{0.5, 2.5}, Configuration{-0.5, 2.5}));
  EXPECT_EQ(validator.decide(Configuration{0.5, 0}, Configuration{2, 0}), Status::Free);
  EXPECT_EQ(validator.decide(Configuration{0.5, 0}, Configuration{-0.5, 0}), Status::Contact);
}

TEST(MotionValidator, FindsWhatTheEndsDoNotShow) {
  const MotionValidator validator = with_post();
  EXPECT_TRUE(validator.is_valid(Configuration{2.9, 0}));
  EXPECT_TRUE(validator.is_valid(Configuration{-2.9, 0}));
  EXPECT_FALSE(validator.check_motion(Configuration{2.9, 0}, Configuration{-2.9, 0}));
}

TEST(MotionValidator, TellsTheLastValidTimeAndState) {
  const MotionValidator validator = with_post();
  const Configuration from = {1, 0}, to = {-1, 0};
  LastValid last;
  ASSERT_FALSE(validator.check_motion(from, to, last));
  // In contact when the arm's line is 0.15 from the post's axis: 1.5 sin(angle) = 0.15.
  const double contact = (1 - std::asin(0.1)) / 2;
  EXPECT_LE(last.time, contact);
  EXPECT_GT(last.time, contact - 1e-3);
  ASSERT_EQ(last.state.size(), 2u);
  EXPECT_NEAR(last.state[0], 1 - 2 * last.time, 1e-15);
  EXPECT_TRUE(validator.is_valid(last.state));
  EXPECT_TRUE(validator.check_motion(from, last.state));
}

TEST(MotionValidator, LeavesTheLastValidStateAloneWhereTheEdgeIsFree) {
  LastValid last{0.25, {7, 8}};
  EXPECT_TRUE(with_post().check_motion(Configuration{0.5, 0}, Configuration{2, 0}, last));
  EXPECT_EQ(last.time, 0.25);
  EXPECT_EQ(last.state, (Configuration{7, 8}));
}

TEST(MotionValidator, GivesTheStartAsLastValidStateWhereItIsInContactItself) {
  LastValid last{0.25, {7, 8}};
  EXPECT_FALSE(with_post().check_motion(Configuration{0.01, 0}, Configuration{2, 0}, last));
  EXPECT_EQ(last.time, 0);
  EXPECT_EQ(last.state, (Configuration{0.01, 0}));
  EXPECT_FALSE(with_post().is_valid(Configuration{0.01, 0}));
}

TEST(MotionValidator, TellsWhichBodiesMeetAndWhen) {
  const MotionValidator validator = with_post();
  const SceneResult result = validator.first_contact(Configuration{1, 0}, Configuration{-1, 0});
  ASSERT_EQ(result.status, Status::Contact);
  EXPECT_NEAR(result.toi, (1 - std::asin(0.1)) / 2, 1e-5);
  const std::span<const Scene::Body> bodies = validator.scene().bodies();
  EXPECT_EQ(bodies[result.a.body].name, "lower");
  EXPECT_EQ(bodies[result.b.body].name, "post");
}

TEST(MotionValidator, IgnoresDecideOnlyWhereTheTimeIsAskedFor) {
  SceneOptions options;
  options.decide_only = true;
  const SceneResult result =
      with_post(options).first_contact(Configuration{1, 0}, Configuration{-1, 0});
  EXPECT_NEAR(result.toi, (1 - std::asin(0.1)) / 2, 1e-5);
}

TEST(MotionValidator, KeepsMarginsApart) {
  SceneDescription description = description_with_post();
  description.min_separation = 0.3;
  const MotionValidator validator{Scene(description)};
  // Nearest at the angle 0.25: 1.5 sin(0.25) = 0.371, less the radii 0.221.
  EXPECT_TRUE(with_post().check_motion(Configuration{0.25, 0}, Configuration{1, 0}));
  EXPECT_FALSE(validator.check_motion(Configuration{0.25, 0}, Configuration{1, 0}));
}

TEST(MotionValidator, RefusesValuesOutsideTheLimitsNaNAndWrongCounts) {
  const MotionValidator validator = with_post();
  const Configuration good = {1, 0};
  for (const Configuration& bad :
       {Configuration{3.5, 0}, Configuration{1, kNaN}, Configuration{1}, Configuration{1, 0, 0}}) {
    EXPECT_EQ(validator.decide(good, bad), Status::InvalidInput);
    EXPECT_EQ(validator.decide(bad, good), Status::InvalidInput);
    EXPECT_FALSE(validator.check_motion(good, bad));
    EXPECT_FALSE(validator.is_valid(bad));
    EXPECT_NE(validator.first_contact(good, bad).message, "");
    LastValid last;
    EXPECT_FALSE(validator.check_motion(good, bad, last));
    EXPECT_EQ(last.time, 0);
    EXPECT_EQ(last.state, good);
  }
  EXPECT_NE(validator.first_contact(good, Configuration{3.5, 0}).message.find("shoulder"),
            std::string::npos);
}

TEST(MotionValidator, IsUndecidedNotFreeWhenTheBudgetRunsOut) {
  SceneDescription description = description_with_post();
  description.objects[0].shapes = {cylinder_shape(0.1, 1)};
  const Configuration from = {1, 0}, near = {0.101, 0};  // in contact at about 0.1
  SceneOptions options;
  EXPECT_EQ(MotionValidator(Scene(description), options).decide(from, near), Status::Free);
  options.max_checks = 2;
  const MotionValidator hasty(Scene(description), options);
  EXPECT_EQ(hasty.decide(from, near), Status::Undecided);
  EXPECT_FALSE(hasty.check_motion(from, near));
}

TEST(MotionValidator, SaysWhatIsWrongWithSceneAndOptions) {
  const auto fault_with = [](auto change) {
    SceneOptions options;
    change(options);
    const MotionValidator validator = with_post(options);
    EXPECT_EQ(validator.decide(Configuration{1, 0}, Configuration{0.9, 0}),
              validator.fault().empty() ? Status::Free : Status::InvalidInput);
    return validator.fault();
  };
  EXPECT_EQ(fault_with([](SceneOptions&) {}), "");
  EXPECT_EQ(fault_with([](SceneOptions& o) { o.certificate = o.clearance = true; }), "");
  EXPECT_NE(fault_with([](SceneOptions& o) { o.tolerance = -1; }), "");
  EXPECT_NE(fault_with([](SceneOptions& o) { o.tolerance = kNaN; }), "");
  EXPECT_NE(fault_with([](SceneOptions& o) { o.t_max = 0.5; }), "")
      << "an edge that is free up to its middle is not free";
  EXPECT_NE(fault_with([](SceneOptions& o) { o.max_checks = 0; }), "");
  EXPECT_NE(fault_with(
                [](SceneOptions& o) { o.certificate = true, o.method = SceneMethod::Advancement; }),
            "");

  const MotionValidator none{Scene()};
  EXPECT_NE(none.fault(), "");
  EXPECT_FALSE(none.check_motion({}, {}));
  EXPECT_FALSE(none.is_valid({}));
  EXPECT_EQ(none.decide(std::vector<SceneEdge>(2)), std::vector<Status>(2, Status::InvalidInput));
}

TEST(MotionValidator, JoinsTheValuesOfSeveralModels) {
  SceneDescription description;
  description.models = {{"left", planar_arm()}, {"right", planar_arm()}};
  // The right arm's shoulder is at (3, 0); stretched towards each other they overlap by 1. Their
  // common root is moved by an origin.
  std::vector<Link> links(description.models[1].model.links().begin(),
                          description.models[1].model.links().end());
  links[0].joint.origin.position = Vec3(3, 0, 0);
  description.models[1].model = ArticulatedModel(links);
  const MotionValidator validator{Scene(description)};
  ASSERT_EQ(validator.fault(), "");
  EXPECT_TRUE(validator.check_motion(Configuration{0, 0, 0, 0}, Configuration{-1, 0, 0, 0}));
  const Configuration up = {1.5, 0, 1.6, 0}, together = {0, 0, 3, 0};
  LastValid last;
  EXPECT_TRUE(validator.is_valid(up));
  EXPECT_FALSE(validator.check_motion(up, together, last));
  ASSERT_EQ(last.state.size(), 4u);
  EXPECT_TRUE(validator.is_valid(last.state));
  EXPECT_EQ(validator.decide(up, Configuration{0, 0, 3.5, 0}), Status::InvalidInput);
}

/// Seed 82: random edges, about half of them free.
std::vector<SceneEdge> random_edges(int count) {
  Random random({82});
  std::vector<SceneEdge> edges;
  for (int i = 0; i < count; ++i) {
    SceneEdge edge;
    for (Configuration* q : {&edge.q_t0, &edge.q_t1})
      for (int k = 0; k < 2; ++k) q->push_back(2.9 * random.symmetric());
    edges.push_back(edge);
  }
  return edges;
}

TEST(MotionValidator, AgreesWithItselfWhateverIsAskedAndSamplesNeverFindMore) {
  const MotionValidator validator = with_post();
  const std::vector<SceneEdge> edges = random_edges(120);
  int free = 0;
  for (const SceneEdge& edge : edges) {
    LastValid last;
    const bool is_free = validator.check_motion(edge.q_t0, edge.q_t1);
    free += is_free;
    EXPECT_EQ(validator.check_motion(edge.q_t0, edge.q_t1, last), is_free);
    EXPECT_EQ(validator.first_contact(edge.q_t0, edge.q_t1).status == Status::Free, is_free);
    const ArticulatedModel& model = validator.scene().models()[0].model;
    const double end = is_free ? 1 : last.time;
    if (!is_free && end == 0) continue;
    for (int i = 0; i <= 10; ++i)
      EXPECT_TRUE(validator.is_valid(configuration_at(model, edge.q_t0, edge.q_t1, end * i / 10)));
  }
  EXPECT_GT(free, 30);
  EXPECT_LT(free, 90);
}

TEST(MotionValidator, DecidesBatchesTheSameOnAnyNumberOfThreads) {
  const MotionValidator validator = with_post();
  const std::vector<SceneEdge> edges = random_edges(60);
  std::vector<Status> expected;
  for (const SceneEdge& edge : edges) expected.push_back(validator.decide(edge.q_t0, edge.q_t1));
  for (const int threads : {0, 1, 2, 5})
    EXPECT_EQ(validator.decide(edges, threads), expected) << threads;
}

TEST(MotionValidator, IsSharedByThreads) {
  const MotionValidator validator = with_post();
  const std::vector<SceneEdge> edges = random_edges(40);
  std::vector<Status> expected;
  for (const SceneEdge& edge : edges) expected.push_back(validator.decide(edge.q_t0, edge.q_t1));
  std::vector<std::vector<Status>> found(4);
  std::vector<std::thread> threads;
  for (std::vector<Status>& own : found)
    threads.emplace_back([&] {
      for (const SceneEdge& edge : edges) own.push_back(validator.decide(edge.q_t0, edge.q_t1));
    });
  for (std::thread& thread : threads) thread.join();
  for (const std::vector<Status>& own : found) EXPECT_EQ(own, expected);
}

}  // namespace
}  // namespace firstcontact::motion_validator_test
