#pragma once
/// The separating directions over many pairs, several at a time in SIMD lanes.
#include <cstddef>
#include <cstdint>

#include "narrow/certified/separating_directions.h"

namespace firstcontact::narrow {

/// An array of pairs of one kind: pair i has its 24 coordinates (4 points at t0, then 4 at t1) at
/// `first + i * stride`.
struct PairArray {
  const double* first = nullptr;
  std::size_t stride = 24;
  std::size_t count = 0;
  bool edge_edge = false;  // or vertex-face
};

/// Pairs of one kind by the indices of their vertices in one table: a candidate takes 16 bytes, and
/// nothing is copied.
struct IndexedPairs {
  const double* points = nullptr;  ///< 6 doubles a vertex: x y z at t0, then x y z at t1
  const std::int32_t (*vertices)[4] =
      nullptr;  ///< of each pair: vertex, face corners; or both edges. Not negative
  std::size_t count = 0;
  bool edge_edge = false;  // or vertex-face
};

/// What the directions say of a pair over [0, t_max].
enum class Separated : std::uint8_t {
  No,        ///< none of them does; every coordinate is finite
  Yes,       ///< one of them proves that it stays farther apart than its margin
  Untested,  ///< a coordinate is not finite, or the gaps would need scaling
};

/// One verdict for every pair. Where it is not Untested, Yes exactly where
/// first_separating_direction finds one, on every instruction set. `distances`: null, or one for
/// each pair that replaces separation.distance (scene units, finite, not negative). A Yes is a
/// proof, however large the margin: in [0, t_max] the pair is never as near as distance + relative
/// * size. Preconditions: t_max in [0, 1]; the floating-point environment is the default one.
void find_separated(const PairArray& pairs, double t_max, const SeparationMargin& separation,
                    const double* distances, Separated* separated);
void find_separated(const IndexedPairs& pairs, double t_max, const SeparationMargin& separation,
                    const double* distances, Separated* separated);

}  // namespace firstcontact::narrow
