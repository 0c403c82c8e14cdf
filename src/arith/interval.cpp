#include "arith/interval.h"

#include "arith/trigonometry.h"

namespace firstcontact::arith {
namespace {

/// Error of k pi/2 computed in doubles, for |k| up to 2^20: two roundings of a number below 2^21.
constexpr double kQuarterError = 0x1p-31;

/// The range of sine or cosine, given its values at both ends. The extremes of the sine lie at odd
/// multiples of pi/2, those of the cosine at even ones. `first` is the multiple (modulo 4) of the
/// maximum; the minimum is two further. A multiple that may lie in the interval counts, which only
/// widens the result.
Interval between_extremes(const Interval& angle, double at_low, double at_high, long first) {
  Interval out = {std::min(at_low, at_high) - kSineCosineError,
                  std::max(at_low, at_high) + kSineCosineError};
  const double k0 = std::floor((angle.low - kQuarterError) / kQuarterTurn),
               k1 = std::ceil((angle.high + kQuarterError) / kQuarterTurn);
  for (double k = k0; k <= k1; ++k) {
    const double at = k * kQuarterTurn;
    if (at < angle.low - kQuarterError || at > angle.high + kQuarterError) continue;
    const long phase = (static_cast<long>(k) - first) & 3;
    if (phase == 0) out.high = 1;
    if (phase == 2) out.low = -1;
  }
  return {std::max(-1.0, below(out.low)), std::min(1.0, above(out.high))};
}

bool covers_everything(const Interval& angle) {
  return !(angle.magnitude() <= kLargestReducedAngle / 2) ||
         !(angle.high - angle.low < 4 * kQuarterTurn);
}

}  // namespace

Interval sine(const Interval& angle) {
  if (covers_everything(angle)) return {-1, 1};
  return between_extremes(angle, sine(angle.low), sine(angle.high), 1);
}

Interval cosine(const Interval& angle) {
  if (covers_everything(angle)) return {-1, 1};
  return between_extremes(angle, cosine(angle.low), cosine(angle.high), 0);
}

}  // namespace firstcontact::arith
