// One convention for all groups: a sphere-like thing (a) comes from above onto a plate (b). The
// normal points from b to a, the points lie on their own sides, and toi means the same.
#include <firstcontact/firstcontact.h>
#include <gtest/gtest.h>

namespace firstcontact::conventions_test {
namespace {

/// a starts 1 above b and goes 2 down: it touches at t = 0.5.
constexpr double kTouch = 0.5;

void expect_from_above(const Outcome& answer, const ContactPoints& contact, double tolerance) {
  EXPECT_EQ(answer.status, Status::Contact);
  EXPECT_FALSE(answer.free());
  EXPECT_FALSE(answer.starts_in_contact);
  EXPECT_LE(answer.toi, kTouch);
  EXPECT_NEAR(answer.toi, kTouch, tolerance);
  EXPECT_GE(answer.toi_upper, answer.toi);
  EXPECT_LE((contact.normal - Vec3::UnitZ()).norm(), 1e-6);
  EXPECT_GE(contact.point_a.z(), contact.point_b.z());
  EXPECT_NEAR(contact.point_b.z(), 0, 1e-9);
  EXPECT_NEAR(contact.distance, (contact.point_a - contact.point_b).norm(), 1e-9);
  EXPECT_GT(answer.checks, 0);
}

const std::vector<Vec3> kPlate = {{-4, -4, 0}, {8, -4, 0}, {-4, 8, 0}};

TEST(Conventions, APair) {
  const VertexFace pair = {.p_t0 = {0, 0, 1},
                           .v0_t0 = kPlate[0],
                           .v1_t0 = kPlate[1],
                           .v2_t0 = kPlate[2],
                           .p_t1 = {0, 0, -1},
                           .v0_t1 = kPlate[0],
                           .v1_t1 = kPlate[1],
                           .v2_t1 = kPlate[2]};
  const Result result = solve(pair);
  expect_from_above(result, result, 1e-5);
}

TEST(Conventions, AMeshStep) {
  const Mesh mesh({.vertex_count = 4, .faces = {{0, 1, 2}}});
  std::vector<Vec3> t0 = kPlate, t1 = kPlate;
  t0.push_back({0, 0, 1});
  t1.push_back({0, 0, -1});
  const StepResult result = collision_free_step_size(mesh, t0, t1);
  ASSERT_TRUE(result.earliest);
  expect_from_above(result, *result.earliest, 1e-5);
  EXPECT_EQ(result.toi, result.earliest->toi);
  const ActiveSet set = construct_active_set(mesh, t0, t1);
  EXPECT_EQ(set.status, Status::Contact);
  EXPECT_EQ(set.toi, result.toi);
  EXPECT_LE((set.constraints.at(0).impact.normal - Vec3::UnitZ()).norm(), 1e-6);
}

TEST(Conventions, TwoBodies) {
  const TriangleBody plate(kPlate, std::vector<Face>{{0, 1, 2}});
  const TriangleBody tip(std::vector<Vec3>{{0, 0, 0}, {0.1, 0, 1}, {0, 0.1, 1}},
                         std::vector<Face>{{0, 1, 2}});
  AffineMap above, below;
  above.offset.z() = 1;
  below.offset.z() = -1;
  const BodyResult result = first_contact(tip, LinearMotion(above, below), plate, Rest());
  expect_from_above(result, result, 1e-4);
}

TEST(Conventions, AScene) {
  Link link;
  link.name = "ball";
  link.joint.name = "lift";
  link.joint.type = JointType::Prismatic;
  link.shapes = {sphere_shape(0.5)};
  SceneDescription description;
  description.models = {{"robot", ArticulatedModel({link})}};
  Shape plate;
  plate.body = TriangleBody(kPlate, std::vector<Face>{{0, 1, 2}});
  description.objects = {{"plate", {plate}, {}}};
  const SceneResult result =
      first_contact(Scene(description), std::vector<double>{1.5}, std::vector<double>{-0.5});
  expect_from_above(result, result, 1e-4);
  EXPECT_EQ(result.a.body, 0);
  EXPECT_EQ(result.b.body, 1);
}

TEST(Conventions, Polyhedra) {
  const Polyhedron tip({.vertices = {{0, 0, 0}, {0.3, 0, 1}, {-0.3, 0.3, 1}, {-0.3, -0.3, 1}},
                        .faces = {{0, 2, 1}, {0, 3, 2}, {0, 1, 3}, {1, 2, 3}}});
  const Polyhedron plate({.vertices = kPlate, .faces = {{0, 1, 2}}});
  PoseChange down;
  down.from.position.z() = 1;
  down.to.position.z() = -1;
  for (const ScrewMode mode : {ScrewMode::Pixels, ScrewMode::Analytic, ScrewMode::Certified}) {
    ScrewOptions options;
    options.mode = mode;
    options.first_only = true;
    const ScrewResult result = find_collisions(tip, down, plate, {}, options);
    ASSERT_EQ(result.status, Status::Contact);
    EXPECT_NEAR(result.toi, kTouch, 1e-3);
    ASSERT_FALSE(result.collisions.empty());
    EXPECT_LE((result.collisions[0].normal - Vec3::UnitZ()).norm(), 1e-6);
  }
}

TEST(Conventions, ContactAtTheStartIsToldByAField) {
  const Result pair =
      solve(PointPoint{.p_t0 = {0, 0, 0}, .q_t0 = {0, 0, 0}, .p_t1 = {1, 0, 0}, .q_t1 = {0, 0, 0}});
  const TriangleBody plate(kPlate, std::vector<Face>{{0, 1, 2}});
  const BodyResult bodies = first_contact(plate, Rest(), plate, Rest());
  const Mesh mesh({.vertex_count = 4, .faces = {{0, 1, 2}}});
  std::vector<Vec3> vertices = kPlate;
  vertices.push_back({0, 0, 0});
  const StepResult step = collision_free_step_size(mesh, vertices, vertices);
  SceneDescription description;
  Shape shape;
  shape.body = plate;
  Link link;
  link.name = "link";
  link.joint.name = "joint";
  link.joint.type = JointType::Prismatic;
  link.shapes = {shape};
  description.models = {{"robot", ArticulatedModel({link})}};
  description.objects = {{"plate", {shape}, {}}};
  const std::vector<double> q = {0};
  for (const bool decide_only : {false, true}) {
    SceneOptions options;
    options.decide_only = decide_only;
    const SceneResult scene = first_contact(Scene(description), q, q, options);
    for (const Outcome& answer : {Outcome(pair), Outcome(bodies), Outcome(step), Outcome(scene)}) {
      EXPECT_EQ(answer.status, Status::Contact);
      EXPECT_TRUE(answer.starts_in_contact);
      EXPECT_EQ(answer.toi, 0);
    }
  }
}

TEST(Conventions, EnumeratorsHaveTheirOwnNames) {
  EXPECT_STREQ(to_string(Status::Undecided), "Undecided");
  EXPECT_STREQ(to_string(Kind::PointSegment2D), "PointSegment2D");
}

}  // namespace
}  // namespace firstcontact::conventions_test
