// The answers of firstcontact/c.h are those of C++, bit for bit; and memory that runs out anywhere is
// an error and never a free answer.
#include <firstcontact/c.h>
#include <firstcontact/firstcontact.h>
#include <firstcontact/io.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <bit>
#include <cstdio>
#include <fstream>
#include <functional>
#include <random>

#include "generate/generate.h"
#include "support/failing_allocation.h"

namespace firstcontact::c_bits_test {
namespace {

using test::FailingAllocation;

std::uint64_t bits(double x) { return std::bit_cast<std::uint64_t>(x); }

fc_status c_status(Status status) {
  switch (status) {
    case Status::Free: return FC_STATUS_FREE;
    case Status::Contact: return FC_STATUS_CONTACT;
    case Status::Undecided: return FC_STATUS_UNDECIDED;
    case Status::Cancelled: return FC_STATUS_CANCELLED;
    case Status::InvalidInput: return FC_STATUS_INVALID_INPUT;
  }
  return -1;
}

template <class CAnswer>
void expect_same_outcome(const CAnswer& c, const Outcome& ours) {
  EXPECT_EQ(c.status, c_status(ours.status));
  EXPECT_EQ(bits(c.toi), bits(ours.toi));
  EXPECT_EQ(bits(c.toi_upper), bits(ours.toi_upper));
  EXPECT_EQ(c.checks, ours.checks);
  EXPECT_EQ(c.starts_in_contact != 0, ours.starts_in_contact);
}
template <class CAnswer>
void expect_same_points(const CAnswer& c, const ContactPoints& ours) {
  for (int k = 0; k < 3; ++k) {
    EXPECT_EQ(bits(c.point_a[k]), bits(ours.point_a[k]));
    EXPECT_EQ(bits(c.point_b[k]), bits(ours.point_b[k]));
    EXPECT_EQ(bits(c.normal[k]), bits(ours.normal[k]));
  }
  EXPECT_EQ(bits(c.distance), bits(ours.distance));
}

/// All classes of generated queries of a kind, one after the other.
std::vector<Query> generated(Kind kind, std::uint64_t count_per_class) {
  std::vector<Query> queries;
  for (const generate::QueryClass& of : generate::query_classes())
    for (std::uint64_t i = 0; i < count_per_class; ++i)
      if (kind == Kind::VertexFace ? of.vertex_face : of.edge_edge)
        queries.push_back(generate::make_query(of, kind, 1217, i));
  return queries;
}

std::array<double, 24> points_of(const Query& query) {
  std::array<double, 24> points;
  for (int k = 0; k < 12; ++k) {
    points[k] = query.t0[k / 3][k % 3];
    points[12 + k] = query.t1[k / 3][k % 3];
  }
  return points;
}

// Seed 1217, 200 of every class.
TEST(CBits, PairsAndBatchesAreThoseOfCpp) {
  for (const Kind kind : {Kind::VertexFace, Kind::EdgeEdge})
    for (const bool exact : {false, true}) {
      const std::vector<Query> queries = generated(kind, 200);
      std::vector<std::array<double, 24>> points;
      for (const Query& query : queries) points.push_back(points_of(query));
      Options options;
      options.exact = exact;
      fc_options c_options;
      ASSERT_EQ(fc_options_init(&c_options, sizeof c_options), FC_OK);
      c_options.exact = exact;

      std::vector<Outcome> outcomes(queries.size());
      std::vector<fc_outcome> c_outcomes(queries.size());
      solve_batch(queries, options, outcomes);
      const auto c_kind = static_cast<fc_kind>(kind);
      ASSERT_EQ(fc_solve_batch(c_kind, points[0].data(), 24, points.size(), &c_options,
                               c_outcomes.data(), sizeof(fc_outcome)),
                FC_OK);
      int contacts = 0;
      for (std::size_t i = 0; i < queries.size() && !HasFailure(); ++i) {
        expect_same_outcome(c_outcomes[i], outcomes[i]);
        contacts += outcomes[i].status == Status::Contact;
        if (exact) continue;
        const Result ours = solve(queries[i], options);
        fc_result c = {};
        c.size = sizeof c;
        ASSERT_EQ(fc_solve(c_kind, points[i].data(), &c_options, &c), FC_OK);
        expect_same_outcome(c, ours);
        expect_same_points(c, ours);
        EXPECT_EQ(bits(c.u), bits(ours.u));
        EXPECT_EQ(bits(c.v), bits(ours.v));
        EXPECT_EQ(bits(c.tolerance), bits(ours.tolerance));
      }
      EXPECT_GT(queries.size(), 4096u);  // more than one block
      EXPECT_GT(contacts, static_cast<int>(queries.size()) / 4);
      EXPECT_LT(contacts, static_cast<int>(queries.size()) * 3 / 4);
    }
}

/// A soup of random triangles that move; seed 5.
struct Soup {
  std::vector<Vec3> t0, t1;
  std::vector<Face> faces;

