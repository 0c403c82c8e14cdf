#pragma once
/// The nearest positive semidefinite matrix of a small symmetric one: reflections bring it to
/// tridiagonal form, and rotations with Wilkinson's shifts to diagonal form (Golub and Van Loan,
/// Matrix Computations, section 8.3). All sums have a fixed order.
#include <algorithm>
#include <cmath>
#include <limits>

namespace firstcontact::step {

template <int kSize>
using SmallMatrix = double[kSize][kSize];

/// vectors * T * vectors^T with a tridiagonal T: `diagonal` and, beside it, `beside`.
template <int kSize>
struct Tridiagonal {
  double diagonal[kSize], beside[kSize] = {};
  SmallMatrix<kSize> vectors = {};

  /// Destroys `a`.
  explicit Tridiagonal(SmallMatrix<kSize>& a) {
    for (int i = 0; i < kSize; ++i) vectors[i][i] = 1;
    for (int k = 0; k + 2 < kSize; ++k) reflect(a, k);
    for (int i = 0; i < kSize; ++i) {
      diagonal[i] = a[i][i];
      if (i + 1 < kSize) beside[i] = a[i + 1][i];
    }
  }

  /// Makes it diagonal. Entries beside the diagonal below `rest` count as 0.
  void diagonalize(double rest) {
    constexpr double kUnit = std::numeric_limits<double>::epsilon();
    constexpr int kMostSteps = 40 * kSize;  // two or three for each number are usual
    int high = kSize - 1;
    for (int step = 0; high > 0 && step < kMostSteps; ++step) {
      for (int i = 0; i < high; ++i)
        if (std::abs(beside[i]) <=
            rest + kUnit / 4 * (std::abs(diagonal[i]) + std::abs(diagonal[i + 1])))
          beside[i] = 0;
      while (high > 0 && beside[high - 1] == 0) --high;
      int low = high;
      while (low > 0 && beside[low - 1] != 0) --low;
      if (high > low) rotate(low, high);
    }
  }

 private:
  /// Clears column k of `a` below the entry beside the diagonal.
  void reflect(SmallMatrix<kSize>& a, int k) {
    double v[kSize] = {}, p[kSize] = {}, tail = 0;
    for (int i = k + 2; i < kSize; ++i) tail += a[i][k] * a[i][k];
    if (!(tail > 0)) return;
    const double first = a[k + 1][k],
                 length = std::copysign(std::sqrt(first * first + tail), first);
    v[k + 1] = first + length;
    for (int i = k + 2; i < kSize; ++i) v[i] = a[i][k];
    const double scale = 2 / (v[k + 1] * v[k + 1] + tail);
    double along = 0;
    for (int i = k + 1; i < kSize; ++i) {
      for (int j = k + 1; j < kSize; ++j) p[i] += a[i][j] * v[j];
      p[i] *= scale;
      along += p[i] * v[i];
    }
    for (int i = k + 1; i < kSize; ++i) p[i] -= scale / 2 * along * v[i];
    for (int i = k + 1; i < kSize; ++i)
      for (int j = k + 1; j < kSize; ++j) a[i][j] -= v[i] * p[j] + p[i] * v[j];
    a[k + 1][k] = -length;
    for (auto& row : vectors) {
      double component = 0;
      for (int j = k + 1; j < kSize; ++j) component += row[j] * v[j];
      for (int j = k + 1; j < kSize; ++j) row[j] -= scale * component * v[j];
    }
  }

  /// One step on the rows low … high, none of whose entries beside the diagonal is 0.
  void rotate(int low, int high) {
    const double last = beside[high - 1], half = (diagonal[high - 1] - diagonal[high]) / 2;
    const double shift =
        diagonal[high] -
        last * (last / (half + std::copysign(std::sqrt(half * half + last * last), half)));
    double x = diagonal[low] - shift, z = beside[low];
    for (int k = low; k < high; ++k) {
      const double r = std::sqrt(x * x + z * z), c = r > 0 ? x / r : 1, s = r > 0 ? z / r : 0;
      if (k > low) beside[k - 1] = r;
      const double a = diagonal[k], b = diagonal[k + 1], e = beside[k];
      diagonal[k] = c * c * a + 2 * (c * s) * e + s * s * b;
      diagonal[k + 1] = s * s * a - 2 * (c * s) * e + c * c * b;
      beside[k] = c * s * (b - a) + (c * c - s * s) * e;
      x = beside[k];
      if (k + 1 < high) {
        z = s * beside[k + 1];
        beside[k + 1] *= c;
      }
      for (auto& row : vectors) {
        const double left = row[k], right = row[k + 1];
        row[k] = c * left + s * right;
        row[k + 1] = c * right - s * left;
      }
    }
  }
};

/// Replaces the negative eigenvalues of the symmetric matrix `m` by 0, up to 1e-15 of the largest.
/// Where an entry is NaN or infinite, all become NaN.
template <int kSize>
void take_positive_part(SmallMatrix<kSize>& m) {
  constexpr double kRest = 1e-17;
  SmallMatrix<kSize> scaled;
  double largest = 0, check = 0;
  for (const auto& row : m)
    for (const double entry : row) {
      largest = std::max(largest, std::abs(entry));
      check += 0 * entry;
    }
  if (largest == 0 && check == 0) return;
  const bool finite = check == 0;
  const double unit = finite ? std::ldexp(1, std::ilogb(largest)) : check;
  for (int i = 0; i < kSize; ++i)
    for (int j = 0; j < kSize; ++j) {
      scaled[i][j] = m[i][j] / unit;
      if (!finite) m[i][j] = check;
    }
  if (!finite) return;
  Tridiagonal<kSize> t(scaled);
  t.diagonalize(kRest);
  // The part with fewer eigenvalues is computed.
  int negative = 0;
  for (const double value : t.diagonal) negative += value < 0;
  if (negative == 0) return;
  const bool add = negative > kSize / 2;
  for (int i = 0; i < kSize; ++i)
    for (int j = 0; j <= i; ++j) {
      double sum = 0;
      for (int k = 0; k < kSize; ++k)
        if (add ? t.diagonal[k] > 0 : t.diagonal[k] < 0)
          sum += std::abs(t.diagonal[k]) * (t.vectors[i][k] * t.vectors[j][k]);
      m[i][j] = (add ? 0 : m[i][j]) + unit * sum;
      m[j][i] = m[i][j];
    }
}

}  // namespace firstcontact::step
