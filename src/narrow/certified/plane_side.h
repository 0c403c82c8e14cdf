#pragma once
/// On which side of the origin the plane of a gap set passes, as a cubic in time: where the sign is
/// certain, nothing touches. Method and error bound: plane_cubic-inl.h and
/// docs/math/certified-advance.md.
#include "narrow/certified/gap_corners.h"

namespace firstcontact::narrow {

class PlaneSide {
 public:
  static constexpr int kMostCrossings = 3;

  /// Precondition: three or four corners.
  explicit PlaneSide(const GapCorners& corners);

  /// True only if the plane misses the origin throughout [a, b], 0 <= a <= b <= 1.
  bool clear(double a, double b) const { return clear(a, b, kMostHalvings); }

  /// Sets `times` to about where in (0, until] the plane passes through the origin, in order;
  /// returns how many there are. Plain floating point: a hint.
  int crossings(double until, double (&times)[kMostCrossings]) const;

 private:
  static constexpr int kMostHalvings = 3;

  bool clear(double a, double b, int halvings) const;
  double value(double t) const {
    return ((power_[3] * t + power_[2]) * t + power_[1]) * t + power_[0];
  }
  double slope(double t) const { return (3 * power_[3] * t + 2 * power_[2]) * t + power_[1]; }
  double crossing_between(double a, double b, double value_a, double value_b) const;

  double bernstein_[4];  // over [0, 1]
  double power_[4];      // the same polynomial
  double error_;         // of a Bernstein coefficient of any part of [0, 1]
};

}  // namespace firstcontact::narrow
