// Polynomials in Bernstein form for F(t) = sin(a t) / a and G(t) = (1 − cos(a t)) / a², a the
// angle.
//
// F' = cos(a t) and G' = F. At the middle m of the interval, with its half width w, h = a w, and v
// in [−1, 1] the place in the interval,
//     F = F(m) +            Σ_{j=1..6} c_{j−1} w  h^(j−1) / j! v^j + rest,   |rest| ≤ w  |h|^6 / 7!
//     G = G(m) + F(m) w v + Σ_{j=2..6} c_{j−2} w² h^(j−2) / j! v^j + rest,   |rest| ≤ w² |h|^5 / 7!
// where c_i is the i-th derivative of the cosine at a m: cos, −sin, −cos, sin in turn, none
// beyond 1. With v = s − (1 − s), 0 ≤ s ≤ 1,
//     v^j = v^j (s + (1 − s))^(6−j) = Σ_k N_jk / C(6,k) B_k(s),   N_jk = Σ_i (−1)^(j−i) C(j,i)
//     C(6−j,k−i),
// and |N_jk| ≤ C(6,k), so an error in a term of the sum over j is not made larger.
#include "verify/motion_weights.h"

#include <algorithm>
#include <array>

#include "verify/binomial.h"
#include "verify/rational_trigonometry.h"

namespace firstcontact::verify {
namespace {

using exact::Integer;

constexpr int kTerms = kTurningDegree + 1;

/// N_jk of the head of this file.
constexpr std::int64_t basis_change(int j, int k) {
  std::int64_t sum = 0;
  for (int i = 0; i <= j; ++i)
    sum += ((j - i) % 2 == 0 ? 1 : -1) * choose(j, i) * choose(kTurningDegree - j, k - i);
  return sum;
}

/// Σ terms[j] v^j + rest in Bernstein form; `rest` in the units of balls, the result in units of
/// 2^-bits.
TimePolynomial bernstein(const std::array<Ball, kTerms>& terms, const Integer& rest,
                         std::int64_t bits) {
  TimePolynomial result;
  Integer error = rest;
  for (const Ball& term : terms) error += term.radius;
  error += Integer(1);  // the division below
  for (int k = 0; k < kTerms; ++k) {
    Integer sum;
    for (int j = 0; j < kTerms; ++j) sum.add_product(terms[j].middle, Integer(basis_change(j, k)));
    sum /= Integer(choose(kTurningDegree, k));
    result.coefficients.push_back(bits >= kBallBits ? sum << (bits - kBallBits)
                                                    : sum >> (kBallBits - bits));
  }
  // Two units: the coefficients' rounding and the error's own.
  result.error =
      bits >= kBallBits ? error << (bits - kBallBits) : (error >> (kBallBits - bits)) + Integer(2);
  return result;
}

/// angle (end − begin) / 2.
Dyadic half_turn(const Dyadic& angle, const TimeInterval& interval) {
  return {angle.numerator * (interval.end - interval.begin), angle.scale + interval.bits + 1};
}

}  // namespace

TimePolynomial time_polynomial(const TimeInterval& interval, int degree) {
  TimePolynomial result;
  for (int k = 0; k <= degree; ++k) {
    Integer sum = interval.begin * Integer(degree - k);
    sum.add_product(interval.end, Integer(k));
    result.coefficients.push_back(sum / Integer(degree));
  }
  result.error = degree == 1 ? 0 : 1;
  return result;
}

TurnPolynomials turn_polynomials(const Dyadic& angle, const TimeInterval& interval) {
  const TurnBalls middle = turn(angle, {interval.begin + interval.end, interval.bits + 1});
  const std::array<Ball, 4> derivatives = {middle.cosine, -middle.sine, -middle.cosine,
                                           middle.sine};
  const Ball width = Ball::of({interval.end - interval.begin, interval.bits + 1});
  const Ball half = Ball::of(half_turn(angle, interval));
  std::array<Ball, kTerms> first_terms, second_terms;
  first_terms[0] = middle.first;
  second_terms[0] = middle.second;
  second_terms[1] = middle.first * width;
  // w h^(j−1) / j! for F and w² h^(j−2) / j! for G.
  Ball first_power = width, second_power = width * width;
  second_power /= 2;
  for (int j = 1; j <= kTurningDegree; ++j) {
    first_terms[j] = derivatives[(j - 1) % 4] * first_power;
    first_power = first_power * half;
    first_power /= j + 1;
    if (j < 2) continue;
    second_terms[j] = derivatives[(j - 2) % 4] * second_power;
    second_power = second_power * half;
    second_power /= j + 1;
  }
  return {bernstein(first_terms, first_power.magnitude(), interval.bits),
          bernstein(second_terms, second_power.magnitude(), interval.bits)};
}

bool turns_little(const Dyadic& angle, const TimeInterval& interval) {
  const Dyadic half = half_turn(angle, interval);
  return abs(half.numerator) <= Integer(1) << half.scale;
}

}  // namespace firstcontact::verify
