// Points and distances of contacts, held against long double: a contact is within margin +
// tolerance at its time, and its points lie on the surfaces of both shapes.
#include <firstcontact/scene_contact.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "articulated/random_scenes.h"
#include "articulated/reference_scene.h"

namespace firstcontact::contact_points_test {
namespace {

using generate::Random;
using test::at;
using test::describe;
using test::make_link;
using test::object;
using test::RandomScene;
using test::Real;
using test::ReferenceScene;

constexpr std::uint64_t kSeed = 8675;
constexpr int kCases = 1200;

double margin_of(const Scene& scene, const SceneResult& result) {
  const int a = std::min(result.a.body, result.b.body), b = std::max(result.a.body, result.b.body);
  for (const Scene::Pair& pair : scene.pairs())
    if (pair.a == a && pair.b == b) return pair.min_separation;
  return -1;
}

// Seed 8675. At least a fifth of the scenes come into contact later than at the start. With
// SceneMethod::Certified the distance used to be up to a twelfth of the tolerance too large.
TEST(ContactPoints, TheDistanceAtTheTimeOfContactIsWithinTheTolerance) {
  for (const SceneMethod method : {SceneMethod::Certified, SceneMethod::Advancement}) {
    int hits = 0;
    Real worst = -1;
    for (int i = 0; i < kCases; ++i) {
      Random random({kSeed, static_cast<std::uint64_t>(i)});
      const RandomScene c = test::random_scene(random, 1, 4);
      const Scene scene(c.description);
      ASSERT_EQ(scene.fault(), "");
      SceneOptions options;
      options.method = method;
      if (i % 4 != 0) options.tolerance = std::pow(10.0, -2 * (i % 4));  // 1e-2, 1e-4, 1e-6
      const SceneResult result = first_contact(scene, c.from, c.to, options);
      if (result.status != Status::Contact || !(result.toi > 0)) continue;
      ++hits;
      EXPECT_EQ(result.tolerance, options.tolerance.value_or(result.tolerance));
      ReferenceScene reference(scene, c.description, c.from, c.to);
      reference.move_to(result.toi);
      const Real excess = reference.distance(result.a.body, result.b.body) -
                          margin_of(scene, result) - result.tolerance;
      worst = std::max(worst, excess / result.tolerance);
      EXPECT_LE(excess, 0) << "case " << i;
    }
    std::printf("%d hits of %d; at most margin + %.6Lf tolerances\n", hits, kCases, 1 + worst);
    EXPECT_GE(hits * 5, kCases);
  }
}

/// A shape on a slide along x comes to another one.
SceneResult slide(const Shape& moving, const Shape& resting, double from, double to,
                  SceneMethod method) {
  const Scene scene(
      describe({make_link("moving", -1, JointType::Prismatic, Vec3::UnitX(), {}, {moving})},
               {object("resting", resting)}));
  SceneOptions options;
  options.method = method;
  options.tolerance = 1e-7;
  return first_contact(scene, std::array{from}, std::array{to}, options);
}

TEST(ContactPoints, LieOnTheSurfacesOfShapesWithARadius) {
  const Shape ball = sphere_shape(0.5), box = box_shape(Vec3(1, 1, 1)),
              rod = test::rod(Vec3(0, -1, 0), Vec3(0, 1, 0), 0.25);
  Shape rounded = box_shape(Vec3(1, 1, 1));
  rounded.radius = 0.125;
  for (const SceneMethod method : {SceneMethod::Certified, SceneMethod::Advancement}) {
    for (const auto& [moving, resting, a_x, b_x] :
         {std::tuple(ball, box, 0.5, -0.5), std::tuple(ball, ball, 0.5, -0.5),
          std::tuple(ball, rod, 0.5, -0.25), std::tuple(rod, box, 0.25, -0.5),
          std::tuple(ball, rounded, 0.5, -0.625), std::tuple(rounded, rod, 0.625, -0.25)}) {
      const SceneResult result = slide(moving, resting, -3, 3, method);
      ASSERT_EQ(result.status, Status::Contact);
      const double place = -3 + 6 * result.toi;
      EXPECT_NEAR(result.point_a.x(), place + a_x, 1e-9);
      EXPECT_NEAR(result.point_b.x(), b_x, 1e-9);
      EXPECT_LE((result.point_a - result.point_b).norm(), 1.0001e-7);
    }
  }
}

// From the start deep in each other, where no direction leads out: still points of the surfaces.
TEST(ContactPoints, LieOnTheSurfacesOfShapesThatOverlapFromTheStart) {
  const Shape ball = sphere_shape(0.5), rod = test::rod(Vec3(0, -1, 0), Vec3(0, 1, 0), 0.25);
  for (const SceneMethod method : {SceneMethod::Certified, SceneMethod::Advancement}) {
    for (const double start : {0.0, 0.1}) {
      const SceneResult balls = slide(ball, sphere_shape(0.75), start, 1, method);
      ASSERT_EQ(balls.toi, 0);
      EXPECT_NEAR((balls.point_a - Vec3(start, 0, 0)).norm(), 0.5, 1e-12);
      EXPECT_NEAR(balls.point_b.norm(), 0.75, 1e-12);
      const SceneResult rods =
          slide(rod, test::rod(Vec3(0, 0, -1), Vec3(0, 0, 1), 0.25), start, 1, method);
      ASSERT_EQ(rods.toi, 0);
      EXPECT_NEAR((rods.point_a - Vec3(start, rods.point_a.y(), 0)).norm(), 0.25, 1e-12);
      EXPECT_NEAR((rods.point_b - Vec3(0, 0, rods.point_b.z())).norm(), 0.25, 1e-12);
      const SceneResult in_box =
          slide(ball, test::triangles({{-4, -4, 0}, {4, -4, 0}, {0, 5, 0}}, {{0, 1, 2}}), start, 1,
                method);
      ASSERT_EQ(in_box.toi, 0);
      EXPECT_NEAR((in_box.point_a - Vec3(start, 0, 0)).norm(), 0.5, 1e-12);
      EXPECT_NEAR(in_box.point_b.z(), 0, 1e-12);
    }
  }
}

// A ball in a mesh: both points are on the surfaces, though these do not touch.
TEST(ContactPoints, LieOnTheSurfacesOfShapesThatLieInEachOther) {
  for (const SceneMethod method : {SceneMethod::Certified, SceneMethod::Advancement}) {
    const SceneResult result =
        slide(sphere_shape(0.005), box_shape(Vec3(1, 1, 1)), 0.1, 0.11, method);
    ASSERT_EQ(result.status, Status::Contact);
    EXPECT_TRUE(result.starts_inside);
    EXPECT_NEAR((result.point_a - Vec3(0.1, 0, 0)).norm(), 0.005, 1e-12);
    EXPECT_NEAR(result.point_b.cwiseAbs().maxCoeff(), 0.5, 1e-12);
  }
}

// Every link carries the next one. What the library does along chains must not need a stack frame
// for each of them.
TEST(LongChains, OfThousandsOfLinksAreSearched) {
  constexpr int kLinks = 20'000;
  std::vector<Link> links;
  for (int i = 0; i < kLinks; ++i)
    links.push_back(make_link("link" + std::to_string(i), i - 1, JointType::Revolute, Vec3::UnitZ(),
                              at(0.001, 0, 0), {}));
  links.back().shapes = {sphere_shape(0.5)};
  const Scene scene(
      describe(links, {object("wall", box_shape(Vec3(1, 50, 50)), at(0.001 * kLinks + 3, 0, 0))}));
  ASSERT_EQ(scene.fault(), "");
  const Configuration from(kLinks, 0);
  Configuration to = from;
  to.back() = 0.1;
  for (const SceneMethod method : {SceneMethod::Certified, SceneMethod::Advancement})
    for (const bool decide_only : {false, true}) {
      SceneOptions options;
      options.method = method;
      options.decide_only = decide_only;
      EXPECT_EQ(first_contact(scene, from, to, options).status, Status::Free);
    }
}

// So many pairs that they are not all seen from the frame that carries both.
TEST(LongChains, WithShapesOnEveryLinkAreSearched) {
  constexpr int kLinks = 450;
  std::vector<Link> links;
  for (int i = 0; i < kLinks; ++i)
    links.push_back(make_link("link" + std::to_string(i), i - 1, JointType::Revolute, Vec3::UnitZ(),
                              at(1, 0, 0), {sphere_shape(0.3)}));
  const Scene scene(describe(links));
  ASSERT_EQ(scene.fault(), "");
  const Configuration from(kLinks, 0);
  Configuration to = from;
  to[kLinks - 3] = 0.5;
  EXPECT_EQ(first_contact(scene, from, to).status, Status::Free);
  // The last link folds back onto the third last one.
  to[kLinks - 3] = 3;
  to[kLinks - 2] = 3;
  const SceneResult folded = first_contact(scene, from, to);
  EXPECT_EQ(folded.status, Status::Contact);
  EXPECT_GT(folded.toi, 0);
}

}  // namespace
}  // namespace firstcontact::contact_points_test
