#pragma once
/// On which side of a plane or line a point lies, decided exactly: the doubles are taken as the
/// real numbers they are.
///
/// The determinant is first computed in doubles, and its sign is kept if it exceeds the rounding
/// error (kVolumeError, kAreaError). Otherwise integers of any length decide. Preconditions
/// throughout: finite coordinates, default floating-point environment.
#include <firstcontact/query.h>

#include "arith/unit_roundoff.h"

namespace firstcontact::narrow {

/// Sign of the determinant of b - a, c - a, d - a: 0 if the four points lie in one plane.
int volume_sign(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);

/// Sign of the signed area of a, b, c projected along coordinate `axis` (0, 1 or 2): 0 if their
/// projections lie on one line.
int area_sign(const Vec3& a, const Vec3& b, const Vec3& c, int axis);

/// Rounding error of the two determinants, relative to the same sum with all products taken as
/// positive. Each product of d rounded differences has at most 2 d roundings in the area (d = 2),
/// and 2 d + 3 in the volume (d = 3; the inner difference and the two sums count too). That is
/// fewer than 5 and fewer than 10 roundings of 2^-53 each; both are rounded up to a power of two.
inline constexpr double kAreaError = 8 * arith::kUnitRoundoff;
inline constexpr double kVolumeError = 16 * arith::kUnitRoundoff;

/// Nonzero differences outside these bounds are handled by integers at once, so that no product of
/// three underflows or overflows.
inline constexpr double kSmallestDifference = 0x1p-330, kLargestDifference = 0x1p330;

}  // namespace firstcontact::narrow
