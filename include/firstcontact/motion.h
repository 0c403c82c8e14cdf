#pragma once
/// Motions of rigid bodies (or of any affine frame), as what a proof needs of them: four control
/// maps over an interval of time.
///
/// docs/math/curved-motions.md derives the bounds.
#include <firstcontact/pose.h>

#include <array>

namespace firstcontact {

/// x -> linear * x + offset. Need not be a rotation.
struct AffineMap {
  Mat3 linear = Mat3::Identity();
  Vec3 offset = Vec3::Zero();
  /// Added in this order: the same bits whatever the instruction set.
  Vec3 apply(const Vec3& x) const {
    return linear.col(0) * x[0] + linear.col(1) * x[1] + linear.col(2) * x[2] + offset;
  }
};

/// Encloses a motion M over [t0, t1]: with the Bernstein polynomials B_k of degree 3 and s = (t -
/// t0) / (t1 - t0),
///   | M(t)·x − Σ_k B_k(s) pose[k]·x |  ≤  turn_error * |x − centre| + shift_error      for every
///   body point x and every t in [t0, t1],
/// all norms Euclidean, the doubles taken as the exact real numbers they are.
struct ControlPoses {
  double t0 = 0, t1 = 1;
  std::array<AffineMap, 4> pose;
  Vec3 centre = Vec3::Zero();
  double turn_error = 0, shift_error = 0;
};

/// A body's motion over t in [0, 1]. Implement it for a motion of your own. Must be thread-safe and
/// a pure function of its input.
class Motion {
 public:
  virtual ~Motion() = default;
  /// Precondition: 0 <= t0 <= t1 <= 1. The narrower the interval, the smaller must be the errors:
  /// they should fall with its fourth power down to rounding, and may not stay above the tolerance
  /// asked for, or queries end undecided.
  virtual ControlPoses over(double t0, double t1) const = 0;
  /// A bound of the length of the path (not of the chord) that any point x with |x − centre| <=
  /// radius goes in [t0, t1]. Only decides what is split first: a wrong one costs time, never a
  /// contact.
  virtual double path_length(double t0, double t1, const Vec3& centre, double radius) const = 0;
};

/// A body that stays where it is.
class Rest final : public Motion {
 public:
  explicit Rest(AffineMap where = {}) : where_(where) {}
  ControlPoses over(double t0, double t1) const override;
  double path_length(double, double, const Vec3&, double) const override { return 0; }

 private:
  AffineMap where_;
};

/// Every point on a straight line at constant speed: (1 − t) from + t to. Between two poses that
/// differ by a rotation the body is not rigid in between: it is what simulators with straight
/// trajectories mean.
class LinearMotion final : public Motion {
 public:
  LinearMotion(AffineMap from, AffineMap to) : from_(from), to_(to) {}
  ControlPoses over(double t0, double t1) const override;
  double path_length(double t0, double t1, const Vec3& centre, double radius) const override;

 private:
  AffineMap from_, to_;
};

/// Turn about a fixed axis with travel along it, both at constant speed. With a = angle:
///   M(t)·x = start·x + (sin(a t) / a) velocity·x + ((1 − cos(a t)) / a²) bend·x + t drift, for a =
///   0: the limits t and t²/2.
/// For a turn about the unit vector v through the point u, after a start pose S: velocity·x = a v ×
/// (S·x − u), bend·x = a v × velocity·x, drift = travel * v. Unlike cosine and sine parts these
/// stay small as the angle goes to 0 and the axis to infinity. These doubles *are* the motion that
/// is decided; made from poses they differ from the ideal screw by rounding only.
struct ScrewCoefficients {
  double angle = 0;  ///< radians over the whole step, |angle| <= kLargestAngle: others are refused
                     ///< as InvalidInput
  AffineMap start;
  AffineMap velocity = {Mat3::Zero(), Vec3::Zero()}, bend = {Mat3::Zero(), Vec3::Zero()};
  Vec3 drift = Vec3::Zero();
};

inline constexpr double kLargestAngle = 1000;

class ScrewMotion final : public Motion {
 public:
  explicit ScrewMotion(const ScrewCoefficients& coefficients);
  ControlPoses over(double t0, double t1) const override;
  double path_length(double t0, double t1, const Vec3& centre, double radius) const override;
  const ScrewCoefficients& coefficients() const { return coefficients_; }

 private:
  ScrewCoefficients coefficients_;
  /// Bounds of the linear parts, for the errors.
  double velocity_norm_ = 0, bend_norm_ = 0, start_norm_ = 0;
};

}  // namespace firstcontact
