#pragma once
/// Rotations: quaternions, axes and angles, and the turn that leads from one rotation to another.
#include <firstcontact/motion.h>
#include <firstcontact/pose.h>

namespace firstcontact::geometry {

/// v scaled to unit length, up to rounding; exactly a unit vector if only one coordinate is not 0.
/// Precondition: finite, not 0.
Vec3 direction_of(const Vec3& v);

/// A rotation whose third column is direction_of(normal) and whose first is the x axis made
/// orthogonal to it, or the y axis where x is nearly parallel. For a coordinate axis of either
/// sense it is exactly a permutation with signs, for +z the identity.
Mat3 plane_axes(const Vec3& normal);

/// A turn by `angle` in [0, pi] about the unit vector `axis`, which is z if the angle is 0.
struct AxisAngle {
  Vec3 axis = Vec3::UnitZ();
  double angle = 0;
};
/// The turn T with `to` = T·`from`, up to about 1e-15. The same `from` and `to`, up to sign, give
/// angle 0 exactly, and quaternions of equal length an angle whose relative error is about 1e-15,
/// however small it is.
AxisAngle turn_between(const Quaternion& from, const Quaternion& to);
/// The same for rotations. Precondition: orthonormal up to rounding.
AxisAngle turn_between(const Mat3& from, const Mat3& to);

/// The rotation `from`, followed by `turn` by the share t of its angle; of unit length.
Quaternion turned(const AxisAngle& turn, double t, const Quaternion& from);

Mat3 rotation_of(const Quaternion& q);

/// outer ∘ inner, rounded.
AffineMap compose(const AffineMap& outer, const AffineMap& inner);

}  // namespace firstcontact::geometry
