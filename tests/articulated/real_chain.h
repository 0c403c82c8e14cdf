#pragma once
/// Motions of joints in any number type, straight from their definition: what the library's
/// enclosures are held against.
#include <firstcontact/articulated.h>

#include <array>
#include <cmath>

namespace firstcontact::test {

template <class Real>
using RealVector = std::array<Real, 3>;

/// x -> linear x + offset.
template <class Real>
struct RealMap {
  std::array<RealVector<Real>, 3> linear = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  RealVector<Real> offset = {0, 0, 0};

  RealMap() = default;
  explicit RealMap(const AffineMap& map) {
    for (int i = 0; i < 3; ++i) {
      offset[i] = map.offset[i];
      for (int j = 0; j < 3; ++j) linear[i][j] = map.linear(i, j);
    }
  }

  RealVector<Real> apply(const RealVector<Real>& x) const {
    RealVector<Real> out = offset;
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 3; ++j) out[i] += linear[i][j] * x[j];
    return out;
  }
  RealVector<Real> apply(const Vec3& x) const {
    return apply(RealVector<Real>{Real(x[0]), Real(x[1]), Real(x[2])});
  }

  RealMap operator*(const RealMap& inner) const {
    RealMap out;
    out.offset = apply(inner.offset);
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 3; ++j) {
        out.linear[i][j] = 0;
        for (std::size_t k = 0; k < 3; ++k) out.linear[i][j] += linear[i][k] * inner.linear[k][j];
      }
    return out;
  }
};

/// before·( turn(angle_t0 + angle t)·(after·x) + t travel ).
template <class Real>
RealMap<Real> real_map_at(const JointMotion& joint, const Real& t) {
  using std::cos, std::sin;
  const Real angle = Real(joint.angle_t0) + Real(joint.angle) * t;
  const Real c = cos(angle), s = sin(angle);
  RealMap<Real> turn;
  turn.linear = {{{c, Real(-s), 0}, {s, c, 0}, {0, 0, 1}}};
  RealMap<Real> moved = turn * RealMap<Real>(joint.after);
  for (std::size_t i = 0; i < 3; ++i)
    moved.offset[i] += t * Real(joint.travel[static_cast<Eigen::Index>(i)]);
  return RealMap<Real>(joint.before) * moved;
}

}  // namespace firstcontact::test
