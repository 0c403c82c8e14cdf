// The barrier that keeps tetrahedra from turning inside out, against central differences.
#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <cmath>
#include <random>
#include <vector>

#include "sim/stable_neo_hookean.h"

namespace firstcontact::sim::volume_barrier_test {
namespace {

constexpr double kLeastVolume = 0.3;

PointMatrix rest_tet() {
  PointMatrix x(4, 3);
  x << 0, 0, 0, 1, 0.1, 0, 0, 1.2, 0.1, 0.1, 0, 0.9;
  return x;
}

TetElement tet_with(double least_volume) {
  Material material;
  material.young = 10;
  return make_tet(rest_tet(), {0, 1, 2, 3}, material, least_volume);
}

double share_of_volume(const PointMatrix& x) {
  return signed_volume(x, {0, 1, 2, 3}) / signed_volume(rest_tet(), {0, 1, 2, 3});
}

/// Tetrahedra squeezed to between 0.02 and 0.28 of their volume. Seed 5.
std::vector<PointMatrix> squeezed_tets() {
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> offset(-0.3, 0.3), squeeze(0.05, 0.5);
  std::vector<PointMatrix> result;
  while (result.size() < 60) {
    PointMatrix x = rest_tet();
    for (double& value : x.reshaped()) value += offset(random);
    x.col(2) *= squeeze(random);
    if (share_of_volume(x) > 0.02 && share_of_volume(x) < 0.28) result.push_back(x);
  }
  return result;
}

TEST(VolumeBarrier, DerivativesAreThoseOfDifferences) {
  const TetElement tet = tet_with(kLeastVolume);
  constexpr double kStep = 1e-6;
  for (const PointMatrix& x : squeezed_tets()) {
    ASSERT_GT(energy(tet, x), energy(tet_with(0), x));
    const ElementVector slope = gradient(tet, x);
    const ElementMatrix curvature = hessian(tet, x, false);
    for (int i = 0; i < 12; ++i) {
      PointMatrix low = x, high = x;
      low(i / 3, i % 3) -= kStep;
      high(i / 3, i % 3) += kStep;
      EXPECT_NEAR((energy(tet, high) - energy(tet, low)) / (2 * kStep), slope[i],
                  1e-5 * slope.norm());
      const ElementVector change = (gradient(tet, high) - gradient(tet, low)) / (2 * kStep);
      EXPECT_LT((change - curvature.col(i)).norm(), 1e-5 * curvature.norm());
    }
    const Eigen::SelfAdjointEigenSolver<ElementMatrix> projected(hessian(tet, x, true));
    EXPECT_GT(projected.eigenvalues()[0], -1e-9 * projected.eigenvalues()[11]);
  }
}

TEST(VolumeBarrier, IsInfiniteForInvertedAndFlatTetrahedraOnly) {
  PointMatrix x = rest_tet();
  x.col(2) *= 0;
  EXPECT_EQ(energy(tet_with(kLeastVolume), x), std::numeric_limits<double>::infinity());
  EXPECT_TRUE(std::isfinite(energy(tet_with(0), x)));
  x = rest_tet();
  x.col(2) *= -1;
  EXPECT_EQ(energy(tet_with(kLeastVolume), x), std::numeric_limits<double>::infinity());
  x.col(2) *= -0.5;  // above the least volume nothing changes
  EXPECT_EQ(energy(tet_with(kLeastVolume), x), energy(tet_with(0), x));
}

}  // namespace
}  // namespace firstcontact::sim::volume_barrier_test
