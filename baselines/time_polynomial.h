#pragma once
/// Polynomials in time with double coefficients, and where on [0, 1] they have one sign. The
/// floating-point root finders share them. There are no bounds on rounding errors: these methods do
/// without.
#include <firstcontact/query.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace firstcontact::baselines {

/// c[0] + c[1] t + … + c[N] t^N.
template <std::size_t N>
struct TimePolynomial {
  std::array<double, N + 1> c = {};

  double at(double t) const {
    double value = c[N];
    for (std::size_t i = N; i-- > 0;) value = value * t + c[i];
    return value;
  }

  TimePolynomial<N - 1> derivative() const {
    TimePolynomial<N - 1> d;
    for (std::size_t i = 0; i < N; ++i) d.c[i] = static_cast<double>(i + 1) * c[i + 1];
    return d;
  }
};

template <std::size_t N, std::size_t M>
TimePolynomial<N + M> operator*(const TimePolynomial<N>& a, const TimePolynomial<M>& b) {
  TimePolynomial<N + M> product;
  for (std::size_t i = 0; i <= N; ++i)
    for (std::size_t j = 0; j <= M; ++j) product.c[i + j] += a.c[i] * b.c[j];
  return product;
}

/// a - scale * b, for b of at most a's degree.
template <std::size_t N, std::size_t M>
TimePolynomial<N> minus_scaled(const TimePolynomial<N>& a, double scale,
                               const TimePolynomial<M>& b) {
  static_assert(M <= N);
  TimePolynomial<N> difference = a;
  for (std::size_t i = 0; i <= M; ++i) difference.c[i] -= scale * b.c[i];
  return difference;
}
template <std::size_t N>
TimePolynomial<N> operator-(const TimePolynomial<N>& a, const TimePolynomial<N>& b) {
  return minus_scaled(a, 1, b);
}

template <std::size_t N>
using TimeVector = std::array<TimePolynomial<N>, 3>;

/// The difference of two points that move on straight lines.
inline TimeVector<1> moving_difference(const Query& query, std::size_t to, std::size_t from) {
  TimeVector<1> difference;
  for (std::size_t k = 0; k < 3; ++k) {
    const double start =
        query.t0[to][static_cast<Eigen::Index>(k)] - query.t0[from][static_cast<Eigen::Index>(k)];
    const double end =
        query.t1[to][static_cast<Eigen::Index>(k)] - query.t1[from][static_cast<Eigen::Index>(k)];
    difference[k].c = {start, end - start};
  }
  return difference;
}

template <std::size_t N, std::size_t M>
TimePolynomial<N + M> dot(const TimeVector<N>& a, const TimeVector<M>& b) {
  TimePolynomial<N + M> sum;
  for (std::size_t k = 0; k < 3; ++k) sum = minus_scaled(sum, -1, a[k] * b[k]);
  return sum;
}

