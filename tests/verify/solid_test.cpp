#include "verify/solid.h"

#include <gtest/gtest.h>

#include <random>

namespace firstcontact::test {
namespace {

using verify::Solid;

struct TestMesh {
  std::vector<Vec3> vertices;
  std::vector<Face> triangles;

  void add_box(const Vec3& low, const Vec3& high, bool inward = false) {
    const int first = static_cast<int>(vertices.size());
    for (int i = 0; i < 8; ++i)
      vertices.emplace_back(i & 1 ? high.x() : low.x(), i & 2 ? high.y() : low.y(),
                            i & 4 ? high.z() : low.z());
    const std::vector<Face> outward = {Face{0, 2, 3}, Face{0, 3, 1}, Face{4, 5, 7}, Face{4, 7, 6},
                                       Face{0, 1, 5}, Face{0, 5, 4}, Face{2, 6, 7}, Face{2, 7, 3},
                                       Face{0, 4, 6}, Face{0, 6, 2}, Face{1, 3, 7}, Face{1, 7, 5}};
    for (const Face& t : outward)
      triangles.push_back(inward ? Face{first + t[0], first + t[2], first + t[1]}
                                 : Face{first + t[0], first + t[1], first + t[2]});
  }
  Solid solid() const { return {vertices, triangles}; }
};

TEST(Solid, ABoxContainsWhatIsInIt) {
  TestMesh mesh;
  mesh.add_box({-1, -1, -1}, {1, 1, 1});
  const Solid box = mesh.solid();
  EXPECT_TRUE(box.has_inside());
  EXPECT_EQ(box.samples().size(), 1u);
  // Rays straight up through edges and vertices would count wrongly.
  for (const Vec3& inside :
       {Vec3(0, 0, 0), Vec3(0.5, 0.5, 0), Vec3(-0.999, 0.999, 0.999), Vec3(0, 0, -1 + 1e-16)})
    EXPECT_TRUE(box.contains(inside)) << inside.transpose();
  for (const Vec3& outside : {Vec3(0, 0, 2), Vec3(0, 0, -2), Vec3(1 + 1e-15, 0, 0), Vec3(3, 3, 3),
                              Vec3(-1, -1, -1 - 1e-15)})
    EXPECT_FALSE(box.contains(outside)) << outside.transpose();
  for (const Vec3& surface :
       {Vec3(0, 0, 1), Vec3(1, 1, 1), Vec3(1, 0.25, 0.25), Vec3(1, 1, 0), Vec3(0, 0, -1)})
    EXPECT_TRUE(box.contains(surface)) << surface.transpose();
}

TEST(Solid, VerticesThatAreGivenOnceForEachTriangleAreOne) {
  TestMesh mesh, soup;
  mesh.add_box({-1, -1, -1}, {1, 1, 1});
  for (const Face& t : mesh.triangles) {
    const int first = static_cast<int>(soup.vertices.size());
    for (const int corner : t)
      soup.vertices.push_back(mesh.vertices[static_cast<std::size_t>(corner)]);
    soup.triangles.push_back(Face{first, first + 1, first + 2});
  }
  EXPECT_TRUE(soup.solid().contains({0, 0, 0}));
  EXPECT_EQ(soup.solid().samples().size(), 1u);
}

TEST(Solid, AnOpenSurfaceHasNoInside) {
  TestMesh mesh;
  mesh.add_box({-1, -1, -1}, {1, 1, 1});
  mesh.triangles.pop_back();
  EXPECT_FALSE(mesh.solid().has_inside());
  EXPECT_FALSE(mesh.solid().contains({0, 0, 0}));
}

TEST(Solid, HollowsAreNotInsideAndOverlapsAre) {
  TestMesh crate, nested, overlapping, turned;
  crate.add_box({-2, -2, -2}, {2, 2, 2});
  crate.add_box({-1, -1, -1}, {1, 1, 1}, true);
  EXPECT_FALSE(crate.solid().contains({0, 0, 0}));
  EXPECT_TRUE(crate.solid().contains({1.5, 0, 0}));
  nested.add_box({-2, -2, -2}, {2, 2, 2});
  nested.add_box({-1, -1, -1}, {1, 1, 1});
  EXPECT_TRUE(nested.solid().contains({0, 0, 0}));
  overlapping.add_box({-2, -2, -2}, {1, 1, 1});
  overlapping.add_box({-1, -1, -1}, {2, 2, 2});
  EXPECT_TRUE(overlapping.solid().contains({0, 0, 0}));
  EXPECT_FALSE(overlapping.solid().contains({-1.5, 1.5, 0}));
  turned.add_box({-2, -2, -2}, {2, 2, 2}, true);
  EXPECT_TRUE(turned.solid().contains({0, 0, 0}))
      << "a surface that faces inward is as closed as any other";
}

TEST(Solid, LiesInsideLooksAtEveryPart) {
  TestMesh crate, both;
  crate.add_box({-2, -2, -2}, {2, 2, 2});
  both.add_box({5, 5, 5}, {6, 6, 6});
  EXPECT_FALSE(lies_inside(both.solid(), crate.solid()));
  both.add_box({-1, -1, -1}, {1, 1, 1});
  EXPECT_TRUE(lies_inside(both.solid(), crate.solid()));
  EXPECT_FALSE(lies_inside(crate.solid(), both.solid()));
}

/// Points near the surface of a regular octahedron |x| + |y| + |z| <= 1, whose inside is known
/// exactly: seed 7.
TEST(Solid, RandomPointsNearASurfaceAreDecidedExactly) {
  TestMesh mesh;
  mesh.vertices = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
  for (const int x : {0, 1})
    for (const int y : {2, 3})
      for (const int z : {4, 5}) mesh.triangles.push_back(Face{x, y, z});
  const Solid octahedron = mesh.solid();
  std::mt19937_64 random(7);
  int inside = 0;
  constexpr int kPoints = 2000;
  for (int i = 0; i < kPoints; ++i) {
    // Multiples of 2^-30: their sums are exact.
    const auto coordinate = [&](std::int64_t limit) {
      return static_cast<double>(
          std::uniform_int_distribution<std::int64_t>(-limit, limit)(random));
    };
    constexpr double kOne = 1 << 30;
    const double x = coordinate(1 << 29), y = coordinate(1 << 29);
    const double z = (random() & 1 ? 1 : -1) * (kOne - std::abs(x) - std::abs(y) + coordinate(1));
    const bool expected = std::abs(x) + std::abs(y) + std::abs(z) <= kOne;
    ASSERT_EQ(octahedron.contains(Vec3(x, y, z) / kOne), expected) << x << ' ' << y << ' ' << z;
    inside += expected ? 1 : 0;
  }
  EXPECT_GT(inside, kPoints / 2);
  EXPECT_LT(inside, 3 * kPoints / 4);
}

}  // namespace
}  // namespace firstcontact::test
