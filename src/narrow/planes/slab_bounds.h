#pragma once
/// Error bounds of separating planes, derived in docs/math/safe-displacements.md.
#include "arith/unit_roundoff.h"

namespace firstcontact::narrow {

/// Error of everything that is computed from the heights of one direction, in units of
/// u * sum_k |n_k| reach_k: fewer than 36 roundings for both elements together.
inline constexpr double kSlabRoundings = 64;
/// What underflow may add to that.
inline constexpr double kSlabUnderflow = 0x1p-1000;
/// Added to n·n before taking the root: at least what underflow may take from the three squares.
inline constexpr double kSlabSquareUnderflow = 0x1p-1070;
/// Rounds a norm, or a product of a norm and a sum of lengths, up.
inline constexpr double kSlabNormUp = 1 + 0x1p-49;
/// Rounds a quotient of two differences down.
inline constexpr double kShareDown = 1 - 0x1p-50;
/// Pairs are scaled by a power of two unless their size is between these.
inline constexpr double kSmallestPair = 0x1p-100, kLargestPair = 0x1p100;
/// Nearer than this share of its size, rounding spoils the direction of a pair's gap.
inline constexpr double kSpoiltGap = 1e-6;

}  // namespace firstcontact::narrow
