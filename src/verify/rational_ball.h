#pragma once
/// Real numbers enclosed in rational intervals: every operation rounds outward. No floating-point
/// arithmetic.
#include <cstdint>

#include "exact/integer.h"

namespace firstcontact::verify {

/// Balls are in units of 2^-kBallBits.
inline constexpr std::int64_t kBallBits = 256;

/// numerator / 2^scale, exactly. scale >= 0.
struct Dyadic {
  exact::Integer numerator;
  std::int64_t scale = 0;
};

/// Precondition: finite.
Dyadic dyadic(double value);

/// All real numbers within `radius` of `middle`, both in units of 2^-kBallBits; radius >= 0. The
/// result of an operation contains every result of the operation on members of its operands.
struct Ball {
  exact::Integer middle, radius;

  static Ball of(std::int64_t value) { return {exact::Integer(value) << kBallBits, {}}; }
  static Ball of(const Dyadic& value);

  Ball& operator+=(const Ball& b);
  Ball& operator-=(const Ball& b);
  /// Precondition: divisor > 0.
  Ball& operator/=(std::int64_t divisor);
  /// Precondition: divisor is not zero.
  Ball& operator/=(const Dyadic& divisor);

  /// No member is larger in magnitude, in units of 2^-kBallBits.
  exact::Integer magnitude() const { return abs(middle) + radius; }
};

Ball operator*(const Ball& a, const Ball& b);
inline Ball operator+(Ball a, const Ball& b) { return std::move(a += b); }
inline Ball operator-(Ball a, const Ball& b) { return std::move(a -= b); }
inline Ball operator-(Ball a) { return {-std::move(a.middle), std::move(a.radius)}; }

}  // namespace firstcontact::verify
