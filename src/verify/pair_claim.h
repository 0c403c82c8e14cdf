#pragma once
/// The claim of a proof about a pair, in integers.
#include <firstcontact/options.h>

#include <array>
#include <vector>

#include "exact/integer.h"

namespace firstcontact::verify {

using IntegerVector = std::array<exact::Integer, 3>;

/// Lengths are in a common unit.
struct PairClaim {
  /// A corner of the gap set at t = 0 and at t = 1.
  struct Corner {
    IntegerVector t0, t1;
    const char* name;
  };
  std::vector<Corner> corners;
  exact::Integer separation;
  Norm norm = Norm::L2;
};

}  // namespace firstcontact::verify
