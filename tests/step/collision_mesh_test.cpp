/// The collision mesh of a volume mesh: its surface, its index maps, and what it refuses.
#include <firstcontact/collision_mesh.h>
#include <firstcontact/step.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>

namespace firstcontact::test::collision_mesh_test {
namespace {

/// A block of cells in x, y and z, each cut into six tetrahedra around its diagonal.
struct Block {
  std::vector<Vec3> vertices;
  VolumeDescription volume;
};

Block make_block(int cells) {
  Block block;
  const int side = cells + 1;
  const auto at = [&](int x, int y, int z) { return (x * side + y) * side + z; };
  for (int x = 0; x < side; ++x)
    for (int y = 0; y < side; ++y)
      for (int z = 0; z < side; ++z) block.vertices.push_back(Vec3(x, y, z));
  int axes[3] = {0, 1, 2};
  for (int x = 0; x < cells; ++x)
    for (int y = 0; y < cells; ++y)
      for (int z = 0; z < cells; ++z) do {
          int corner[3] = {x, y, z};
          Tet tet = {at(x, y, z)};
          for (std::size_t k = 0; k < 3; ++k) {
            ++corner[axes[k]];
            tet[k + 1] = at(corner[0], corner[1], corner[2]);
          }
          const Vec3 a = block.vertices[tet[0]];
          const double volume = (block.vertices[tet[1]] - a)
                                    .cross(block.vertices[tet[2]] - a)
                                    .dot(block.vertices[tet[3]] - a);
          if (volume < 0) std::swap(tet[2], tet[3]);
          block.volume.tets.push_back(tet);
        } while (std::next_permutation(axes, axes + 3));
  block.volume.vertex_count = block.vertices.size();
  return block;
}

/// The surface's faces with the full mesh's vertices, each in ascending order.
std::vector<Face> full_faces(const CollisionMesh& made) {
  std::vector<Face> faces;
  for (Face face : made.mesh().faces()) {
    for (int& vertex : face) vertex = made.full_vertices()[vertex];
    std::sort(face.begin(), face.end());
    faces.push_back(face);
  }
  std::sort(faces.begin(), faces.end());
  return faces;
}

TEST(CollisionMesh, TakesTheFacesOfOneTetrahedronAndLeavesTheInteriorOut) {
  const int cells = 4, side = cells + 1;
  const Block block = make_block(cells);
  const CollisionMesh made(block.volume);
  ASSERT_EQ(made.fault(), "");
  EXPECT_EQ(made.mesh().faces().size(), 6u * 2 * cells * cells);
  const int interior = (side - 2) * (side - 2) * (side - 2);
  EXPECT_EQ(made.mesh().vertex_count(), block.vertices.size() - interior);
  EXPECT_TRUE(made.mesh().loose_points().empty());
  EXPECT_TRUE(made.mesh().loose_edges().empty());
  EXPECT_EQ(made.full_vertex_count(), block.vertices.size());
  EXPECT_TRUE(std::is_sorted(made.full_vertices().begin(), made.full_vertices().end()));
  for (std::size_t i = 0; i < block.vertices.size(); ++i) {
    const Vec3& x = block.vertices[i];
    const bool inside = x.minCoeff() > 0 && x.maxCoeff() < cells;
    const int vertex = made.surface_vertices()[i];
    EXPECT_EQ(vertex < 0, inside);
    if (!inside) {
      EXPECT_EQ(made.full_vertices()[vertex], static_cast<int>(i));
    }
  }
  std::map<Face, int> counted;
  for (const Tet& tet : block.volume.tets)
    for (int left_out = 0; left_out < 4; ++left_out) {
      Face face = {tet[(left_out + 1) % 4], tet[(left_out + 2) % 4], tet[(left_out + 3) % 4]};
      std::sort(face.begin(), face.end());
      ++counted[face];
    }
  std::vector<Face> expected;
  for (const auto& [face, count] : counted)
    if (count == 1) expected.push_back(face);
  EXPECT_EQ(full_faces(made), expected);
}

TEST(CollisionMesh, FacesOfTetrahedraLookOutward) {
  const int cells = 3;
  const Block block = make_block(cells);
  const CollisionMesh made(block.volume);
  const PointMatrix x = made.surface_positions(block.vertices);
  const Vec3 middle = Vec3::Constant(0.5 * cells);
  for (const Face& f : made.mesh().faces()) {
    const Vec3 a = x.row(f[0]), b = x.row(f[1]), c = x.row(f[2]);
    EXPECT_GT((b - a).cross(c - a).dot(a - middle), 0);
  }
  // The faces come in the order of their tetrahedra.
  std::vector<std::size_t> tets;
  for (const Face& face : made.mesh().faces())
    for (std::size_t i = 0; i < block.volume.tets.size(); ++i) {
      const Tet& tet = block.volume.tets[i];
      if (std::all_of(face.begin(), face.end(), [&](int vertex) {
            return std::find(tet.begin(), tet.end(), made.full_vertices()[vertex]) != tet.end();
          }))
        tets.push_back(i);
    }
  EXPECT_EQ(tets.size(), made.mesh().faces().size());
  EXPECT_TRUE(std::is_sorted(tets.begin(), tets.end()));
}

TEST(CollisionMesh, KeepsFacesEdgesAndPointsOfTheirOwn) {
  VolumeDescription volume;
  volume.vertex_count = 16;
  volume.tets = {{4, 1, 2, 3}};
  volume.faces = {{7, 6, 5}, {3, 1, 2}, {4, 2, 9}};
  volume.edges = {{9, 10}, {11, 10}};
  volume.points = {14, 4, 14};
  volume.objects.resize(16);
  volume.thickness.resize(16);
  for (int i = 0; i < 16; ++i) {
    volume.objects[i] = 100 + i;
    volume.thickness[i] = 0.5 * i;
  }
  const CollisionMesh made(volume);
  ASSERT_EQ(made.fault(), "");
  const std::vector<int> expected = {1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 14};
  EXPECT_TRUE(std::equal(expected.begin(), expected.end(), made.full_vertices().begin(),
                         made.full_vertices().end()));
  const Mesh& mesh = made.mesh();
  ASSERT_EQ(mesh.faces().size(), 6u) << "a face of the surface was taken twice";
  EXPECT_EQ(mesh.faces()[4], (Face{6, 5, 4}));
  EXPECT_EQ(mesh.faces()[5], (Face{3, 1, 7}));
  ASSERT_EQ(mesh.loose_edges().size(), 2u);
  EXPECT_EQ(mesh.edges()[mesh.loose_edges()[0]], (Edge{7, 8}));
  EXPECT_EQ(mesh.edges()[mesh.loose_edges()[1]], (Edge{8, 9}));
  ASSERT_EQ(mesh.loose_points().size(), 1u);
  EXPECT_EQ(mesh.loose_points()[0], 10);
  for (int i = 0; i < 11; ++i) {
    EXPECT_EQ(mesh.object_of(i), 100 + expected[i]);
    EXPECT_EQ(mesh.thickness_of(i), 0.5 * expected[i]);
  }
}

TEST(CollisionMesh, MapsPositionsToTheSurfaceAndGradientsBack) {
  const Block block = make_block(3);
  const CollisionMesh made(block.volume);
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> number(-1, 1);
  const auto fill = [&](std::size_t rows) {
    PointMatrix m(static_cast<Eigen::Index>(rows), 3);
    for (Eigen::Index i = 0; i < m.size(); ++i) m.data()[i] = number(random);
    return m;
  };
  const PointMatrix full = fill(made.full_vertex_count());
  const PointMatrix surface = made.surface_positions(full);
  ASSERT_EQ(surface.rows(), static_cast<Eigen::Index>(made.full_vertices().size()));
  const PointMatrix gradient = fill(made.full_vertices().size());
  PointMatrix added = full;
  made.add_to_full(gradient, added);
  for (std::size_t i = 0; i < made.full_vertex_count(); ++i) {
    const auto row = static_cast<Eigen::Index>(i);
    const int vertex = made.surface_vertices()[i];
    if (vertex < 0) {
      EXPECT_EQ(added.row(row), full.row(row));
    } else {
      EXPECT_EQ(surface.row(vertex), full.row(row));
      EXPECT_EQ(added.row(row), (full.row(row) + gradient.row(vertex)).eval());
    }
  }
  EXPECT_EQ(made.surface_positions(fill(5)).rows(), 0);
}

TEST(CollisionMesh, SaysWhatIsWrongAndNeverThrows) {
  const auto fault = [](VolumeDescription volume) {
    const CollisionMesh made(volume);
    EXPECT_EQ(made.fault(), made.mesh().fault());
    EXPECT_EQ(made.mesh().vertex_count(), 0u);
    EXPECT_EQ(StepSolver(made.mesh()).decide_step(Positions(), Positions()).status,
              Status::InvalidInput);
    return made.fault();
  };
  EXPECT_EQ(fault({.vertex_count = 4, .tets = {{0, 1, 2, 4}}}),
            "tet 0: vertex 4 does not exist: there are 4 vertices");
  EXPECT_EQ(fault({.vertex_count = 4, .tets = {{0, -2, 2, 3}}}),
            "tet 0: vertex -2 does not exist: there are 4 vertices");
  EXPECT_EQ(fault({.vertex_count = 4, .tets = {{0, 1, 2, 3}, {3, 1, 0, 3}}}),
            "tet 1 names vertex 3 twice");
  EXPECT_EQ(fault({.vertex_count = 6, .tets = {{0, 1, 2, 3}, {2, 0, 1, 4}, {0, 1, 2, 5}}}),
            "tet 0, tet 1 and tet 2 have one face in common");
  EXPECT_EQ(fault({.vertex_count = 4, .tets = {{0, 1, 2, 3}, {2, 0, 3, 1}}}),
            "tet 0 and tet 1 have the same vertices");
  EXPECT_EQ(fault({.vertex_count = 4, .faces = {{0, 1, 4}}}),
            "face 0: vertex 4 does not exist: there are 4 vertices");
  EXPECT_EQ(fault({.vertex_count = 4, .edges = {{0, 1}, {0, 4}}}),
            "edge 1: vertex 4 does not exist: there are 4 vertices");
  EXPECT_EQ(fault({.vertex_count = 4, .points = {0, 4}}),
            "point 1: vertex 4 does not exist: there are 4 vertices");
  EXPECT_NE(fault({.vertex_count = 4, .objects = {0}}), "");
  EXPECT_NE(fault({.vertex_count = 2, .thickness = {0, -1}}), "");
  EXPECT_EQ(CollisionMesh(VolumeDescription{.vertex_count = 3}).fault(), "");
  EXPECT_EQ(CollisionMesh(VolumeDescription{.vertex_count = 3}).mesh().vertex_count(), 0u);
}

}  // namespace
}  // namespace firstcontact::test::collision_mesh_test
