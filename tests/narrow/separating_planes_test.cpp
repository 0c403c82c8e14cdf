/// The planes of a pair hold what they promise in arithmetic of more digits, and the lanes agree
/// with the code for one pair.
#include "narrow/planes/separating_planes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "narrow/planes/plane_kernel.h"

namespace firstcontact::narrow::separating_planes_test {
namespace {

using Long = long double;

double number(std::mt19937_64& random) {
  return 2 * static_cast<double>(random() >> 11) * 0x1p-53 - 1;
}

// Two points that move towards each other on one line use up all the room along it, so every error
// that the bounds did not cover would show as a distance below what is promised.
TEST(SeparatingPlanes, KeepTheDistanceInMoreDigits) {
  static_assert(std::numeric_limits<Long>::digits >= 64);
  std::mt19937_64 random(11);
  int limited = 0, tight = 0;
  for (int round = 0; round < 20000; ++round) {
    double points[12];
    const double far = round % 2 ? 0 : 1000 * number(random), size = std::exp2(20 * number(random));
    double gap[3];
    for (double& g : gap) g = size * number(random);
    const double a = -1.5 * std::abs(number(random)), b = -1.5 * std::abs(number(random));
    for (int k = 0; k < 3; ++k) {
      points[k] = far + size * number(random);
      points[6 + k] = points[k] - gap[k];
      points[3 + k] = points[k] + a * gap[k];
      points[9 + k] = points[6 + k] - b * gap[k];
    }
    const std::int32_t vertices[4] = {0, 1, -1, -1};
    RoomToKeep keep;
    // Where little is kept of a long way, rounding is all that matters.
    keep.separation = round % 3 ? 0 : 0.1 * size;
    keep.ratio = round % 5 ? 1e-9 : 0.25;
    keep.cap = size;
    const PairLimits found = find_planes(Kind::PointPoint, points, vertices, keep);
    if (found.room != PairRoom::Limited) continue;
    ++limited;
    Long square = 0;
    for (int k = 0; k < 3; ++k) {
      const Long p = points[k], q = points[6 + k];  // differences have no or small errors
      const Long left =
          (p - q) + found.shares[0] * (points[3 + k] - p) - found.shares[1] * (points[9 + k] - q);
      square += left * left;
    }
    const Long left = std::sqrt(square), promised = static_cast<Long>(keep.separation) + found.kept;
    EXPECT_GE(left, promised) << "round " << round;
    tight += left < promised + 1e-9L * size;
  }
  EXPECT_GT(limited, 5000);
  EXPECT_GT(tight, limited / 2);
}

TEST(SeparatingPlanes, InLanesAreThoseOfOnePair) {
  std::mt19937_64 random(12);
  for (const bool edge_edge : {false, true}) {
    constexpr std::size_t kPairs = 999;
    std::vector<double> points(24 * kPairs);
    for (double& x : points) x = number(random);
    std::vector<std::int32_t> indices(4 * kPairs);
    for (std::size_t i = 0; i < indices.size(); ++i) indices[i] = static_cast<std::int32_t>(i);
    const auto* vertices = reinterpret_cast<const std::int32_t(*)[4]>(indices.data());
    const double separation = 0.01, least = 1e-12;
    const PlaneQueries queries = {points.data(), vertices, kPairs, edge_edge, true,
                                  &separation,   &least,   0.2,    0.1};
    std::vector<PairLimits> found(kPairs);
    bool far_apart[kPairs], hard[kPairs];
    find_far_apart(queries, far_apart);
    find_planes_of_many(queries, found.data(), hard);
    int easy = 0, limited = 0, far = 0, same = 0;
    for (std::size_t i = 0; i < kPairs; ++i) {
      const RoomToKeep keep = {separation, 0.2, 0.1, least, Norm::L2};
      const PairLimits one = find_planes(edge_edge ? Kind::EdgeEdge : Kind::VertexFace,
                                         points.data(), vertices[i], keep);
      EXPECT_EQ(far_apart[i], one.room == PairRoom::FarApart);
      far += far_apart[i];
      if (hard[i] || far_apart[i]) continue;
      ++easy;
      EXPECT_NEAR(found[i].distance, one.distance, 1e-9);
      EXPECT_NEAR(found[i].kept, one.kept, 1e-9);
      limited += found[i].room == PairRoom::Limited;
      // The one-pair code tries one direction more.
      bool near = found[i].room == one.room;
      for (int k = 0; k < 4; ++k)
        near = near && std::abs(found[i].shares[k] - one.shares[k]) < 1e-6;
      same += near;
    }
    EXPECT_GT(easy, 300);
    EXPECT_GT(limited, 200);
    EXPECT_GT(far, 3);
    EXPECT_GT(same, easy * 3 / 4);
  }
}

}  // namespace
}  // namespace firstcontact::narrow::separating_planes_test
