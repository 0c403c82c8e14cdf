// Paths, batches, and input that is refused.
#include <firstcontact/scene_contact.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <functional>

#include "articulated/model/scene_data.h"
#include "articulated/random_trees.h"
#include "articulated/scene_builder.h"
#include "support/float_settings.h"

namespace firstcontact::scene_contact_batch_test {
namespace {

using generate::Random;
using test::at;
using test::describe;
using test::make_link;
using test::object;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

/// A ball of radius 0.1 that slides in x and y; others are at (1, 1) and (3, 0).
SceneDescription table() {
  const Shape ball = sphere_shape(0.1);
  return describe({make_link("x", -1, JointType::Prismatic, Vec3::UnitX(), {}, {}),
                   make_link("y", 0, JointType::Prismatic, Vec3::UnitY(), {}, {ball})},
                  {object("first", ball, at(1, 1, 0)), object("second", ball, at(3, 0, 0))});
}

TEST(ScenePath, TellsSegmentAndTime) {
  const Scene scene(table());
  const std::vector<Configuration> path = {{0, 0}, {1, 0}, {1, 0.5}, {1, 1.5}, {0, 1.5}};
  const PathResult result = first_contact_on_path(scene, path);
  ASSERT_EQ(result.result.status, Status::Contact);
  EXPECT_EQ(result.segment, 2);
  EXPECT_NEAR(result.segment_toi, 0.3, 1e-6);
  EXPECT_NEAR(result.result.toi, (2 + 0.3) / 4, 1e-6);
  EXPECT_GE(result.result.toi_upper, (2 + 0.3) / 4 - 1e-12);
  const std::vector<double> times = {0, 0.1, 0.5, 0.9, 1};
  const PathResult timed = first_contact_on_path(scene, path, {}, times);
  EXPECT_EQ(timed.segment, 2);
  EXPECT_EQ(timed.segment_toi, result.segment_toi);
  EXPECT_NEAR(timed.result.toi, 0.5 + 0.4 * 0.3, 1e-6);
}

TEST(ScenePath, ThatIsFreeHasItsSmallestClearanceAndAllItsProofs) {
  const Scene scene(table());
  const std::vector<Configuration> path = {{0, 0}, {1, 0}, {1, 0.5}, {0, 0.5}};
  SceneOptions options;
  options.clearance = options.certificate = true;
  const PathResult result = first_contact_on_path(scene, path, options);
  ASSERT_EQ(result.result.status, Status::Free);
  EXPECT_EQ(result.segment, -1);
  EXPECT_EQ(result.result.toi, 1);
  EXPECT_NEAR(result.result.clearance_upper, 0.3, 1e-9);
  EXPECT_LE(result.result.clearance, 0.3);
  EXPECT_GE(result.result.clearance, 0.299);
  EXPECT_NEAR(result.result.clearance_time, 2.0 / 3, 1e-3);
  EXPECT_EQ(result.result.certificates.size(), 3 * articulated::data_of(scene).shape_pairs.size());
}

TEST(ScenePath, OfOneConfigurationIsThatConfiguration) {
  const Scene scene(table());
  EXPECT_EQ(first_contact_on_path(scene, std::vector<Configuration>{{0, 0}}).result.status,
            Status::Free);
  const PathResult result = first_contact_on_path(scene, std::vector<Configuration>{{1, 0.95}});
  EXPECT_EQ(result.result.status, Status::Contact);
  EXPECT_EQ(result.segment, 0);
  EXPECT_EQ(result.result.toi, 0);
}

TEST(ScenePath, SharesOneBudget) {
  const Scene scene(table());
  std::vector<Configuration> path;
  for (int i = 0; i < 200; ++i) path.push_back({0.8, 0.8 + 0.01 * (i % 2)});
  SceneOptions options;
  options.max_checks = 100;
  const PathResult result = first_contact_on_path(scene, path, options);
  EXPECT_EQ(result.result.status, Status::Undecided);
  EXPECT_GT(result.result.toi, 0);
  EXPECT_LT(result.result.toi, 1);
  EXPECT_NE(result.result.message, "");
}

TEST(ScenePath, RefusesWhatIsNoPath) {
  const Scene scene(table());
  const std::vector<Configuration> path = {{0, 0}, {1, 0}, {1, 0.5}};
  const auto refused = [&](const std::vector<Configuration>& p, const std::vector<double>& times,
                           const std::string& part) {
    const PathResult result = first_contact_on_path(scene, p, {}, times);
    EXPECT_EQ(result.result.status, Status::InvalidInput);
    EXPECT_NE(result.result.message.find(part), std::string::npos) << result.result.message;
  };
  refused({}, {}, "path");
  refused(path, {0, 1}, "times");
  refused(path, {0, 0.5, 0.9}, "times");
  refused(path, {0.1, 0.5, 1}, "times");
  refused(path, {0, kNaN, 1}, "times");
  refused({{0, 0}, {1, 0}, {1}}, {}, "segment 1");
  refused({{0, 0}, {1, 0}, {1, kNaN}}, {}, "segment 1");
}

bool same_bits(double a, double b) { return std::memcmp(&a, &b, sizeof a) == 0; }
bool same_bits(const Vec3& a, const Vec3& b) {
  return std::memcmp(a.data(), b.data(), 3 * sizeof(double)) == 0;
}
bool same_bits(const ContactSide& a, const ContactSide& b) {
  return a.body == b.body && a.shape == b.shape && a.triangle == b.triangle &&
         a.feature.kind == b.feature.kind && a.feature.vertices == b.feature.vertices;
}
bool same_bits(const SceneResult& a, const SceneResult& b) {
  return a.status == b.status && same_bits(a.toi, b.toi) && same_bits(a.toi_upper, b.toi_upper) &&
         a.proven == b.proven && same_bits(a.a, b.a) && same_bits(a.b, b.b) &&
         same_bits(a.point_a, b.point_a) && same_bits(a.point_b, b.point_b) &&
         same_bits(a.normal, b.normal) && same_bits(a.distance, b.distance) &&
         same_bits(a.clearance, b.clearance) && same_bits(a.clearance_upper, b.clearance_upper) &&
         same_bits(a.clearance_time, b.clearance_time) && a.checks == b.checks &&
         a.counts.steps == b.counts.steps && a.message == b.message;
}

/// Seven links of every kind of joint with boxes, among boxes.
SceneDescription random_description(Random& random) {
  const ArticulatedModel tree = test::random_tree(random, 7);
  std::vector<Link> links(tree.links().begin(), tree.links().end());
  for (Link& link : links)
    link.shapes = {box_shape(Vec3::Constant(0.4) + test::random_vector(random, 0.2))};
  SceneDescription description = describe(links);
  for (int i = 0; i < 6; ++i)
    description.objects.push_back(object("box" + std::to_string(i), box_shape({0.3, 0.2, 0.1}),
                                         test::random_pose(random, 4)));
  return description;
}

// Seed 941: each edge by itself and in batches on 1, 2 and 5 threads, also under flush-to-zero.
TEST(SceneBatch, HasTheSameBitsForAnyNumberOfThreads) {
  Random random({941});
  const Scene scene(random_description(random));
  ASSERT_EQ(scene.fault(), "");
  std::vector<SceneEdge> edges;
  for (int i = 0; i < 60; ++i) {
    SceneEdge edge = {test::random_configuration(random, scene.models()[0].model), {}};
    for (const double value : edge.q_t0) edge.q_t1.push_back(value + 0.3 * random.symmetric());
    edges.push_back(edge);
  }
  edges[7].q_t0.pop_back();
  SceneOptions options;
  options.clearance = true;
  std::vector<SceneResult> singles;
  for (const SceneEdge& edge : edges)
    singles.push_back(first_contact(scene, edge.q_t0, edge.q_t1, options));
  int contacts = 0, free = 0;
  for (const SceneResult& result : singles) {
    contacts += result.status == Status::Contact;
    free += result.status == Status::Free;
  }
  EXPECT_GE(contacts, 10);
  EXPECT_GE(free, 5);
  EXPECT_EQ(singles[7].status, Status::InvalidInput);
  const auto expect_same = [&](const std::vector<SceneResult>& batch) {
    ASSERT_EQ(batch.size(), singles.size());
    for (std::size_t i = 0; i < batch.size(); ++i)
      EXPECT_TRUE(same_bits(batch[i], singles[i])) << i;
  };
  for (const int threads : {1, 2, 5}) expect_same(first_contacts(scene, edges, options, threads));
  const test::FlushToZero flush;
  expect_same(first_contacts(scene, edges, options, 2));
  EXPECT_TRUE(first_contacts(scene, {}, options, 2).empty());
}

// Seed 942: paths of random steps, on one thread and on several; what on_free gets is what the
// segments are by themselves.
TEST(ScenePath, HasTheSameBitsForAnyNumberOfThreadsAndHandsOverFreeSegments) {
  Random random({942});
  const Scene scene(random_description(random));
  ASSERT_EQ(scene.fault(), "");
  SceneOptions options;
  options.clearance = options.certificate = true;
  int contacts = 0, free = 0;
  for (int i = 0; i < 30; ++i) {
    std::vector<Configuration> path = {test::random_configuration(random, scene.models()[0].model)};
    for (int k = 0; k < 12; ++k) {
      path.push_back(path.back());
      for (double& value : path.back()) value += 0.002 * random.symmetric();
    }
    PathOptions path_options;
    path_options.budget_per_segment = true;
    const PathResult one = first_contact_on_path(scene, path, options, {}, path_options);
    const PathResult together = first_contact_on_path(scene, path, options);
    EXPECT_TRUE(same_bits(one.result, together.result));
    contacts += one.result.status == Status::Contact;
    free += one.result.status == Status::Free;
    for (const int threads : {2, 5}) {
      int segments = 0;
      std::size_t certificates = 0;
      path_options.threads = threads;
      path_options.on_free = [&](int segment, const SceneResult& result) {
        EXPECT_EQ(segment, segments++);
        EXPECT_TRUE(
            same_bits(result, first_contact(scene, path[segment], path[segment + 1], options)));
        certificates += result.certificates.size();
      };
      const PathResult several = first_contact_on_path(scene, path, options, {}, path_options);
      EXPECT_TRUE(same_bits(several.result, one.result));
      EXPECT_EQ(several.segment, one.segment);
      EXPECT_TRUE(same_bits(several.segment_toi, one.segment_toi));
      EXPECT_EQ(segments, one.segment < 0 ? 12 : one.segment);
      EXPECT_TRUE(several.result.certificates.empty());
      if (one.result.free()) {
        EXPECT_EQ(certificates, one.result.certificates.size());
      }
    }
  }
  EXPECT_GE(contacts, 5);
  EXPECT_GE(free, 5);
}

TEST(ScenePath, CanHaveABudgetForEachSegment) {
  const Scene scene(table());
  std::vector<Configuration> path;
  for (int i = 0; i < 200; ++i) path.push_back({0.8, 0.8 + 0.01 * (i % 2)});
  SceneOptions options;
  options.max_checks = 100;
  PathOptions path_options;
  path_options.budget_per_segment = true;
  const PathResult result = first_contact_on_path(scene, path, options, {}, path_options);
  EXPECT_EQ(result.result.status, Status::Free);
  EXPECT_GT(result.result.checks, options.max_checks);
}

TEST(ScenePath, OfOneSegmentMayEndEarlyAndOneOfSeveralMayNot) {
  const Scene scene(table());
  SceneOptions options;
  options.t_max = 0.5;
  const std::vector<Configuration> path = {{1, 0.5}, {1, 1.5}, {0, 1.5}};
  const std::span<const Configuration> whole(path);
  const PathResult early = first_contact_on_path(scene, whole.first(2), options);
  EXPECT_EQ(early.result.status, Status::Contact);
  options.t_max = 0.25;
  const PathResult free = first_contact_on_path(scene, whole.first(2), options);
  EXPECT_EQ(free.result.status, Status::Free);
  EXPECT_EQ(free.result.toi, 0.25);
  EXPECT_EQ(first_contact_on_path(scene, whole, options).result.status, Status::InvalidInput);
}

TEST(SceneContact, RefusesBadInputWithAMessageThatSaysWhat) {
  const Scene scene(table());
  const auto expect_refused = [&](const SceneResult& result, const std::string& part) {
    EXPECT_EQ(result.status, Status::InvalidInput);
    EXPECT_NE(result.message.find(part), std::string::npos) << result.message;
    EXPECT_EQ(result.toi, 0);
  };
  const Configuration good = {0, 0};
  expect_refused(first_contact(scene, Configuration{0}, good), "2 joint values");
  expect_refused(first_contact(scene, good, Configuration{0, 0, 0}), "2 joint values");
  expect_refused(first_contact(scene, good, Configuration{0, kNaN}), "y_joint");
  expect_refused(
      first_contact(scene, Configuration{-std::numeric_limits<double>::infinity(), 0}, good),
      "x_joint");
  expect_refused(first_contact(scene, std::vector<ArticulatedMotion>()), "1 models");
  expect_refused(first_contact(scene, std::vector<ArticulatedMotion>(1)), "arm");
  std::vector<ArticulatedMotion> motions = {joint_motion(scene.models()[0].model, good, good)};
  motions[0].joints[1].angle = 1001;
  expect_refused(first_contact(scene, motions), "y_joint");
  SceneDescription broken = table();
  broken.objects[1].name = "first";
  expect_refused(first_contact(Scene(broken), good, good), "'first'");
  expect_refused(first_contact(Scene(), good, good), "");
  const auto refused_options = [&](const std::function<void(SceneOptions&)>& change,
                                   const std::string& part) {
    SceneOptions options;
    change(options);
    expect_refused(first_contact(scene, good, good, options), part);
    for (const SceneResult& result :
         first_contacts(scene, std::vector<SceneEdge>{{good, good}}, options))
      expect_refused(result, part);
  };
  for (const double bad : {-1.0, kNaN, 1e71})
    refused_options([&](SceneOptions& o) { o.tolerance = bad; }, "tolerance");
  for (const double bad : {-0.1, 1.5, kNaN})
    refused_options([&](SceneOptions& o) { o.t_max = bad; }, "t_max");
  refused_options([](SceneOptions& o) { o.max_checks = 0; }, "max_checks");
  refused_options([](SceneOptions& o) { o.certificate = o.decide_only = true; }, "certificates");
  refused_options(
      [](SceneOptions& o) { o.certificate = true, o.method = SceneMethod::Advancement; },
      "certificates");
}

}  // namespace
}  // namespace firstcontact::scene_contact_batch_test