  explicit Soup(int triangles) {
    std::mt19937_64 random(5);
    const auto number = [&] { return static_cast<double>(random() % 4096) / 4096; };
    for (int i = 0; i < triangles; ++i) {
      const Vec3 place(4 * number(), 4 * number(), 4 * number());
      const Vec3 way(number() - 0.5, number() - 0.5, number() - 0.5);
      for (int k = 0; k < 3; ++k) {
        t0.push_back(place + 0.3 * Vec3(number(), number(), number()));
        t1.push_back(t0.back() + way);
      }
      faces.push_back({3 * i, 3 * i + 1, 3 * i + 2});
    }
  }
};

fc_mesh* mesh_of(const Soup& soup) {
  fc_mesh_description description = {};
  description.size = sizeof description;
  description.vertex_count = soup.t0.size();
  description.faces = soup.faces[0].data();
  description.face_count = soup.faces.size();
  fc_mesh* mesh = nullptr;
  EXPECT_EQ(fc_mesh_create(&description, &mesh), FC_OK) << fc_error_message();
  return mesh;
}

TEST(CBits, MeshStepsAreThoseOfCpp) {
  const Soup soup(300);
  StepSolver solver(Mesh({.vertex_count = soup.t0.size(), .faces = soup.faces}));
  fc_mesh* const mesh = mesh_of(soup);
  fc_step_result c = {};
  c.size = sizeof c;
  const double *t0 = soup.t0[0].data(), *t1 = soup.t1[0].data();

  ASSERT_EQ(fc_collision_free_step_size(mesh, t0, t1, nullptr, &c), FC_OK);
  const StepResult size = solver.collision_free_step_size(soup.t0, soup.t1);
  expect_same_outcome(c, size);
  ASSERT_EQ(fc_decide_step(mesh, t0, t0, nullptr, &c), FC_OK);
  expect_same_outcome(c, solver.decide_step(soup.t0, soup.t0));

  ASSERT_EQ(fc_impacts(mesh, t0, t1, nullptr, &c), FC_OK);
  const StepResult ours = solver.impacts(soup.t0, soup.t1);
  expect_same_outcome(c, ours);
  EXPECT_EQ(c.candidate_count, ours.candidate_count());
  ASSERT_EQ(c.impact_count, ours.impacts.size());
  ASSERT_GT(ours.impacts.size(), 50u);
  std::vector<fc_impact> impacts(c.impact_count);
  ASSERT_EQ(fc_mesh_copy_impacts(mesh, 0, impacts.size(), impacts.data(), sizeof(fc_impact)),
            FC_OK);
  for (std::size_t i = 0; i < impacts.size() && !HasFailure(); ++i) {
    const Impact& expected = ours.impacts[i];
    EXPECT_EQ(bits(impacts[i].toi), bits(expected.toi));
    EXPECT_EQ(bits(impacts[i].toi_upper), bits(expected.toi_upper));
    expect_same_points(impacts[i], expected);
    EXPECT_EQ(bits(impacts[i].u), bits(expected.u));
    EXPECT_EQ(bits(impacts[i].v), bits(expected.v));
    EXPECT_EQ(impacts[i].kind, static_cast<fc_kind>(expected.pair.kind));
    EXPECT_EQ(impacts[i].a, expected.pair.a);
    EXPECT_EQ(impacts[i].b, expected.pair.b);
    EXPECT_TRUE(
        std::equal(impacts[i].vertices, impacts[i].vertices + 4, expected.pair.vertices.begin()));
    EXPECT_EQ(impacts[i].starts_in_contact != 0, expected.starts_in_contact);
  }
  fc_mesh_destroy(mesh);
}

// 300 motions of three kinds, seed 6.
TEST(CBits, BodiesAreThoseOfCpp) {
  const Soup soup(20);
  const TriangleBody ours(soup.t0, soup.faces);
  fc_body* body = nullptr;
  ASSERT_EQ(fc_body_create(soup.t0[0].data(), soup.t0.size(), soup.faces[0].data(),
                           soup.faces.size(), &body),
            FC_OK);
  fc_motion rest;
  ASSERT_EQ(fc_motion_init(&rest, sizeof rest), FC_OK);
  std::mt19937_64 random(6);
  const auto number = [&] { return static_cast<double>(random() % 4096) / 2048 - 1; };
  int contacts = 0;
  for (int i = 0; i < 300 && !HasFailure(); ++i) {
    const Vec3 axis(number(), number(), 2), from(4 * number(), 4 * number(), 6);
    const Vec3 to(4 * number(), 4 * number(), -6);
    const double angle = 3 * number();
    const PoseChange poses = {Pose::from_axis_angle(axis, angle, from),
                              Pose::from_axis_angle(axis, -angle, to)};
    fc_motion motion;
    ASSERT_EQ(fc_motion_init(&motion, sizeof motion), FC_OK);
    ASSERT_EQ(fc_pose_from_axis_angle(axis.data(), angle, from.data(), motion.from), FC_OK);
    ASSERT_EQ(fc_pose_from_axis_angle(axis.data(), -angle, to.data(), motion.to), FC_OK);
    std::unique_ptr<Motion> moves;
    if (i % 3 == 0) {
      motion.kind = FC_MOTION_SCREW;
      moves = std::make_unique<ScrewMotion>(screw_motion(poses));
    } else if (i % 3 == 1) {
      motion.kind = FC_MOTION_LINEAR;
      moves = std::make_unique<LinearMotion>(AffineMap{poses.from.rotation, poses.from.position},
                                             AffineMap{poses.to.rotation, poses.to.position});
    } else {
      motion.kind = FC_MOTION_TURN;
      std::copy_n(axis.data(), 3, motion.axis);
      std::copy_n(to.data(), 3, motion.point);
      motion.angle = angle;
      motion.travel = -12;
      moves = std::make_unique<ScrewMotion>(screw_motion(poses.from, axis, to, angle, -12));
    }
    fc_body_result c = {};
    c.size = sizeof c;
    ASSERT_EQ(fc_first_contact(body, &rest, body, &motion, nullptr, &c), FC_OK)
        << fc_error_message();
    const BodyResult expected = first_contact(ours, Rest(), ours, *moves);
    expect_same_outcome(c, expected);
    expect_same_points(c, expected);
    EXPECT_EQ(c.triangle_a, expected.triangle_a);
    EXPECT_EQ(c.triangle_b, expected.triangle_b);
    EXPECT_EQ(bits(c.tolerance), bits(expected.tolerance));
    contacts += expected.status == Status::Contact;
  }
  EXPECT_GT(contacts, 30);
  EXPECT_LT(contacts, 270);
  fc_body_destroy(body);
}

// The joints stand in the file in another order than in the tree, so that values are reordered.
constexpr const char* kArm = R"(<robot name="arm">
<link name="base"/>
<link name="upper"><collision><origin xyz="0.5 0 0"/><geometry><box size="1 0.1 0.1"/></geometry>
</collision></link>
<link name="lower"><collision><origin xyz="0.5 0 0.05"/><geometry><sphere radius="0.2"/></geometry>
</collision></link>
<joint name="elbow" type="continuous"><parent link="upper"/><child link="lower"/>
<origin xyz="1.2 0 0"/><axis xyz="0 1 0"/></joint>
<joint name="shoulder" type="revolute"><parent link="base"/><child link="upper"/>
<axis xyz="0 0 1"/><limit lower="-3" upper="3" effort="1" velocity="1"/></joint>
</robot>
)";

/// Writes the arm to a file of this process.
std::string arm_file() {
  const std::string path = ::testing::TempDir() + "c_bits_" + std::to_string(getpid()) + ".urdf";
  std::ofstream(path) << kArm;
  return path;
}

// 200 edges, seed 7.
TEST(CBits, RobotEdgesAreThoseOfCpp) {
  const std::string path = arm_file();
  fc_robot* robot = nullptr;
  ASSERT_EQ(fc_robot_load(path.c_str(), nullptr, nullptr, &robot), FC_OK) << fc_error_message();
  const double lengths[3] = {0.3, 0.3, 0.6}, pose[12] = {1, 0, 0, 1.2, 0, 1, 0, 0.9, 0, 0, 1, 0};
  ASSERT_EQ(fc_robot_add_box(robot, "post", lengths, pose), FC_OK) << fc_error_message();

  const io::Robot read = io::read_robot(path);
  SceneDescription description;
  description.models = {{read.name, read.model}};
  description.objects = {
      {"post", {box_shape(Vec3(lengths))}, {Mat3::Identity(), Vec3(1.2, 0.9, 0)}}};
  const Scene scene(description);
  ASSERT_EQ(std::string(fc_robot_value_name(robot, 0)), "elbow");
  ASSERT_EQ(fc_robot_body_count(robot), scene.bodies().size());

  std::mt19937_64 random(7);
  const auto number = [&] { return static_cast<double>(random() % 4096) / 2048 - 1; };
  fc_edge_options options;
  ASSERT_EQ(fc_edge_options_init(&options, sizeof options), FC_OK);
  options.clearance = 1;
  int contacts = 0;
  for (int i = 0; i < 200 && !HasFailure(); ++i) {
    const std::array<double, 2> from = {3 * number(), 3 * number()}, to = {3 * number(), number()};
    fc_edge_result c = {};
    c.size = sizeof c;
    ASSERT_EQ(fc_robot_first_contact(robot, from.data(), to.data(), 2, &options, &c), FC_OK)
        << fc_error_message();
    const SceneResult ours =
        first_contact(scene, read.to_model(from), read.to_model(to), {.clearance = true});
    expect_same_outcome(c, ours);
    expect_same_points(c, ours);
    EXPECT_EQ(bits(c.clearance), bits(ours.clearance));
    EXPECT_EQ(bits(c.clearance_upper), bits(ours.clearance_upper));
    EXPECT_EQ(bits(c.clearance_time), bits(ours.clearance_time));
    EXPECT_EQ(bits(c.tolerance), bits(ours.tolerance));
    EXPECT_EQ(
        std::vector<int>({c.body_a, c.body_b, c.shape_a, c.shape_b, c.triangle_a, c.triangle_b}),
        std::vector<int>({ours.a.body, ours.b.body, ours.a.shape, ours.b.shape, ours.a.triangle,
                          ours.b.triangle}));
    EXPECT_EQ(c.proven != 0, ours.proven);
    contacts += ours.status == Status::Contact;
  }
  EXPECT_GT(contacts, 40);
  EXPECT_LT(contacts, 160);
  fc_robot_destroy(robot);
  std::remove(path.c_str());
}

/// Lets the first, second, third … allocation of the call fail, until none does. Returns how many
/// failed; every one of them must be told.
int count_failures(const std::function<fc_error()>& call) {
  for (int allocation = 0; allocation < 3000; ++allocation) {
    fc_error error = FC_OK;
    {
      const FailingAllocation fails(allocation);
      error = call();
    }
    if (error == FC_OK) return allocation;
    EXPECT_EQ(error, FC_ERROR_OUT_OF_MEMORY) << "allocation " << allocation;
    EXPECT_STREQ(fc_error_message(), "out of memory");
    if (::testing::Test::HasFailure()) break;
  }
  ADD_FAILURE() << "it never ends well";
  return -1;
}

TEST(CBits, MemoryThatRunsOutIsAnErrorWhereverItDoes) {
  const Soup soup(5);
  fc_mesh* mesh = nullptr;
  fc_mesh_description description = {};
  description.size = sizeof description;
  description.vertex_count = soup.t0.size();
  description.faces = soup.faces[0].data();
  description.face_count = soup.faces.size();
  EXPECT_GT(count_failures([&] { return fc_mesh_create(&description, &mesh); }), 2);
  ASSERT_NE(mesh, nullptr);

  fc_step_result step = {};
  step.size = sizeof step;
  fc_step_options options;
  fc_step_options_init(&options, sizeof options);
  options.threads = 1;
  const double* t0 = soup.t0[0].data();
  EXPECT_GT(count_failures([&] {
              step.status = FC_STATUS_FREE;
              const fc_error error = fc_impacts(mesh, t0, t0, &options, &step);
              EXPECT_EQ(step.status == FC_STATUS_INVALID_INPUT, error != FC_OK);
              return error;
            }),
            2);
  fc_mesh_destroy(mesh);

  fc_body* body = nullptr;
  EXPECT_GT(count_failures([&] {
              return fc_body_create(t0, soup.t0.size(), soup.faces[0].data(), soup.faces.size(),
                                    &body);
            }),
            2);
  fc_motion rest;
  fc_motion_init(&rest, sizeof rest);
  fc_body_result contact = {};
  contact.size = sizeof contact;
  EXPECT_GT(count_failures([&] {
              contact.status = FC_STATUS_FREE;
              const fc_error error = fc_first_contact(body, &rest, body, &rest, nullptr, &contact);
              EXPECT_EQ(contact.status == FC_STATUS_INVALID_INPUT, error != FC_OK);
              return error;
            }),
            1);
  fc_body_destroy(body);

  const std::vector<Query> queries = generated(Kind::VertexFace, 1);
  std::vector<fc_outcome> outcomes(queries.size());
  const std::array<double, 24> points = points_of(queries[0]);
  EXPECT_GT(count_failures([&] {
              return fc_solve_batch(0, points.data(), 0, outcomes.size(), nullptr, outcomes.data(),
                                    sizeof(fc_outcome));
            }),
            0);
}

TEST(CBits, ARobotThatMemoryDoesNotSufficeForIsUnchanged) {
  const std::string path = arm_file();
  fc_robot* robot = nullptr;
  ASSERT_EQ(fc_robot_load(path.c_str(), nullptr, nullptr, &robot), FC_OK);
  const double lengths[3] = {0.3, 0.3, 0.6};
  EXPECT_GT(count_failures([&] {
              const fc_error error = fc_robot_add_box(robot, "post", lengths, nullptr);
              EXPECT_EQ(fc_robot_body_count(robot), error == FC_OK ? 3u : 2u);
              return error;
            }),
            5);
  fc_robot_destroy(robot);
  std::remove(path.c_str());
}

}  // namespace
}  // namespace firstcontact::c_bits_test
