// Triangles of polygons: they fill them, also where corners point inwards.
#include "io/polygon_triangles.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <random>

namespace firstcontact::io::polygon_triangles_test {
namespace {

using Triangles = std::vector<std::array<int, 3>>;

Triangles cut(const std::vector<Vec3>& polygon) {
  std::vector<int> corners(polygon.size());
  std::iota(corners.begin(), corners.end(), 0);
  return PolygonCutter().cut(corners, polygon);
}

Vec3 area_of(const std::vector<Vec3>& p, const std::array<int, 3>& t) {
  const auto at = [&](std::size_t k) { return p[t[k]]; };
  return 0.5 * (at(1) - at(0)).cross(at(2) - at(0));
}

/// Triangles that all face as the polygon does, and have its area together, fill it without
/// overlap.
void expect_filled(const std::vector<Vec3>& polygon) {
  Vec3 whole = Vec3::Zero();
  for (std::size_t i = 0; i < polygon.size(); ++i)
    whole += 0.5 * polygon[i].cross(polygon[(i + 1) % polygon.size()]);
  const Triangles triangles = cut(polygon);
  EXPECT_EQ(triangles.size(), polygon.size() - 2);
  double sum = 0;
  for (const auto& triangle : triangles) {
    const Vec3 area = area_of(polygon, triangle);
    EXPECT_GE(area.dot(whole), -1e-12 * whole.squaredNorm());
    sum += area.norm();
  }
  EXPECT_NEAR(sum, whole.norm(), 1e-12 * whole.norm());
}

TEST(PolygonTriangles, AreAFanWhereThatFillsThePolygon) {
  EXPECT_EQ(cut({{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}), (Triangles{{0, 1, 2}, {0, 2, 3}}));
  EXPECT_EQ(cut({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}), (Triangles{{0, 1, 2}}));
  EXPECT_EQ(cut({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}}).size(), 2u);  // without area
}

TEST(PolygonTriangles, FillPolygonsWithCornersThatPointInwards) {
  // An arrow and an L, from every corner and either side.
  const std::vector<std::vector<Vec3>> shapes = {
      {{0, 0, 0}, {2, 1, 0}, {0, 2, 0}, {1, 1, 0}},
      {{0, 0, 1}, {3, 0, 1}, {3, 1, 1}, {1, 1, 1}, {1, 3, 1}, {0, 3, 1}}};
  for (std::vector<Vec3> shape : shapes)
    for (std::size_t start = 0; start < shape.size(); ++start) {
      std::rotate(shape.begin(), shape.begin() + 1, shape.end());
      expect_filled(shape);
      expect_filled({shape.rbegin(), shape.rend()});
    }
}

TEST(PolygonTriangles, FillRandomStarsInSpace) {
  std::mt19937 random(20261117);
  std::uniform_real_distribution<double> radius(0.1, 1), number(-1, 1);
  int concave = 0;
  for (int round = 0; round < 300; ++round) {
    const Eigen::Matrix3d turn =
        Eigen::Quaterniond(number(random), number(random), number(random), number(random))
            .normalized()
            .toRotationMatrix();
    std::vector<Vec3> star;
    const int corners = 4 + round % 30;
    for (int i = 0; i < corners; ++i) {
      const double angle = 2 * std::numbers::pi * i / corners, r = radius(random);
      star.push_back(turn * Vec3(r * std::cos(angle), r * std::sin(angle), 0.5));
    }
    expect_filled(star);
    const Triangles triangles = cut(star);
    concave +=
        std::any_of(triangles.begin(), triangles.end(), [](const auto& t) { return t[0] != 0; })
            ? 1
            : 0;
  }
  EXPECT_GE(concave, 200);
}

TEST(PolygonTriangles, KeepAllCornersOfPolygonsThatCrossThemselves) {
  EXPECT_EQ(cut({{0, 0, 0}, {2, 2, 0}, {2, 0, 0}, {0, 1, 0}}).size(), 2u);
}

TEST(PolygonTriangles, BoundTheirWork) {
  // A comb of many teeth, again and again.
  std::vector<Vec3> comb = {{0, -1, 0}, {20'000, -1, 0}};
  for (int i = 20'000; i > 0; --i) comb.emplace_back(i, i % 2, 0);
  std::vector<int> corners(comb.size());
  std::iota(corners.begin(), corners.end(), 0);
  PolygonCutter cutter;
  bool refused = false;
  for (int i = 0; i < 100 && !refused; ++i) refused = cutter.cut(corners, comb).empty();
  EXPECT_TRUE(refused);
}

}  // namespace
}  // namespace firstcontact::io::polygon_triangles_test
