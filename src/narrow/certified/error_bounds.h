#pragma once
/// Error bounds of the certified advance, derived in docs/math/certified-advance.md and recomputed
/// with exact arithmetic by tests/narrow/error_bounds_test.cpp. All are numbers of roundings: times
/// kUnitRoundoff and GapCorners::reach, in its units, they bound an error.
#include <cmath>

#include "arith/unit_roundoff.h"
#include "narrow/certified/gap_corners.h"

namespace firstcontact::narrow {

using arith::kUnitRoundoff;

/// A height n·F_i(t): one subtraction, one blend and one dot product make 7 roundings.
inline constexpr double kHeightRoundings = 8;
/// The middle Bernstein coefficient of a height along a moving direction: 8 roundings.
inline constexpr double kMovingHeightRoundings = 10;
/// The norm of a point of the hull, computed from blended corners and two parameters, and its
/// comparison with a separation: 46 roundings.
inline constexpr double kHullPointRoundings = 48;
/// A side of the hull, the difference of two blended corners, in units of the largest component D:
/// 12 roundings.
inline constexpr double kSideRoundings = 15;
/// Three times F·(e x f) for a corner F and two sides whose largest component is L: the error is at
/// most u D L (210 L + 540 D).
inline constexpr double kPlaneSideRoundings = 264, kPlaneRoundings = 600;
/// The norm of the normal e x f, all components together: the error is at most u L (180 D + 18 L).
inline constexpr double kNormalRoundings = 200, kNormalSideRoundings = 32;
/// Bernstein coefficients over a part of the interval, in units of the largest coefficient: three
/// blends of 3 roundings each.
inline constexpr double kRestrictionRoundings = 12;
/// A component of a corner that was blended to a time: 4 roundings.
inline constexpr double kBlendedRoundings = 5;
/// All that underflow may add, in units in which the largest gap is between kSmallestUnscaled and
/// kLargestUnscaled.
inline constexpr double kUnderflow = 0x1p-1017;

/// Added to n·n before taking the root, so that the norm of a very short direction is not rounded
/// to zero. At least what underflow may take from the three squares (3 * 2^-1075).
inline constexpr double kSquareUnderflow = 0x1p-1070;

/// The direction test takes the reach of an axis to be at least this. Then underflow changes a
/// blended corner by less than one rounding of its reach.
inline constexpr double kLeastReach = 0x1p-1000;

/// Rounds a sum or product of a few rounded factors up.
inline constexpr double kRoundUp = 1 + 8 * kUnitRoundoff;

/// The sum over the axes k of |n_k| reach_k.
inline double weighted_reach(const Vector& n, const Vector& reach) {
  return (std::abs(n.x) * reach.x + std::abs(n.y) * reach.y) + std::abs(n.z) * reach.z;
}

inline double height_error(const Vector& n, const Vector& reach) {
  return kHeightRoundings * kUnitRoundoff * weighted_reach(n, reach) + kUnderflow;
}

inline double moving_height_error(const Vector& n0, const Vector& n1, const Vector& reach) {
  const Vector n = {std::fmax(std::abs(n0.x), std::abs(n1.x)),
                    std::fmax(std::abs(n0.y), std::abs(n1.y)),
                    std::fmax(std::abs(n0.z), std::abs(n1.z))};
  return kMovingHeightRoundings * kUnitRoundoff * weighted_reach(n, reach) + kUnderflow;
}

}  // namespace firstcontact::narrow
