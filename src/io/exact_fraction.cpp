// Doubles as fractions: the method.
//
// A finite double is m * 2^e with |m| < 2^53 and e >= -1074. Of a fraction n / d take out the
// powers of two: n = 2^a n', d = 2^k d', n' and d' odd. It is a double exactly when n' = q d' for
// an odd q < 2^53 with q 2^(a - k) in range. Such a q is known from its last 64 bits, and modulo
// 2^64 the odd d' has an inverse: q = n' / d' mod 2^64. Then q < 2^53 and q d' = n' are checked. So
// neither a long division nor a greatest common divisor is needed. Values are put together from
// bits, never by floating-point operations.
#include "io/exact_fraction.h"

#include <array>
#include <bit>
#include <charconv>
#include <cstdint>
#include <limits>

#include "io/natural.h"

namespace firstcontact::io {
namespace {

constexpr int kMantissaBits = 53;
constexpr int kSmallestExponent = -1074;
constexpr int kExponentBias = 1023;
constexpr int kTopExponent = 1024;  // every double is below 2^1024
constexpr std::uint64_t kHiddenBit = std::uint64_t{1} << (kMantissaBits - 1);
constexpr std::uint64_t kSignBit = std::uint64_t{1} << 63;
static_assert(std::numeric_limits<double>::is_iec559 &&
              std::numeric_limits<double>::digits == kMantissaBits);

/// Digits that always fit 64 bits.
constexpr int kUsualDigits = 19;

bool all_digits(std::string_view text) {
  for (const char c : text)
    if (c < '0' || c > '9') return false;
  return !text.empty();
}

int width_of(std::uint64_t value) { return static_cast<int>(std::bit_width(value)); }

/// mantissa * 2^exponent, which must be a double: mantissa odd or zero.
double assemble(bool negative, std::uint64_t mantissa, std::int64_t exponent) {
  if (mantissa == 0) return 0.0;
  const int width = width_of(mantissa);
  const std::int64_t top = exponent + width - 1;
  std::uint64_t bits = 0;
  if (top >= kSmallestExponent + kMantissaBits - 1) {
    bits = (mantissa << (kMantissaBits - width)) - kHiddenBit;
    bits |= static_cast<std::uint64_t>(top + kExponentBias) << (kMantissaBits - 1);
  } else {
    bits = mantissa << (exponent - kSmallestExponent);
  }
  return std::bit_cast<double>(negative ? bits | kSignBit : bits);
}

/// Inverse of an odd number modulo 2^64, by Newton's iteration: x (2 - v x) doubles the number of
/// right bits, and v itself is its own inverse in the last 3.
std::uint64_t inverse(std::uint64_t odd) {
  std::uint64_t x = odd;
  for (int right_bits = 3; right_bits < 64; right_bits *= 2) x *= 2 - odd * x;
  return x;
}

/// Reads up to kUsualDigits digits; false if there are none or more.
bool read_usual_digits(const char*& text, std::uint64_t& value) {
  const char* const start = text;
  std::uint64_t sum = 0;
  for (unsigned digit = static_cast<unsigned char>(*text) - unsigned{'0'}; digit <= 9;
       digit = static_cast<unsigned char>(*++text) - unsigned{'0'})
    sum = 10 * sum + digit;  // wraps only in numbers that are then refused
  value = sum;
  return text != start && text - start <= kUsualDigits;
}

void append_integer(std::string& out, std::uint64_t value) {
  std::array<char, 24> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  out.append(digits.data(), end);
}

/// mantissa * 2^exponent, exponent >= 0.
void append_shifted(std::string& out, std::uint64_t mantissa, int exponent) {
  if (width_of(mantissa) + exponent <= 64) {
    append_integer(out, mantissa << exponent);
  } else {
    Natural wide(mantissa);
    wide <<= static_cast<std::size_t>(exponent);
    wide.append_decimal(out);
  }
}

}  // namespace

Fraction read_fraction(std::string_view numerator, std::string_view denominator) {
  const bool negative = !numerator.empty() && numerator.front() == '-';
  if (negative) numerator.remove_prefix(1);
  if (!all_digits(numerator)) return {FractionStatus::BadNumerator, 0.0};
  if (!all_digits(denominator)) return {FractionStatus::BadDenominator, 0.0};
  Natural d = Natural::from_decimal(denominator);
  if (d.is_zero()) return {FractionStatus::ZeroDenominator, 0.0};
  Natural n = Natural::from_decimal(numerator);
  if (n.is_zero()) return {FractionStatus::Exact, 0.0};
  const std::size_t n_zeros = n.trailing_zeros(), d_zeros = d.trailing_zeros();
  n >>= n_zeros;
  d >>= d_zeros;
  const std::uint64_t mantissa = n.low_bits() * inverse(d.low_bits());
  if (mantissa >> kMantissaBits != 0 || Natural(mantissa) * d != n)
    return {FractionStatus::NotADouble, 0.0};
  const std::int64_t exponent =
      static_cast<std::int64_t>(n_zeros) - static_cast<std::int64_t>(d_zeros);
  if (exponent < kSmallestExponent || exponent + width_of(mantissa) > kTopExponent)
    return {FractionStatus::NotADouble, 0.0};
  return {FractionStatus::Exact, assemble(negative, mantissa, exponent)};
}

bool read_usual_fraction(const char*& text, double& value) {
  const char* at = text;
  const bool negative = *at == '-';
  if (negative) ++at;
  std::uint64_t numerator = 0, denominator = 0;
  if (!read_usual_digits(at, numerator) || *at != ',') return false;
  if (!read_usual_digits(++at, denominator) || *at != ',') return false;
  if (!std::has_single_bit(denominator)) return false;
  if (numerator == 0) {
    value = 0.0;
  } else {
    const int zeros = std::countr_zero(numerator);
    const std::uint64_t mantissa = numerator >> zeros;
    if (mantissa >> kMantissaBits != 0) return false;
    value = assemble(negative, mantissa, zeros - std::countr_zero(denominator));
  }
  text = at + 1;
  return true;
}

void append_fraction(std::string& out, double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  std::uint64_t mantissa = bits & (kHiddenBit - 1);
  const auto biased = static_cast<int>((bits & ~kSignBit) >> (kMantissaBits - 1));
  int exponent = kSmallestExponent;
  if (biased != 0) {
    mantissa |= kHiddenBit;
    exponent = biased - kExponentBias - (kMantissaBits - 1);
  }
  if (mantissa == 0) {
    out += "0,1";
    return;
  }
  const int zeros = std::countr_zero(mantissa);
  mantissa >>= zeros;
  exponent += zeros;
  if ((bits & kSignBit) != 0) out += '-';
  append_shifted(out, mantissa, exponent > 0 ? exponent : 0);
  out += ',';
  append_shifted(out, 1, exponent < 0 ? -exponent : 0);
}

}  // namespace firstcontact::io
