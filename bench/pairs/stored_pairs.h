#pragma once
/// What benchmarks of stored pairs share.
#include <cstddef>
#include <numeric>
#include <vector>

namespace firstcontact::bench {

/// The floor that others are measured against, just reading: the sum of all coordinates with eight
/// accumulators.
template <class Pair>
double sum_of_coordinates(const std::vector<Pair>& pairs) {
  static_assert(sizeof(Pair) == 24 * sizeof(double));
  double sums[8] = {};
  const auto* values = reinterpret_cast<const double*>(pairs.data());
  for (std::size_t i = 0; i < pairs.size() * 24; i += 8)
    for (int k = 0; k < 8; ++k) sums[k] += values[i + k];
  return std::accumulate(sums, sums + 8, 0.0);
}

}  // namespace firstcontact::bench
