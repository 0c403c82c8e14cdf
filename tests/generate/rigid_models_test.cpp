/// The generated bodies: counts, closed and outward surfaces, and that the bolt turns in the nut.
#include "generate/rigid_models.h"

#include <firstcontact/pose.h>
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "support/static_intersection.h"

namespace firstcontact::generate::rigid_models_test {
namespace {

constexpr double kPi = 0x1.921fb54442d18p+1;

double volume(const Polyhedron& body) {
  double six_volumes = 0;
  const auto vertex = [&](int i) { return body.vertices()[i]; };
  for (const Face& t : body.triangles())
    six_volumes += vertex(t[0]).dot(vertex(t[1]).cross(vertex(t[2])));
  return six_volumes / 6;
}

struct Counts {
  std::size_t vertices, edges, faces;
};

/// Closed, outward, without self-intersection, every vertex used, of these counts.
void expect_body(const PolyhedronDescription& description, const Counts& counts, const char* name) {
  const Polyhedron body(description);
  EXPECT_EQ(body.fault(), "") << name;
  EXPECT_TRUE(body.closed()) << name << ": " << body.adjacency_report();
  EXPECT_GT(volume(body), 0) << name;
  EXPECT_EQ(body.vertices().size(), counts.vertices) << name;
  EXPECT_EQ(body.edges().size(), counts.edges) << name;
  EXPECT_EQ(body.faces().size(), counts.faces) << name;
  EXPECT_EQ(body.faces().size(), description.faces.size()) << name << ": all faces are flat";
  EXPECT_FALSE(test::find_intersection(body.vertices(), body.triangles()).triangles) << name;
  for (std::size_t v = 0; v < body.vertices().size(); ++v)
    EXPECT_FALSE(body.edges_at(static_cast<int>(v)).empty()) << name;
}

TEST(RigidModels, HaveTheirCountsAndAreClosedAndOutward) {
  expect_body(cube(2), {8, 12, 6}, "cube");
  expect_body(box(1, 2, 3), {8, 12, 6}, "box");
  expect_body(thin_plate(1, 1e-3), {8, 12, 6}, "plate");
  expect_body(tetrahedron(1), {4, 6, 4}, "tetrahedron");
  expect_body(car(4), {16, 26, 12}, "car");
  expect_body(torus(2, 0.5), {300, 600, 300}, "torus");
  expect_body(torus(1, 0.9, 7, 5), {35, 70, 35}, "small torus");
  expect_body(triangle_torus(2, 0.5), {300, 900, 600}, "triangle torus");
  expect_body(bullet(1, 0.1), {49, 12 * 8, 12 * 4 + 1}, "bullet");
}

TEST(RigidModels, HaveTheirSizes) {
  EXPECT_NEAR(volume(Polyhedron(cube(2))), 8, 1e-14);
  EXPECT_NEAR(volume(Polyhedron(box(1, 2, 3))), 6, 1e-14);
  EXPECT_NEAR(volume(Polyhedron(tetrahedron(1))), 1 / (6 * std::sqrt(2.0)), 1e-15);
  EXPECT_NEAR(volume(Polyhedron(torus(2, 0.5, 300, 100))), 2 * kPi * kPi * 2 * 0.25, 0.01);
  for (const double length : {1e-6, 1.0, 1e6})
    EXPECT_NEAR(volume(Polyhedron(car(length))) / (length * length * length), 0.07588, 1e-12);
}

TEST(RigidModels, BulletIsConvex) {
  const Polyhedron body(bullet(3, 0.4, 9));
  ASSERT_EQ(body.fault(), "");
  for (std::size_t f = 0; f < body.faces().size(); ++f) {
    const Vec3 on_face = body.vertices()[body.faces()[f][0]];
    for (const Vec3& x : body.vertices()) EXPECT_LT((x - on_face).dot(body.normals()[f]), 1e-14);
  }
}

TEST(RigidModels, RandomBodiesAreClosedOutwardAndOfAllKinds) {
  std::set<std::size_t> face_counts;
  int with_concave_edge = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    Random random{20240631, seed};
    const PolyhedronDescription description = random_polyhedron(random);
    const Polyhedron body(description);
    ASSERT_EQ(body.fault(), "") << seed;
    EXPECT_TRUE(body.closed()) << seed;
    EXPECT_GT(volume(body), 0.005) << seed;
    EXPECT_FALSE(test::find_intersection(body.vertices(), body.triangles()).triangles) << seed;
    EXPECT_EQ(body.faces().size(), description.faces.size()) << seed;
    face_counts.insert(body.faces().size());
    for (const Vec3& x : body.vertices()) EXPECT_LT(x.norm(), 2.5);
    const bool concave =
        std::any_of(body.edges().begin(), body.edges().end(), [&](const PolyhedronEdge& edge) {
          const Vec3 along = body.vertices()[edge.v1] - body.vertices()[edge.v0];
          const Vec3 &left = body.normals()[edge.left], &right = body.normals()[edge.right];
          return right.cross(left).dot(along) > 1e-9 * along.norm();
        });
    if (concave) ++with_concave_edge;
    Random again{20240631, seed};
    EXPECT_EQ(random_polyhedron(again).vertices, description.vertices);
  }
  EXPECT_EQ(face_counts, (std::set<std::size_t>{4, 5, 6, 7, 8, 9, 10, 32}));
  EXPECT_GT(with_concave_edge, 80);
  EXPECT_LT(with_concave_edge, 200);
}

/// Where the ray from the axis at height z in the direction of an angle first meets one of the
/// triangles.
double radius_at(const Polyhedron& body, double angle, double z) {
  const Vec3 origin = {0, 0, z}, direction = {std::cos(angle), std::sin(angle), 0};
  double nearest = std::numeric_limits<double>::infinity();
  const auto vertex = [&](int i) { return body.vertices()[i]; };
  for (const Face& t : body.triangles()) {
    const Vec3 a = vertex(t[0]) - origin, b = vertex(t[1]) - origin, c = vertex(t[2]) - origin;
    const Vec3 ab = a.cross(b), bc = b.cross(c), ca = c.cross(a);
    const double u = bc.dot(direction), v = ca.dot(direction), w = ab.dot(direction);
    if (!((u >= 0 && v >= 0 && w >= 0) || (u <= 0 && v <= 0 && w <= 0)) || u + v + w == 0) continue;
    const double distance = a.dot(bc) / (u + v + w);
    if (distance > 0) nearest = std::min(nearest, distance);
  }
  return nearest;
}

TEST(BoltAndNut, AreClosedAndOutwardWithoutSelfIntersection) {
  for (const int segments : {8, 12, 24, 30})
    for (const double crest : {0.9, 1.0, 1.2})
      for (const bool head : {false, true}) {
        const Thread thread = {.crest_radius = crest, .segments = segments};
        const Polyhedron screw(bolt(thread, 5, head)), around(nut(thread, 2, 0.01));
        EXPECT_EQ(screw.fault(), "");
        EXPECT_TRUE(screw.closed()) << screw.adjacency_report();
        EXPECT_EQ(around.fault(), "");
        EXPECT_TRUE(around.closed()) << around.adjacency_report();
        EXPECT_FALSE(test::find_intersection(screw.vertices(), screw.triangles()).triangles);
        EXPECT_FALSE(test::find_intersection(around.vertices(), around.triangles()).triangles);
        const double shaft = 2.5 * kPi * 0.64,
                     hexagon = 2 * std::sqrt(3.0) * 1.6 * 1.6 * crest * crest;
        EXPECT_GT(volume(screw), 0.85 * (shaft + (head ? hexagon * crest : 0)));
        EXPECT_LT(volume(screw), 1.25 * (kPi * crest * crest * 2.5 + (head ? hexagon * crest : 0)));
        EXPECT_GT(volume(around), 0.9 * (hexagon - kPi * crest * crest));
        // Euler: a ball, and a ring.
        const auto euler = [](const Polyhedron& body) {
          return static_cast<int>(body.vertices().size()) - static_cast<int>(body.edges().size()) +
                 static_cast<int>(body.faces().size());
        };
        EXPECT_EQ(euler(screw), 2);
        EXPECT_EQ(euler(around), 0);
      }
}

/// Points all over the bolt's facets, carried along the screw motion: the hole stays at least the
/// clearance away from the axis' side.
TEST(BoltAndNut, TurnsByItsPitchWithTheClearanceAllTheWay) {
  for (const int segments : {8, 24})
    for (const double clearance : {0.0, 0.02}) {
      const Thread thread = {
          .root_radius = 0.8, .crest_radius = 1.1, .pitch = 0.6, .segments = segments};
      const Polyhedron screw(bolt(thread, 5, false)), around(nut(thread, 2, clearance));
      Random random{20240632, static_cast<std::uint64_t>(segments)};
      double least = std::numeric_limits<double>::infinity();
      int inside = 0;
      for (int sample = 0; sample < 6000; ++sample) {
        const Face& t = screw.triangles()[random.below(static_cast<int>(screw.triangles().size()))];
        double u = random.unit(), v = random.unit();
        if (u + v > 1) {
          u = 1 - u;
          v = 1 - v;
        }
        if (sample % 4 == 0) v = 0;  // on an edge
        const auto vertex = [&](int i) { return screw.vertices()[i]; };
        Vec3 x =
            vertex(t[0]) + u * (vertex(t[1]) - vertex(t[0])) + v * (vertex(t[2]) - vertex(t[0]));
        const double angle = 4 * kPi * random.symmetric();
        x = Pose::from_axis_angle(Vec3::UnitZ(), angle, {0, 0, thread.pitch * angle / (2 * kPi)})
                .apply(x);
        const double hole = radius_at(around, std::atan2(x.y(), x.x()), x.z());
        if (std::isinf(hole)) continue;  // above or below the nut
        ++inside;
        least = std::min(least, hole - std::hypot(x.x(), x.y()));
      }
      EXPECT_GT(inside, 900);
      EXPECT_GE(least, clearance) << segments;
      EXPECT_LT(least, clearance + (segments == 24 ? 0.03 : 0.25))
          << segments;  // a thread, not a wide hole
    }
}

/// Turned without the travel, or moved without the turn, it goes into the nut: the test above can
/// fail.
TEST(BoltAndNut, JamsWithoutItsTravel) {
  const Thread thread;
  const Polyhedron screw(bolt(thread, 5, false)), around(nut(thread, 2, 0.01));
  for (const auto& pose : {Pose::from_axis_angle(Vec3::UnitZ(), kPi),
                           Pose{Mat3::Identity(), {0, 0, 0.5 * thread.pitch}}}) {
    int deep = 0;
    for (const Vec3& vertex : screw.vertices()) {
      const Vec3 x = pose.apply(vertex);
      if (x.head<2>().norm() > 0.1 &&
          radius_at(around, std::atan2(x.y(), x.x()), x.z()) < x.head<2>().norm())
        ++deep;
    }
    EXPECT_GT(deep, 20);
  }
}

}  // namespace
}  // namespace firstcontact::generate::rigid_models_test
