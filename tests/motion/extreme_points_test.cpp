#include "geometry/extreme_points.h"

#include <gtest/gtest.h>

#include <random>

#include "support/simd_targets.h"

namespace firstcontact::motion::extreme_points_test {
namespace {

double height(const Vec3& d, const Vec3& x) {
  return (d.x() * x.x() + d.y() * x.y()) + d.z() * x.z();
}

// Seed 5; points on a small lattice, so that many heights are equal.
TEST(ExtremePoints, FindTheFirstOfTheHighestForAnyCountAndInstructionSet) {
  std::mt19937_64 random(5);
  std::uniform_int_distribution<int> lattice(-3, 3);
  int ties = 0;
  for (int count = 1; count <= 40; ++count) {
    std::vector<Vec3> points;
    for (int i = 0; i < count; ++i)
      points.emplace_back(lattice(random), lattice(random), lattice(random));
    const geometry::PointRows rows(points);
    std::array<Vec3, 4> directions;
    for (Vec3& d : directions) d = Vec3(lattice(random), lattice(random), 0.1 * lattice(random));
    std::array<std::size_t, 4> best = {};
    for (std::size_t k = 0; k < 4; ++k)
      for (std::size_t i = 1; i < points.size(); ++i) {
        ties += height(directions[k], points[i]) == height(directions[k], points[best[k]]);
        if (height(directions[k], points[i]) > height(directions[k], points[best[k]])) best[k] = i;
      }
    for (const std::int64_t target : test::targets()) {
      const test::Target chosen(target);
      std::array<double, 4> heights;
      geometry::highest_heights(rows, directions, heights);
      for (std::size_t k = 0; k < 4; ++k) {
        EXPECT_EQ(geometry::highest_point(rows, directions[k]), best[k]) << count;
        EXPECT_EQ(heights[k], height(directions[k], points[best[k]])) << count;
      }
    }
  }
  EXPECT_GT(ties, 40);
}

}  // namespace
}  // namespace firstcontact::motion::extreme_points_test
