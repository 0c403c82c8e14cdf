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

/// What the directions say of a pair over [0, t_max].
enum class Separated : std::uint8_t {
  No,
  Yes,       ///< one of them proves it free
  Untested,  ///< a coordinate is not finite, or the gaps would need scaling
};

/// One verdict for every pair. Where it is not Untested, Yes exactly where first_separating_direction finds one, on every instruction set.
void find_separated(const PairArray& pairs, double t_max, const SeparationMargin& separation, Separated* separated);

}  // namespace firstcontact::narrow
