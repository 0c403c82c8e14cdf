// Sine and cosine, by their series.
//
// For an angle that is known to lie in a ball:
// 1. Halve the middle of the angle r times, until it is at most 1/16.
// 2. Sum the Taylor series of exp(i x): the real part is the cosine, the imaginary part the sine.
//    The terms from x^n / n! on add up to at most twice that term, because |x| <= 1/2.
// 3. Square r times: (c + i s)^2 = (c^2 − s^2) + i (2 c s).
// 4. Sine and cosine change by no more than the angle, so the radius of the angle is added.
//
// The factors of a turn divide by the angle a. For y = a t beyond 1 in magnitude that is harmless,
// because |a| >= |y|. Otherwise they come from the series in y² of sin(y) / y and (1 − cos y) / y²,
// times t and t²; and sine and cosine from those.
#include "verify/rational_trigonometry.h"

#include <algorithm>

namespace firstcontact::verify {
namespace {

using exact::Integer;

/// A term of the series this small (in the units of a ball) ends it: the radii of the terms are of
/// this size by then.
constexpr std::int64_t kSmallTerm = 16;
constexpr std::int64_t kReducedBits = 4;  // the series is summed at |x| <= 2^-kReducedBits

/// Precondition: |x| <= 1/2.
SineCosineBalls sum_series(const Ball& x) {
  SineCosineBalls sum = {Ball::of(0), Ball::of(1)};
  Ball term = Ball::of(1);
  for (std::int64_t n = 1;; ++n) {
    term = term * x;
    term /= n;
    const Integer size = term.magnitude();
    if (size <= Integer(kSmallTerm)) {
      sum.sine.radius += size << 1;
      sum.cosine.radius += size << 1;
      return sum;
    }
    Ball& part = n % 2 == 1 ? sum.sine : sum.cosine;
    if (n % 4 == 1 || n % 4 == 0)
      part += term;
    else
      part -= term;
  }
}

/// Σ_i (−square)^i / (2 i + first)!, for 0 <= square <= 1 and first >= 1.
Ball even_series(const Ball& square, std::int64_t first) {
  Ball term = Ball::of(1);
  for (std::int64_t n = 2; n <= first; ++n) term /= n;
  Ball sum = Ball::of(0);
  for (std::int64_t n = first;; n += 2) {
    const Integer size = term.magnitude();
    if (size <= Integer(kSmallTerm)) {
      sum.radius += size << 1;  // a term is at most half of the one before
      return sum;
    }
    sum += term;
    term = -(term * square);
    term /= (n + 1) * (n + 2);
  }
}

}  // namespace

SineCosineBalls sine_cosine(const Ball& angle) {
  const std::int64_t halvings =
      std::max<std::int64_t>(0, angle.middle.bit_length() - (kBallBits - kReducedBits));
  SineCosineBalls z = sum_series({angle.middle >> halvings, halvings > 0 ? 1 : 0});
  for (std::int64_t i = 0; i < halvings; ++i) {
    const Ball product = z.sine * z.cosine;
    z.cosine = z.cosine * z.cosine - z.sine * z.sine;
    z.sine = product + product;
  }
  z.sine.radius += angle.radius;
  z.cosine.radius += angle.radius;
  return z;
}

TurnBalls turn(const Dyadic& angle, const Dyadic& time) {
  const Dyadic product = {angle.numerator * time.numerator, angle.scale + time.scale};
  const Ball y = Ball::of(product);
  if (abs(product.numerator) > Integer(1) << product.scale) {
    auto [sine, cosine] = sine_cosine(y);
    Ball first = sine, second = Ball::of(1) - cosine;
    first /= angle;
    second /= angle;
    second /= angle;
    return {std::move(sine), std::move(cosine), std::move(first), std::move(second)};
  }
  const Ball square = y * y, t = Ball::of(time);
  const Ball sine_part = even_series(square, 1), cosine_part = even_series(square, 2);
  return {y * sine_part, Ball::of(1) - square * cosine_part, t * sine_part, t * t * cosine_part};
}

}  // namespace firstcontact::verify
