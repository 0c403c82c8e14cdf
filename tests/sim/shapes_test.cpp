/// Solids and surfaces: as many elements as asked, well shaped, closed, free of intersections.
#include <firstcontact/intersections.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <map>
#include <numbers>

#include "sim/shapes/grid_shapes.h"
#include "sim/shapes/implicit_shapes.h"
#include "sim/shapes/surface_shapes.h"

namespace firstcontact::sim::shapes_test {
namespace {

struct NamedSolid {
  const char* name;
  std::function<TetMesh(int)> make;
  /// In degrees. The stuffed ones are bounded by the lattice, the others by their shape.
  double least_dihedral;
};

void PrintTo(const NamedSolid& solid, std::ostream* out) { *out << solid.name; }

std::vector<NamedSolid> solids() {
  const auto filled = [](const ImplicitShape& shape) {
    return [shape](int elements) { return stuffed_with(shape, elements); };
  };
  return {
      {"ball", filled(ball(1)), 10},
      {"torus", filled(torus(1, 0.4)), 10},
      {"cylinder", filled(cylinder(1, 2)), 10},
      {"cone", filled(cone(1, 2)), 10},
      {"golf_ball", filled(golf_ball(1, 60, 0.06)), 10},
      {"cow_head", filled(cow_head(1)), 10},
      {"cat_figure", filled(cat_figure(1)), 10},
      {"box",
       [](int n) {
         return box({1, 2, 0.5}, n);
       },
       30},
      {"mat",
       [](int n) {
         return box({1, 0.5, 0.02}, n);
       },
       10},
      {"wedge", [](int n) { return wedge(1, 1, 0.5, 1, n); }, 20},
      {"bare_wedge", [](int n) { return wedge(1, 1, 0, 1, n); }, 20},
      {"spike", [](int n) { return spike(1, 1, 1, n); }, 15},
      {"ring", [](int n) { return ring(1, 0.25, 0, n); }, 10},
      {"link", [](int n) { return ring(1, 0.25, 1.5, n); }, 10},
  };
}

constexpr std::array<int, 3> kCounts = {300, 2000, 10000};

class Solid : public testing::TestWithParam<NamedSolid> {
 public:
  /// Made once for all tests.
  static const TetMesh& made(int count) {
    static std::map<std::pair<std::string, int>, TetMesh> meshes;
    const auto [found, is_new] = meshes.try_emplace({GetParam().name, count});
    if (is_new) found->second = GetParam().make(count);
    return found->second;
  }
};

TEST_P(Solid, HasAboutAsManyElementsAsAsked) {
  for (const int count : kCounts) {
    const auto found = static_cast<double>(made(count).tets.size());
    EXPECT_GT(found, 0.8 * count);
    EXPECT_LT(found, 1.2 * count);
  }
}

TEST_P(Solid, HasWellShapedElementsOfPositiveVolume) {
  for (const int count : kCounts) {
    const TetMesh& mesh = made(count);
    double least = 180;
    for (const Tet& tet : mesh.tets) {
      ASSERT_GT(volume(mesh.vertices, tet), 0);
      least = std::min(least, smallest_dihedral(mesh.vertices, tet));
    }
    EXPECT_GT(least, GetParam().least_dihedral) << count;
  }
}

TEST_P(Solid, HasAClosedSurfaceThatDoesNotCutItself) {
  for (const int count : kCounts) {
    const TetMesh& mesh = made(count);
    const std::vector<Face> faces = boundary_faces(mesh.tets);
    EXPECT_EQ(closed_surface_fault(faces), "") << count;
    const Mesh surface(
        {.vertex_count = static_cast<std::size_t>(mesh.vertices.rows()), .faces = faces});
    IntersectionOptions options;
    options.only_whether = true;
    // Vertices inside are loose points of this mesh, and cannot lie on its surface.
    EXPECT_EQ(intersections(surface, mesh.vertices, options).status, Status::Free) << count;
  }
}

TEST_P(Solid, IsTheSameEachTime) {
  const TetMesh &a = made(2000), b = GetParam().make(2000);
  EXPECT_EQ(a.tets, b.tets);
  EXPECT_TRUE(a.vertices == b.vertices);
}

INSTANTIATE_TEST_SUITE_P(Shapes, Solid, testing::ValuesIn(solids()),
                         [](const auto& shape) { return std::string(shape.param.name); });

TEST(SolidVolume, IsNearTheShapes) {
  const auto total = [](const TetMesh& mesh) {
    double sum = 0;
    for (const Tet& tet : mesh.tets) sum += volume(mesh.vertices, tet);
    return sum;
  };
  constexpr double kPi = std::numbers::pi;
  EXPECT_NEAR(total(stuffed_with(ball(1), 10000)), 4 * kPi / 3, 0.05);
  EXPECT_NEAR(total(stuffed_with(torus(1, 0.4), 10000)), 2 * kPi * kPi * 0.16, 0.05);
  EXPECT_NEAR(total(box({1, 2, 0.5}, 700)), 1, 1e-12);
  EXPECT_NEAR(total(wedge(1, 2, 0.5, 1, 700)), 2 * (0.5 + 0.5), 1e-12);
  EXPECT_NEAR(total(spike(1, 2, 1, 700)), std::sqrt(3) / 4 * (2 + 1.0 / 3), 1e-12);
}

TEST(Stuffing, FindsNothingInAShapeThatIsThinnerThanTheLattice) {
  const ImplicitShape shape = {.inside = [](const Vec3& p) { return 1e-3 - std::abs(p[2] - 0.3); },
                               .low = {-1, -1, -1},
                               .high = {1, 1, 1}};
  EXPECT_TRUE(stuffed(shape, 1).tets.empty());
}

struct NamedSurface {
  const char* name;
  std::function<TriangleMesh(int)> make;
  bool closed;
};

void PrintTo(const NamedSurface& surface, std::ostream* out) { *out << surface.name; }

std::vector<NamedSurface> surfaces() {
  return {
      {"sheet", [](int n) { return sheet(1, 2, n); }, false},
      {"sphere", [](int n) { return sphere_surface(1, n); }, true},
      {"cone", [](int n) { return cone_surface(1, 2, n); }, true},
      {"box",
       [](int n) {
         return box_surface({1, 2, 3}, n);
       },
       true},
      {"profile",
       [](int n) {
         return profile_surface({{-1, 0}, {0, 0}, {0, -1}, {0.5, -1}}, 1, n);
       },
       false},
      {"pit", [](int n) { return pit_surface(3, 1, 1, 0.5, n); }, false},
  };
}

class Surface : public testing::TestWithParam<NamedSurface> {};

TEST_P(Surface, DoesNotCutItself) {
  for (const int count : {2, 100, 1000}) {
    const TriangleMesh mesh = GetParam().make(count);
    if (count > 2) {
      EXPECT_GT(static_cast<double>(mesh.faces.size()), 0.6 * count);
      EXPECT_LT(static_cast<double>(mesh.faces.size()), 1.5 * count);
    }
    if (GetParam().closed) {
      EXPECT_EQ(closed_surface_fault(mesh.faces), "") << count;
    }
    const Mesh surface(
        {.vertex_count = static_cast<std::size_t>(mesh.vertices.rows()), .faces = mesh.faces});
    EXPECT_TRUE(surface.loose_points().empty());
    EXPECT_EQ(intersections(surface, mesh.vertices).status, Status::Free) << count;
  }
}

TEST_P(Surface, LooksOutwardOrUp) {
  const TriangleMesh mesh = GetParam().make(100);
  double sum = 0;
  for (const Face& face : mesh.faces) {
    const Vec3 a = mesh.vertices.row(face[0]), b = mesh.vertices.row(face[1]),
               c = mesh.vertices.row(face[2]);
    const Vec3 normal = (b - a).cross(c - a) / 2;
    EXPECT_GT(normal.norm(), 0);
    // Twice the volume of a closed surface; the shadow on the ground of an open one.
    sum += GetParam().closed ? normal.dot(a) : normal[2];
  }
  EXPECT_GT(sum, 0.4);
}

INSTANTIATE_TEST_SUITE_P(Shapes, Surface, testing::ValuesIn(surfaces()),
                         [](const auto& shape) { return std::string(shape.param.name); });

TEST(Shapes, AreBoundedInNumberHoweverThin) {
  constexpr double kThin = 1e-9, kLong = 1e9;
  EXPECT_LT(sheet(kLong, kThin, 100).faces.size(), 500u);
  EXPECT_LT(sheet(kThin, kLong, 100).faces.size(), 500u);
  EXPECT_LT(box_surface({kLong, kThin, kThin}, 100).faces.size(), 1000u);
  EXPECT_LT(profile_surface({{0, 0}, {kLong, 0}}, kThin, 100).faces.size(), 500u);
  EXPECT_LT(profile_surface({{0, 0}, {kThin, 0}}, kLong, 100).faces.size(), 500u);
  EXPECT_LT(pit_surface(1, 0.5, 0.5, kLong, 100).faces.size(), 2000u);
  EXPECT_LT(box({kLong, kThin, 1}, 100).tets.size(), 200u);
  EXPECT_LT(wedge(kThin, kLong, 1, 1, 100).tets.size(), 200u);
  EXPECT_LT(spike(kThin, kLong, 1, 100).tets.size(), 200u);
  EXPECT_LT(ring(kLong, kThin, 0, 100).tets.size(), 200u);
  EXPECT_TRUE(stuffed_with(cylinder(kThin, kLong), 100).tets.empty());
}

TEST(ClosedSurfaceFault, NamesWhatIsWrong) {
  const std::vector<Face> tet = boundary_faces({{0, 1, 2, 3}});
  EXPECT_EQ(closed_surface_fault(tet), "");
  std::vector<Face> open(tet.begin(), tet.end() - 1);
  EXPECT_NE(closed_surface_fault(open).find("in one face only"), std::string::npos);
  const std::vector<Face> touching = boundary_faces({{0, 1, 2, 3}, {0, 4, 5, 6}});
  EXPECT_EQ(closed_surface_fault(touching), "the faces around vertex 0 are more than one fan");
  const std::vector<Face> hinged = boundary_faces({{0, 1, 2, 3}, {0, 1, 4, 5}});
  EXPECT_NE(closed_surface_fault(hinged).find("is in two faces"), std::string::npos);
}

}  // namespace
}  // namespace firstcontact::sim::shapes_test
