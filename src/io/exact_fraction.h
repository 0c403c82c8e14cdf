#pragma once
/// Doubles as fractions of decimal integers, and back, with no rounding anywhere.
///
/// Neither direction uses floating-point arithmetic, so the host's rounding mode and flush-to-zero
/// setting do not matter.
#include <bit>
#include <cstdint>
#include <string>
#include <string_view>

namespace firstcontact::io {

/// What became of a numerator and a denominator.
enum class FractionStatus {
  Exact,            ///< their quotient is a double
  BadNumerator,     ///< not an optional minus and decimal digits
  BadDenominator,   ///< not decimal digits
  ZeroDenominator,  ///< nothing but zeros
  NotADouble,  ///< no double has this value: 1/3, more than 53 significant bits, too large, bits
               ///< below 2^-1074
};

struct Fraction {
  FractionStatus status = FractionStatus::BadNumerator;
  /// The quotient; only with Exact. Zero is always +0.
  double value = 0;
};

/// numerator / denominator as the double it exactly is. Any length; leading zeros are fine; the
/// fraction need not be reduced nor its denominator a power of two (3/6 is 0.5). The sign stands
/// before the numerator; there is no plus sign.
Fraction read_fraction(std::string_view numerator, std::string_view denominator);

/// Appends "numerator,denominator", reduced: the denominator is a power of two. Both zeros are
/// "0,1". Precondition: `value` is finite.
void append_fraction(std::string& out, double value);

/// value is +0 or -0; unlike ==, also where the host treats denormals as zero.
inline bool is_zero(double value) { return std::bit_cast<std::uint64_t>(value) << 1 == 0; }

/// The same as `read_fraction` for the usual case, from text, in a few nanoseconds:
/// "digits,digits," at `text`, each at most 19 digits, no spaces, denominator a power of two. On
/// success moves `text` behind the second comma; otherwise (nothing is wrong yet) returns false.
/// Precondition: the text ends in a byte that is neither digit nor comma nor minus, which may be
/// read.
bool read_usual_fraction(const char*& text, double& value);

}  // namespace firstcontact::io