template <std::size_t N, std::size_t M>
TimeVector<N + M> cross(const TimeVector<N>& a, const TimeVector<M>& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

/// Disjoint closed intervals in [0, 1], in ascending order.
struct TimeSpans {
  static constexpr std::size_t kMost = 24;
  struct Span {
    double begin, end;
  };
  std::array<Span, kMost> spans;
  std::size_t count = 0;

  bool empty() const { return count == 0; }
  /// Appends an interval; joins it with the last one if they touch. Those that do not fit are
  /// dropped; no polynomial here has so many roots.
  void add(double begin, double end) {
    if (count > 0 && spans[count - 1].end >= begin)
      spans[count - 1].end = std::max(spans[count - 1].end, end);
    else if (count < kMost)
      spans[count++] = {begin, end};
  }
};

inline TimeSpans intersection(const TimeSpans& a, const TimeSpans& b) {
  TimeSpans common;
  for (std::size_t i = 0, j = 0; i < a.count && j < b.count;) {
    const double begin = std::max(a.spans[i].begin, b.spans[j].begin),
                 end = std::min(a.spans[i].end, b.spans[j].end);
    if (begin <= end) common.add(begin, end);
    (a.spans[i].end < b.spans[j].end ? i : j)++;
  }
  return common;
}

/// A root of p in [low, high], where p(low) and p(high) differ in sign: Newton steps, halving where
/// they leave the bracket.
template <std::size_t N>
double bracketed_root(const TimePolynomial<N>& p, double low, double high, bool rising) {
  constexpr int kSteps = 60;
  const TimePolynomial<N - 1> slope = p.derivative();
  double t = 0.5 * (low + high);
  for (int step = 0; step < kSteps && low < high; ++step) {
    const double value = p.at(t);
    if (value == 0) return t;
    ((value > 0) == rising ? high : low) = t;
    double next = t - value / slope.at(t);
    if (!(next > low && next < high)) next = 0.5 * (low + high);
    if (next == t) break;
    t = next;
  }
  return t;
}

/// Where p changes sign or is exactly zero at a turning point: roots[0, count), ascending, in [0,
/// 1]. Between two turning points p is monotone, so the turning points are found first, in the same
/// way.
template <std::size_t N>
std::size_t roots_in_unit(const TimePolynomial<N>& p, std::array<double, N>& roots) {
  std::size_t count = 0;
  if constexpr (N == 1) {
    const double t = -p.c[0] / p.c[1];
    if (t >= 0 && t <= 1) roots[count++] = t;
  } else {
    std::array<double, N - 1> turns;
    const std::size_t turn_count = roots_in_unit(p.derivative(), turns);
    double low = 0, low_value = p.at(0);
    for (std::size_t i = 0; i <= turn_count; ++i) {
      const double high = i < turn_count ? turns[i] : 1.0, high_value = p.at(high);
      if (low_value == 0 && count < N)
        roots[count++] = low;
      else if (low_value * high_value < 0 && count < N)
        roots[count++] = bracketed_root(p, low, high, high_value > 0);
      low = high;
      low_value = high_value;
    }
    if (low_value == 0 && count < N) roots[count++] = 1;
  }
  return count;
}

/// Where p <= 0 on [0, 1]; with sign = -1, where p >= 0.
template <std::size_t N>
TimeSpans where_not_positive(const TimePolynomial<N>& p, double sign = 1) {
  std::array<double, N> roots;
  const std::size_t count = roots_in_unit(p, roots);
  TimeSpans spans;
  double begin = 0;
  for (std::size_t i = 0; i <= count; ++i) {
    const double end = i < count ? roots[i] : 1.0;
    if (sign * p.at(0.5 * (begin + end)) <= 0)
      spans.add(begin, end);
    else if (i < count)
      spans.add(end, end);  // a root is in, whatever p is beside it
    begin = end;
  }
  return spans;
}
template <std::size_t N>
TimeSpans where_not_negative(const TimePolynomial<N>& p) {
  return where_not_positive(p, -1);
}

/// Whether all Bernstein coefficients over [0, 1] are positive; then, up to rounding, so is p.
template <std::size_t N>
bool clearly_positive(const TimePolynomial<N>& p) {
  if (!(p.c[0] > 0)) return false;
  // b_i = sum_j C(i, j) / C(N, j) c_j: divide, then build the sums with binomial weights in place.
  std::array<double, N + 1> b = p.c;
  double binomial = 1;
  for (std::size_t j = 1; j <= N; ++j) {
    binomial = binomial * static_cast<double>(N + 1 - j) / static_cast<double>(j);
    b[j] /= binomial;
  }
  for (std::size_t i = 1; i <= N; ++i)
    for (std::size_t j = N; j >= i; --j) b[j] += b[j - 1];
  return std::all_of(b.begin(), b.end(), [](double x) { return x > 0; });
}

}  // namespace firstcontact::baselines
