#pragma once
/// Motions of chains in 50 digits.
#include <firstcontact/articulated.h>

#include <array>
#include <boost/multiprecision/cpp_bin_float.hpp>

#include "articulated/model/chain_motion.h"

namespace firstcontact::test {

using Exact = boost::multiprecision::cpp_bin_float_50;
using ExactVector = std::array<Exact, 3>;

inline ExactVector exact(const Vec3& x) { return {Exact(x[0]), Exact(x[1]), Exact(x[2])}; }

inline ExactVector apply(const AffineMap& map, const ExactVector& x) {
  ExactVector out;
  for (int i = 0; i < 3; ++i) {
    Exact value = map.offset[i];
    for (int j = 0; j < 3; ++j) value += Exact(map.linear(i, j)) * x[j];
    out[i] = value;
  }
  return out;
}

inline ExactVector apply(const JointMotion& joint, const Exact& t, const ExactVector& x) {
  const ExactVector y = apply(joint.after, x);
  const Exact angle = Exact(joint.angle_t0) + Exact(joint.angle) * t, s = sin(angle),
              c = cos(angle);
  const ExactVector turned = {c * y[0] - s * y[1] + t * Exact(joint.travel[0]),
                              s * y[0] + c * y[1] + t * Exact(joint.travel[1]),
                              y[2] + t * Exact(joint.travel[2])};
  return apply(joint.before, turned);
}

/// A point of the last frame of a path, seen from where the path starts.
inline ExactVector on_path(std::span<const articulated::ChainJoint> joints,
                           std::span<const int> path, const Exact& t, const Vec3& x) {
  ExactVector at = exact(x);
  for (std::size_t i = path.size(); i-- > 0;) at = apply(joints[path[i]].motion, t, at);
  return at;
}

}  // namespace firstcontact::test
