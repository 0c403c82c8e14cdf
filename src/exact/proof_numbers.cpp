#include "exact/proof_numbers.h"

#include <cmath>

namespace firstcontact::exact {

ExactNumber exact_number(Integer mantissa, std::int64_t exponent) {
  if (mantissa.sign() == 0) return {};
  const std::int64_t zeros = mantissa.trailing_zeros();
  mantissa >>= zeros;
  exponent += zeros;
  constexpr int kMantissaBits = 53, kSmallestExponent = -1074, kLargestExponent = 1024;
  const std::int64_t length = mantissa.bit_length();
  if (length <= kMantissaBits && exponent >= kSmallestExponent &&
      exponent + length <= kLargestExponent)
    return {std::ldexp(static_cast<double>(mantissa.to_int64()), static_cast<int>(exponent)), ""};
  if (exponent >= 0) return {0, (mantissa << exponent).to_decimal()};
  return {0, mantissa.to_decimal() + "/" + (Integer(1) << -exponent).to_decimal()};
}

int proof_corner(Kind kind, int i) {
  // A gap has the corners of a parallelogram in cyclic order.
  return kind == Kind::EdgeEdge && i >= 2 ? 5 - i : i;
}

}  // namespace firstcontact::exact
