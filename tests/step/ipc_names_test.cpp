// A step and pairs written as a user of the IPC Toolkit would.
#include <firstcontact/ipc_names.h>
#include <gtest/gtest.h>

#include <limits>

namespace firstcontact::ipc {
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

TEST(IpcNames, StepSizeIsTheTimeOfImpact) {
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
  const double step = compute_collision_free_stepsize(mesh, scene.vertices_t0, scene.vertices_t1, 0.5);
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

TEST(IpcNames, PairsOfEveryKind) {
  double toi = -1;
  const Vec3 o(0, 0, 0), x(1, 0, 0), y(0, 1, 0), up(0.25, 0.25, 1), down(0.25, 0.25, -1);
  EXPECT_TRUE(point_triangle_ccd(up, o, x, y, down, o, x, y, toi));
  EXPECT_NEAR(toi, 0.5, 1e-5);
  EXPECT_FALSE(point_triangle_ccd(up, o, x, y, down, o, x, y, toi, 0, 0.25));
  EXPECT_EQ(toi, 0.25);
  EXPECT_TRUE(edge_edge_ccd(Vec3(0.5, -1, 1), Vec3(0.5, 1, 1), o, x, Vec3(0.5, -1, -1), Vec3(0.5, 1, -1), o, x, toi));
  EXPECT_NEAR(toi, 0.5, 1e-5);
  EXPECT_TRUE(point_edge_ccd(Vec3(0.5, 0, 1), o, x, Vec3(0.5, 0, -1), o, x, toi));
  EXPECT_NEAR(toi, 0.5, 1e-5);
  EXPECT_TRUE(point_edge_ccd(Vec2(0.5, 1), Vec2(0, 0), Vec2(1, 0), Vec2(0.5, -1), Vec2(0, 0), Vec2(1, 0), toi));
  EXPECT_NEAR(toi, 0.5, 1e-5);
  EXPECT_TRUE(point_point_ccd(x, o, Vec3(-1, 0, 0), o, toi, 0.5));
  EXPECT_NEAR(toi, 0.25, 1e-5);
}

}  // namespace
}  // namespace firstcontact::ipc
