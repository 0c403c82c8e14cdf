#pragma once
/// Taylor models of order 3: a cubic and an interval that contains the remainder.
///
/// They generalise interval arithmetic and keep track of how quantities depend on time: Berz and
/// Hofstätter 1998, used for articulated bodies by Zhang, Redon, Lee and Kim 2007. All rounding
/// errors go into the remainder.
#include <array>

#include "arith/interval.h"

namespace firstcontact::arith {

/// Model of a function f over s in [-1, 1]: f(s) − Σ_k c[k] s^k lies in `rest` for every s, with
/// the doubles c[k] taken as exact.
struct TaylorModel {
  std::array<double, 4> c = {0, 0, 0, 0};
  Interval rest;

  TaylorModel() = default;
  explicit TaylorModel(double constant) { c[0] = constant; }
  TaylorModel(const std::array<double, 4>& coefficients, const Interval& remainder)
      : c(coefficients), rest(remainder) {}

  double size() const { return std::abs(c[0]) + std::abs(c[1]) + std::abs(c[2]) + std::abs(c[3]); }
};

TaylorModel operator+(const TaylorModel& f, const TaylorModel& g);
TaylorModel operator*(const TaylorModel& f, const TaylorModel& g);
TaylorModel operator*(const TaylorModel& f, double factor);

/// An interval that contains f(s) for all s in [-1, 1]. The range of the cubic is computed from its
/// extrema and widened by kRangeRoom of its size.
Interval range(const TaylorModel& f);
inline constexpr double kRangeRoom = 0x1p-34;

/// Sine and cosine of middle + half_width s.
struct TaylorTurn {
  TaylorModel sine, cosine;
};
/// `error` bounds the error of the angle. Angles that are too large, or too wide for a series of
/// order 3, give [-1, 1].
TaylorTurn taylor_turn(double middle, double half_width, double error);

}  // namespace firstcontact::arith
