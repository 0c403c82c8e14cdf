#pragma once
/// Motions of rigid bodies. A motion is known by what a proof needs: for any interval of time, four
/// control maps and a bound of the error. docs/math/curved-motions.md derives the bounds.
#include <firstcontact/export.h>
#include <firstcontact/pose.h>

#include <array>

namespace firstcontact {

/// The map x -> linear * x + offset. `linear` need not be a rotation.
struct AffineMap {
  Mat3 linear = Mat3::Identity();
  Vec3 offset = Vec3::Zero();
  /// Added in this order: the same bits whatever the instruction set.
  Vec3 apply(const Vec3& x) const {
    return linear.col(0) * x[0] + linear.col(1) * x[1] + linear.col(2) * x[2] + offset;
  }
};

/// Encloses a motion M over [t0, t1]. With the Bernstein polynomials B_k of degree 3 and
/// s = (t - t0) / (t1 - t0), for every point x of the body and every t in [t0, t1]:
///   | M(t)·x − Σ_k B_k(s) pose[k]·x |  ≤  turn_error * |x − centre| + shift_error
/// All norms are Euclidean, and the doubles stand for the exact real numbers they are.
struct ControlPoses {
  double t0 = 0, t1 = 1;
  std::array<AffineMap, 4> pose;
  Vec3 centre = Vec3::Zero();
  double turn_error = 0, shift_error = 0;
};

/// The motion of a body over t in [0, 1]. Derive from it for a motion of your own. Its functions
/// must be thread-safe and depend on nothing but their arguments.
class FIRSTCONTACT_API Motion {
 public:
  virtual ~Motion() = default;
  /// Encloses the motion over [t0, t1]. Precondition: 0 <= t0 <= t1 <= 1. The errors must shrink
  /// with the interval (they should fall with the fourth power of its length, down to rounding). If
  /// they stay above the tolerance asked for, queries end undecided.
  virtual ControlPoses over(double t0, double t1) const = 0;
  /// An upper bound of the length of the path (not of the chord) that any point x with
  /// |x − centre| <= radius travels in [t0, t1]. It only decides what the search splits first: a
  /// wrong bound costs time, never a contact.
  virtual double path_length(double t0, double t1, const Vec3& centre, double radius) const = 0;
};

/// A body at rest.
class FIRSTCONTACT_API Rest final : public Motion {
 public:
  explicit Rest(AffineMap where = {}) : where_(where) {}
  ControlPoses over(double t0, double t1) const override;
  double path_length(double, double, const Vec3&, double) const override { return 0; }

 private:
  AffineMap where_;
};

/// Every point moves on a straight line at constant speed: (1 − t) from + t to. If `from` and `to`
/// differ by a rotation, the body is not rigid in between. Simulators with straight trajectories
/// mean this motion.
class FIRSTCONTACT_API LinearMotion final : public Motion {
 public:
  LinearMotion(AffineMap from, AffineMap to) : from_(from), to_(to) {}
  ControlPoses over(double t0, double t1) const override;
  double path_length(double t0, double t1, const Vec3& centre, double radius) const override;

 private:
  AffineMap from_, to_;
};

/// A turn about a fixed axis with a travel along it, both at constant speed. With a = angle:
///   M(t)·x = start·x + (sin(a t) / a) velocity·x + ((1 − cos(a t)) / a²) bend·x + t drift
/// (for a = 0 the two factors are their limits t and t²/2). For a turn about the unit vector v
/// through the point u, after a start pose S:
///   velocity·x = a v × (S·x − u),   bend·x = a v × velocity·x,   drift = travel * v.
/// These stay small as the angle goes to 0 and the axis to infinity, unlike cosine and sine parts.
/// The doubles are the motion that is decided; if they are computed from poses, they differ from
/// the ideal screw by rounding only.
struct ScrewCoefficients {
  double angle = 0;  ///< radians over the whole step, |angle| <= kLargestAngle: others are refused
                     ///< as InvalidInput
  AffineMap start;
  AffineMap velocity = {Mat3::Zero(), Vec3::Zero()}, bend = {Mat3::Zero(), Vec3::Zero()};
  Vec3 drift = Vec3::Zero();
};

/// Larger angles of one motion, in radians, are refused.
inline constexpr double kLargestAngle = 1000;

/// Made from poses, or from an axis and an angle, by `screw_motion` (screw.h).
class FIRSTCONTACT_API ScrewMotion final : public Motion {
 public:
  explicit ScrewMotion(const ScrewCoefficients& coefficients);
  ControlPoses over(double t0, double t1) const override;
  double path_length(double t0, double t1, const Vec3& centre, double radius) const override;
  /// The coefficients that it was made from.
  const ScrewCoefficients& coefficients() const { return coefficients_; }

 private:
  ScrewCoefficients coefficients_;
  /// Bounds of the linear parts, for the errors.
  double velocity_norm_ = 0, bend_norm_ = 0, start_norm_ = 0;
};

}  // namespace firstcontact
