#pragma once
/// The functions of time in the formulas of motions, as polynomials with error bounds.
#include <vector>

#include "verify/rational_ball.h"

namespace firstcontact::verify {

/// An interval of time in units of 2^-bits. Precondition everywhere: 0 <= begin <= end, bits >= 0.
struct TimeInterval {
  exact::Integer begin, end;
  std::int64_t bits = 0;
};

/// Bernstein coefficients over an interval, in units of 2^-bits of the interval: the function
/// differs from the polynomial by at most `error` (same units) at every time of it.
struct TimePolynomial {
  std::vector<exact::Integer> coefficients;
  exact::Integer error;
};

/// Degree of the polynomials of bodies that turn.
inline constexpr int kTurningDegree = 6;

/// The function t. Exact for degree 1. Precondition: degree >= 1.
TimePolynomial time_polynomial(const TimeInterval& interval, int degree);

/// sin(a t) / a and (1 − cos(a t)) / a², of degree kTurningDegree; for the angle a = 0 the limits t
/// and t²/2. With the half width w of the interval and h = |a| w the errors are of the order w h^6
/// / 5040 and w² h^5 / 5040.
struct TurnPolynomials {
  TimePolynomial first, second;
};
/// Precondition: the interval lies in [0, 1].
TurnPolynomials turn_polynomials(const Dyadic& angle, const TimeInterval& interval);

/// Whether |angle| (end − begin) / 2 is at most 1. For larger turns the errors of TurnPolynomials
/// are too large to be useful.
bool turns_little(const Dyadic& angle, const TimeInterval& interval);

}  // namespace firstcontact::verify
