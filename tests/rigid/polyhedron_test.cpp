/// Polyhedra: adjacency, triangles, and what is refused.
#include <firstcontact/polyhedron.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "generate/random.h"
#include "geometry/polygon_triangulation.h"
#include "rigid/model/describe_event.h"
#include "rigid/rigid_fixtures.h"

namespace firstcontact::polyhedron_test {
namespace {

constexpr double kPi = 0x1.921fb54442d18p+1;

std::vector<int> list(std::span<const int> indices) { return {indices.begin(), indices.end()}; }

/// Twice the area, with the sign of the turn about z.
double doubled_area(const std::vector<Vec3>& points, const std::vector<int>& corners) {
  double sum = 0;
  for (std::size_t k = 0; k < corners.size(); ++k) {
    const Vec3 &a = points[corners[k]], &b = points[corners[(k + 1) % corners.size()]];
    sum += a.x() * b.y() - a.y() * b.x();
  }
  return sum;
}

/// None of the triangles turns the other way, and together they have the polygon's area: then they
/// cover a simple polygon once.
void expect_cover(const std::vector<Vec3>& points, const std::string& what) {
  std::vector<int> all;
  for (std::size_t i = 0; i < points.size(); ++i) all.push_back(static_cast<int>(i));
  const double area = doubled_area(points, all);
  const std::vector<Face> triangles = triangulate_polygon(points, Vec3::UnitZ());
  ASSERT_EQ(triangles.size(), points.size() - 2) << what;
  double sum = 0;
  for (const Face& triangle : triangles) {
    const double part = doubled_area(points, {triangle[0], triangle[1], triangle[2]});
    EXPECT_GT(part, 0) << what;
    sum += part;
  }
  EXPECT_NEAR(sum / area, 1, 1e-12) << what;
}

TEST(Polyhedron, CubeHasItsEdgesAndFacesAroundEveryVertex) {
  const Polyhedron body(test::unit_cube());
  EXPECT_EQ(body.fault(), "");
  EXPECT_TRUE(body.closed());
  EXPECT_EQ(body.adjacency_report(), "");
  EXPECT_EQ(body.vertices().size(), 8u);
  EXPECT_EQ(body.faces().size(), 6u);
  EXPECT_EQ(body.edges().size(), 12u);
  EXPECT_EQ(body.triangles().size(), 12u);
  EXPECT_EQ(body.normals()[1], Vec3::UnitZ());
  EXPECT_EQ(body.normals()[2], -Vec3::UnitY());
  for (int v = 0; v < 8; ++v) {
    EXPECT_EQ(body.edges_at(v).size(), 3u);
    EXPECT_EQ(body.faces_at(v).size(), 3u);
  }
  EXPECT_EQ(list(body.faces_at(0)), (std::vector<int>{0, 2, 5}));
  const PolyhedronEdge& edge = body.edges()[body.edge_between(5, 1)];
  EXPECT_EQ(edge.v0, 1);
  EXPECT_EQ(edge.v1, 5);
  EXPECT_EQ(edge.left, 2);   // runs 0, 1, 5
  EXPECT_EQ(edge.right, 3);  // runs 6, 5, 1
  EXPECT_EQ(edge.faces, (std::vector<int>{2, 3}));
  EXPECT_EQ(body.edge_between(0, 6), -1);
  EXPECT_EQ(body.edge_between(0, 100), -1);
  for (int t = 0; t < 12; ++t) EXPECT_EQ(body.face_of_triangle(t), t / 2);
}

TEST(Polyhedron, OpenSurfaceReportsItsRim) {
  PolyhedronDescription open = test::unit_cube();
  open.faces.pop_back();
  const Polyhedron body(open);
  EXPECT_EQ(body.fault(), "");
  EXPECT_FALSE(body.closed());
  EXPECT_EQ(body.adjacency_report(), "4 edges have one face only");
  const PolyhedronEdge& rim = body.edges()[body.edge_between(0, 4)];
  EXPECT_EQ(rim.left, -1);
  EXPECT_EQ(rim.right, 2);
}

TEST(Polyhedron, FaceThatRunsTheWrongWayIsReported) {
  PolyhedronDescription wrong = test::unit_cube();
  wrong.faces[1] = {7, 6, 5, 4};
  const Polyhedron body(wrong);
  EXPECT_EQ(body.fault(), "");
  EXPECT_FALSE(body.closed());
  EXPECT_EQ(body.adjacency_report(), "4 edges have two faces that run the same way along them");
  const PolyhedronEdge& edge = body.edges()[body.edge_between(4, 5)];
  EXPECT_EQ(edge.left, -1);
  EXPECT_EQ(edge.right, -1);
  EXPECT_EQ(edge.faces, (std::vector<int>{1, 2}));
}

TEST(Polyhedron, EdgeOfThreeFacesHasNoSides) {
  PolyhedronDescription fin = test::unit_cube();
  fin.vertices.push_back({-1, -1, 0.5});
  fin.faces.push_back({0, 4, 8});
  const Polyhedron body(fin);
  EXPECT_EQ(body.adjacency_report(), "2 edges have one face only; 1 edge has more than two faces");
  const PolyhedronEdge& edge = body.edges()[body.edge_between(0, 4)];
  EXPECT_EQ(edge.left, -1);  // the fin and the face x = 0 both run along it
  EXPECT_EQ(edge.right, 2);
  EXPECT_EQ(edge.faces, (std::vector<int>{2, 5, 6}));
}

TEST(Polyhedron, UnusedVerticesAreAllowed) {
  PolyhedronDescription with_point = test::unit_cube();
  with_point.vertices.push_back({9, 9, 9});
  const Polyhedron body(with_point);
  EXPECT_TRUE(body.closed());
  EXPECT_TRUE(body.edges_at(8).empty());
  EXPECT_TRUE(body.faces_at(8).empty());
}

TEST(Polyhedron, FacesThatAreNotFlatBecomeFansFromTheirFirstCorner) {
  PolyhedronDescription bent = test::unit_cube();
  bent.vertices[6].z() = 1.25;  // faces 1, 3, 4 have it; 3 and 4 stay flat
  const Polyhedron body(bent);
  EXPECT_EQ(body.fault(), "");
  EXPECT_TRUE(body.closed());
  ASSERT_EQ(body.faces().size(), 7u);
  EXPECT_EQ(body.faces()[1], (std::vector<int>{4, 5, 6}));
  EXPECT_EQ(body.faces()[2], (std::vector<int>{4, 6, 7}));
  std::vector<int> sources;
  for (int f = 0; f < 7; ++f) sources.push_back(body.source_of_face(f));
  EXPECT_EQ(sources, (std::vector<int>{0, 1, 1, 2, 3, 4, 5}));
  EXPECT_EQ(body.edges().size(), 13u);
}

TEST(Polyhedron, FlatMeansWithinABillionthOfTheFace) {
  for (const double size : {1e-200, 1e-3, 1.0, 1e200})
    for (const double bend : {1e-9, 8e-9}) {  // of the four corners each is off by a quarter
      PolyhedronDescription bent = test::unit_cube();
      bent.vertices[6].z() += bend;
      for (Vec3& x : bent.vertices) x *= size;
      const Polyhedron body(bent);
      EXPECT_EQ(body.fault(), "");
      EXPECT_EQ(body.faces().size(), bend < 4e-9 ? 6u : 7u) << size << " " << bend;
      EXPECT_NEAR(body.normals()[0].norm(), 1, 1e-15);
    }
}

TEST(Polyhedron, FanAvoidsTrianglesWithoutArea) {
  // Corners 0, 1, 2 on a line: from corner 0 the first triangle has no area.
  const Polyhedron body(
      {{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {2, 2, 1}, {0, 2, 0}}, {{0, 1, 2, 3, 4}}});
  EXPECT_EQ(body.fault(), "");
  ASSERT_EQ(body.faces().size(), 3u);
  EXPECT_EQ(body.faces()[0], (std::vector<int>{1, 2, 3}));
}

TEST(Polyhedron, FaultsNameTheFaceAndItsCorner) {
  const auto fault_with = [](std::vector<int> face) {
    PolyhedronDescription wrong = test::unit_cube();
    wrong.faces.push_back(std::move(face));
    const Polyhedron body(wrong);
    EXPECT_TRUE(body.faces().empty() && body.vertices().empty() && body.edges().empty() &&
                !body.closed());
    EXPECT_EQ(body.adjacency_report(), body.fault());
    return body.fault();
  };
  EXPECT_EQ(fault_with({0, 1, 8}), "face 6: corner 2 is vertex 8: there are 8 vertices");
  EXPECT_EQ(fault_with({0, -1, 2}), "face 6: corner 1 is vertex -1: there are 8 vertices");
  EXPECT_EQ(fault_with({0, 1}), "face 6: it has 2 corners, needs 3");
  EXPECT_EQ(fault_with({}), "face 6: it has 0 corners, needs 3");
  EXPECT_EQ(fault_with({0, 1, 2, 3, 1}), "face 6: corners 1 and 4 are both vertex 1");
  EXPECT_EQ(fault_with({5, 5, 5}), "face 6: corners 0 and 1 are both vertex 5");
  EXPECT_EQ(Polyhedron(PolyhedronDescription{}).fault(), "there is no face");
  EXPECT_EQ(Polyhedron({{{0, 0, 0}, {0.1, 0.2, 0.3}, {0.3, 0.6, 0.9}}, {{0, 1, 2}}}).fault(),
            "face 0 has no area: its corners lie on a line, or its parts cancel");
  EXPECT_EQ(Polyhedron({{{1, 1, 1}, {1, 1, 1}, {1, 1, 1}}, {{0, 1, 2}}}).fault(),
            "face 0 has no area: its corners lie on a line, or its parts cancel");
  EXPECT_EQ(Polyhedron({{{-1e308, 0, 0}, {1e308, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}}).fault(),
            "face 0 is too large: the distance of its corners is infinite");
}

TEST(Polyhedron, CoordinatesHaveToBeFinite) {
  for (const double bad : {std::nan(""), std::numeric_limits<double>::infinity()}) {
    PolyhedronDescription wrong = test::unit_cube();
    wrong.vertices[4].y() = bad;
    EXPECT_EQ(Polyhedron(wrong).fault(),
              std::isnan(bad) ? "vertex 4: y is not a number" : "vertex 4: y is infinite");
  }
}

TEST(Polyhedron, DefaultHasNothing) {
  const Polyhedron body;
  EXPECT_TRUE(body.faces().empty());
  EXPECT_FALSE(body.closed());
  EXPECT_EQ(body.adjacency_report(), "there is no face");
}

TEST(PolygonTriangulation, CoversCombsAndSpirals) {
  std::vector<Vec3> comb = {{0, -1, 0}};
  for (int i = 0; i < 20; ++i) {
    comb.push_back({1.0 + 2 * i, -1, 0});
    if (i == 19) break;
  }
  for (int i = 19; i >= 0; --i) {
    comb.push_back({1.0 + 2 * i, 0, 0});
    comb.push_back({0.5 + 2 * i, 5, 0});
    comb.push_back({2.0 * i, 0, 0});
  }
  expect_cover(comb, "comb");

  std::vector<Vec3> spiral;
  const int steps = 60;
  for (int i = 0; i <= steps; ++i) {
    const double angle = 6 * kPi * i / steps;
    spiral.push_back(Vec3(std::cos(angle), std::sin(angle), 0) * (2 + angle));
  }
  for (int i = steps; i >= 0; --i) {
    const double angle = 6 * kPi * i / steps;
    spiral.push_back(Vec3(std::cos(angle), std::sin(angle), 0) * (1 + angle));
  }
  expect_cover(spiral, "spiral");
}

TEST(PolygonTriangulation, CornersOnStraightSidesGetRealTriangles) {
  for (const int extra : {1, 2, 3, 10}) {
    std::vector<Vec3> square;
    const std::vector<Vec3> corners = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
    for (std::size_t k = 0; k < 4; ++k)
      for (int i = 0; i < extra; ++i)
        square.push_back(corners[k] +
                         (corners[(k + 1) % 4] - corners[k]) * (static_cast<double>(i) / extra));
    expect_cover(square, "square with " + std::to_string(extra) + " parts a side");
    std::vector<Vec3> one_side(square.begin(), square.begin() + extra + 1);
    one_side.push_back({0.5, 1, 0});
    expect_cover(one_side, "triangle with " + std::to_string(extra) + " parts of one side");
  }
}

TEST(PolygonTriangulation, CoversRandomStarsInEveryPlane) {
  generate::Random random{20240621};
  int concave = 0;
  for (int repeat = 0; repeat < 500; ++repeat) {
    const int count = random.between(3, 40);
    std::vector<Vec3> star;
    for (int i = 0; i < count; ++i) {
      const double angle = 2 * kPi * (i + 0.4 * random.unit()) / count,
                   radius = random.chance(1, 2) ? 1 : 0.05 + random.unit();
      star.push_back({radius * std::cos(angle), radius * std::sin(angle), 0});
    }
    if (count > 3) ++concave;
    expect_cover(star, "star " + std::to_string(repeat));
    // The same seen along other axes and from behind.
    const auto same = triangulate_polygon(star, Vec3::UnitZ());
    std::vector<Vec3> other;
    for (const Vec3& x : star) other.push_back({x.y(), 3.0, x.x()});
    EXPECT_EQ(triangulate_polygon(other, Vec3::UnitY()), same);
    other.clear();
    for (const Vec3& x : star) other.push_back({-7.0, -x.y(), x.x()});
    EXPECT_EQ(triangulate_polygon(other, Vec3::UnitX()).size(), same.size());
  }
  EXPECT_GT(concave, 400);
}

TEST(PolygonTriangulation, EndsForPolygonsThatCrossThemselves) {
  const std::vector<Vec3> crossed = {{0, 0, 0}, {2, 2, 0}, {2, 0, 0}, {0, 2, 0}, {-1, -3, 0}};
  EXPECT_EQ(triangulate_polygon(crossed, Vec3::UnitZ()).size(), 3u);
  const std::vector<Vec3> line = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}, {1.5, 0, 0}};
  EXPECT_EQ(triangulate_polygon(line, Vec3::UnitZ()).size(), 3u);
}

// A star of six corners: cutting off its three points leaves a triangle of three diagonals, which
// has no edge of its own.
TEST(PolyhedronTriangles, ATriangleOfThreeDiagonalsIsBesideAnEdgeOfItsFace) {
  PolyhedronDescription star;
  for (int i = 0; i < 6; ++i) {
    const double angle = i * 3.14159265358979 / 3, r = i % 2 ? 1 : 3;
    star.vertices.emplace_back(r * std::cos(angle), r * std::sin(angle), 0);
  }
  star.faces = {{0, 1, 2, 3, 4, 5}};
  const Polyhedron body(star);
  ASSERT_EQ(body.fault(), "");
  int without_edges = 0;
  for (std::size_t t = 0; t < body.triangles().size(); ++t) {
    const auto& sides = body.triangle_edges()[t];
    without_edges += sides[0] < 0 && sides[1] < 0 && sides[2] < 0;
    const Vec3 point(0.5, 0.2, 0);
    const int edge = rigid::edge_beside(body, static_cast<int>(t), point);
    ASSERT_GE(edge, 0);
    ASSERT_LT(edge, static_cast<int>(body.edges().size()));
    if (sides[0] < 0 && sides[1] < 0 && sides[2] < 0) {
      EXPECT_EQ(edge, body.edge_between(0, 1)) << "the nearest one";
    }
  }
  EXPECT_EQ(without_edges, 1);
}

}  // namespace
}  // namespace firstcontact::polyhedron_test
