/// The generated scenes of articulated bodies: counts as published, valid motions, contacts among
/// them.
#include "generate/articulated_scenes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "articulated/model/scene_data.h"

namespace firstcontact::generate::articulated_scenes_test {
namespace {

struct Expected {
  std::size_t models, links;
  double link_triangles, object_triangles;  ///< published
  std::size_t least_queries;
};

const std::map<std::string, Expected>& expected_scenes() {
  static const std::map<std::string, Expected> scenes = {
      {"walk", {1, 15, 20'000, 101'000, 200}},
      {"exercise", {1, 15, 20'000, 0, 200}},
      {"two mannequins", {2, 15, 40'000, 0, 200}},
      {"excavator drives", {1, 5, 18'940, 394'000, 100}},
      {"excavator digs", {1, 5, 18'940, 394'000, 100}},
      {"crane travels", {1, 5, 1'288, 394'000, 100}},
      {"crane lowers", {1, 5, 1'288, 394'000, 100}},
      {"four trains", {4, 10, 92'000, 0, 100}},
      {"falling train", {1, 17, 42'000, 29'000, 100}}};
  return scenes;
}

/// Is everything behind the plane of every triangle?
bool is_convex(const geometry::BodyTree& body) {
  for (const Face& face : body.triangles) {
    const Vec3& a = body.vertices[face[0]];
    const Vec3 &b = body.vertices[face[1]], &c = body.vertices[face[2]];
    const Vec3 u = b - a, v = c - a;
    const Vec3 normal(u.y() * v.z() - u.z() * v.y(), u.z() * v.x() - u.x() * v.z(),
                      u.x() * v.y() - u.y() * v.x());
    const double room = 1e-6 * normal.norm() * body.nodes[0].radius;
    for (const Vec3& x : body.vertices)
      if (normal.dot(x - a) > room) return false;
  }
  return true;
}

ArticulatedScene make(const std::string& name) {
  for (const ArticulatedSceneMaker& maker : articulated_scenes())
    if (maker.name == name) return maker.make(1);
  return {};
}

void expect_published_counts(const ArticulatedScene& made, const Scene& scene) {
  const Expected& expected = expected_scenes().at(made.name);
  EXPECT_EQ(scene.models().size(), expected.models);
  double link_triangles = 0, object_triangles = 0;
  for (const Scene::Body& body : scene.bodies())
    if (body.model < 0)
      object_triangles += static_cast<double>(body.triangle_count);
    else if (body.name != "weight")
      link_triangles += static_cast<double>(body.triangle_count);
  EXPECT_NEAR(link_triangles, expected.link_triangles, 0.02 * expected.link_triangles);
  EXPECT_NEAR(object_triangles, expected.object_triangles, 0.02 * expected.object_triangles);
  for (const SceneModel& entry : scene.models())
    EXPECT_EQ(entry.model.links().size(), expected.links);
  EXPECT_GE(made.queries.size(), expected.least_queries);
}

void expect_valid_motions(const ArticulatedScene& made, const Scene& scene) {
  for (const SceneEdge& query : made.queries)
    for (const Configuration* q : {&query.q_t0, &query.q_t1}) {
      ASSERT_EQ(q->size(), scene.value_count());
      std::size_t first = 0;
      for (const SceneModel& entry : scene.models()) {
        ASSERT_EQ(entry.model.fault_of(std::span(*q).subspan(first, entry.model.value_count())),
                  "");
        first += entry.model.value_count();
      }
    }
}

/// On a sample: some queries are free, some are not, and not all begin in contact.
void expect_free_and_colliding(const ArticulatedScene& made, const Scene& scene) {
  SceneOptions options, at_start;
  options.decide_only = true;
  at_start.t_max = 0;
  int free = 0, contacts = 0;
  const std::size_t stride = std::max<std::size_t>(1, made.queries.size() / 150);
  for (std::size_t i = 0; i < made.queries.size(); i += stride) {
    const SceneEdge& query = made.queries[i];
    if (first_contact(scene, query.q_t0, query.q_t1, at_start).status == Status::Contact) continue;
    const SceneResult result = first_contact(scene, query.q_t0, query.q_t1, options);
    ASSERT_NE(result.status, Status::InvalidInput) << result.message;
    ASSERT_NE(result.status, Status::Undecided);
    ++(result.status == Status::Contact ? contacts : free);
  }
  EXPECT_GE(free, 10);
  EXPECT_GE(contacts, 2);
}

void expect_scene(const char* name) {
  SCOPED_TRACE(name);
  const ArticulatedScene made = make(name);
  ASSERT_EQ(made.name, name);
  const Scene scene(made.description);
  ASSERT_EQ(scene.fault(), "");
  expect_published_counts(made, scene);
  expect_valid_motions(made, scene);
  expect_free_and_colliding(made, scene);
}

TEST(ArticulatedScenes, MannequinsHaveThePublishedCountsAndBothAnswers) {
  for (const char* name : {"walk", "exercise", "two mannequins"}) expect_scene(name);
}

TEST(ArticulatedScenes, ConstructionHasThePublishedCountsAndBothAnswers) {
  for (const char* name : {"excavator drives", "excavator digs", "crane travels", "crane lowers"})
    expect_scene(name);
}

TEST(ArticulatedScenes, TrainsHaveThePublishedCountsAndBothAnswers) {
  for (const char* name : {"four trains", "falling train"}) expect_scene(name);
}

TEST(ArticulatedSceneList, HasEveryExpectedScene) {
  EXPECT_EQ(articulated_scenes().size(), expected_scenes().size());
  for (const ArticulatedSceneMaker& maker : articulated_scenes())
    EXPECT_TRUE(expected_scenes().contains(maker.name)) << maker.name;
}

TEST(Mannequin, LinksAreNotConvex) {
  const ArticulatedScene exercise = exercising_mannequin();
  for (const Link& link : exercise.description.models[0].model.links())
    EXPECT_FALSE(is_convex(geometry::tree_of(link.shapes[0].body))) << link.name;
}

TEST(Mannequin, StandingUprightTouchesNothingOfItself) {
  const ArticulatedScene exercise = exercising_mannequin();
  const Scene scene(exercise.description);
  EXPECT_EQ(scene.pairs().size(), 15u * 14u / 2 - 14);
  Configuration upright = exercise.description.models[0].model.neutral();
  const SceneResult result = first_contact(scene, upright, upright);
  EXPECT_EQ(result.status, Status::Free)
      << (result.a.body < 0
              ? ""
              : scene.bodies()[result.a.body].name + " and " + scene.bodies()[result.b.body].name);
}

TEST(ArticulatedSceneQueries, AreTheSameForTheSameSeedAndDifferForAnother) {
  const auto queries = [](std::uint64_t seed) { return two_mannequins(seed).queries; };
  const auto first = queries(1), again = queries(1), other = queries(2);
  ASSERT_EQ(first.size(), again.size());
  for (std::size_t i = 0; i < first.size(); ++i) EXPECT_EQ(first[i].q_t1, again[i].q_t1);
  EXPECT_NE(first[0].q_t0, other[0].q_t0);
}

TEST(GeneratedArm, SwingsThroughThePostThatItsEndPosesDoNotTouch) {
  const GeneratedArm arm = generated_arm();
  const Scene scene(arm.description);
  ASSERT_EQ(scene.fault(), "");
  EXPECT_EQ(scene.models()[0].model.fault_of(arm.start), "");
  EXPECT_EQ(scene.models()[0].model.fault_of(arm.goal), "");
  EXPECT_EQ(first_contact(scene, arm.start, arm.start).status, Status::Free);
  EXPECT_EQ(first_contact(scene, arm.goal, arm.goal).status, Status::Free);
  const SceneResult swing = first_contact(scene, arm.start, arm.goal);
  ASSERT_EQ(swing.status, Status::Contact);
  EXPECT_EQ(scene.bodies()[swing.b.body].name, "post");
  EXPECT_GT(swing.toi, 0.2);
  EXPECT_LT(swing.toi, 0.5);
  EXPECT_EQ(first_contact_on_path(scene, arm.detour).result.status, Status::Free);
}

}  // namespace
}  // namespace firstcontact::generate::articulated_scenes_test
