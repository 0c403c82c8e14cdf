#include "geometry/body_tree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "generate/random.h"

namespace firstcontact::body_tree_test {
namespace {

using generate::Random;
using Node = geometry::BodyTree::Node;

struct Soup {
  std::vector<Vec3> vertices;
  std::vector<Face> triangles;
};

/// Some triangles are segments or points; `shift` moves all of them away from the origin.
Soup random_soup(Random& random, int count, double size, double shift) {
  Soup soup;
  const double x = random.symmetric(), y = random.symmetric(), z = random.symmetric();
  const Vec3 away = shift * Vec3(x, y, z);
  for (int i = 0; i < count; ++i) {
    const int base = static_cast<int>(soup.vertices.size());
    for (int k = 0; k < 3; ++k) {
      const double a = random.symmetric(), b = random.symmetric(), c = random.symmetric();
      soup.vertices.push_back(away + size * Vec3(a, b, 0.1 * c));
    }
    soup.triangles.push_back(
        {base, random.chance(1, 10) ? base : base + 1, random.chance(1, 10) ? base : base + 2});
  }
  return soup;
}

long double dot(const Vec3& a, const Vec3& b) {
  long double sum = 0;
  for (int i = 0; i < 3; ++i) sum += static_cast<long double>(a[i]) * b[i];
  return sum;
}

void expect_contains(const geometry::BodyTree& tree, const Node& node, Random& random) {
  for (int i = 0; i < 8; ++i) {
    const double x = random.symmetric(), y = random.symmetric(), z = random.symmetric();
    const Vec3 b(x, y, z);
    long double extent = 0;
    for (int k = 0; k < 3; ++k)
      extent += static_cast<long double>(node.half[k]) * std::abs(dot(b, node.axes.row(k)));
    for (std::int32_t j = node.begin; j < node.end; ++j)
      for (const int v : tree.triangles[tree.order[j]]) {
        const Vec3& p = tree.vertices[v];
        ASSERT_LE(std::abs(dot(b, p) - dot(b, node.centre)), extent);
        ASSERT_LE(dot(p, p), static_cast<long double>(node.reach) * node.reach);
      }
  }
}

TEST(BodyTree, BoxesContainTheirTrianglesAtEveryScaleAndOffset) {
  Random random = {31, generate::hash("boxes")};
  for (const double size : {1e-60, 1e-9, 1.0, 1e12, 1e60})
    for (const double shift : {0.0, 1.0, 1e8}) {
      const Soup soup = random_soup(random, 60, size, shift * size);
      const TriangleBody body(soup.vertices, soup.triangles);
      ASSERT_EQ(body.fault(), "");
      for (const Node& node : geometry::tree_of(body).nodes) {
        expect_contains(geometry::tree_of(body), node, random);
        if (HasFatalFailure()) FAIL() << "size " << size << ", shift " << shift;
      }
    }
}

TEST(BodyTree, LeavesAreTheTrianglesEachOnce) {
  Random random = {32, generate::hash("leaves")};
  for (const int count : {1, 2, 3, 7, 100}) {
    const Soup soup = random_soup(random, count, 1, 0);
    const TriangleBody body(soup.vertices, soup.triangles);
    const geometry::BodyTree& tree = geometry::tree_of(body);
    std::vector<std::int32_t> sorted = tree.order, all(static_cast<std::size_t>(count));
    std::iota(all.begin(), all.end(), 0);
    std::sort(sorted.begin(), sorted.end());
    EXPECT_EQ(sorted, all);
    EXPECT_EQ(tree.nodes.size(), static_cast<std::size_t>(2 * count - 1));
    EXPECT_EQ(tree.nodes[0].begin, 0);
    EXPECT_EQ(tree.nodes[0].end, count);
    for (const Node& node : tree.nodes) {
      if (node.is_leaf()) {
        EXPECT_EQ(node.end - node.begin, 1);
        continue;
      }
      const Node &left = tree.nodes[node.children],
                 &right = tree.nodes[static_cast<std::size_t>(node.children) + 1];
      EXPECT_EQ(left.begin, node.begin);
      EXPECT_EQ(left.end, right.begin);
      EXPECT_EQ(right.end, node.end);
      EXPECT_LT(left.begin, left.end);
      EXPECT_LT(right.begin, right.end);
    }
  }
}

TEST(BodyTree, BoxesOfFlatBodiesAreFlat) {
  const std::vector<Vec3> square = {{0, 0, 0}, {1, 1, 0}, {1, 1, 1}, {0, 0, 1}};
  const std::vector<Face> faces = {{0, 1, 2}, {0, 2, 3}};
  const TriangleBody body(square, faces);
  for (const Node& node : geometry::tree_of(body).nodes) EXPECT_LE(node.half.minCoeff(), 1e-12);
}

TEST(BodyTree, RefusesBadInput) {
  const double nan = std::numeric_limits<double>::quiet_NaN(),
               infinity = std::numeric_limits<double>::infinity();
  const std::vector<Vec3> corners = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  const std::vector<Face> face = {{0, 1, 2}}, none, below = {{0, 1, -1}}, above = {{0, 1, 3}};
  EXPECT_EQ(TriangleBody(corners, face).fault(), "");
  EXPECT_NE(TriangleBody().fault(), "");
  EXPECT_NE(TriangleBody(corners, none).fault(), "");
  EXPECT_NE(TriangleBody(corners, below).fault(), "");
  EXPECT_NE(TriangleBody(corners, above).fault(), "");
  for (const double bad : {nan, infinity, -infinity, kLargestCoordinate}) {
    std::vector<Vec3> vertices = corners;
    vertices[1].y() = bad;
    EXPECT_NE(TriangleBody(vertices, face).fault(), "") << bad;
  }
}

}  // namespace
}  // namespace firstcontact::body_tree_test
