/// The independent intersection test that other tests rely on, itself tested: known answers, one
/// unit in the last place, and small integers, where another method is exact too.
#include "support/static_intersection.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "support/exact_triangles.h"

namespace firstcontact::test::static_intersection_test {
namespace {

using Indices = std::array<int, 3>;

const Triangle kFlat = {Vec3(0, 0, 0), Vec3(4, 0, 0), Vec3(0, 4, 0)};

/// Both ways round, exactly and by the search through a mesh.
bool meets(const Triangle& a, const Triangle& b) {
  const std::vector<Vec3> vertices = {a[0], a[1], a[2], b[0], b[1], b[2]};
  const std::vector<Indices> triangles = {{0, 1, 2}, {3, 4, 5}};
  const bool found = find_intersection(vertices, triangles).triangles.has_value();
  EXPECT_EQ(triangles_meet(a, b), found);
  EXPECT_EQ(triangles_meet(b, a), found);
  return found;
}

Triangle moved(const Triangle& t, const Vec3& by) { return {t[0] + by, t[1] + by, t[2] + by}; }

TEST(StaticIntersection, FindsTrianglesThatPassThroughEachOther) {
  EXPECT_TRUE(meets(kFlat, {Vec3(1, 1, -1), Vec3(1, 1, 1), Vec3(9, 9, 1)}));
  EXPECT_TRUE(meets(kFlat, {Vec3(-1, 1, -1), Vec3(-1, 1, 1), Vec3(9, 1, 0.5)}));  // cuts two sides
  EXPECT_FALSE(meets(kFlat, {Vec3(3, 3, -1), Vec3(3, 3, 1),
                             Vec3(9, 9, 1)}));  // through the plane, beside the triangle
  EXPECT_FALSE(meets(kFlat, {Vec3(1, 1, 0.5), Vec3(1, 1, 1), Vec3(9, 9, 1)}));
}

TEST(StaticIntersection, TouchingIsMeeting) {
  EXPECT_TRUE(meets(kFlat, {Vec3(1, 1, 0), Vec3(1, 1, 1), Vec3(2, 1, 1)}));  // corner on face
  EXPECT_TRUE(meets(kFlat, {Vec3(0, 0, 0), Vec3(1, 1, 1),
                            Vec3(2, 1, 1)}));  // corner on corner, of different vertices
  EXPECT_TRUE(meets(kFlat, {Vec3(2, -1, -1), Vec3(2, 1, 1), Vec3(2, -1, 5)}));  // side on side
  EXPECT_TRUE(meets(kFlat, {Vec3(1, 0, 0), Vec3(3, 0, 0), Vec3(2, -1, 2)}));    // sides on one line
}

TEST(StaticIntersection, DecidesTrianglesInOnePlane) {
  EXPECT_TRUE(meets(kFlat, {Vec3(1, 1, 0), Vec3(2, 1, 0), Vec3(1, 2, 0)}));  // inside
  EXPECT_TRUE(meets(kFlat, {Vec3(1, 1, 0), Vec3(9, 1, 0), Vec3(9, 2, 0)}));  // overlapping
  EXPECT_TRUE(meets(
      kFlat, {Vec3(-1, 1, 0), Vec3(9, 1, 0), Vec3(9, 1.5, 0)}));  // no corner inside the other
  EXPECT_TRUE(meets(kFlat, {Vec3(2, 2, 0), Vec3(9, 2, 0), Vec3(9, 9, 0)}));  // touching in a point
  EXPECT_FALSE(meets(kFlat, {Vec3(2.5, 2, 0), Vec3(9, 2, 0), Vec3(9, 9, 0)}));
  const Triangle tilted = {Vec3(1, 2, 3), Vec3(5, 3, -2), Vec3(-3, 1, 4)};
  EXPECT_TRUE(meets(tilted, {Vec3(1, 2, 3), Vec3(9, 4, -7), Vec3(-3, 1, 4)}));
}

TEST(StaticIntersection, DecidesDegenerateTriangles) {
  const auto point = [](double x, double y, double z) {
    return Triangle{Vec3(x, y, z), Vec3(x, y, z), Vec3(x, y, z)};
  };
  const Triangle needle = {Vec3(1, 1, -1), Vec3(1, 1, 3), Vec3(1, 1, 1)};
  EXPECT_TRUE(meets(kFlat, needle));
  EXPECT_FALSE(meets(kFlat, moved(needle, Vec3(2, 2, 0))));
  EXPECT_TRUE(meets(kFlat, point(1, 3, 0)));
  EXPECT_FALSE(meets(kFlat, point(1, 3.5, 0)));
  EXPECT_FALSE(meets(kFlat, point(1, 1, 1e-300)));
  EXPECT_TRUE(meets(point(1, 2, 3), point(1, 2, 3)));
  EXPECT_FALSE(meets(point(1, 2, 3), point(1, 2, 4)));
  EXPECT_TRUE(meets(needle, moved(needle, Vec3(0, 0, 4))));  // end to end on one line
  EXPECT_FALSE(meets(needle, moved(needle, Vec3(0, 0, 5))));
  EXPECT_FALSE(meets(needle, moved(needle, Vec3(0, 1, 0))));
  EXPECT_TRUE(meets(needle, point(1, 1, 2)));
  EXPECT_TRUE(meets(needle, {Vec3(0, 0, 1), Vec3(2, 2, 1), Vec3(3, 3, 1)}));
}

TEST(StaticIntersection, OneUnitInTheLastPlaceDecides) {
  for (const double offset : {0.0, 1.0, 1e6, 1e15}) {
    const double z = offset + 1;
    const Triangle floor = {Vec3(offset, offset, z), Vec3(offset + 4, offset, z),
                            Vec3(offset, offset + 4, z)};
    const Triangle touching = {Vec3(offset + 1, offset + 1, z), Vec3(offset + 1, offset + 1, z + 2),
                               Vec3(offset + 2, offset + 1, z + 2)};
    Triangle above = touching;
    above[0].z() = std::nextafter(z, HUGE_VAL);
    EXPECT_TRUE(meets(floor, touching)) << offset;
    EXPECT_FALSE(meets(floor, above)) << offset;
    // Beside the diagonal side, in its plane.
    const Triangle beside = {Vec3(offset + 2, offset + 2, z), Vec3(offset + 4, offset + 4, z),
                             Vec3(offset + 4, offset + 2, z)};
    Triangle off = beside;
    off[0].x() = std::nextafter(offset + 2, HUGE_VAL);
    EXPECT_TRUE(meets(floor, beside)) << offset;
    EXPECT_FALSE(meets(floor, off)) << offset;
  }
}

TEST(StaticIntersection, HugeAndTinyNumbersAreExact) {
  const Triangle tiny = {Vec3(0, 0, 0), Vec3(4e-310, 0, 0), Vec3(0, 4e-310, 0)};
  EXPECT_TRUE(meets(tiny, {Vec3(1e-310, 1e-310, -1), Vec3(1e-310, 1e-310, 1e60), Vec3(1, 1, 1)}));
  EXPECT_FALSE(meets(tiny, {Vec3(3e-310, 3e-310, -1), Vec3(3e-310, 3e-310, 1e60), Vec3(1, 1, 1)}));
  EXPECT_FALSE(meets(tiny, moved(tiny, Vec3(0, 0, 5e-324))));
}

TEST(StaticIntersection, SharedCornerMeetsOnlyBeyondIt) {
  const std::vector<Indices> triangles = {{1, 0, 2}, {3, 4, 0}};
  const auto intersects = [&](const Vec3& x, const Vec3& y) {
    return find_intersection(std::vector<Vec3>{Vec3(0, 0, 0), Vec3(4, 0, 0), Vec3(0, 4, 0), x, y},
                             triangles)
        .triangles.has_value();
  };
  EXPECT_FALSE(intersects(Vec3(-1, 0, 0), Vec3(0, -1, 0)));
  EXPECT_FALSE(intersects(Vec3(1, 1, 1e-9), Vec3(1, 2, 1e-9)));
  EXPECT_TRUE(
      intersects(Vec3(1, 1, 1), Vec3(1, 2, -1)));  // the far side of the second through the first
  EXPECT_TRUE(
      intersects(Vec3(5, 5, 1), Vec3(5, 5, -1)));  // the far side of the first through the second
  EXPECT_TRUE(intersects(Vec3(1, 1, 0), Vec3(1, 1, 1)));  // a corner on the first
  EXPECT_FALSE(intersects(Vec3(1, 1, 5e-324), Vec3(1, 1, 1)));
  EXPECT_TRUE(intersects(Vec3(4, -1, 0), Vec3(4, 1, 0)));  // in one plane
  EXPECT_FALSE(intersects(Vec3(4, -1, 0), Vec3(4, -2, 0)));
}

TEST(StaticIntersection, SharedSideMeetsOnlyWhenFoldedFlat) {
  const std::vector<Indices> triangles = {{2, 0, 1}, {1, 0, 3}};
  const auto intersects = [&](const Vec3& apex) {
    return find_intersection(std::vector<Vec3>{Vec3(0, 0, 0), Vec3(4, 0, 0), Vec3(1, 4, 0), apex},
                             triangles)
        .triangles.has_value();
  };
  EXPECT_FALSE(intersects(Vec3(2, -4, 0)));
  EXPECT_FALSE(intersects(Vec3(2, 1, 1)));
  EXPECT_FALSE(intersects(Vec3(1, 1, 5e-324)));
  EXPECT_TRUE(intersects(Vec3(1, 1, 0)));   // inside the other
  EXPECT_TRUE(intersects(Vec3(1, 9, 0)));   // around it
  EXPECT_TRUE(intersects(Vec3(40, 4, 0)));  // free sides cross
  EXPECT_TRUE(intersects(Vec3(2, 0, 0)));   // no area, on the common side
  EXPECT_FALSE(intersects(Vec3(2, -5e-324, 0)));
}

// --- small integers ---

using Lattice = std::array<std::int64_t, 3>;

Lattice minus(const Lattice& a, const Lattice& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
Lattice cross(const Lattice& a, const Lattice& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
std::int64_t dot(const Lattice& a, const Lattice& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

bool separates(const Lattice& n, const std::array<Lattice, 3>& a, const std::array<Lattice, 3>& b) {
  const auto a_heights = std::minmax({dot(n, a[0]), dot(n, a[1]), dot(n, a[2])});
  const auto b_heights = std::minmax({dot(n, b[0]), dot(n, b[1]), dot(n, b[2])});
  return a_heights.first > b_heights.second || b_heights.first > a_heights.second;
}

/// Two polytopes are disjoint exactly when a plane separates them that contains enough of their
/// corners: its normal is a cross product of sides or of differences of corners, or lies in the
/// plane of the corners if they have only one.
bool separable(const std::array<Lattice, 3>& a, const std::array<Lattice, 3>& b) {
  std::vector<Lattice> differences;
  for (std::size_t i = 0; i < 3; ++i) {
    differences.push_back(minus(a[i], a[(i + 1) % 3]));
    differences.push_back(minus(b[i], b[(i + 1) % 3]));
    for (std::size_t j = 0; j < 3; ++j) differences.push_back(minus(a[i], b[j]));
  }
  for (const Lattice& x : differences) {
    if (separates(x, a, b)) return true;
    for (const Lattice& y : differences) {
      const Lattice n = cross(x, y);
      if (separates(n, a, b)) return true;
      for (const Lattice& z : differences)
        if (separates(cross(n, z), a, b)) return true;
    }
  }
  return false;
}

TEST(StaticIntersection, AgreesWithSeparatingPlanesOnSmallIntegers) {
  std::mt19937_64 random(20240611);
  int hits = 0, exact_frees = 0;
  constexpr int kPairs = 3000;
  for (int pair = 0; pair < kPairs; ++pair) {
    const int size =
        1 + pair % 4;  // in a cube this small most pairs touch, lie in one plane or are degenerate
    std::array<Lattice, 3> a, b;
    std::vector<Vec3> vertices;
    for (auto* t : {&a, &b}) {
      for (Lattice& x : *t) {
        for (std::int64_t& value : x)
          value = static_cast<std::int64_t>(random() % static_cast<unsigned>(size + 1));
        vertices.emplace_back(static_cast<double>(x[0]), static_cast<double>(x[1]),
                              static_cast<double>(x[2]));
      }
    }
    const bool expected = !separable(a, b);
    ASSERT_EQ(triangles_meet({vertices[0], vertices[1], vertices[2]},
                             {vertices[3], vertices[4], vertices[5]}),
              expected)
        << pair;
    const Intersection found =
        find_intersection(vertices, std::vector<Indices>{{0, 1, 2}, {3, 4, 5}});
    ASSERT_EQ(found.triangles.has_value(), expected) << pair;
    hits += expected;
    exact_frees += !expected && found.exact_pairs != 0;
  }
  EXPECT_GT(hits, kPairs / 3);
  EXPECT_LT(hits, kPairs * 9 / 10);
  EXPECT_LT(exact_frees,
            kPairs / 20);  // nearly every free pair is proven free without exact arithmetic
}

TEST(StaticIntersection, SearchFindsWhatAllPairsFind) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> coordinate(0, 1);
  int hits = 0;
  constexpr int kScenes = 200;
  for (int scene = 0; scene < kScenes; ++scene) {
    const double size = 0.02 * (1 + scene % 20);
    std::vector<Vec3> vertices;
    std::vector<Indices> triangles;
    for (int i = 0; i < 30; ++i) {
      const Vec3 at(coordinate(random), coordinate(random), coordinate(random));
      for (int k = 0; k < 3; ++k)
        vertices.push_back(at +
                           size * Vec3(coordinate(random), coordinate(random), coordinate(random)));
      triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
    }
    bool expected = false;
    for (std::size_t i = 0; i < triangles.size() && !expected; ++i)
      for (std::size_t j = 0; j < i && !expected; ++j)
        expected = triangles_meet({vertices[3 * i], vertices[3 * i + 1], vertices[3 * i + 2]},
                                  {vertices[3 * j], vertices[3 * j + 1], vertices[3 * j + 2]});
    ASSERT_EQ(find_intersection(vertices, triangles).triangles.has_value(), expected) << scene;
    hits += expected;
  }
  EXPECT_GT(hits, kScenes / 5);
  EXPECT_LT(hits, kScenes * 4 / 5);
}

TEST(StaticIntersection, NothingMeetsInAnEmptyMeshOrOneTriangle) {
  EXPECT_FALSE(find_intersection({}, {}).triangles.has_value());
  const std::vector<Vec3> vertices(3, Vec3::Zero());
  EXPECT_FALSE(find_intersection(vertices, std::vector<Indices>{{0, 1, 2}}).triangles.has_value());
}

}  // namespace
}  // namespace firstcontact::test::static_intersection_test
