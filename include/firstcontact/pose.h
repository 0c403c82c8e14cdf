#pragma once
/// Where a rigid body is: its point x lies at rotation * x + position in the world.
#include <firstcontact/export.h>
#include <firstcontact/vector.h>

#include <string>

namespace firstcontact {

/// The quaternion w + xi + yj + zk. Write it with names, so that the order cannot be mistaken:
/// Quaternion{.w = 1, .x = 0, .y = 0, .z = 0}.
struct Quaternion {
  double w = 1, x = 0, y = 0, z = 0;
};

/// A rotation and a position: where a rigid body is.
struct FIRSTCONTACT_API Pose {
  Mat3 rotation = Mat3::Identity();
  Vec3 position = Vec3::Zero();

  /// The quaternion may have any length but 0; it is normalised.
  static Pose from_quaternion(const Quaternion& q, const Vec3& position = Vec3::Zero());
  /// Right-handed turn by `angle` radians about `axis`. The axis may have any length but 0 (also 0
  /// if the angle is 0).
  static Pose from_axis_angle(const Vec3& axis, double angle, const Vec3& position = Vec3::Zero());

  /// The body's point x in the world. The order of additions is fixed, so that the bits are the
  /// same on every machine.
  Vec3 apply(const Vec3& x) const {
    return rotation.col(0) * x[0] + rotation.col(1) * x[1] + rotation.col(2) * x[2] + position;
  }
  /// The pose that undoes this one, up to rounding.
  Pose inverse() const;
};

/// How far `rotation` may be from a rotation: no entry of rotationᵀ rotation may differ by more
/// than this from the identity matrix.
inline constexpr double kPoseTolerance = 1e-6;

/// Returns what is wrong with the pose, or an empty string: a number that is not finite, axes that
/// are not orthonormal within kPoseTolerance, a reflection.
FIRSTCONTACT_API std::string fault(const Pose& pose);

/// The nearest rotation, up to rounding. Precondition: the pose has no fault.
FIRSTCONTACT_API Pose orthonormalised(const Pose& pose);

/// The motion of one body: where it is at t = 0 and at t = 1.
struct PoseChange {
  Pose from, to;
};

}  // namespace firstcontact
