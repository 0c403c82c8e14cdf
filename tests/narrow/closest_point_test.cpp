#include "narrow/closest_point.h"

#include <gtest/gtest.h>

#include <random>

namespace firstcontact::narrow::closest_point_test {
namespace {

using Points = std::array<Vec3, 4>;

Vec3 gap_at(Kind kind, const Points& x, double u, double v) {
  switch (kind) {
    case Kind::VertexFace: return x[0] - (x[1] + u * (x[2] - x[1]) + v * (x[3] - x[1]));
    case Kind::EdgeEdge: return x[0] + u * (x[1] - x[0]) - (x[2] + v * (x[3] - x[2]));
    case Kind::PointEdge:
    case Kind::PointSegment2D: return x[0] - (x[1] + u * (x[2] - x[1]));
    case Kind::PointPoint: return x[0] - x[1];
  }
  return {};
}

/// Is no sample of the hull nearer to the origin, and does the answer lie in the hull?
void expect_nearest(Kind kind, const Points& x) {
  const ClosestPoint closest = closest_point(kind, x);
  ASSERT_GE(closest.u, 0);
  ASSERT_GE(closest.v, 0);
  ASSERT_LE(kind == Kind::VertexFace ? closest.u + closest.v : std::max(closest.u, closest.v),
            1 + 1e-12);
  ASSERT_LE((closest.gap - gap_at(kind, x, closest.u, closest.v)).norm(), 1e-12);
  constexpr int kSteps = 24;
  for (int i = 0; i <= kSteps; ++i)
    for (int j = 0; j <= kSteps; ++j) {
      const double u = double(i) / kSteps, v = double(j) / kSteps;
      if (kind == Kind::VertexFace && i + j > kSteps) continue;
      ASSERT_LE(closest.gap.norm(), gap_at(kind, x, u, v).norm() + 1e-9);
    }
}

TEST(ClosestPoint, IsNoFartherThanAnySampleOfRandomAndDegeneratePairs) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> uniform(-1, 1);
  int inside = 0;
  for (int round = 0; round < 600; ++round) {
    Points x;
    for (Vec3& p : x) p = {uniform(random), uniform(random), uniform(random)};
    if (round % 5 == 1) x[3] = x[2];  // an edge without length, a face without area
    if (round % 5 == 2) x[3] = x[1] + 0.5 * (x[2] - x[1]);  // a face of collinear corners
    if (round % 5 == 3) x[3] = x[2] + (x[1] - x[0]);        // parallel edges
    for (const Kind kind : {Kind::VertexFace, Kind::EdgeEdge, Kind::PointEdge, Kind::PointPoint})
      expect_nearest(kind, x);
    const ClosestPoint face = closest_point(Kind::VertexFace, x);
    inside += face.u > 0 && face.v > 0 && face.u + face.v < 1;
  }
  EXPECT_GT(inside, 30);
}

TEST(ClosestPoint, FindsTheFootInsideAFace) {
  const ClosestPoint closest = closest_point(
      Kind::VertexFace, {Vec3(0.25, 0.5, 2), Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0)});
  EXPECT_EQ(closest.gap, Vec3(0, 0, 2));
  EXPECT_EQ(closest.u, 0.25);
  EXPECT_EQ(closest.v, 0.5);
}

}  // namespace
}  // namespace firstcontact::narrow::closest_point_test
