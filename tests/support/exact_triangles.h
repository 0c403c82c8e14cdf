#pragma once
/// Do two triangles, or parts of them, have a point in common? Decided exactly: the doubles are
/// taken as the real numbers they are, and all signs come from integers of any length. Shares no
/// code with the library. Slow.
///
/// Everything is closed (touching is meeting) and may be degenerate: a triangle may be a segment or
/// a point, a segment a point. Precondition everywhere: coordinates are finite.
#include <firstcontact/query.h>

#include <array>

namespace firstcontact::test {

using Segment = std::array<Vec3, 2>;
using Triangle = std::array<Vec3, 3>;

bool segments_meet(const Segment& a, const Segment& b);
bool segment_meets_triangle(const Segment& segment, const Triangle& triangle);
bool triangles_meet(const Triangle& a, const Triangle& b);

}  // namespace firstcontact::test
