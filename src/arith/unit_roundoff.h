#pragma once
/// The unit that rounding errors are counted in.

namespace firstcontact::arith {

/// A sum, product, quotient or square root of doubles is rounded by at most this share of itself,
/// unless it overflows or underflows. Half a unit in the last place of 1.
inline constexpr double kUnitRoundoff = 0x1p-53;

}  // namespace firstcontact::arith
