// Poses: made from quaternions and angles, checked, inverted, orthonormalised.
#include <firstcontact/pose.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "arith/fixed_order.h"
#include "arith/trigonometry.h"

namespace firstcontact {
namespace {

/// The rotation of the unit quaternion w + xi + yj + zk.
Mat3 rotation_of(double w, double x, double y, double z) {
  Mat3 r;
  r << 1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y),  //
      2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x),   //
      2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y);
  return r;
}

/// Newton's iteration for the nearest orthonormal matrix: the distance e from it becomes 3/4 e², so
/// that three steps take kPoseTolerance far below rounding.
Mat3 nearest_rotation(Mat3 r) {
  for (int step = 0; step < 3; ++step)
    r = times(0.5 * r, 3 * Mat3::Identity() - times(r.transpose(), r));
  return r;
}

}  // namespace

Pose Pose::from_quaternion(const Quaternion& q, const Vec3& position) {
  // Scaled first, so that no square overflows or vanishes.
  const double largest = std::max({std::abs(q.w), std::abs(q.x), std::abs(q.y), std::abs(q.z)});
  const double w = q.w / largest, x = q.x / largest, y = q.y / largest, z = q.z / largest;
  const double length = std::sqrt((w * w + x * x) + (y * y + z * z));
  return {rotation_of(w / length, x / length, y / length, z / length), position};
}

Pose Pose::from_axis_angle(const Vec3& axis, double angle, const Vec3& position) {
  if (angle == 0) return {Mat3::Identity(), position};
  const Vec3 scaled = axis / axis.cwiseAbs().maxCoeff();
  const Vec3 v = scaled / std::sqrt(dot(scaled, scaled)) * arith::sine(0.5 * angle);
  return from_quaternion({.w = arith::cosine(0.5 * angle), .x = v.x(), .y = v.y(), .z = v.z()},
                         position);
}

Pose Pose::inverse() const {
  return {rotation.transpose(), -times(rotation.transpose(), position)};
}

std::string fault(const Pose& pose) {
  if (!pose.rotation.allFinite()) return "the rotation has a number that is not finite";
  if (!pose.position.allFinite()) return "the position has a number that is not finite";
  const Mat3 excess = times(pose.rotation.transpose(), pose.rotation) - Mat3::Identity();
  // Not "excess > tolerance": squares of huge entries can overflow to infinity and cancel to NaN.
  if (!(excess.cwiseAbs().maxCoeff() <= kPoseTolerance) || !excess.allFinite())
    return "the rotation's axes are not orthonormal: they are not of length 1, or not at right "
           "angles";
  if (dot(pose.rotation.col(0).cross(pose.rotation.col(1)), pose.rotation.col(2)) < 0)
    return "the rotation is a reflection: its determinant is -1";
  return {};
}

Pose orthonormalised(const Pose& pose) { return {nearest_rotation(pose.rotation), pose.position}; }

}  // namespace firstcontact
