// Rounding errors, with u = 2^-53: a coefficient of a sum has an error of at most u of itself. A
// coefficient of a product is a sum of at most four products and has an error of at most 4 u of the
// sum of their sizes; all coefficients together have at most 4 u |f| |g|, where |f| is the sum of
// the sizes of the coefficients. Both bounds are doubled for their own rounding.
#include "arith/taylor_model.h"

#include "arith/trigonometry.h"
#include "arith/unit_roundoff.h"

namespace firstcontact::arith {
namespace {

constexpr double kSumRounding = 2 * kUnitRoundoff, kProductRounding = 16 * kUnitRoundoff;
/// For larger half widths of the angle the series says no more than "between -1 and 1".
constexpr double kWidestTurn = 1.5;

/// Range of the cubic alone, term by term.
Interval rough_range(const std::array<double, 4>& c) {
  const double odd = std::abs(c[1]) + std::abs(c[3]);
  const double low = c[0] + std::min(c[2], 0.0) - odd, high = c[0] + std::max(c[2], 0.0) + odd;
  const double room = 4 * kUnitRoundoff * (std::abs(c[0]) + std::abs(c[2]) + odd);
  return {below(low - room), above(high + room)};
}

double value(const std::array<double, 4>& c, double s) {
  return c[0] + s * (c[1] + s * (c[2] + s * c[3]));
}

}  // namespace

TaylorModel operator+(const TaylorModel& f, const TaylorModel& g) {
  TaylorModel out;
  for (std::size_t k = 0; k < 4; ++k) out.c[k] = f.c[k] + g.c[k];
  const double error = kSumRounding * out.size();
  out.rest = {below(f.rest.low + g.rest.low - error), above(f.rest.high + g.rest.high + error)};
  // This covers the two roundings before the outward one.
  const double room = 2 * kSumRounding * (f.rest.magnitude() + g.rest.magnitude() + error);
  out.rest = {out.rest.low - room, out.rest.high + room};
  return out;
}

TaylorModel operator*(const TaylorModel& f, double factor) {
  TaylorModel out;
  for (std::size_t k = 0; k < 4; ++k) out.c[k] = f.c[k] * factor;
  const double error = kSumRounding * out.size();
  out.rest = f.rest * factor + Interval{-error, error};
  return out;
}

TaylorModel operator*(const TaylorModel& f, const TaylorModel& g) {
  const auto &a = f.c, &b = g.c;
  TaylorModel out;
  out.c = {a[0] * b[0], a[0] * b[1] + a[1] * b[0], a[0] * b[2] + a[1] * b[1] + a[2] * b[0],
           (a[0] * b[3] + a[3] * b[0]) + (a[1] * b[2] + a[2] * b[1])};
  // Powers 4 and 6 lie in [0, 1], power 5 in [-1, 1].
  const double p4 = (a[1] * b[3] + a[3] * b[1]) + a[2] * b[2], p5 = a[2] * b[3] + a[3] * b[2],
               p6 = a[3] * b[3];
  const double error = kProductRounding * f.size() * g.size();
  const Interval higher = {std::min(p4, 0.0) + std::min(p6, 0.0) - std::abs(p5) - error,
                           std::max(p4, 0.0) + std::max(p6, 0.0) + std::abs(p5) + error};
  const Interval range_f = rough_range(a) + f.rest;
  out.rest = higher + range_f * g.rest + rough_range(b) * f.rest;
  return out;
}

// The extrema are at the ends and where the derivative c1 + 2 c2 s + 3 c3 s² is 0. With
// D = c2² − 3 c1 c3 and q = −(c2 ± √D), with the sign of c2, these are q / (3 c3) and c1 / q. Every
// value computed is one of the cubic at some s in [-1, 1], so the only danger is to miss an
// extremum. With S = c2² + 3 |c1 c3|, the error of D is at most 4 u S.
// - If D > 2^-26 S, the error of a root in [-1, 1] is less than 2^-25, and that of the value, which
//   is stationary there, less than (|c2| + 3 |c3|) 2^-50.
// - Otherwise c1 c3 >= 0 and, if there are roots at all, S <= 2 c2². They are p ± w with
//   p = −c2 / (3 c3) and w = √D / (3 |c3|) <= 2^-12.5 |p|. The computed roots are within 2w of p;
//   or there are none, because the computed D is negative, and then w is below 2^-25 |p|. There the
//   cubic differs from its extrema by at most 16 |c3| w³ <= 2^-33.5 |c3| |p|³. With |p| <= 1 + w
//   this is below 2^-34 (|c1| + |c2| + |c3|), since |c2| = 3 |p| |c3| and |c1| is nearly 3 p² |c3|.
Interval range(const TaylorModel& f) {
  const auto& c = f.c;
  const double end0 = value(c, -1), end1 = value(c, 1);
  double low = std::min(end0, end1), high = std::max(end0, end1);
  const double d = c[2] * c[2] - 3 * c[1] * c[3];
  if (d >= 0) {
    const double q = -(c[2] + std::copysign(std::sqrt(d), c[2]));
    for (const double root : {q / (3 * c[3]), c[1] / q}) {
      if (!(std::abs(root) < 1)) continue;  // also if it is infinite or NaN
      const double at = value(c, root);
      low = std::min(low, at);
      high = std::max(high, at);
    }
  }
  const double room = kRangeRoom * (std::abs(c[1]) + std::abs(c[2]) + std::abs(c[3])) +
                      8 * kUnitRoundoff * f.size();
  return Interval{low - room, high + room} + f.rest;
}

// With d = half_width s: sin(m + d) = sin m cos d + cos m sin d, cos d = 1 − d²/2 + [0, d⁴/24] and
// sin d = d − d³/6 ± |d|⁵/120, for every d. Coefficients are products of at most four doubles, so
// the error of each is at most 4 u of itself.
TaylorTurn taylor_turn(double middle, double half_width, double error) {
  const double w = std::abs(half_width);
  const SineCosine at = sine_cosine(middle);
  if (!(w <= kWidestTurn) || !(at.error < 1)) {
    const Interval all = {-1, 1};
    return {{{0, 0, 0, 0}, all}, {{0, 0, 0, 0}, all}};
  }
  const double second = 0.5 * half_width * half_width,
               third = half_width * half_width * half_width / 6;
  const double quartic = w * w * w * w / 24 * (1 + 0x1p-49),
               quintic = w * w * w * w * w / 120 * (1 + 0x1p-49);
  const double rounding = (error + at.error) * (1 + w + second + std::abs(third)) +
                          16 * kUnitRoundoff * (1 + w + second + std::abs(third));
  const Interval round = {-rounding, rounding};
  const auto remainder = [&](double cosine_part, double sine_part) {
    const double odd = std::abs(sine_part) * quintic;
    return Interval{0, quartic} * cosine_part + Interval{-odd, odd} + round;
  };
  const double s = at.sine, c = at.cosine;
  return {{{s, c * half_width, -s * second, -c * third}, remainder(s, c)},
          {{c, -s * half_width, -c * second, s * third}, remainder(c, s)}};
}

}  // namespace firstcontact::arith
