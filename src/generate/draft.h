#pragma once
/// A query as its class makes it, and the changes that every query then gets.
#include <firstcontact/query.h>

#include "generate/random.h"

namespace firstcontact::generate {

/// Shift, in bits, of coordinates that are integers below 2^43 and must stay exact: the sum has at
/// most 51 bits.
inline constexpr int kExactShiftBits = 50;
/// Shift, in bits, of coordinates of size about 1 with full mantissas: it rounds them, but keeps 33
/// bits.
inline constexpr int kRoundingShiftBits = 20;

/// A query before `finish`, and which changes it allows.
struct Draft {
  Query query;
  /// Coordinates may be shifted by integers below 2^shift_bits in size; 0 means no shift.
  int shift_bits = kExactShiftBits;
  /// Number of coordinates to move by one to three ulps.
  int nudges = 0;
  /// Whether the motion may be reversed.
  bool reversible = true;
  /// Whether it may be scaled by a power of two.
  bool scalable = true;
  /// True if the query must not be changed at all.
  bool verbatim = false;
};

/// x moved by `count` ulps, upwards if positive. Precondition: this does not overflow.
double add_ulps(double x, int count);

/// Applies the changes. Points are relabelled (corners of the face, ends of the edges, which edge
/// is first), axes permuted and mirrored; half of the motions are reversed. A quarter of the
/// queries is shifted. Then coordinates are moved by ulps. A quarter is scaled by a power of two
/// that keeps it exact and finite, an eighth of these to the very end of the range. No negative
/// zeros are left. All changes are exact, except shifts that do not fit 53 bits and the moves by
/// ulps.
Query finish(Random& random, const Draft& draft);

}  // namespace firstcontact::generate
