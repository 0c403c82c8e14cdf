#pragma once
/// A point or direction carried by a screw motion, with bounds of its speed and acceleration.
#include <firstcontact/motion.h>

#include <cmath>

#include "arith/fixed_order.h"
#include "arith/trigonometry.h"

namespace firstcontact::rigid {

/// A time t of a motion with rotation angle a: first = sin(a t)/a, second = (1 − cos(a t))/a², and
/// cos(a t).
struct Instant {
  double t = 0, first = 0, second = 0, cosine = 1;

  Instant() = default;
  Instant(double angle, double time) : t(time) {
    const arith::TurnFactors at = arith::turn_factors(angle, time);
    first = at.first;
    second = at.second;
    cosine = 1 - angle * angle * at.second;
  }
};

/// x(t) = x + first w + second z + t d.
struct TurningPoint {
  Vec3 x = Vec3::Zero(), w = Vec3::Zero(), z = Vec3::Zero(), d = Vec3::Zero();

  Vec3 at(const Instant& i) const { return x + (i.first * w + i.second * z + i.t * d); }
  Vec3 velocity(const Instant& i) const { return i.cosine * w + (i.first * z + d); }
  /// Bounds of |x'| and |x''| at all times. Up to rounding, w and z are orthogonal and |z| = |a w|.
  double speed() const { return (norm(w) + norm(d)) * kRoom; }
  double acceleration(double angle) const { return (norm(z) + std::abs(angle) * norm(w)) * kRoom; }

 private:
  static constexpr double kRoom = 1 + 1e-9;
};

/// A point of the moving body, in the other body's coordinates.
inline TurningPoint moving_point(const ScrewCoefficients& m, const Vec3& x) {
  return {m.start.apply(x), m.velocity.apply(x), m.bend.apply(x), m.drift};
}
/// A difference of two points of the moving body.
inline TurningPoint moving_vector(const ScrewCoefficients& m, const Vec3& e) {
  return {times(m.start.linear, e), times(m.velocity.linear, e), times(m.bend.linear, e),
          Vec3::Zero()};
}

}  // namespace firstcontact::rigid
