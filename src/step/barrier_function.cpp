#include "step/barrier_function.h"

#include <cmath>
#include <limits>

namespace firstcontact::step {

double logarithm(double x) {
  int exponent = 0;
  double mantissa = std::frexp(x, &exponent);
  if (mantissa < 0.70710678118654752440) {
    mantissa *= 2;
    --exponent;
  }
  // ln m = 2 artanh z = 2 (z + z^3/3 + z^5/5 + ...) with |z| < 0.172: the 12th term is below 1e-18
  const double z = (mantissa - 1) / (mantissa + 1), square = z * z;
  double series = 0;
  for (int k = 23; k >= 3; k -= 2) series = (series + 1.0 / k) * square;
  constexpr double kLn2High = 0x1.62e42fefa38p-1, kLn2Low = 0x1.ef35793c7673p-45;
  const double scale = exponent;
  return scale * kLn2High + (2 * z + (2 * z * series + scale * kLn2Low));
}

bool is_sound(const Barrier& barrier) {
  return barrier.activation_distance > 0 && std::isfinite(barrier.activation_distance) &&
         barrier.stiffness > 0 && std::isfinite(barrier.stiffness);
}

Jet barrier_of(const NearPair& pair, double distance, const Barrier& barrier) {
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  const double length = barrier.activation_distance,
               s = (distance - pair.required_distance) / length;
  if (s >= 1) return {};
  if (s <= 0) return {std::numeric_limits<double>::infinity(), kNone, kNone};
  if (!(s > 0)) return {kNone, kNone, kNone};
  const double scale = pair.weight * barrier.stiffness, log = logarithm(s), gap = 1 - s,
               share = gap / s;
  return {scale * length * (-(gap * gap) * log), scale * (2 * gap * log - gap * share),
          scale / length * (-2 * log + 4 * share + share * share)};
}

}  // namespace firstcontact::step
