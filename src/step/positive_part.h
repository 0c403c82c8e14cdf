#pragma once
/// The nearest positive semidefinite matrix of a small symmetric one, by Jacobi's method.
#include <cmath>

namespace firstcontact::step {

template <int kSize>
using SmallMatrix = double[kSize][kSize];

/// Turns the rows and columns p and q of `a` such that a[p][q] becomes 0, and the columns of
/// `vectors` with them.
template <int kSize>
void rotate_away(SmallMatrix<kSize>& a, SmallMatrix<kSize>& vectors, int p, int q) {
  const double theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
  const double t = (theta >= 0 ? 1 : -1) / (std::abs(theta) + std::sqrt(theta * theta + 1));
  const double c = 1 / std::sqrt(t * t + 1), s = t * c, pq = a[p][q];
  a[p][p] -= t * pq;
  a[q][q] += t * pq;
  a[p][q] = a[q][p] = 0;
  for (int i = 0; i < kSize; ++i) {
    if (i != p && i != q) {
      const double ip = a[i][p], iq = a[i][q];
      a[i][p] = a[p][i] = c * ip - s * iq;
      a[i][q] = a[q][i] = s * ip + c * iq;
    }
    const double vp = vectors[i][p], vq = vectors[i][q];
    vectors[i][p] = c * vp - s * vq;
    vectors[i][q] = s * vp + c * vq;
  }
}

/// Replaces the negative eigenvalues of the symmetric matrix `m` by 0. NaN stays.
template <int kSize>
void take_positive_part(SmallMatrix<kSize>& m) {
  constexpr int kMostSweeps = 30;  // a sweep squares the rest; a few are enough
  constexpr double kRest = 1e-17;
  SmallMatrix<kSize> a, vectors = {};
  double largest = 0;
  for (int i = 0; i < kSize; ++i) {
    vectors[i][i] = 1;
    for (int j = 0; j < kSize; ++j) {
      a[i][j] = m[i][j];
      largest = std::fmax(largest, std::abs(m[i][j]));
    }
  }
  bool turned = true;
  for (int sweep = 0; turned && sweep < kMostSweeps; ++sweep) {
    turned = false;
    for (int p = 0; p < kSize; ++p)
      for (int q = p + 1; q < kSize; ++q)
        if (std::abs(a[p][q]) > kRest * largest) {
          rotate_away(a, vectors, p, q);
          turned = true;
        }
  }
  // The part with fewer eigenvalues is computed.
  int negative = 0;
  for (int i = 0; i < kSize; ++i) negative += a[i][i] < 0;
  if (negative == 0) return;
  const bool add = negative > kSize / 2;
  if (add)
    for (auto& row : m)
      for (double& entry : row) entry = 0;
  for (int k = 0; k < kSize; ++k) {
    if (add ? !(a[k][k] > 0) : !(a[k][k] < 0)) continue;
    const double value = add ? a[k][k] : -a[k][k];
    for (int i = 0; i < kSize; ++i) {
      const double scaled = value * vectors[i][k];
      for (int j = 0; j <= i; ++j) m[i][j] += scaled * vectors[j][k];
    }
  }
  for (int i = 0; i < kSize; ++i)
    for (int j = 0; j < i; ++j) m[j][i] = m[i][j];
}

}  // namespace firstcontact::step
