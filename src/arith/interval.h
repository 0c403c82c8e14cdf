#pragma once
/// Intervals of real numbers with outward rounding, which do not change the rounding mode.
#include <algorithm>
#include <cmath>

namespace firstcontact::arith {

/// A double greater (less) than x, one or two units in the last place away: adding |x| 2^-52 moves
/// x by that much. The constant, the smallest normal number, is for values near 0.
inline double above(double x) { return x + (std::abs(x) * 0x1p-52 + 0x1p-1022); }
inline double below(double x) { return x - (std::abs(x) * 0x1p-52 + 0x1p-1022); }

/// All real numbers from low to high. The result of an operation contains all results for members
/// of its operands. After an overflow the bounds are infinite or NaN, never finite and wrong.
struct Interval {
  double low = 0, high = 0;

  static Interval around(double x, double error) { return {below(x - error), above(x + error)}; }
  bool contains(double x) const { return low <= x && x <= high; }
  double magnitude() const { return std::max(std::abs(low), std::abs(high)); }
  double width() const { return above(high - low); }
};

inline Interval operator+(const Interval& a, const Interval& b) {
  return {below(a.low + b.low), above(a.high + b.high)};
}
inline Interval operator-(const Interval& a, const Interval& b) {
  return {below(a.low - b.high), above(a.high - b.low)};
}
inline Interval operator-(const Interval& a) { return {-a.high, -a.low}; }

inline Interval operator*(const Interval& a, const Interval& b) {
  const double p = a.low * b.low, q = a.low * b.high, r = a.high * b.low, s = a.high * b.high;
  return {below(std::min(std::min(p, q), std::min(r, s))),
          above(std::max(std::max(p, q), std::max(r, s)))};
}
inline Interval operator*(const Interval& a, double b) {
  const double p = a.low * b, q = a.high * b;
  return {below(std::min(p, q)), above(std::max(p, q))};
}
inline Interval operator+(const Interval& a, double b) {
  return {below(a.low + b), above(a.high + b)};
}

inline Interval hull(const Interval& a, const Interval& b) {
  return {std::min(a.low, b.low), std::max(a.high, b.high)};
}

/// Sine and cosine over an interval of angles, tight up to the error of sine_cosine; [-1, 1] if the
/// angles are too large.
Interval sine(const Interval& angle);
Interval cosine(const Interval& angle);

}  // namespace firstcontact::arith
