#pragma once
/// Where a rigid body is: body coordinates x lie at rotation * x + position.
#include <firstcontact/query.h>

#include <string>

namespace firstcontact {

using Mat3 = Eigen::Matrix<double, 3, 3>;

struct Pose {
  Mat3 rotation = Mat3::Identity();
  Vec3 position = Vec3::Zero();

  /// `w + xi + yj + zk`, of any length but 0: it is normalised.
  static Pose from_quaternion(double w, double x, double y, double z,
                              const Vec3& position = Vec3::Zero());
  /// Right-handed turn by `angle` radians about `axis`, of any length but 0 unless `angle` is 0.
  static Pose from_axis_angle(const Vec3& axis, double angle, const Vec3& position = Vec3::Zero());

  /// Added in this order whatever the instruction set, as in all that the library decides: the same
  /// bits everywhere.
  Vec3 apply(const Vec3& x) const {
    return rotation.col(0) * x[0] + rotation.col(1) * x[1] + rotation.col(2) * x[2] + position;
  }
  Pose inverse() const;
};

/// How far `rotation` may be from a rotation: every entry of rotationᵀ rotation is within this of
/// the identity's.
inline constexpr double kPoseTolerance = 1e-6;

/// Empty, or what is wrong: a number that is not finite, axes that are not orthonormal within
/// kPoseTolerance, a reflection.
std::string fault(const Pose& pose);

/// The nearest rotation within rounding, for a pose without fault.
Pose orthonormalised(const Pose& pose);

/// The motion of one body: where it is at t = 0 and at t = 1.
struct PoseChange {
  Pose from, to;
};

}  // namespace firstcontact
