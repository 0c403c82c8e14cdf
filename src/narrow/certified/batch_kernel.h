#pragma once
/// Tests the separating directions of many pairs, several at a time in SIMD lanes.
#include <cstddef>
#include <cstdint>

#include "narrow/certified/pair_arrays.h"
#include "narrow/certified/separating_directions.h"

namespace firstcontact::narrow {

/// Result of the direction test for one pair over [0, t_max].
enum class Separated : std::uint8_t {
  /// No direction separates the pair; every coordinate is finite.
  No,
  /// A direction proves that the pair stays farther apart than its margin.
  Yes,
  /// Not tested, because a coordinate is not finite or the gaps would need scaling.
  Untested,
};

/// Tests every pair. A Yes is a proof, however large the margin: over [0, t_max] the pair stays
/// farther apart than distance + relative * size. On every instruction set, a pair that is not
/// Untested is Yes exactly if first_separating_direction finds a direction. `distances` is null, or
/// has a value for each pair that replaces separation.distance (scene units, finite, not negative).
/// Preconditions: t_max in [0, 1]; default floating-point environment.
void find_separated(const PairArray& pairs, double t_max, const SeparationMargin& separation,
                    const double* distances, Separated* separated);
void find_separated(const IndexedPairs& pairs, double t_max, const SeparationMargin& separation,
                    const double* distances, Separated* separated);
void find_separated(const PairTable<double>& pairs, double t_max,
                    const SeparationMargin& separation, const double* distances,
                    Separated* separated);
void find_separated(const PairTable<float>& pairs, double t_max, const SeparationMargin& separation,
                    const double* distances, Separated* separated);

}  // namespace firstcontact::narrow
