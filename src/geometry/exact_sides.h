#pragma once
/// Exact signs of areas and volumes of points given as doubles.
#include <firstcontact/query.h>

namespace firstcontact::geometry {

/// The sign of (b − a) × (c − a) in the plane. Precondition for this and `side_of_plane`: no
/// coordinate is above 2^10, and none but 0 below 2^-200, so that nothing overflows or underflows.
int turn_of(const Vec2& a, const Vec2& b, const Vec2& c);

/// The sign of (a − p) · ((b − p) × (c − p)).
int side_of_plane(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c);

}  // namespace firstcontact::geometry
