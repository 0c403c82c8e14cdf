// Scenes whose first contact is known: what other methods miss, what they report and is none, and
// what is told about a contact.
#include <firstcontact/scene_contact.h>
#include <gtest/gtest.h>

#include <cmath>

#include "articulated/reference_scene.h"
#include "articulated/scene_builder.h"

namespace firstcontact::scene_contact_test {
namespace {

using test::at;
using test::box_between;
using test::describe;
using test::make_link;
using test::object;
using test::ReferenceScene;
using test::rod;
using Kind = TriangleFeature::Kind;

constexpr double kPi = 0x1.921fb54442d18p+1;

std::string body_name(const Scene& scene, const ContactSide& side) {
  return scene.bodies()[side.body].name;
}

/// A contact of these two at this time, by the tolerance of time given, that certainly is one.
void expect_contact(const Scene& scene, const SceneResult& result, const std::string& a,
                    const std::string& b, double toi, double early) {
  ASSERT_EQ(scene.fault(), "");
  ASSERT_EQ(result.status, Status::Contact) << result.message;
  EXPECT_EQ(body_name(scene, result.a), a);
  EXPECT_EQ(body_name(scene, result.b), b);
  EXPECT_LE(result.toi, toi + 1e-14);
  EXPECT_GE(result.toi, toi - early);
  EXPECT_TRUE(result.proven);
  EXPECT_GE(result.toi_upper, toi - 1e-14);
  EXPECT_LE(result.toi_upper, toi + early);
  EXPECT_GT(result.tolerance, 0);
}

Link hinged_bar(const std::string& name, double from, double to, double half_width) {
  return make_link(
      name, -1, JointType::Revolute, Vec3::UnitZ(), {},
      {box_between(Vec3(from, -half_width, -half_width), Vec3(to, half_width, half_width))});
}

// Both end poses lie along x, and so does their hull. The obstacle's corner (0.05, 0.55) is met
// first.
TEST(SceneContact, FindsWhatAHalfTurnSwingsThrough) {
  const double w = 0.02, r = std::hypot(0.55, 0.05);
  const double angle = std::acos(w / r) - std::atan2(0.05, 0.55);
  const Scene scene(describe({hinged_bar("bar", 0.2, 1, w)},
                             {object("post", box_shape({0.1, 0.1, 0.1}), at(0, 0.6, 0))}));
  const SceneResult result = first_contact(scene, std::array{0.0}, std::array{kPi});
  expect_contact(scene, result, "bar", "post", angle / kPi, 1e-5);
  EXPECT_NEAR(result.point_a.x(), 0.05, 1e-5);
  EXPECT_NEAR(result.point_a.y(), 0.55, 1e-5);
  EXPECT_EQ(first_contact(scene, std::array{0.0}, std::array{0.0}).status, Status::Free);
  EXPECT_EQ(first_contact(scene, std::array{kPi}, std::array{kPi}).status, Status::Free);
}

TEST(SceneContact, FindsWhatSeveralTurnsMeetInTheFirst) {
  const double w = 0.02, r = std::hypot(0.55, 0.05);
  const double angle = std::acos(w / r) - std::atan2(0.05, 0.55);
  const Scene scene(describe({hinged_bar("bar", 0.2, 1, w)},
                             {object("post", box_shape({0.1, 0.1, 0.1}), at(0, 0.6, 0))}));
  expect_contact(scene, first_contact(scene, std::array{0.0}, std::array{900.0}), "bar", "post",
                 angle / 900, 1e-7);
}

// A rod of 100 with a radius of 1 cm meets a ball of 1 cm at its end.
TEST(SceneContact, FindsTheTimeOfARotatingLongBar) {
  const double r = 49.99, radii = 0.02, way = 1.5, place = 1;
  const double angle = place - std::asin(radii / r);
  const Scene scene(describe(
      {make_link("bar", -1, JointType::Revolute, Vec3::UnitZ(), {},
                 {rod(Vec3(-50, 0, 0), Vec3(50, 0, 0), 0.01)})},
      {object("ball", sphere_shape(0.01), at(r * std::cos(place), r * std::sin(place), 0))}));
  SceneOptions options;
  options.tolerance = 1e-9;
  const SceneResult result = first_contact(scene, std::array{0.0}, std::array{way}, options);
  expect_contact(scene, result, "bar", "ball", angle / way, 1e-10);
  EXPECT_LE(result.distance, 1e-9);
  const SceneResult beyond = first_contact(
      scene, std::array{0.0}, std::array{place - 1.001 * std::asin(radii / r)}, options);
  EXPECT_EQ(beyond.status, Status::Free);
}

// A finger of 1 mm goes 10 m through a sheet without thickness: at no instant but a few of ten
// thousand it is in it.
TEST(SceneContact, FindsAFastThinFingerGoingThroughASheet) {
  const Shape finger = box_between(Vec3(0, 0, 0), Vec3(1e-3, 1e-3, 1e-3));
  const Shape sheet = test::triangles({{0, -1, -1}, {0, 1, -1}, {0, 0, 2}}, {{0, 1, 2}});
  const Scene scene(
      describe({make_link("finger", -1, JointType::Prismatic, Vec3::UnitX(), {}, {finger})},
               {object("sheet", sheet, at(3.25, 0, 0))}));
  expect_contact(scene, first_contact(scene, std::array{0.0}, std::array{10.0}), "finger", "sheet",
                 0.3249, 1e-6);
}

TEST(SceneContact, TellsVertexFaceAndPointsInTheWorld) {
  const Shape tip = test::triangles({{0, 0, 0}, {-0.1, 0.1, 0.3}, {-0.1, -0.1, 0.3}, {0.2, 0, 0.3}},
                                    {{0, 1, 2}, {0, 2, 3}, {0, 3, 1}, {1, 3, 2}});
  const Shape plate = test::triangles({{-2, -1, 0}, {2, -1, 0}, {0, 3, 0}}, {{2, 0, 1}});
  const Scene scene(describe(
      {make_link("tip", -1, JointType::Prismatic, -Vec3::UnitZ(), at(0.3, 0.25, 1), {tip})},
      {object("plate", plate, at(0, 0, 0.5))}));
  const SceneResult result = first_contact(scene, std::array{0.0}, std::array{1.0});
  expect_contact(scene, result, "tip", "plate", 0.5, 1e-5);
  EXPECT_EQ(result.a.feature.kind, Kind::OnVertex);
  EXPECT_EQ(result.a.feature.vertices[0], 0);
  EXPECT_EQ(result.b.feature.kind, Kind::OnFace);
  EXPECT_EQ(result.b.feature.vertices, (std::array{2, 0, 1}));
  EXPECT_EQ(result.b.triangle, 0);
  EXPECT_LE((result.point_a - Vec3(0.3, 0.25, 0.5)).norm(), 1e-5);
  EXPECT_LE((result.point_b - Vec3(0.3, 0.25, 0.5)).norm(), 1e-12);
  EXPECT_LE((result.normal - Vec3::UnitZ()).norm(), 1e-9);
}

TEST(SceneContact, TellsEdgeEdge) {
  const Shape along_x = test::triangles({{-1, 0, 0}, {1, 0, 0}, {0, 0, 1}}, {{0, 1, 2}});
  const Shape along_y = test::triangles({{0, -1, 0}, {0, 1, 0}, {0, 0, -1}}, {{0, 1, 2}});
  const Scene scene(describe(
      {make_link("blade", -1, JointType::Prismatic, -Vec3::UnitZ(), at(0.1, 0.2, 1), {along_x})},
      {object("edge", along_y)}));
  const SceneResult result = first_contact(scene, std::array{0.0}, std::array{2.0});
  expect_contact(scene, result, "blade", "edge", 0.5, 1e-5);
  EXPECT_EQ(result.a.feature.kind, Kind::OnEdge);
  EXPECT_EQ(result.b.feature.kind, Kind::OnEdge);
  EXPECT_EQ(result.a.feature.vertices, (std::array{0, 1, -1}));
  EXPECT_EQ(result.b.feature.vertices, (std::array{0, 1, -1}));
  EXPECT_LE((result.point_a - Vec3(0, 0.2, 0)).norm(), 1e-5);
}

/// Three links of length 1 in a plane on a carriage that slides along y: the third can fold back
/// onto the first.
std::vector<Link> folding_arm() {
  const Shape link = rod(Vec3(0.1, 0, 0), Vec3(0.9, 0, 0), 0.03);
  return {make_link("carriage", -1, JointType::Prismatic, Vec3::UnitY(), at(5, 0, 0), {}),
          make_link("first", 0, JointType::Revolute, Vec3::UnitZ(), {}, {link}),
          make_link("second", 1, JointType::Revolute, Vec3::UnitZ(), at(1, 0, 0), {link}),
          make_link("third", 2, JointType::Revolute, Vec3::UnitZ(), at(1, 0, 0), {link})};
}

TEST(SceneContact, FindsSelfContactOfLinksThatAreNoNeighboursAndWhereInTheWorld) {
  const SceneDescription description = describe(folding_arm());
  const Scene scene(description);
  const Configuration from = {0, 0.2, 2.2, 0}, to = {8, 0.2, 2.2, 3};
  const SceneResult result = first_contact(scene, from, to);
  ASSERT_EQ(result.status, Status::Contact);
  EXPECT_EQ(body_name(scene, result.a), "first");
  EXPECT_EQ(body_name(scene, result.b), "third");
  ReferenceScene reference(scene, description, from, to);
  for (int k = 0; k < 500; ++k) {
    reference.move_to(result.toi * k / 500);
    ASSERT_FALSE(reference.is_in_contact());
  }
  reference.move_to(result.toi);
  EXPECT_LE(reference.distance(result.a.body, result.b.body), result.tolerance);
  // The points are on the rods' surfaces, as far from their axes as the radius, far from the
  // origin.
  EXPECT_LE((result.point_a - result.point_b).norm(), result.tolerance);
  const Vec3 start = reference.to_world(result.a.body, Vec3(0.1, 0, 0)),
             end = reference.to_world(result.a.body, Vec3(0.9, 0, 0));
  const Vec3 on_axis = result.point_a + 0.03 * result.normal;
  EXPECT_NEAR((on_axis - start).norm() + (on_axis - end).norm(), 0.8, 1e-9);
  EXPECT_GT(result.point_a.y(), 1);
  reference.move_to(result.toi_upper);
  EXPECT_TRUE(reference.certainly_meet(result.a.body, result.b.body, 0));
}

// One follows the other round: swept volumes overlap almost wholly, at no time the bodies do.
TEST(SceneContact, IsFreeWhereALinkSweepsWhereTheOtherWasBefore) {
  std::vector<Link> links = {
      make_link("base", -1, JointType::Fixed, Vec3::UnitZ(), {}, {sphere_shape(0.01)}),
      hinged_bar("leader", 0.1, 1, 0.03), hinged_bar("follower", 0.1, 1, 0.03)};
  links[1].parent = links[2].parent = 0;
  const Scene scene(describe(links));
  ASSERT_EQ(scene.pairs().size(), 1u);
  SceneOptions options;
  options.clearance = true;
  const SceneResult result =
      first_contact(scene, std::array{1.0, 0.0}, std::array{7.0, 6.0}, options);
  EXPECT_EQ(result.status, Status::Free);
  // The nearest points: the edges (0.1, ±0.03), one turned by 1.
  const double half = 0.5 - std::atan2(0.03, 0.1);
  EXPECT_NEAR(result.clearance, 2 * std::hypot(0.1, 0.03) * std::sin(half), 1e-4);
  EXPECT_LE(first_contact(scene, std::array{1.0, 0.0}, std::array{7.0, 6.0}).checks, 400);
  EXPECT_EQ(first_contact(scene, std::array{1.0, 0.0}, std::array{2.0, 6.0}).status,
            Status::Contact);
}

TEST(SceneContact, FindsArticulatedAgainstArticulated) {
  SceneDescription description;
  for (const char* name : {"left", "right"}) {
    Link upper = make_link("upper", -1, JointType::Revolute, Vec3::UnitZ(),
                           at(name[0] == 'l' ? -1.5 : 1.5, 0, 0),
                           {rod(Vec3(0, 0.1, 0), Vec3(0, 0.9, 0), 0.05)});
    Link lower = make_link("lower", 0, JointType::Revolute, Vec3::UnitZ(), at(0, 1, 0),
                           {rod(Vec3(0, 0.1, 0), Vec3(0, 0.9, 0), 0.05)});
    description.models.push_back({name, ArticulatedModel({upper, lower})});
  }
  const Scene scene(description);
  // Lower arms that turn inwards end at ±(1.5 − 0.9): they meet only when the upper arms lean
  // inwards too.
  const Configuration from = {0, 0, 0, 0}, inwards = {0, -kPi / 2, 0, kPi / 2},
                      leaning = {-0.5, -kPi / 2 + 0.5, 0.5, kPi / 2 - 0.5};
  EXPECT_EQ(first_contact(scene, from, inwards).status, Status::Free);
  // Straight towards each other from there: the lower arms stay level, and the tips move by sin.
  const double lean = std::asin(1.5 - 0.9 - 0.05);
  const Configuration lean_further = {-1, -kPi / 2 + 1, 1, kPi / 2 - 1};
  EXPECT_EQ(first_contact(scene, inwards, leaning).status, Status::Free);
  expect_contact(scene, first_contact(scene, inwards, lean_further), "left/lower", "right/lower",
                 lean, 1e-5);
}

TEST(SceneContact, FindsWhatAnAttachedObjectHits) {
  SceneDescription description = describe({hinged_bar("bar", 0.2, 1, 0.02)},
                                          {object("wall", sphere_shape(0.1), at(0, 1.5, 0))});
  EXPECT_EQ(first_contact(Scene(description), std::array{0.0}, std::array{kPi}).status,
            Status::Free);
  description.attachments = {{"tool", "bar", {sphere_shape(0.1)}, at(1.4, 0, 0), {}}};
  const Scene scene(description);
  // The centres and the hinge: a triangle with sides 1.4, 1.5 and, at the contact, 0.2.
  const double angle = std::acos((1.4 * 1.4 + 1.5 * 1.5 - 0.2 * 0.2) / (2 * 1.4 * 1.5));
  expect_contact(scene, first_contact(scene, std::array{0.0}, std::array{kPi}), "tool", "wall",
                 (kPi / 2 - angle) / kPi, 1e-5);
}

TEST(SceneContact, OfTheInsideOfASolidIsAtTheStart) {
  const auto scene_with = [](bool solid) {
    Shape block = box_between(Vec3(-1, -1, -1), Vec3(1, 1, 1));
    block.surface_only = !solid;
    return Scene(describe({make_link("crumb", -1, JointType::Prismatic, Vec3::UnitX(), {},
                                     {box_between(Vec3(-0.1, -0.1, -0.1), Vec3(0.1, 0.1, 0.1))})},
                          {object("block", block, at(0.2, 0, 0))}));
  };
  for (const bool decide_only : {false, true}) {
    SceneOptions options;
    options.decide_only = decide_only;
    const SceneResult inside =
        first_contact(scene_with(true), std::array{0.0}, std::array{0.3}, options);
    EXPECT_EQ(inside.status, Status::Contact);
    EXPECT_EQ(inside.toi, 0);
    EXPECT_EQ(inside.toi_upper, 0);
    EXPECT_EQ(first_contact(scene_with(false), std::array{0.0}, std::array{0.3}, options).status,
              Status::Free);
    EXPECT_EQ(first_contact(scene_with(false), std::array{0.0}, std::array{1.3}, options).status,
              Status::Contact);
    EXPECT_EQ(first_contact(scene_with(true), std::array{2.0}, std::array{3.0}, options).status,
              Status::Free);
  }
}

// A sphere at the end of an arm of length 1 passes another one; the centres come as near as 0.2 and
// a millionth more or less.
TEST(SceneContact, DecidesGrazingWithBoundedWork) {
  for (const double clearance : {1e-6, -1e-6}) {
    const Scene scene(describe({make_link("arm", -1, JointType::Revolute, Vec3::UnitZ(), {},
                                          {rod(Vec3(0.5, 0, 0), Vec3(1, 0, 0), 0.1)})},
                               {object("ball", sphere_shape(0.1), at(0, 1.2 + clearance, 0))}));
    for (const double tolerance : {1e-7, 1e-9}) {
      SceneOptions options;
      options.tolerance = tolerance;
      for (const bool decide_only : {false, true}) {
        options.decide_only = decide_only;
        const SceneResult result = first_contact(scene, std::array{0.0}, std::array{kPi}, options);
        EXPECT_EQ(result.status, clearance > 0 ? Status::Free : Status::Contact)
            << clearance << ' ' << decide_only;
        EXPECT_LE(result.checks, 2000) << clearance << ' ' << decide_only;
      }
    }
  }
}

// The corner of a box passes over the edge of a plate, both meshes.
TEST(SceneContact, DecidesGrazingMeshesWithBoundedWork) {
  const double radius = std::hypot(1, 0.1);  // of the corner's path
  for (const double clearance : {1e-6, -1e-6}) {
    const Scene scene(
        describe({make_link("arm", -1, JointType::Revolute, Vec3::UnitZ(), {},
                            {box_between(Vec3(0.5, -0.1, -0.1), Vec3(1, 0.1, 0.1))})},
                 {object("plate", box_shape({1, 0.1, 1}), at(0, radius + 0.05 + clearance, 0))}));
    SceneOptions options;
    options.tolerance = 1e-7;
    for (const bool decide_only : {false, true}) {
      options.decide_only = decide_only;
      const SceneResult result = first_contact(scene, std::array{0.0}, std::array{kPi}, options);
      EXPECT_EQ(result.status, clearance > 0 ? Status::Free : Status::Contact)
          << clearance << ' ' << decide_only;
      EXPECT_LE(result.checks, 20'000) << clearance << ' ' << decide_only;
    }
  }
}

TEST(SceneContact, OfAStartInContactIsAtTheStart) {
  const Scene scene(describe({hinged_bar("bar", 0.2, 1, 0.02)},
                             {object("post", box_shape({0.1, 0.1, 0.1}), at(0.6, 0, 0))}));
  for (const double end : {0.0, 1.0, -3.0}) {
    const SceneResult result = first_contact(scene, std::array{0.0}, std::array{end});
    EXPECT_EQ(result.status, Status::Contact);
    EXPECT_EQ(result.toi, 0);
    EXPECT_EQ(result.toi_upper, 0);
    EXPECT_TRUE(result.proven);
  }
}

// Four bars: two cranks turn alike, and the coupler stays level. The loop is closed by the motion;
// its joint is an allowed pair.
TEST(SceneContact, OfAClosedLoopGivenAsTwoTrees) {
  const Shape crank = rod(Vec3(0.05, 0, 0), Vec3(0.45, 0, 0), 0.02),
              coupler = rod(Vec3(0.05, 0, 0), Vec3(1, 0, 0), 0.02);
  SceneDescription description;
  description.models = {
      {"left",
       ArticulatedModel({make_link("crank", -1, JointType::Revolute, Vec3::UnitZ(), {}, {crank}),
                         make_link("coupler", 0, JointType::Revolute, Vec3::UnitZ(), at(0.5, 0, 0),
                                   {coupler})})},
      {"right", ArticulatedModel({make_link("crank", -1, JointType::Revolute, Vec3::UnitZ(),
                                            at(1, 0, 0), {crank})})}};
  const Configuration from = {0.3, -0.3, 0.3}, to = {2.8, -2.8, 2.8};
  EXPECT_EQ(first_contact(Scene(description), from, to).status, Status::Contact)
      << "the joint of the loop itself";
  description.allowed = {{"left/coupler", "right/crank"}};
  EXPECT_EQ(first_contact(Scene(description), from, to).status, Status::Free);
  description.objects = {object("stop", sphere_shape(0.05), at(0.5, 0.5, 0))};
  const Scene scene(description);
  // The coupler is level at height 0.5 sin: within 0.07 of 0.5.
  const double angle = std::asin((0.5 - 0.07) / 0.5);
  expect_contact(scene, first_contact(scene, from, to), "left/coupler", "stop", (angle - 0.3) / 2.5,
                 1e-5);
}

// The top of the first solid lies in a plane and has a sliver whose normal, computed in doubles,
// points inwards. The second is turned inside out.
TEST(SceneContact, WhatLiesInASolidIsFoundWhateverItsNormalsSay) {
  const double ax = -0.35920367145776488, ay = -0.30042556859086228, cx = 0.3939157422336908,
               cy = 0.4617285940428375;
  const double mx = 0.20319392761180255, my = 0.26871879735383997;
  const std::vector<Vec3> prism = {{ax, ay, 1},  {cx, ay, 1},  {cx, cy, 1},
                                   {ax, cy, 1},  {mx, my, 1},  {ax, ay, -1},
                                   {cx, ay, -1}, {cx, cy, -1}, {ax, cy, -1}};
  const std::vector<Face> faces = {{0, 1, 2}, {0, 2, 4}, {0, 4, 3}, {4, 2, 3}, {5, 7, 6},
                                   {5, 8, 7}, {0, 5, 6}, {0, 6, 1}, {1, 6, 7}, {1, 7, 2},
                                   {2, 7, 8}, {2, 8, 3}, {3, 8, 5}, {3, 5, 0}};
  std::vector<Face> inverted = faces;
  for (Face& face : inverted) std::swap(face[1], face[2]);
  for (const std::vector<Face>& surface : {faces, inverted})
    for (const SceneMethod method : {SceneMethod::Certified, SceneMethod::Advancement}) {
      Shape solid = {TriangleBody(prism, surface)};
      solid.convex_solid = true;
      const Scene scene(
          test::describe({test::make_link("small", -1, JointType::Prismatic, Vec3::UnitX(), {},
                                          {box_shape({0.1, 0.1, 0.1})})},
                         {test::object("solid", solid)}));
      SceneOptions options;
      options.method = method;
      for (const bool decide_only : {false, true}) {
        options.decide_only = decide_only;
        EXPECT_EQ(first_contact(scene, std::array{0.0}, std::array{0.1}, options).status,
                  Status::Contact);
      }
    }
}

}  // namespace
}  // namespace firstcontact::scene_contact_test
