#pragma once
/// A query as its class makes it, and the changes every query then gets.
#include <firstcontact/query.h>

#include "generate/random.h"

namespace firstcontact::generate {

/// Room for shifting coordinates that are integers below 2^43 and must stay exact: the sum has at
/// most 51 bits.
inline constexpr int kExactShiftBits = 50;
/// Shift of coordinates of size about 1 with full mantissas: rounds them, but keeps 33 bits.
inline constexpr int kRoundingShiftBits = 20;

/// A query before `finish`, and which changes it allows.
struct Draft {
  Query query;
  /// Shifts by integers below 2^shift_bits in size; 0: never.
  int shift_bits = kExactShiftBits;
  /// Number of coordinates to move by one to three ulps.
  int nudges = 0;
  /// May the motion run backwards?
  bool reversible = true;
  /// May it be scaled by a power of two?
  bool scalable = true;
  /// As it is: no change at all.
  bool verbatim = false;
};

/// Moves by `count` ulps, upwards if positive. x must not be so large that this overflows.
double add_ulps(double x, int count);

/// Every query: its points relabelled (corners of the face, ends of the edges, which edge is
/// first), axes permuted and mirrored, half of them with the motion reversed. A quarter is shifted.
/// Then the nudges. A quarter is scaled by a power of two, any that keeps it exact and finite; an
/// eighth of these to the very end of the range. No negative zeros are left. All of it is exact,
/// except a shift that does not fit 53 bits, and the nudges.
Query finish(Random& random, const Draft& draft);

}  // namespace firstcontact::generate
