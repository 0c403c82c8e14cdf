#pragma once
/// Whether two triangles at rest certainly cut through each other.
#include <optional>

#include "geometry/triangle_distance.h"

namespace firstcontact::geometry {

/// A point (rounded) where an edge of one triangle goes through the other one. This is certain: it
/// stays true when every corner is moved by any vector no longer than `error`. There is no point if
/// the triangles only touch, lie in one plane, or cannot be told from that because of rounding.
std::optional<Vec3> find_crossing(const Triangle& a, const Triangle& b, double error);

}  // namespace firstcontact::geometry
