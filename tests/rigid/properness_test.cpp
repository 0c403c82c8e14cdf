/// Properness of vertices on faces and of edges on edges, on boxes whose values are known.
#include "rigid/model/properness.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <utility>

#include "generate/random.h"
#include "rigid/rigid_fixtures.h"

namespace firstcontact::properness_test {
namespace {

constexpr double kPi = 0x1.921fb54442d18p+1;

/// A roof's ridge of direction `along` whose faces fall off by `slope` to both sides, the body
/// being on the side of −up.
EdgeSides ridge(const Vec3& along, const Vec3& up, double slope) {
  const Vec3 left = up.cross(along);
  return {along, std::cos(slope) * up + std::sin(slope) * left,
          std::cos(slope) * up - std::sin(slope) * left, true};
}

TEST(ProperVertex, IsTheLeastRiseOfItsEdges) {
  const Polyhedron body(test::unit_cube());
  EXPECT_NEAR(properness_vertex_face(body, 0, Vec3(1, 1, 1) / std::sqrt(3.0)), 1 / std::sqrt(3.0),
              1e-15);
  EXPECT_EQ(properness_vertex_face(body, 0, Vec3::UnitZ()), 0);  // lies on the face with two edges
  EXPECT_EQ(properness_vertex_face(body, 0, -Vec3::UnitZ()), -1);  // an edge goes straight in
  const Vec3 tilted(0.6, 0.8 * 0.6, 0.8 * 0.8);
  EXPECT_NEAR(properness_vertex_face(body, 0, tilted), 0.48, 1e-15);
}

TEST(ProperVertex, IsUnknownWhereTheSurfaceIsOpenOrAbsent) {
  PolyhedronDescription open = test::unit_cube();
  open.faces.pop_back();               // x = 0
  open.vertices.push_back({5, 5, 5});  // of no face
  const Polyhedron body(open);
  for (const int vertex : {0, 3, 4, 7, 8})
    EXPECT_TRUE(std::isnan(properness_vertex_face(body, vertex, Vec3::UnitZ()))) << vertex;
  for (const int vertex : {1, 2, 5, 6})
    EXPECT_FALSE(std::isnan(properness_vertex_face(body, vertex, Vec3::UnitZ()))) << vertex;
}

TEST(ProperVertex, IsUnknownWhereThreeFacesMeetInAnEdge) {
  PolyhedronDescription fin = test::unit_cube();
  fin.vertices.push_back({-1, -1, 0.5});
  fin.faces.push_back({0, 4, 8});  // at an edge that has two faces already
  const Polyhedron body(fin);
  EXPECT_TRUE(std::isnan(properness_vertex_face(body, 0, Vec3::UnitZ())));
  EXPECT_FALSE(std::isnan(properness_vertex_face(body, 6, Vec3::UnitZ())));
}

/// A cube turned inside out is a hole in space: from a corner of it the edges rise as from a tip.
TEST(ProperVertex, IsNotProperAtTheBottomOfAPit) {
  PolyhedronDescription hole = test::unit_cube();
  for (std::vector<int>& face : hole.faces) std::reverse(face.begin(), face.end());
  const Polyhedron body(hole);
  EXPECT_NEAR(properness_vertex_face(body, 0, Vec3(1, 1, 1) / std::sqrt(3.0)), -1 / std::sqrt(3.0),
              1e-15);
}

/// A valley has the normals of a ridge that is seen from inside its body.
TEST(ProperEdges, AValleyIsNeverProper) {
  const EdgeSides a = ridge(Vec3::UnitX(), Vec3::UnitZ(), 0.5);
  for (const double up : {1.0, -1.0}) {
    const EdgeSides valley = ridge(Vec3::UnitY(), up * Vec3::UnitZ(), -0.3);
    EXPECT_LT(properness_edge_edge(a, valley).value, -0.2) << up;
    EXPECT_LT(properness_edge_edge(valley, a).value, -0.2) << up;
  }
}

TEST(ProperEdges, CrossedRidgesHaveTheSineOfTheFlatterOne) {
  const EdgeSides a = ridge(Vec3::UnitX(), Vec3::UnitZ(), 0.5),
                  b = ridge(Vec3::UnitY(), -Vec3::UnitZ(), 0.3);
  for (const double sense_a : {1.0, -1.0})
    for (const double sense_b : {1.0, -1.0}) {  // neither direction nor order changes anything
      const EdgeSides u = ridge(sense_a * a.direction, Vec3::UnitZ(), 0.5),
                      v = ridge(sense_b * b.direction, -Vec3::UnitZ(), 0.3);
      EXPECT_NEAR(properness_edge_edge(u, v).value, std::sin(0.3), 1e-15);
      EXPECT_EQ(properness_edge_edge(u, v).normal, Vec3::UnitZ());
      EXPECT_NEAR(properness_edge_edge(v, u).value, std::sin(0.3), 1e-15);
      EXPECT_EQ(properness_edge_edge(v, u).normal, -Vec3::UnitZ());
    }
}

/// For ridges on each other it is the sine of the least angle between one's edge and the other's
/// faces.
TEST(ProperEdges, ObliqueRidgesHaveTheAngleOfEdgeAndFace) {
  generate::Random random{20240611};
  for (int repeat = 0; repeat < 1000; ++repeat) {
    const double turn = 0.05 + (kPi - 0.1) * random.unit();
    const double slope_a = 0.01 + 1.5 * random.unit(), slope_b = 0.01 + 1.5 * random.unit();
    const EdgeSides a = ridge(Vec3::UnitX(), Vec3::UnitZ(), slope_a);
    const EdgeSides b = ridge({std::cos(turn), std::sin(turn), 0}, -Vec3::UnitZ(), slope_b);
    const double expected =
        std::min({std::abs(a.direction.dot(b.left)), std::abs(a.direction.dot(b.right)),
                  std::abs(b.direction.dot(a.left)), std::abs(b.direction.dot(a.right))});
    const EdgeEdgeProperness found = properness_edge_edge(a, b);
    EXPECT_NEAR(found.value, expected, 1e-14);
    EXPECT_LT((found.normal - Vec3::UnitZ()).norm(), 1e-14);
  }
}

TEST(ProperEdges, ValleysAreImproper) {
  const EdgeSides valley = ridge(Vec3::UnitX(), Vec3::UnitZ(), -0.4),
                  b = ridge(Vec3::UnitY(), -Vec3::UnitZ(), 0.3);
  EXPECT_LT(properness_edge_edge(valley, b).value, 0);
  // Both bodies on the same side.
  const EdgeSides beside = ridge(Vec3::UnitY(), Vec3::UnitZ(), 0.3),
                  a = ridge(Vec3::UnitX(), Vec3::UnitZ(), 0.3);
  EXPECT_NEAR(properness_edge_edge(a, beside).value, -std::sin(0.3), 1e-15);
}

TEST(ProperEdges, ParallelOrMissingOnesAreUnknown) {
  const EdgeSides a = ridge(Vec3::UnitX(), Vec3::UnitZ(), 0.5);
  EdgeSides b = ridge(-Vec3::UnitX(), -Vec3::UnitZ(), 0.3);
  EXPECT_TRUE(std::isnan(properness_edge_edge(a, b).value));
  EXPECT_EQ(properness_edge_edge(a, b).normal, Vec3::Zero());
  b = ridge(Vec3::UnitY(), -Vec3::UnitZ(), 0.3);
  b.complete = false;
  EXPECT_TRUE(std::isnan(properness_edge_edge(a, b).value));
  EXPECT_EQ(properness_edge_edge(a, b).normal, Vec3::UnitZ());  // A's side tells
  EXPECT_EQ(properness_edge_edge(b, a).normal, -Vec3::UnitZ());
}

TEST(ProperEdges, SidesOfACubesEdgesAreItsFaces) {
  const Polyhedron body(test::unit_cube());
  for (int e = 0; e < static_cast<int>(body.edges().size()); ++e) {
    const EdgeSides sides = edge_sides(body, e);
    EXPECT_TRUE(sides.complete);
    EXPECT_EQ(sides.left.dot(sides.right), 0);
    // Seen from outside, the left face is to the left.
    const Vec3 out = sides.left + sides.right;
    EXPECT_LT(out.cross(sides.direction).dot(sides.left - sides.right), 3);
    EXPECT_GT(out.cross(sides.direction).dot(sides.left - sides.right), 1);
  }
}

TEST(ProperEdges, CubesOnEdgeMeetAtRightAngles) {
  const Polyhedron body(test::unit_cube());
  const Mat3 upper =
      Pose::from_axis_angle({1, 0, 0}, kPi / 4).rotation;  // edge 0-1 along x points down
  const Mat3 lower =
      Pose::from_axis_angle({0, 1, 0}, kPi / 4).rotation;  // edge (5,6) or (4,7) along y points up
  const EdgeSides b = edge_sides(body, body.edge_between(0, 1), upper);
  double best = -1;
  for (const auto& [v, w] : {std::pair{4, 7}, std::pair{5, 6}}) {
    const EdgeEdgeProperness found =
        properness_edge_edge(edge_sides(body, body.edge_between(v, w), lower), b);
    best = std::max(best, found.value);
    if (found.value > 0) {
      EXPECT_LT((found.normal - Vec3::UnitZ()).norm(), 1e-15);
    }
  }
  EXPECT_NEAR(best, std::sqrt(0.5), 1e-15);
}

}  // namespace
}  // namespace firstcontact::properness_test
