#pragma once
/// Replaces negative eigenvalues of small symmetric matrices by 0. Matrices without negative
/// eigenvalues are left as they are, bit for bit.
#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

namespace firstcontact::sim {

/// Negative eigenvalues this small, relative to the largest, are rounding errors of eigenvalues 0.
inline constexpr double kEigenvalueNoise = 1e-14;

template <int kSize>
void clamp_eigenvalues(Eigen::Matrix<double, kSize, kSize>& matrix) {
  // Small matrices are often positive definite, and that is found out quickly.
  if (kSize <= 3 && matrix.llt().info() == Eigen::Success) return;
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix<double, kSize, kSize>> solver(matrix);
  auto values = solver.eigenvalues();
  const double largest = std::max(std::abs(values[0]), std::abs(values[kSize - 1]));
  if (!(values[0] < -kEigenvalueNoise * largest)) return;
  const auto& vectors = solver.eigenvectors();
  matrix.setZero();
  for (int i = 0; i < kSize; ++i)
    if (values[i] > 0) matrix += values[i] * vectors.col(i) * vectors.col(i).transpose();
}

/// The matrix [own, mixed; mixed, own]: its eigenvalues are own + mixed and own - mixed.
inline void clamp_pair(double& own, double& mixed) {
  if (own >= std::abs(mixed)) return;
  const double sum = std::max(own + mixed, 0.0), difference = std::max(own - mixed, 0.0);
  own = (sum + difference) / 2;
  mixed = (sum - difference) / 2;
}

}  // namespace firstcontact::sim
