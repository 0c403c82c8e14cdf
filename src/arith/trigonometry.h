#pragma once
/// Sine, cosine and arc tangent with the same bits on every machine and proven error bounds. Those
/// of the C library differ between versions, so no decision uses them.

namespace firstcontact::arith {

/// 2 pi and pi/2, rounded.
inline constexpr double kFullTurn = 0x1.921fb54442d18p+2, kQuarterTurn = 0x1.921fb54442d18p+0;

struct SineCosine {
  double sine = 0, cosine = 0;
  double error = 0;  ///< absolute error of both
};

/// Error of `sine_cosine` for |angle| <= kLargestReducedAngle; derived in trigonometry.cpp.
inline constexpr double kSineCosineError = 0x1p-51;
inline constexpr double kLargestReducedAngle = 0x1p20;

/// Larger angles and NaN give 0, 0 with the error 1.
SineCosine sine_cosine(double angle);

inline double sine(double angle) { return sine_cosine(angle).sine; }
inline double cosine(double angle) { return sine_cosine(angle).cosine; }

/// The angle of the point (x, y), in [-pi, pi], to within 2^-50; 0 for the origin. Precondition:
/// finite coordinates.
double arc_tangent2(double y, double x);

/// first = sin(a t) / a and second = (1 − cos(a t)) / a²; for a = 0 their limits t and t²/2.
/// `error` bounds the absolute error of both. `second_error` is never larger and bounds that of
/// `second`; it falls with 1/a² for large angles.
struct TurnFactors {
  double first = 0, second = 0;
  double error = 0, second_error = 0;
};
/// Precondition: |a| <= kLargestReducedAngle, |t| <= 1.
TurnFactors turn_factors(double a, double t);

}  // namespace firstcontact::arith
