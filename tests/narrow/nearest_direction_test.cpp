#include "narrow/certified/nearest_direction.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "narrow/certified_support.h"

namespace firstcontact::narrow::nearest_direction_test {
namespace {

using test::Random;
using test::Scaled;

Query random_query(Random& random, Kind kind) {
  Query query;
  query.kind = kind;
  // Shifted, so that most hulls do not contain the origin.
  const Vec3 shift = 2 * random.vector();
  for (int i = 0; i < 4; ++i) {
    query.t0[i] = query.t1[i] = random.vector();
    if (i < (kind == Kind::EdgeEdge ? 2 : 1)) query.t0[i] = query.t1[i] = query.t0[i] + shift;
  }
  return query;
}

double lowest_height(const Hull& hull, const Vector& n) {
  double low = dot(n, hull.corner[0]);
  for (int i = 1; i < hull.count; ++i) low = std::min(low, dot(n, hull.corner[i]));
  return low;
}

/// Of the directions of all features the one that separates most for its length; zero if none does.
Vector best_feature_direction(const Hull& hull) {
  Vector directions[kMostDirections];
  const int count = feature_directions(hull, directions);
  Vector best = {0, 0, 0};
  double most = 0;
  for (int i = 0; i < count; ++i) {
    const double length = std::sqrt(dot(directions[i], directions[i]));
    if (!(length > 0) || lowest_height(hull, directions[i]) / length <= most) continue;
    most = lowest_height(hull, directions[i]) / length;
    best = directions[i];
  }
  return best;
}

/// Seed 121. Where the hull keeps away from the origin, the direction separates by nearly the
/// distance, and the distance is right.
TEST(NearestDirection, SeparatesByTheDistance) {
  Random random(121);
  int apart = 0;
  for (int i = 0; i < 4000; ++i) {
    const Query query = random_query(random, test::kEveryKind[static_cast<std::size_t>(i) % 4]);
    const Hull hull = hull_at(gap_corners(query), 0);
    for (const bool of_all : {false, true}) {
      Nearest nearest = nearest_direction(hull);
      if (of_all) nearest.direction = best_feature_direction(hull);
      if (nearest.distance < 1e-3) continue;
      ++apart;
      const double length = std::sqrt(dot(nearest.direction, nearest.direction));
      EXPECT_GE(lowest_height(hull, nearest.direction) / length, nearest.distance * (1 - 1e-9))
          << i;
      EXPECT_FALSE(test::within(query, 0, Scaled(nearest.distance * (1 - 1e-9)), Norm::L2)) << i;
      EXPECT_TRUE(test::within(query, 0, Scaled(nearest.distance * (1 + 1e-9)), Norm::L2)) << i;
    }
  }
  EXPECT_GT(apart, 7000);
}

/// Seed 122.
TEST(NearestDirection, CubeDirectionSeparatesByTheMaximumNorm) {
  Random random(122);
  int apart = 0;
  for (int i = 0; i < 4000; ++i) {
    const Query query = random_query(random, test::kEveryKind[static_cast<std::size_t>(i) % 4]);
    const Hull hull = hull_at(gap_corners(query), 0);
    const Nearest nearest = cube_direction(hull);
    if (nearest.distance < 1e-3) continue;
    ++apart;
    const Vector& n = nearest.direction;
    const double length = std::abs(n.x) + std::abs(n.y) + std::abs(n.z);
    EXPECT_GE(lowest_height(hull, n) / length, nearest.distance * (1 - 1e-9)) << i;
    EXPECT_FALSE(test::within(query, 0, Scaled(nearest.distance * (1 - 1e-9)), Norm::Linf)) << i;
    EXPECT_TRUE(test::within(query, 0, Scaled(nearest.distance * (1 + 1e-9)), Norm::Linf)) << i;
  }
  EXPECT_GT(apart, 3500);
}

TEST(NearestDirection, HullThatContainsTheOriginHasDistanceZero) {
  Hull hull;
  hull.count = 3;
  hull.corner[0] = {-1, -1, 0};
  hull.corner[1] = {1, -1, 0};
  hull.corner[2] = {0, 1, 0};
  EXPECT_EQ(nearest_direction(hull).distance, 0);
  const Vector none = best_feature_direction(hull);
  EXPECT_EQ(dot(none, none), 0);
  EXPECT_EQ(cube_direction(hull).distance, 0);
}

/// Triangles and parallelograms that are a segment or a point.
TEST(NearestDirection, DegenerateHullsStillSeparate) {
  const Vector a = {1, 1, 1}, b = {1, -1, 1};
  for (const int count : {3, 4})
    for (const bool point : {false, true}) {
      Hull hull;
      hull.count = count;
      for (int i = 0; i < count; ++i) hull.corner[i] = i % 2 == 0 || point ? a : b;
      const Nearest nearest = nearest_direction(hull);
      EXPECT_NEAR(nearest.distance, point ? std::sqrt(3.0) : std::sqrt(2.0), 1e-15);
      EXPECT_GT(lowest_height(hull, nearest.direction), 0);
      EXPECT_GT(lowest_height(hull, best_feature_direction(hull)), 0);
      EXPECT_GT(lowest_height(hull, cube_direction(hull).direction), 0);
      EXPECT_EQ(cube_direction(hull).distance, 1);
    }
}

/// Seed 123. Slivers whose plane passes the origin at a hundredth of their length: the direction
/// still separates, although the normal has lost all its digits.
TEST(NearestDirection, FeatureDirectionsSeparateSlivers) {
  Random random(123);
  int good = 0;
  constexpr int kCount = 2000;
  for (int i = 0; i < kCount; ++i) {
    const Vec3 along = random.vector(), aside = random.vector(),
               away = 0.01 * along.cross(aside).normalized();
    const double thin = std::ldexp(1.0, -static_cast<int>(random.integer(20, 60)));
    Hull hull;
    hull.count = 3;
    const Vec3 corner[] = {away - along, away + along, away + thin * aside};
    for (int k = 0; k < 3; ++k) hull.corner[k] = {corner[k].x(), corner[k].y(), corner[k].z()};
    const Vector n = best_feature_direction(hull);
    good += lowest_height(hull, n) > 0.0099 * std::sqrt(dot(n, n));
  }
  EXPECT_EQ(good, kCount);
}

}  // namespace
}  // namespace firstcontact::narrow::nearest_direction_test
