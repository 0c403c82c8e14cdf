#pragma once
/// The separating directions over an array of queries, several at a time in SIMD lanes.
#include <cstddef>
#include <cstdint>

#include "narrow/separating_directions.h"

namespace firstcontact::narrow {

/// An array of pairs of one kind: pair i has its 24 coordinates (4 points at t0, then 4 at t1) at `first + i * stride`.
struct PairArray {
  const double* first = nullptr;
  std::size_t stride = 24;
  std::size_t count = 0;
  bool edge_edge = false;  // or vertex-face
};

/// Sets free[i] to 1 where one of the directions proves pair i free over [0, t_max], else to 0: also where a coordinate is not
/// finite or the gaps would need scaling. The same answer as first_separating_direction, on every instruction set.
void find_separated(const PairArray& pairs, double t_max, const SeparationMargin& separation, std::uint8_t* free);

}  // namespace firstcontact::narrow
