#pragma once
/// Sine, cosine and arc tangent that are the same bits on every machine, with proven error bounds.
/// The C library's differ between versions, so nothing that decides uses them.

namespace firstcontact::arith {

/// 2 pi and pi/2, rounded.
inline constexpr double kFullTurn = 0x1.921fb54442d18p+2, kQuarterTurn = 0x1.921fb54442d18p+0;

struct SineCosine {
  double sine = 0, cosine = 0;
  double error = 0;  ///< of both, absolute
};

/// Error of `sine_cosine` for |angle| <= kLargestReducedAngle; derived in trigonometry.cpp.
inline constexpr double kSineCosineError = 0x1p-51;
inline constexpr double kLargestReducedAngle = 0x1p20;

/// For larger angles, and for NaN: 0, 0 with error 1.
SineCosine sine_cosine(double angle);

inline double sine(double angle) { return sine_cosine(angle).sine; }
inline double cosine(double angle) { return sine_cosine(angle).cosine; }

/// The angle of the point (x, y), in [-pi, pi], to within 2^-50; 0 for the origin. Finite
/// coordinates only.
double arc_tangent2(double y, double x);

/// sin(a t) / a and (1 − cos(a t)) / a², in the limit a = 0 t and t²/2; t in [0, 1]. `error` bounds
/// both, absolute; `second_error`, never larger, the second: it falls with 1/a² for large angles.
struct TurnFactors {
  double first = 0, second = 0;
  double error = 0, second_error = 0;
};
/// Precondition: |a| <= kLargestReducedAngle, |t| <= 1.
TurnFactors turn_factors(double a, double t);

}  // namespace firstcontact::arith
