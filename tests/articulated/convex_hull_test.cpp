// Hulls of all sorts of bodies contain them; distances of hulls.
#include "geometry/convex_hull.h"

#include <gtest/gtest.h>

#include "articulated/random_trees.h"
#include "geometry/hull_distance.h"
#include "geometry/triangle_distance.h"

namespace firstcontact::articulated::convex_hull_test {
namespace {

using generate::Random;

TriangleBody soup(const std::vector<Vec3>& points) {
  std::vector<Face> triangles;
  const int count = static_cast<int>(points.size());
  for (int i = 0; i < count; ++i) triangles.push_back({i, (i + 1) % count, (i + 2) % count});
  return TriangleBody(points, triangles);
}

/// In many directions no point is farther out than the hull and its excess.
void expect_contains(const geometry::ConvexHull& hull, const std::vector<Vec3>& points,
                     std::uint64_t seed, int directions = 300) {
  Random random({seed});
  for (int k = 0; k < directions; ++k) {
    Vec3 n = k < 3   ? Vec3(Vec3::Unit(k))
             : k < 6 ? Vec3(-Vec3::Unit(k - 3))
                     : test::random_vector(random, 1);
    n.normalize();
    double body = -1e300, outside = -1e300;
    for (const Vec3& x : points) body = std::max(body, n.dot(x));
    for (const Vec3& x : hull.vertices) outside = std::max(outside, n.dot(x));
    ASSERT_LE(body, outside + hull.excess);
  }
}

std::vector<Vec3> cloud(Random& random, int count, const Vec3& size) {
  std::vector<Vec3> points;
  for (int i = 0; i < count; ++i)
    points.push_back(test::random_vector(random, 1).cwiseProduct(size));
  return points;
}

TEST(ConvexHull, ContainsCloudsOfEveryThickness) {
  Random random({31});
  for (const double thickness : {1.0, 1e-3, 1e-6, 1e-9, 1e-13, 0.0})
    for (const int count : {3, 4, 5, 30, 1000}) {
      const std::vector<Vec3> points = cloud(random, count, Vec3(1, 0.7, thickness));
      const TriangleBody body = soup(points);
      const geometry::ConvexHull hull = geometry::convex_hull(geometry::tree_of(body));
      expect_contains(hull, points, 311);
      EXPECT_LE(hull.excess, 0.01 * geometry::tree_of(body).nodes[0].radius)
          << thickness << " " << count;
      EXPECT_LE(hull.vertices.size(), geometry::kMostHullVertices);
    }
}

TEST(ConvexHull, ContainsSegmentsPointsAndDuplicates) {
  Random random({32});
  std::vector<Vec3> line, point(7, Vec3(1, 2, 3)), twice = cloud(random, 40, Vec3(1, 1, 1));
  for (int i = 0; i < 50; ++i) line.push_back(Vec3(5, 5, 5) + random.symmetric() * Vec3(1, 2, -1));
  const std::vector<Vec3> copy = twice;
  for (int i = 0; i < 5; ++i) twice.insert(twice.end(), copy.begin(), copy.end());
  for (const auto& points : {line, point, twice}) {
    const TriangleBody body = soup(points);
    const geometry::ConvexHull hull = geometry::convex_hull(geometry::tree_of(body));
    expect_contains(hull, points, 321);
    EXPECT_LE(hull.excess, 1e-3 * geometry::tree_of(body).nodes[0].radius + 1e-12);
    // And it is not larger than the body.
    for (const Vec3& x : hull.vertices) {
      double nearest = 1e300;
      for (const Vec3& y : points) nearest = std::min(nearest, (x - y).norm());
      EXPECT_LT(nearest, 1e-5 * (1 + x.norm()));
    }
  }
}

TEST(ConvexHull, OfABoxIsItsCorners) {
  const geometry::ConvexHull hull =
      geometry::convex_hull(geometry::tree_of(box_shape(Vec3(1, 2, 3)).body));
  EXPECT_EQ(hull.vertices.size(), 8u);
  EXPECT_LT(hull.excess, 1e-12);
}

TEST(ConvexHull, ContainsAGridOfCoplanarPoints) {
  std::vector<Vec3> points;
  for (int i = 0; i <= 20; ++i)
    for (int j = 0; j <= 20; ++j)
      for (int k = 0; k <= 20; ++k)
        if (i % 20 == 0 || j % 20 == 0 || k % 20 == 0) points.push_back(Vec3(i, j, k) / 3);
  const geometry::ConvexHull hull = geometry::convex_hull(geometry::tree_of(soup(points)));
  expect_contains(hull, points, 331);
  EXPECT_LT(hull.excess, 1e-9);
  EXPECT_LE(hull.vertices.size(), 60u);
}

TEST(ConvexHull, ContainsAHundredThousandPointsOfASphere) {
  Random random({34});
  std::vector<Vec3> points;
  for (int i = 0; i < 100'000; ++i)
    points.push_back(test::random_vector(random, 1).normalized() + Vec3(1, 0, 0));
  const geometry::ConvexHull hull = geometry::convex_hull(geometry::tree_of(soup(points)));
  expect_contains(hull, points, 341, 50);
  EXPECT_LT(hull.excess, 0.02);
  EXPECT_EQ(hull.vertices.size(), geometry::kMostHullVertices);
}

AffineMap map_of(const Pose& pose) { return {pose.rotation, pose.position}; }

/// Of two hulls, from the triangles of their surfaces: all triples of corners, which contain them.
double true_distance(const geometry::ConvexHull& a, const AffineMap& at_a,
                     const geometry::ConvexHull& b, const AffineMap& at_b) {
  std::vector<geometry::Triangle> of_a, of_b;
  const auto fill = [](const geometry::ConvexHull& hull, const AffineMap& map,
                       std::vector<geometry::Triangle>& out) {
    const auto& v = hull.vertices;
    for (std::size_t i = 0; i < v.size(); ++i)
      for (std::size_t j = i + 1; j < v.size(); ++j)
        for (std::size_t k = j + 1; k < v.size(); ++k)
          out.push_back({map.apply(v[i]), map.apply(v[j]), map.apply(v[k])});
  };
  fill(a, at_a, of_a);
  fill(b, at_b, of_b);
  double least = 1e300;
  for (const auto& p : of_a)
    for (const auto& q : of_b) least = std::min(least, geometry::nearest_points(p, q).distance);
  return least;
}

TEST(HullDistance, FindsADirectionThatShowsNearlyAllOfTheDistance) {
  Random random({35});
  int apart = 0;
  for (int round = 0; round < 60; ++round) {
    const geometry::ConvexHull a =
        geometry::convex_hull(geometry::tree_of(soup(cloud(random, 7, Vec3(1, 0.5, 0.3)))));
    const geometry::ConvexHull b =
        geometry::convex_hull(geometry::tree_of(soup(cloud(random, 6, Vec3(0.2, 1, 0.4)))));
    const AffineMap at_a = map_of(test::random_pose(random, 1));
    AffineMap at_b = map_of(test::random_pose(random, 1));
    at_b.offset += test::random_vector(random, 3);
    const geometry::HullGap found =
        geometry::hull_gap({a.vertices, at_a}, {b.vertices, at_b}, Vec3(1, 0, 0));
    const double distance = true_distance(a, at_a, b, at_b);
    EXPECT_LE(found.gap, distance + 1e-12);
    if (!(found.n.norm() > 0)) continue;
    ++apart;
    EXPECT_NEAR(found.n.norm(), 1, 1e-12);
    EXPECT_GE(found.gap, geometry::kGapShare * distance - 1e-12);
    double lowest = 1e300, highest = -1e300;
    for (const Vec3& x : a.vertices) highest = std::max(highest, found.n.dot(at_a.apply(x)));
    for (const Vec3& x : b.vertices) lowest = std::min(lowest, found.n.dot(at_b.apply(x)));
    EXPECT_NEAR(lowest - highest, found.gap, 1e-12);
  }
  EXPECT_GT(apart, 20);
}

TEST(HullDistance, GivesNoDirectionWhereHullsOverlap) {
  const geometry::ConvexHull box =
      geometry::convex_hull(geometry::tree_of(box_shape(Vec3(1, 1, 1)).body));
  const AffineMap here, there = {Mat3::Identity(), Vec3(0.3, 0.2, 0.1)},
                        touching = {Mat3::Identity(), Vec3(1, 0, 0)};
  EXPECT_EQ(geometry::hull_gap({box.vertices, here}, {box.vertices, there}, Vec3(1, 1, 1)).gap, 0);
  EXPECT_EQ(geometry::hull_gap({box.vertices, here}, {box.vertices, here}, Vec3(1, 0, 0)).gap, 0);
  EXPECT_NEAR(geometry::hull_gap({box.vertices, here}, {box.vertices, touching}, Vec3(1, 0, 0)).gap,
              0, 1e-12);
}

}  // namespace
}  // namespace firstcontact::articulated::convex_hull_test
