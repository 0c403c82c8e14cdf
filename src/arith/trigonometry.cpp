#include "arith/trigonometry.h"

#include <cmath>

#include "arith/unit_roundoff.h"

// Sine and cosine: the angle is reduced to |r| <= pi/4 + 2^-30 by a multiple k of pi/2, and the
// Taylor polynomials of degree 17 and 18 are evaluated in doubles. Errors, with u = 2^-53:
//
// Reduction. pi/2 = kHalfPi1 + kHalfPi2 + kHalfPi3 + e, where |e| < 2^-118 and the first two have
// 33 bits, so that k times them is exact for |k| < 2^20. x - k kHalfPi1 is exact: it is a multiple
// of the last bit of x or of 2^-32, and smaller than 1.6. The two other subtractions give results
// below 1.6 and round by at most u each (u/2 if the result is below 1, which it always is within
// 2^-30). k kHalfPi3 is below 2^-45 and rounds by 2^-98. Together this is below 1.1 u, and sine and
// cosine change by no more.
//
// Sine. r + r^3 q(r^2): the remainder of the polynomial is r^19/19! < 2^-63. q is a sum of falling
// terms that begins with 1/6. Its Horner steps round by at most 4 u of 1/6, and r^2 and r^3 add 3
// u: together 0.79^3/6 * 8 u < 0.66 u. The last addition rounds by u/2 of a value below 0.71. With
// the reduction this is below 2.3 u.
//
// Cosine. 1 - r^2/2 + r^4 q(r^2): the remainder is r^20/20! < 2^-66. r^2/2 rounds by 0.31 u, the
// subtraction by u/2, the rest by 0.79^4/24 * 9 u < 0.15 u, the last addition by u/2. With the
// reduction this is below 2.6 u.
//
// kSineCosineError = 4 u covers both. tests/arith compares with 100 digits.

namespace firstcontact::arith {
namespace {

constexpr double kTwoOverPi = 0x1.45f306dc9c883p-1;
constexpr double kHalfPi1 = 0x1.921fb544p+0;
constexpr double kHalfPi2 = 0x1.0b4611a6p-34;
constexpr double kHalfPi3 = 0x1.3198a2e037073p-69;
constexpr double kPi = 0x1.921fb54442d18p+1;

/// 1/3! − x/5! + … , so that sin r = r − r³ q(r²).
double sine_tail(double x) {
  constexpr double c3 = 1.0 / 6, c5 = 1.0 / 120, c7 = 1.0 / 5040, c9 = 1.0 / 362880,
                   c11 = 1.0 / 39916800, c13 = 1.0 / 6227020800, c15 = 1.0 / 1307674368000,
                   c17 = 1.0 / 355687428096000;
  return c3 - x * (c5 - x * (c7 - x * (c9 - x * (c11 - x * (c13 - x * (c15 - x * c17))))));
}

/// 1/4! − x/6! + … , so that cos r = 1 − r²/2 + r⁴ q(r²).
double cosine_tail(double x) {
  constexpr double c4 = 1.0 / 24, c6 = 1.0 / 720, c8 = 1.0 / 40320, c10 = 1.0 / 3628800,
                   c12 = 1.0 / 479001600, c14 = 1.0 / 87178291200, c16 = 1.0 / 20922789888000,
                   c18 = 1.0 / 6402373705728000;
  return c4 - x * (c6 - x * (c8 - x * (c10 - x * (c12 - x * (c14 - x * (c16 - x * c18))))));
}

/// Up to this angle the factors are computed from series, which avoid the division by a.
constexpr double kSmallAngle = 0.5;

}  // namespace

SineCosine sine_cosine(double angle) {
  if (!(std::abs(angle) <= kLargestReducedAngle)) return {0, 0, 1};
  const double k = std::floor(angle * kTwoOverPi + 0.5);
  const double r = ((angle - k * kHalfPi1) - k * kHalfPi2) - k * kHalfPi3;
  const double x = r * r;
  const double s = r - r * x * sine_tail(x);
  const double c = (1 - 0.5 * x) + x * x * cosine_tail(x);
  switch (static_cast<long>(k) & 3) {
    case 0: return {s, c, kSineCosineError};
    case 1: return {c, -s, kSineCosineError};
    case 2: return {-s, -c, kSineCosineError};
    default: return {-c, s, kSineCosineError};
  }
}

double arc_tangent2(double y, double x) {
  const double ax = std::abs(x), ay = std::abs(y);
  const double large = ax > ay ? ax : ay;
  if (!(large > 0)) return 0;
  const double t = (ax > ay ? ay : ax) / large;  // tangent of an angle in [0, pi/4]
  // The first guess is accurate to 0.004. Each correction reduces an error e to e^5 / 5.
  double angle = t * (kQuarterTurn / 2 + 0.273 * (1 - t));
  for (int i = 0; i < 2; ++i) {
    const SineCosine at = sine_cosine(angle);
    const double d = (t * at.cosine - at.sine) / (t * at.sine + at.cosine);
    angle += d - d * d * d / 3;
  }
  if (ay > ax) angle = kQuarterTurn - angle;
  if (x < 0) angle = kPi - angle;
  return y < 0 ? -angle : angle;
}

// Let p = a t. For |p| <= kSmallAngle: sin(a t)/a = t (1 − p² sine_tail(p²)) and
// (1 − cos(a t))/a² = t² (1/2 − p² cosine_tail(p²)). p² rounds by 3 u of itself, so the brackets
// round by less than u/4 more than their own last operation, and the products with t and t² by 2 u
// of themselves. In all this is below 4 u of t and of t², except for subnormal numbers. For larger
// |p| the error of sine and cosine (4 u, and |p| u for the rounding of the angle) is divided by |a|
// >= kSmallAngle or its square.
TurnFactors turn_factors(double a, double t) {
  constexpr double u = kUnitRoundoff, kNotNormal = 1e-300;
  const double p = a * t, x = p * p;
  if (std::abs(p) <= kSmallAngle) {
    const double share = 8 * u * std::abs(t);
    return {t * (1 - x * sine_tail(x)), t * t * (0.5 - x * cosine_tail(x)), share + kNotNormal,
            share * std::abs(t) + kNotNormal};
  }
  const SineCosine at = sine_cosine(p);
  const double b = std::abs(a), first = at.sine / a, second = (1 - at.cosine) / a / a;
  const double share = (at.error * 1.01 + std::abs(p) * u + 4 * u) / b * 1.01;
  const double first_error = share + 4 * u * std::abs(first),
               second_error = share / b * 1.01 + 4 * u * second;
  return {first, second, first_error > second_error ? first_error : second_error, second_error};
}

}  // namespace firstcontact::arith
