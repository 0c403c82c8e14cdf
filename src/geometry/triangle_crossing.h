#pragma once
/// Whether two triangles at rest cut through each other, certainly.
#include <optional>

#include "geometry/triangle_distance.h"

namespace firstcontact::geometry {

/// A point (rounded) where an edge of one triangle goes through the other one. Certain: it stays so
/// when every corner is moved by any vector no longer than `error`. None where they only touch, lie
/// in a plane or come nearer to that than rounding.
std::optional<Vec3> find_crossing(const Triangle& a, const Triangle& b, double error);

}  // namespace firstcontact::geometry
