#pragma once
/// Axes and angles of turns, and what the motion of one joint is at an instant.
#include <firstcontact/articulated.h>

namespace firstcontact::geometry {

/// Of unit length up to rounding; exactly a unit vector where only one coordinate is not 0.
/// Precondition: finite, not 0.
Vec3 direction_of(const Vec3& v);

/// A rotation whose third column is direction_of(normal) and whose first is the x axis made
/// orthogonal to it, or the y axis where x is nearly parallel. For a coordinate axis of either
/// sense it is exactly a permutation with signs, for +z the identity.
Mat3 plane_axes(const Vec3& normal);

/// A turn by `angle` in [0, pi] about the unit vector `axis`; z for angle 0.
struct Turn {
  Vec3 axis = Vec3::UnitZ();
  double angle = 0;
};

/// x, y, z, w; of any length but 0.
using Quaternion = std::array<double, 4>;

/// The turn T with `to` = T·`from`, up to about 1e-15. The same `from` and `to`, up to sign, give
/// angle 0 exactly, and quaternions of equal length an angle whose relative error is about 1e-15,
/// however small it is.
Turn turn_between(const Quaternion& from, const Quaternion& to);
/// The same for rotations. Precondition: orthonormal up to rounding.
Turn turn_between(const Mat3& from, const Mat3& to);

/// `turn` by the share t of its angle, applied after `from`: of unit length, x, y, z, w.
Quaternion turned(const Turn& turn, double t, const Quaternion& from);

Mat3 rotation_of(const Quaternion& q);

/// outer ∘ inner, rounded.
AffineMap compose(const AffineMap& outer, const AffineMap& inner);

}  // namespace firstcontact::geometry
