/// The small numerical tools of the barrier: projection of symmetric matrices, and the logarithm.
#include "step/positive_part.h"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <cmath>
#include <limits>
#include <random>

#include "precise_potential.h"
#include "step/barrier_function.h"

namespace firstcontact::test::positive_part_test {
namespace {

template <int kSize>
using Square = Eigen::Matrix<double, kSize, kSize>;

template <int kSize>
Square<kSize> positive_part(const Square<kSize>& matrix) {
  step::SmallMatrix<kSize> m;
  for (int i = 0; i < kSize; ++i)
    for (int j = 0; j < kSize; ++j) m[i][j] = matrix(i, j);
  step::take_positive_part<kSize>(m);
  Square<kSize> out;
  for (int i = 0; i < kSize; ++i)
    for (int j = 0; j < kSize; ++j) out(i, j) = m[i][j];
  return out;
}

template <int kSize>
void expect_clamped(const Square<kSize>& matrix) {
  const Eigen::SelfAdjointEigenSolver<Square<kSize>> solver(matrix);
  const Square<kSize> expected = solver.eigenvectors() *
                                 solver.eigenvalues().cwiseMax(0.0).asDiagonal() *
                                 solver.eigenvectors().transpose();
  const double size = matrix.cwiseAbs().maxCoeff();
  EXPECT_LE((positive_part<kSize>(matrix) - expected).cwiseAbs().maxCoeff(), 2e-14 * size)
      << matrix;
}

/// Random matrices with eigenvalues of all sizes, some of them equal, some 0.
template <int kSize>
void check_size(unsigned seed) {
  std::mt19937 engine(seed);
  std::normal_distribution<double> normal;
  int indefinite = 0;
  for (int i = 0; i < 200; ++i) {
    Square<kSize> random;
    for (int k = 0; k < kSize * kSize; ++k) random(k / kSize, k % kSize) = normal(engine);
    const Square<kSize> basis = Eigen::HouseholderQR<Square<kSize>>(random).householderQ();
    Eigen::Matrix<double, kSize, 1> values;
    for (int k = 0; k < kSize; ++k)
      values[k] = i % 4 == 0
                      ? std::floor(3 * normal(engine))
                      : std::copysign(std::pow(10, (i % 4) * 4 * normal(engine)), normal(engine));
    const Square<kSize> product = basis * values.asDiagonal() * basis.transpose();
    expect_clamped<kSize>(0.5 * (product + product.transpose()));
    indefinite += values.minCoeff() < 0 && values.maxCoeff() > 0;
  }
  EXPECT_GT(indefinite, 100);
  expect_clamped<kSize>(Square<kSize>::Zero());
  expect_clamped<kSize>(Square<kSize>::Identity());
  expect_clamped<kSize>(-Square<kSize>::Ones());
  expect_clamped<kSize>(1e-300 * Square<kSize>::Ones() - 2e-300 * Square<kSize>::Identity());
  expect_clamped<kSize>(1e300 * Square<kSize>::Ones() - 2e300 * Square<kSize>::Identity());
  for (const double bad :
       {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    Square<kSize> spoilt = Square<kSize>::Identity();
    spoilt(1, 0) = spoilt(0, 1) = bad;
    EXPECT_TRUE(positive_part<kSize>(spoilt).array().isNaN().all());
  }
}

TEST(PositivePart, KeepsPositiveEigenvaluesOnly) {
  check_size<3>(61);
  check_size<4>(62);
  check_size<5>(63);
  check_size<9>(64);
}

TEST(PositivePart, LeavesPositiveMatricesAlone) {
  Square<3> m;
  m << 4, 1, 0.5, 1, 3, 0.25, 0.5, 0.25, 2;
  EXPECT_EQ(positive_part<3>(m), m);
}

TEST(Logarithm, IsThatOfFiftyDigits) {
  std::mt19937 engine(65);
  std::uniform_real_distribution<double> exponent(-300, 5), near(0.4, 1.6);
  double worst = 0;
  for (int i = 0; i < 2000; ++i) {
    const double x = i % 2 ? near(engine) : std::pow(10, exponent(engine));
    const double expected = Precise(log(Precise(x))).convert_to<double>();
    worst = std::max(worst, std::abs(step::logarithm(x) - expected) / std::abs(expected));
  }
  EXPECT_LT(worst, 8 * std::numeric_limits<double>::epsilon());
  EXPECT_EQ(step::logarithm(1), 0);
}

}  // namespace
}  // namespace firstcontact::test::positive_part_test
