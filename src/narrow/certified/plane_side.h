#pragma once
/// On which side of the origin the plane of a gap set passes. It is the sign of a cubic in time;
/// while that sign is certain, the pair does not touch. Method and error bound: plane_cubic-inl.h
/// and docs/math/certified-advance.md.
#include "narrow/certified/gap_corners.h"

namespace firstcontact::narrow {

class PlaneSide {
 public:
  static constexpr int kMostCrossings = 3;

  /// Precondition: three or four corners.
  explicit PlaneSide(const GapCorners& corners);

  /// True only if the plane misses the origin throughout [a, b], 0 <= a <= b <= 1.
  bool clear(double a, double b) const { return clear(a, b, kMostHalvings); }

  /// Writes the approximate times in (0, until] at which the plane passes through the origin, in
  /// ascending order; returns how many there are. They are only a hint, computed in plain floating
  /// point.
  int crossings(double until, double (&times)[kMostCrossings]) const;

 private:
  static constexpr int kMostHalvings = 3;

  bool clear(double a, double b, int halvings) const;
  double value(double t) const {
    return ((power_[3] * t + power_[2]) * t + power_[1]) * t + power_[0];
  }
  double slope(double t) const { return (3 * power_[3] * t + 2 * power_[2]) * t + power_[1]; }
  double crossing_between(double a, double b, double value_a, double value_b) const;

  double bernstein_[4];  // Bernstein coefficients of the cubic over [0, 1]
  double power_[4];      // its coefficients in the power basis
  double error_;         // error of a Bernstein coefficient over any part of [0, 1]
};

}  // namespace firstcontact::narrow
