#pragma once
/// A query in interval arithmetic (Boost.Interval), for the interval root finders.
///
/// Every interval contains all values that the exact expression takes. This holds only while an
/// UpwardRounding is alive on the thread, and in functions that are not inlined into the one that
/// created it (otherwise the compiler may move arithmetic across the change of mode).
#include <firstcontact/query.h>

#include <algorithm>
#include <array>
#include <boost/numeric/interval.hpp>
#include <cfenv>
#include <cmath>

namespace firstcontact::baselines {

/// Sets the calling thread's rounding mode to upward for its lifetime, then restores it.
class UpwardRounding {
 public:
  UpwardRounding() : saved_(std::fegetround()) { std::fesetround(FE_UPWARD); }
  ~UpwardRounding() { std::fesetround(saved_); }
  UpwardRounding(const UpwardRounding&) = delete;
  UpwardRounding& operator=(const UpwardRounding&) = delete;

 private:
  int saved_;
};

/// Boost's rounding policy for a mode that stays upward: down(x) = -up(-x). Boost's own policy of
/// this kind leaves the inner minus sign to the compiler, which may pull it out of a product and so
/// round the wrong way; here it passes through memory.
struct OppositeRounding {
  static double up(double x) {
    volatile double stored = x;
    return stored;
  }
  static double add_up(double x, double y) { return up(x + y); }
  static double sub_up(double x, double y) { return up(x - y); }
  static double mul_up(double x, double y) { return up(x * y); }
  static double add_down(double x, double y) { return -up(up(-x) - y); }
  static double sub_down(double x, double y) { return -up(y - x); }
  static double mul_down(double x, double y) { return -up(up(-x) * y); }
  using unprotected_rounding = OppositeRounding;
};

/// No operation used here gives an empty interval or a NaN: lower ends are never +infinity, upper
/// ends never -infinity, and the product of a zero and an infinite end is never formed.
using Interval = boost::numeric::interval<
    double, boost::numeric::interval_lib::policies<
                OppositeRounding,
                boost::numeric::interval_lib::checking_no_empty<
                    double, boost::numeric::interval_lib::checking_no_nan<
                                double, boost::numeric::interval_lib::checking_base<double>>>>>;
using IntervalVector = std::array<Interval, 3>;

inline IntervalVector operator+(const IntervalVector& a, const IntervalVector& b) {
  return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}
inline IntervalVector operator-(const IntervalVector& a, const IntervalVector& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
inline IntervalVector operator*(const Interval& s, const IntervalVector& a) {
  return {s * a[0], s * a[1], s * a[2]};
}
inline Interval dot(const IntervalVector& a, const IntervalVector& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
inline IntervalVector cross(const IntervalVector& a, const IntervalVector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
inline bool may_be_zero(const Interval& a) { return a.lower() <= 0 && a.upper() >= 0; }
inline bool may_be_zero(const IntervalVector& a) {
  return may_be_zero(a[0]) && may_be_zero(a[1]) && may_be_zero(a[2]);
}

/// The four moving points of a vertex-face or edge-edge query. Each axis is scaled by its own power
/// of two, so that its largest coordinate is about 1. This changes no contact and no time; it only
/// keeps products from over- and underflowing.
class IntervalMotion {
 public:
  /// Precondition: UpwardRounding; every coordinate is finite.
  explicit IntervalMotion(const Query& query) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      double largest = 0;
      for (std::size_t i = 0; i < 4; ++i)
        largest = std::max({largest, std::abs(query.t0[i][axis]), std::abs(query.t1[i][axis])});
      const int exponent = largest == 0 ? 0 : std::ilogb(largest);
      // Scale in two steps, because one factor may be out of range. Both products are exact, or
      // rounded outward if they are subnormal.
      const Interval half(std::ldexp(1, -(exponent / 2))),
          rest(std::ldexp(1, -(exponent - exponent / 2)));
      for (std::size_t i = 0; i < 4; ++i) {
        start_[i][axis] = Interval(query.t0[i][axis]) * half * rest;
        step_[i][axis] = Interval(query.t1[i][axis]) * half * rest - start_[i][axis];
      }
    }
  }

  /// Point i over the times t.
  IntervalVector at(std::size_t i, const Interval& t) const { return start_[i] + t * step_[i]; }

 private:
  std::array<IntervalVector, 4> start_, step_;
};

}  // namespace firstcontact::baselines
