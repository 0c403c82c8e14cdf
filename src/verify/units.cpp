#include "verify/units.h"

#include <algorithm>
#include <bit>
#include <cstdint>

namespace firstcontact::verify {
namespace {

constexpr int kFractionBits = 52;
constexpr std::uint64_t kFractionMask = (std::uint64_t{1} << kFractionBits) - 1;
constexpr std::uint64_t kSignMask = std::uint64_t{1} << 63;
constexpr int kExponentMask = 0x7ff;
/// A double with exponent field e >= 1 is an integer times 2^(e - kExponentBias); subnormal ones (e
/// = 0) count as e = 1.
constexpr int kExponentBias = 1075;

int exponent_field(double value) {
  return static_cast<int>(std::bit_cast<std::uint64_t>(value) >> kFractionBits) & kExponentMask;
}

/// value = mantissa * 2^exponent, |mantissa| < 2^53.
struct Parts {
  std::int64_t mantissa;
  int exponent;
};

Parts parts_of(double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  const int field = exponent_field(value);
  const auto magnitude =
      static_cast<std::int64_t>((bits & kFractionMask) | (field == 0 ? 0 : kFractionMask + 1));
  return {(bits & kSignMask) != 0 ? -magnitude : magnitude, std::max(field, 1) - kExponentBias};
}

/// Grows with the value: the bits of a positive double, read as an integer, do.
std::int64_t rank(double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  const auto magnitude = static_cast<std::int64_t>(bits & ~kSignMask);
  return (bits & kSignMask) != 0 ? -magnitude : magnitude;
}

}  // namespace

bool is_finite(double value) { return exponent_field(value) != kExponentMask; }

int compare(double a, double b) {
  const std::int64_t rank_a = rank(a), rank_b = rank(b);
  return rank_a < rank_b ? -1 : rank_a > rank_b ? 1 : 0;
}

void Unit::cover(double value) {
  const Parts parts = parts_of(value);
  if (parts.mantissa == 0) return;
  const int zeros = std::countr_zero(static_cast<std::uint64_t>(parts.mantissa));
  exponent_ = std::min(exponent_, parts.exponent + zeros);
}

exact::Integer Unit::of(double value) const {
  const Parts parts = parts_of(value);
  exact::Integer integer = parts.mantissa;
  if (parts.mantissa == 0) return integer;
  const int shift = parts.exponent - exponent_;
  return shift >= 0 ? integer <<= shift : integer >>= -shift;
}

}  // namespace firstcontact::verify
