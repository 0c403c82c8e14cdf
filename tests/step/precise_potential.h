#pragma once
/// Distances and potentials of pairs in high precision, written from their definitions: the nearest
/// points of segments and triangles are minima over all their features.
#include <firstcontact/near_pairs.h>

#include <array>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <vector>

namespace firstcontact::test {

using Precise = boost::multiprecision::number<boost::multiprecision::cpp_bin_float<50>,
                                              boost::multiprecision::et_off>;
using PreciseVector = std::array<Precise, 3>;
using PrecisePoints = std::array<PreciseVector, 4>;

/// Points of a pair at these positions.
PrecisePoints precise_points(const std::array<int, 4>& vertices, const std::vector<Vec3>& x);

/// Distance of the elements of a pair of this kind (segments and triangles, not lines and planes).
Precise element_distance(Kind kind, const PrecisePoints& x);

/// Distance of the features of a listed pair: lines and planes; of nearly parallel edges, segments.
Precise feature_distance(const NearPair& pair, const PrecisePoints& x);

/// -(s - 1)^2 ln s for s in (0, 1), 0 beyond.
Precise barrier(const Precise& s);

/// 1 from the threshold on, otherwise 2 c / threshold - (c / threshold)^2 with c = |ea x eb|^2.
Precise parallel_factor(const PrecisePoints& x, const Precise& threshold);

/// Gradient and Hessian of a function of the points by central differences of width `step`; only
/// the first `count` points are moved.
template <class Function>
PairDerivatives differentiate(const Function& f, const PrecisePoints& x, int count,
                              const Precise& step) {
  PairDerivatives out;
  out.value = f(x).template convert_to<double>();
  const auto moved = [&](int i, int sign_i, int j, int sign_j) {
    PrecisePoints y = x;
    y[static_cast<std::size_t>(i / 3)][static_cast<std::size_t>(i % 3)] += sign_i * step;
    y[static_cast<std::size_t>(j / 3)][static_cast<std::size_t>(j % 3)] += sign_j * step;
    return f(y);
  };
  const Precise middle = f(x);
  for (int i = 0; i < 3 * count; ++i) {
    const Precise up = moved(i, 1, i, 0), down = moved(i, -1, i, 0);
    out.gradient[i] = Precise((up - down) / (2 * step)).convert_to<double>();
    out.hessian(i, i) = Precise((up - middle - middle + down) / (step * step)).convert_to<double>();
    for (int j = 0; j < i; ++j) {
      const Precise mixed =
          moved(i, 1, j, 1) - moved(i, 1, j, -1) - moved(i, -1, j, 1) + moved(i, -1, j, -1);
      out.hessian(i, j) = out.hessian(j, i) =
          Precise(mixed / (4 * step * step)).convert_to<double>();
    }
  }
  return out;
}

}  // namespace firstcontact::test
