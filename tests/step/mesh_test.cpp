/// Mesh: which edges, loose edges and loose points a description has, and what is refused.
#include <firstcontact/mesh.h>
#include <gtest/gtest.h>

#include <Eigen/Core>
#include <limits>
#include <vector>

namespace firstcontact::mesh_test {
namespace {

std::vector<Edge> edges_of(const Mesh& mesh) { return {mesh.edges().begin(), mesh.edges().end()}; }
std::vector<int> list(std::span<const int> indices) { return {indices.begin(), indices.end()}; }

TEST(Mesh, HasEveryEdgeOfItsFacesOnceInAscendingOrder) {
  const Mesh mesh({.vertex_count = 4, .faces = {{2, 1, 3}, {0, 1, 2}}});
  EXPECT_EQ(mesh.fault(), "");
  EXPECT_EQ(edges_of(mesh), (std::vector<Edge>{{0, 1}, {0, 2}, {1, 2}, {1, 3}, {2, 3}}));
  EXPECT_TRUE(mesh.loose_edges().empty());
  EXPECT_TRUE(mesh.loose_points().empty());
  EXPECT_EQ(mesh.element_count(), 4u + 5u + 2u);
}

TEST(Mesh, OwnEdgesAreLooseUnlessAFaceHasThemToo) {
  const Mesh mesh(
      {.vertex_count = 7, .faces = {{0, 1, 2}}, .edges = {{5, 3}, {2, 1}, {3, 5}, {2, 3}}});
  EXPECT_EQ(edges_of(mesh), (std::vector<Edge>{{0, 1}, {0, 2}, {1, 2}, {2, 3}, {3, 5}}));
  EXPECT_EQ(list(mesh.loose_edges()), (std::vector<int>{3, 4}));
  EXPECT_EQ(list(mesh.loose_points()), (std::vector<int>{4, 6}));
}

TEST(Mesh, PointsAloneAreAllLoose) {
  const Mesh mesh({.vertex_count = 3});
  EXPECT_EQ(list(mesh.loose_points()), (std::vector<int>{0, 1, 2}));
  EXPECT_TRUE(mesh.edges().empty());
  EXPECT_EQ(mesh.element_count(), 3u);
  EXPECT_EQ(Mesh().element_count(), 0u);
  EXPECT_EQ(Mesh().fault(), "");
}

TEST(Mesh, RepeatedCornersMakeNoEdge) {
  const Mesh mesh({.vertex_count = 5, .faces = {{0, 0, 1}, {2, 2, 2}}, .edges = {{3, 3}}});
  EXPECT_EQ(mesh.fault(), "");
  EXPECT_EQ(edges_of(mesh), (std::vector<Edge>{{0, 1}}));
  EXPECT_TRUE(mesh.loose_edges().empty());
  // A face or edge that is a single point leaves its vertex without any edge: it can touch loose
  // edges only as a loose point.
  EXPECT_EQ(list(mesh.loose_points()), (std::vector<int>{2, 3, 4}));
  EXPECT_EQ(mesh.faces().size(), 2u);
}

TEST(Mesh, TakesFacesOfAnIntegerMatrix) {
  Eigen::Matrix<long, Eigen::Dynamic, 3> faces(2, 3);
  faces << 0, 1, 2, 2, 1, 3;
  const Mesh mesh({.vertex_count = 4, .faces = Mesh::rows<3>(faces)});
  EXPECT_EQ(mesh.faces()[1], (Face{2, 1, 3}));
  Eigen::MatrixXi edges(1, 2);
  edges << 3, 0;
  EXPECT_EQ(Mesh::rows<2>(edges), (std::vector<Edge>{{3, 0}}));
}

TEST(Mesh, ObjectsAndThicknessAreThoseOfTheVertices) {
  const Mesh plain({.vertex_count = 2});
  EXPECT_FALSE(plain.has_objects());
  EXPECT_FALSE(plain.has_thickness());
  EXPECT_EQ(plain.object_of(1), 0);
  EXPECT_EQ(plain.thickness_of(1), 0);
  const Mesh mesh({.vertex_count = 2, .objects = {7, -3}, .thickness = {0, 0.5}});
  EXPECT_TRUE(mesh.has_objects());
  EXPECT_TRUE(mesh.has_thickness());
  EXPECT_EQ(mesh.object_of(1), -3);
  EXPECT_EQ(mesh.thickness_of(1), 0.5);
}

TEST(Mesh, SaysWhatIsWrong) {
  const double nan = std::numeric_limits<double>::quiet_NaN(),
               inf = std::numeric_limits<double>::infinity();
  const auto fault = [](MeshDescription mesh) { return Mesh(std::move(mesh)).fault(); };
  EXPECT_EQ(fault({.vertex_count = 12, .faces = {{0, 1, 2}, {3, 4, 12}}}),
            "face 1: vertex 12 does not exist: there are 12 vertices");
  EXPECT_EQ(fault({.vertex_count = 3, .faces = {{0, -1, 2}}}),
            "face 0: vertex -1 does not exist: there are 3 vertices");
  EXPECT_EQ(fault({.vertex_count = 2, .edges = {{0, 1}, {0, 2}}}),
            "edge 1: vertex 2 does not exist: there are 2 vertices");
  EXPECT_EQ(fault({.vertex_count = 2, .edges = {{-7, 0}}}),
            "edge 0: vertex -7 does not exist: there are 2 vertices");
  EXPECT_EQ(fault({.vertex_count = 2, .objects = {1}}), "objects has 1 entries for 2 vertices");
  EXPECT_EQ(fault({.vertex_count = 2, .thickness = {1, 2, 3}}),
            "thickness has 3 entries for 2 vertices");
  EXPECT_EQ(fault({.vertex_count = 2, .thickness = {1, -1}}),
            "thickness of vertex 1 is negative or not finite");
  EXPECT_EQ(fault({.vertex_count = 2, .thickness = {nan, 1}}),
            "thickness of vertex 0 is negative or not finite");
  EXPECT_EQ(fault({.vertex_count = 2, .thickness = {1, inf}}),
            "thickness of vertex 1 is negative or not finite");
  EXPECT_EQ(fault({.vertex_count = std::size_t{1} << 40}),
            "more than 536870911 vertices, faces or edges");
}

TEST(Mesh, WithAFaultIsEmpty) {
  const Mesh mesh({.vertex_count = 3, .faces = {{0, 1, 3}}});
  EXPECT_NE(mesh.fault(), "");
  EXPECT_EQ(mesh.element_count(), 0u);
}

}  // namespace
}  // namespace firstcontact::mesh_test
