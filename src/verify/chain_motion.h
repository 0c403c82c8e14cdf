#pragma once
/// Motions of chains of joints over an interval of time, as polynomials of affine maps with error
/// bounds. Integers only.
#include <firstcontact/articulated.h>

#include <array>
#include <cstdint>

#include "verify/rational_ball.h"
#include "verify/rational_trigonometry.h"

namespace firstcontact::verify {

/// The times from index / 2^level to (index + 1) / 2^level, within [0, 1]. 0 <= level <=
/// kLastLevel.
struct TimeCell {
  int level = 0;
  std::int64_t index = 0;
};
inline constexpr int kLastLevel = 48;

/// Bits after the binary point of all numbers below, except bounds of turns.
inline constexpr std::int64_t kChainBits = 160;
inline constexpr std::int64_t kTurnBits = 8;
inline constexpr int kChainDegree = 6;
inline constexpr int kChainTerms = kChainDegree + 1;

/// Three rows of x, y, z and offset. Linear parts are in units of 2^-kChainBits, lengths in units
/// of 2^(scale − kChainBits), with the scale of the ChainSteps.
using FixedRows = std::array<std::array<exact::Integer, 4>, 3>;

/// A motion over a cell. With v from −1 at the cell's begin to 1 at its end, for every body point x
///   | M(t) x − Σ_j v^j terms[j] (x, 1) |  <=  linear_error |x| + offset_error,
/// linear_error in units of linear parts and offset_error in those of lengths. Terms from `used` on
/// are zero. `norm` is an upper bound of the operator norm of the linear part of M(t).
struct ChainPolynomial {
  std::array<FixedRows, kChainTerms> terms;
  int used = 1;
  exact::Integer linear_error, offset_error, norm;

  /// The identity at all times.
  static ChainPolynomial identity();
};

/// An affine map; every entry is rounded by less than one unit.
struct FixedMap {
  FixedRows rows;
  bool identity = false;
  exact::Integer norm;    ///< upper bound of the linear part's operator norm, before rounding
  exact::Integer length;  ///< upper bound of the offset's length, before rounding
};

/// One joint. Precondition: all numbers are finite, |angle_t0| and |angle| at most kLargestAngle,
/// lengths below 2^scale.
class ChainStep {
 public:
  ChainStep(const JointMotion& motion, std::int64_t scale);

  /// Neither turns nor travels.
  bool is_constant() const { return !turns_ && !travels_; }
  /// Upper bound of the turn over [0, 1], in units of 2^-kTurnBits radians.
  exact::Integer turn_bound() const;

  /// Appends this step to the chain: M(t) becomes M(t)·step(t).
  void append_to(ChainPolynomial& chain, const TimeCell& cell) const;

 private:
  void add_travel(ChainPolynomial& chain, const TimeCell& cell) const;
  void add_turn(ChainPolynomial& chain, const TimeCell& cell) const;

  FixedMap before_, after_;
  std::array<exact::Integer, 3> travel_;
  exact::Integer travel_length_;
  Dyadic angle_t0_, angle_;
  bool turns_ = false, travels_ = false;  ///< over time
  bool turned_ = false;                   ///< already at the start
  SineCosineBalls start_;                 ///< of angle_t0
};

}  // namespace firstcontact::verify
