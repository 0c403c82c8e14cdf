// A step and pairs written as a user of the IPC Toolkit would.
#include <firstcontact/ipc_names.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

namespace firstcontact::ipc::ipc_names_test {
namespace {

/// A triangle at rest in z = 0 and a point above it, joined to nothing.
struct FallingPoint {
  Eigen::MatrixXd vertices_t0 = Eigen::MatrixXd(4, 3), vertices_t1;
  Eigen::MatrixXi edges = Eigen::MatrixXi(0, 2), faces = Eigen::MatrixXi(1, 3);

  FallingPoint() {
    vertices_t0 << 0, 0, 0, 4, 0, 0, 0, 4, 0, 1, 1, 1;
    vertices_t1 = vertices_t0;
    vertices_t1(3, 2) = -3;
    faces << 0, 1, 2;
  }
};

TEST(IpcNames, StepSizeIsJustBelowTheTimeOfImpact) {
  const FallingPoint scene;
  const CollisionMesh mesh(scene.vertices_t0, scene.edges, scene.faces);
  EXPECT_EQ(mesh.num_vertices(), 4u);
  EXPECT_EQ(mesh.num_edges(), 3u);
  EXPECT_EQ(mesh.num_faces(), 1u);
  EXPECT_FALSE(is_step_collision_free(mesh, scene.vertices_t0, scene.vertices_t1));
  EXPECT_TRUE(is_step_collision_free(mesh, scene.vertices_t0, scene.vertices_t0));
  const double step = compute_collision_free_stepsize(mesh, scene.vertices_t0, scene.vertices_t1);
  EXPECT_LE(step, 0.25);
  EXPECT_GT(step, 0.2499);
  EXPECT_EQ(compute_collision_free_stepsize(mesh, scene.vertices_t0, scene.vertices_t0), 1);
}

TEST(IpcNames, MinDistanceShortensTheStep) {
  const FallingPoint scene;
  const CollisionMesh mesh(scene.vertices_t0, scene.edges, scene.faces);
  const double step =
      compute_collision_free_stepsize(mesh, scene.vertices_t0, scene.vertices_t1, 0.5);
  EXPECT_LE(step, 0.125);
  EXPECT_GT(step, 0.1249);
}

TEST(IpcNames, CanCollideSelectsPairs) {
  const FallingPoint scene;
  CollisionMesh mesh(scene.vertices_t0, scene.edges, scene.faces);
  mesh.can_collide = [](std::size_t a, std::size_t b) { return a != 3 && b != 3; };
  EXPECT_TRUE(is_step_collision_free(mesh, scene.vertices_t0, scene.vertices_t1));
  mesh.can_collide = [](std::size_t a, std::size_t b) { return a == 2 || b == 2; };
  EXPECT_FALSE(is_step_collision_free(mesh, scene.vertices_t0, scene.vertices_t1));
}

TEST(IpcNames, BadInputCountsAsContactAtTimeZero) {
  FallingPoint scene;
  scene.vertices_t1(1, 1) = std::numeric_limits<double>::quiet_NaN();
  const CollisionMesh mesh(scene.vertices_t0, scene.edges, scene.faces);
  EXPECT_FALSE(is_step_collision_free(mesh, scene.vertices_t0, scene.vertices_t1));
  EXPECT_EQ(compute_collision_free_stepsize(mesh, scene.vertices_t0, scene.vertices_t1), 0);
  double toi = -1;
  EXPECT_TRUE(point_point_ccd(unset3(), Vec3::Zero(), Vec3::Zero(), Vec3::Zero(), toi));
  EXPECT_EQ(toi, 0);
}

constexpr double kNever = std::numeric_limits<double>::infinity();

TEST(IpcNames, PairsOfEveryKind) {
  // All are 1 apart, touch at 0.5 and keep 1e-4.
  double toi = -1;
  const Vec3 o(0, 0, 0), x(1, 0, 0), y(0, 1, 0), up(0.25, 0.25, 1), down(0.25, 0.25, -1);
  EXPECT_TRUE(point_triangle_ccd(up, o, x, y, down, o, x, y, toi));
  EXPECT_NEAR(toi, 0.49995, 1e-6);
  EXPECT_FALSE(point_triangle_ccd(up, o, x, y, down, o, x, y, toi, 0, 0.25));
  EXPECT_EQ(toi, kNever);
  EXPECT_TRUE(edge_edge_ccd(Vec3(0.5, -1, 1), Vec3(0.5, 1, 1), o, x, Vec3(0.5, -1, -1),
                            Vec3(0.5, 1, -1), o, x, toi));
  EXPECT_NEAR(toi, 0.49995, 1e-6);
  EXPECT_TRUE(point_edge_ccd(Vec3(0.5, 0, 1), o, x, Vec3(0.5, 0, -1), o, x, toi));
  EXPECT_NEAR(toi, 0.49995, 1e-6);
  EXPECT_TRUE(point_edge_ccd(Vec2(0.5, 1), Vec2(0, 0), Vec2(1, 0), Vec2(0.5, -1), Vec2(0, 0),
                             Vec2(1, 0), toi));
  EXPECT_NEAR(toi, 0.49995, 1e-6);
  EXPECT_TRUE(point_point_ccd(x, o, Vec3(-1, 0, 0), o, toi, 0.5));
  EXPECT_NEAR(toi, 0.24995, 1e-6);
  EXPECT_TRUE(point_point_ccd(Eigen::Vector2d(1, 0), Eigen::Vector2d(0, 0), Eigen::Vector2d(-1, 0),
                              Eigen::Vector2d(0, 0), toi));
  EXPECT_NEAR(toi, 0.49995, 1e-6);
}

/// Distance at t0 is d, the way 2 d: contact at 0.5. What is left at toi is what the rule says.
TEST(IpcNames, PairsKeepAShareOfTheirDistance) {
  for (const double d : {1e-9, 1e-6, 1e-4, 2e-4, 1e-3, 1.0, 1e3}) {
    double toi = -1;
    const Vec3 o = Vec3::Zero(), start(d, 0, 0), end(-d, 0, 0);
    ASSERT_TRUE(point_point_ccd(start, o, end, o, toi));
    EXPECT_NEAR((d - 2 * d * toi) / std::min(0.2 * d, 1e-4), 1, 0.02) << d;
    ASSERT_TRUE(TightInclusionCCD(1e-6, -1, 0.5).point_point_ccd(start, o, end, o, toi));
    EXPECT_NEAR((d - 2 * d * toi) / std::min(0.5 * d, 1e-4), 1, 0.02) << d;
    ASSERT_TRUE(point_point_ccd(start, o, end, o, toi, 0.0, 1.0, 1e-6, 1000, 0.5));
    EXPECT_NEAR((d - 2 * d * toi) / std::min(0.5 * d, 1e-4), 1, 0.02) << d;
    ASSERT_TRUE(AdditiveCCD(1'000'000).point_point_ccd(start, o, end, o, toi));
    EXPECT_NEAR((d - 2 * d * toi) / (0.1 * d), 1, 0.02) << d;
    ASSERT_TRUE(point_point_ccd(start, o, end, o, toi, 0.25 * d));
    EXPECT_NEAR((0.75 * d - 2 * d * toi) / std::min(0.15 * d, 1e-4), 1, 0.02) << d;
  }
}

TEST(IpcNames, ARescalingThatIsNoShareIsACollisionAtTimeZero) {
  const Vec3 o = Vec3::Zero(), one(1, 0, 0);
  for (const double c : {1.5, 1e6, 0.0, -1.0, std::nan("")}) {
    double toi = -1;
    EXPECT_TRUE(TightInclusionCCD(1e-6, -1, c).point_point_ccd(one, o, Vec3(-one), o, toi));
    EXPECT_EQ(toi, 0) << c;
    EXPECT_TRUE(AdditiveCCD(-1, c).point_point_ccd(one, o, Vec3(-one), o, toi));
    EXPECT_EQ(toi, 0) << c;
  }
}

TEST(IpcNames, PairsThatComeNearCollideAndThoseThatTouchDoSoAtTimeZero) {
  double toi = -1;
  const Vec3 o = Vec3::Zero(), one(1, 0, 0);
  EXPECT_TRUE(point_point_ccd(one, o, Vec3(5e-5, 0, 0), o, toi)) << "ends within the gap of 1e-4";
  EXPECT_GT(toi, 0.999);
  EXPECT_FALSE(point_point_ccd(one, o, Vec3(2e-4, 0, 0), o, toi));
  EXPECT_EQ(toi, kNever);
  for (const Vec3& end : {one, Vec3(0.5, 0, 0), Vec3(2, 0, 0)}) {
    EXPECT_TRUE(point_point_ccd(one, o, end, o, toi, 1.0))
        << "at the minimum distance, however it moves";
    EXPECT_EQ(toi, 0);
  }
  EXPECT_FALSE(point_point_ccd(one, o, one, o, toi)) << "nothing moves";
}

/// Very fast: contact before SMALL_TOI. Without a gap, and c times the time.
TEST(IpcNames, SmallTimesAreScaled) {
  double toi = -1;
  const Vec3 o = Vec3::Zero();
  ASSERT_TRUE(point_point_ccd(Vec3(1, 0, 0), o, Vec3(-1e7, 0, 0), o, toi));
  EXPECT_NEAR(toi / (0.8 / (1 + 1e7)), 1, 1e-5);
}

TEST(IpcNames, StepsKeepAShareOfTheDistanceSoThatTheNextOneIsPossible) {
  FallingPoint scene;
  const CollisionMesh mesh(scene.vertices_t0, scene.edges, scene.faces);
  Eigen::MatrixXd x = scene.vertices_t0;
  for (int i = 0; i < 8; ++i) {
    const double height = x(3, 2);
    const double step = compute_collision_free_stepsize(mesh, x, scene.vertices_t1);
    ASSERT_GT(step, 0);
    EXPECT_FALSE(is_step_collision_free(mesh, x, scene.vertices_t1));
    x = ((1 - step) * x + step * scene.vertices_t1).eval();
    EXPECT_GT(x(3, 2) / std::min(0.2 * height, 1e-4), 0.99) << i;
    EXPECT_LT(x(3, 2) / std::min(0.2 * height, 1e-4), 3) << i;
  }
  const double bolder = compute_collision_free_stepsize(
      mesh, scene.vertices_t0, scene.vertices_t1, 0.5, BroadPhase::SpatialHash, {1e-6, -1, 0.99});
  EXPECT_NEAR(bolder, 0.125 - 0.25e-4, 1e-6);
}

TEST(IpcNames, AStepThatOnlyComesNearIsNotFree) {
  FallingPoint scene;
  const CollisionMesh mesh(scene.vertices_t0, scene.edges, scene.faces);
  scene.vertices_t1(3, 2) = 5e-5;
  EXPECT_FALSE(is_step_collision_free(mesh, scene.vertices_t0, scene.vertices_t1));
  scene.vertices_t1(3, 2) = 2e-4;
  EXPECT_TRUE(is_step_collision_free(mesh, scene.vertices_t0, scene.vertices_t1));
  EXPECT_EQ(compute_collision_free_stepsize(mesh, scene.vertices_t0, scene.vertices_t1), 1);
}

TEST(IpcNames, TouchingStartsHaveNoStep) {
  FallingPoint scene;
  scene.vertices_t0(3, 2) = 0;
  const CollisionMesh mesh(scene.vertices_t0, scene.edges, scene.faces);
  for (const double end : {0.0, 1.0, -1.0}) {
    scene.vertices_t1(3, 2) = end;
    EXPECT_FALSE(is_step_collision_free(mesh, scene.vertices_t0, scene.vertices_t1));
    EXPECT_EQ(compute_collision_free_stepsize(mesh, scene.vertices_t0, scene.vertices_t1), 0);
  }
}

TEST(IpcNames, HasIntersectionsHonoursCanCollide) {
  Eigen::MatrixXd x(6, 3);
  x << 0, 0, 0, 4, 0, 0, 0, 4, 0, 1, 1, -1, 1.5, 1, 8, 1, 1.5, 8;
  Eigen::MatrixXi faces(2, 3);
  faces << 0, 1, 2, 3, 4, 5;
  CollisionMesh mesh(x, Eigen::MatrixXi(0, 2), faces);
  EXPECT_TRUE(mesh.can_collide(0, 1)) << "set from the start, as there";
  EXPECT_TRUE(has_intersections(mesh, x));
  mesh.can_collide = [](std::size_t a, std::size_t b) { return (a < 3) == (b < 3); };
  EXPECT_FALSE(has_intersections(mesh, x));
}

}  // namespace
}  // namespace firstcontact::ipc::ipc_names_test
