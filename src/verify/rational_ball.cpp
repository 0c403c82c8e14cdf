#include "verify/rational_ball.h"

#include "verify/units.h"

namespace firstcontact::verify {

using exact::Integer;

Dyadic dyadic(double value) {
  Unit unit;
  unit.cover(value);
  unit.cover(1);
  return {unit.of(value), unit.of(1).bit_length() - 1};
}

Ball Ball::of(const Dyadic& value) {
  if (value.scale <= kBallBits) return {value.numerator << (kBallBits - value.scale), {}};
  return {value.numerator >> (value.scale - kBallBits), 1};
}

Ball& Ball::operator+=(const Ball& b) {
  middle += b.middle;
  radius += b.radius;
  return *this;
}

Ball& Ball::operator-=(const Ball& b) {
  middle -= b.middle;
  radius += b.radius;
  return *this;
}

Ball& Ball::operator/=(std::int64_t divisor) {
  // The quotients of middle and radius are each rounded by less than a unit.
  middle /= Integer(divisor);
  radius /= Integer(divisor);
  radius += Integer(2);
  return *this;
}

Ball& Ball::operator/=(const Dyadic& divisor) {
  middle = (middle << divisor.scale) / divisor.numerator;
  radius = (radius << divisor.scale) / abs(divisor.numerator) + Integer(2);
  return *this;
}

Ball operator*(const Ball& a, const Ball& b) {
  // |x y − a b| ≤ |a| r_b + |b| r_a + r_a r_b; rounding that and the product of the middles costs
  // less than a unit each.
  Integer radius = a.radius * b.radius;
  radius.add_product(abs(a.middle), b.radius);
  radius.add_product(abs(b.middle), a.radius);
  radius >>= kBallBits;
  radius += Integer(2);
  return {a.middle * b.middle >> kBallBits, std::move(radius)};
}

}  // namespace firstcontact::verify
