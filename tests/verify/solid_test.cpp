#include "verify/solid.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <random>

#include "verify/scene_match.h"

namespace firstcontact::test::solid_test {
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
    for (const int corner : t) soup.vertices.push_back(mesh.vertices[corner]);
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

/// Boxes that share a corner overlap though they are connected: a ray from what both contain
/// crosses two walls.
TEST(Solid, OverlapsOfPartsThatShareACornerAreInside) {
  for (const bool inward : {false, true}) {
    TestMesh mesh;
    mesh.add_box({0, 0, 0}, {2, 2, 2}, inward);
    mesh.add_box({0, 0, 0}, {1, 3, 1}, inward);  // they also share parts of edges, but no edge
    EXPECT_EQ(mesh.solid().samples().size(), 1u);
    EXPECT_TRUE(mesh.solid().contains({0.5, 0.5, 0.5}));
    EXPECT_TRUE(mesh.solid().contains({0.5, 2.5, 0.5}));
    EXPECT_TRUE(mesh.solid().contains({1.5, 0.5, 1.5}));
    EXPECT_FALSE(mesh.solid().contains({1.5, 2.5, 0.5}));
    TestMesh inner;
    inner.add_box({0.4, 0.4, 0.4}, {0.6, 0.6, 0.6});
    EXPECT_TRUE(lies_inside(inner.solid(), mesh.solid()));
  }
}

TEST(Solid, CopiesOfTrianglesCountOnce) {
  TestMesh twice, turned, thrice;
  for (int i = 0; i < 2; ++i) twice.add_box({-1, -1, -1}, {1, 1, 1});
  for (const bool inward : {false, true}) turned.add_box({-1, -1, -1}, {1, 1, 1}, inward);
  for (int i = 0; i < 3; ++i) thrice.add_box({-1, -1, -1}, {1, 1, 1}, i == 1);
  TestMesh same_vertices;
  same_vertices.add_box({-1, -1, -1}, {1, 1, 1});
  same_vertices.triangles.push_back(same_vertices.triangles[3]);
  for (const TestMesh* mesh : {&twice, &turned, &thrice, &same_vertices}) {
    EXPECT_TRUE(mesh->solid().has_inside());
    EXPECT_TRUE(mesh->solid().contains({0.25, 0.125, 0}));
    EXPECT_FALSE(mesh->solid().contains({0.25, 0.125, 1.5}));
  }
}

TEST(Solid, ABoxInAHollowInABoxIsFull) {
  for (const bool inward : {false, true}) {
    TestMesh mesh;
    mesh.add_box({-4, -4, -4}, {4, 4, 4});
    mesh.add_box({-3, -3, -3}, {3, 3, 3}, true);
    mesh.add_box({-1, -1, -1}, {1, 1, 1}, inward);
    EXPECT_TRUE(mesh.solid().contains({0.5, 0.25, 0}));
    EXPECT_FALSE(mesh.solid().contains({2, 0, 0}));
    EXPECT_TRUE(mesh.solid().contains({3.5, 0, 0}));
    EXPECT_FALSE(mesh.solid().contains({4.5, 0, 0}));
  }
}

TEST(Solid, FinsAreTakenAway) {
  TestMesh mesh;
  mesh.add_box({-1, -1, -1}, {1, 1, 1});
  mesh.vertices.emplace_back(3, 3, 3);
  mesh.vertices.emplace_back(3, 3, 4);
  mesh.triangles.push_back(Face{0, 1, 8});
  mesh.triangles.push_back(Face{1, 8, 9});
  EXPECT_TRUE(mesh.solid().contains({0, 0, 0}));
  EXPECT_FALSE(mesh.solid().contains({1.5, 1.5, 1.5}));
}

TEST(Solid, ACommonWallIsNoHole) {
  TestMesh mesh;
  mesh.add_box({-1, -1, -1}, {0, 1, 1});
  mesh.add_box({0, -1, -1}, {1, 1, 1});
  // The second box has the wall with the other diagonal; that of the first is made the same.
  std::erase_if(mesh.triangles, [](const Face& t) {
    return t == Face{1, 3, 7} || t == Face{1, 7, 5};
  });
  mesh.triangles.push_back(Face{1, 3, 7});
  mesh.triangles.push_back(Face{1, 7, 5});
  for (const double x : {-0.5, 0.5}) EXPECT_TRUE(mesh.solid().contains({x, 0.25, 0}));
  EXPECT_FALSE(mesh.solid().contains({1.5, 0.25, 0}));
}

TEST(Solid, TurnedTrianglesAreOrientedByTheirEdges) {
  // Two boxes that overlap and share an edge, each with a triangle turned round: nothing says
  // that one is a cavity of the other.
  for (const bool inward : {false, true}) {
    TestMesh mesh;
    mesh.add_box({0, 0, 0}, {2, 2, 2});
    mesh.add_box({0, 0, 0}, {1, 1, 2}, inward);  // the edge along z
    for (const std::size_t t : {3u, 15u}) std::swap(mesh.triangles[t][0], mesh.triangles[t][1]);
    EXPECT_TRUE(mesh.solid().contains({0.5, 0.25, 1}));
    EXPECT_TRUE(mesh.solid().contains({1.5, 1.75, 1}));
    EXPECT_FALSE(mesh.solid().contains({2.5, 1.75, 1}));
  }
}

/// The projective plane with six vertices in general position has one side only: parity decides.
TEST(Solid, WhatCannotBeOrientedIsDecidedByParity) {
  TestMesh mesh;
  // Without vertex 0 it would be a Möbius strip of five triangles around, here closed by a fan.
  mesh.vertices = {{0, 0, 5}};
  for (const Vec3& v :
       {Vec3(4, 0, 0), Vec3(1, 4, 0.5), Vec3(-3, 2, -0.25), Vec3(-3, -2, 0.75), Vec3(1, -4, -0.5)})
    mesh.vertices.push_back(v);
  for (int i = 0; i < 5; ++i) {
    const auto at = [&](int k) { return 1 + (i + k) % 5; };
    mesh.triangles.push_back(Face{0, at(0), at(1)});
    mesh.triangles.push_back(Face{at(0), at(1), at(3)});
  }
  EXPECT_TRUE(mesh.solid().has_inside());
  EXPECT_TRUE(mesh.solid().contains({0.125, 0.25, 2}));
  EXPECT_FALSE(mesh.solid().contains({0.125, 0.25, 5.5}));
}

/// The winding number as the sum of the solid angles of the triangles.
long double winding(const TestMesh& mesh, const Vec3& p) {
  using Long = Eigen::Matrix<long double, 3, 1>;
  long double sum = 0;
  for (const Face& t : mesh.triangles) {
    std::array<Long, 3> r;
    for (std::size_t k = 0; k < 3; ++k) r[k] = (mesh.vertices[t[k]] - p).cast<long double>();
    const long double a = r[0].norm(), b = r[1].norm(), c = r[2].norm();
    sum += 2 * std::atan2(r[0].dot(r[1].cross(r[2])),
                          a * b * c + r[0].dot(r[1]) * c + r[1].dot(r[2]) * a + r[2].dot(r[0]) * b);
  }
  return sum / (4 * std::acos(-1.0L));
}

/// Up to five boxes and tetrahedra that overlap, lie in each other or share corners, outward or
/// inward, then some of them listed twice, in random order; against solid angles: seed 11.
TEST(Solid, RandomMeshesAgreeWithSolidAngles) {
  std::mt19937_64 random(11);
  const auto number = [&](int low, int high) {
    return std::uniform_int_distribution<int>(low, high)(random);
  };
  int points = 0, inside = 0, cancelled = 0;
  for (int round = 0; round < 400; ++round) {
    TestMesh plain, listed;
    const int count = number(1, 5);
    for (int i = 0; i < count; ++i) {
      // Different parity of the corners: no two boxes share an edge, but corners at the origin.
      const Vec3 low =
          number(0, 2) == 0 ? Vec3(0, 0, 0) : Vec3(number(-8, 0), number(-8, 0), number(-8, 0));
      const Vec3 size(number(1, 3) * 5 + i, number(1, 3) * 5 + i, number(1, 3) * 5 + i);
      TestMesh part;
      part.add_box(low, low + size, number(0, 2) == 0);
      for (TestMesh* mesh : {&plain, &listed})
        for (int copy = mesh == &plain ? 1 : number(1, 2); copy > 0; --copy) {
          const int first = static_cast<int>(mesh->vertices.size());
          mesh->vertices.insert(mesh->vertices.end(), part.vertices.begin(), part.vertices.end());
          for (const Face& t : part.triangles)
            mesh->triangles.push_back(Face{first + t[1], first + t[2], first + t[0]});
        }
    }
    std::shuffle(listed.triangles.begin(), listed.triangles.end(), random);
    const Solid solid = listed.solid();
    for (int i = 0; i < 20; ++i) {
      // Off all walls, which are at whole numbers.
      const Vec3 p = Vec3(number(-9, 12), number(-9, 12), number(-9, 12)) +
                     Vec3(number(1, 7), number(1, 7), number(1, 7)) / 8;
      const long double turns = winding(plain, p);
      ASSERT_LT(std::abs(turns - std::round(turns)), 1e-9L);
      const bool expected = std::round(turns) != 0;
      ASSERT_EQ(solid.contains(p), expected) << round << ": " << p.transpose() << ' ' << turns;
      ++points;
      inside += expected ? 1 : 0;
      cancelled += !expected && (p.array() > 0).all() && (p.array() < 5).all() ? 1 : 0;
    }
  }
  EXPECT_GT(inside, points / 6);
  EXPECT_LT(inside, points * 5 / 6);
  EXPECT_GT(cancelled, 0) << "cavities";
}

TEST(Solid, WhatStartsInsideIsNamed) {
  TestMesh crate, part;
  crate.add_box({-2, -2, -2}, {2, 2, 2});
  part.add_box({-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5});
  verify::SceneInputs inputs;
  const auto body = [&](const std::string& name, const TestMesh& mesh) {
    inputs.bodies.emplace_back();
    inputs.bodies.back().name = name;
    inputs.bodies.back().shapes.push_back({mesh.vertices, mesh.triangles, 0});
  };
  body("crate", crate);
  body("part", part);
  inputs.pairs = {{0, 1, 0}};
  verify::SceneClaim claim;
  claim.frames.resize(2);
  claim.shapes = {{"crate", 0, 0}, {"part", 1, 1}};
  claim.pairs = {{0, 1, 0, -1}};
  EXPECT_EQ(verify::nested_at_start(inputs, claim),
            std::vector<std::string>{"'part' starts inside of 'crate'"});
  claim.frames[1].motion.before.offset = Vec3(10, 0, 0);
  EXPECT_TRUE(verify::nested_at_start(inputs, claim).empty());
  // A quarter turn, and carried by the crate's frame.
  claim.frames[1].parent = 0;
  claim.frames[1].motion.before.offset = Vec3(0, 1.25, 0);
  claim.frames[1].motion.angle_t0 = 1.5707963267948966;
  claim.frames[1].motion.after.offset = Vec3(-1, 0, 0);
  EXPECT_EQ(verify::nested_at_start(inputs, claim),
            std::vector<std::string>{"'part' starts inside of 'crate'"});
  std::swap(inputs.bodies[0], inputs.bodies[1]);
  std::swap(claim.shapes[0], claim.shapes[1]);
  EXPECT_EQ(verify::nested_at_start(inputs, claim),
            std::vector<std::string>{"'part' starts inside of 'crate'"});
}

}  // namespace
}  // namespace firstcontact::test::solid_test
