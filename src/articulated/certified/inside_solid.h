#pragma once
/// Shapes that lie in a solid without touching its surface.
#include <optional>

#include "articulated/model/scene_data.h"
#include "geometry/point_in_solid.h"

namespace firstcontact::articulated {

/// The part of one shape that lies in the other one, if there is such a part. Closed shapes are
/// decided by their winding number, convex solids that are not closed by their hull. Precondition:
/// the surfaces do not touch, so that rounding does not matter.
std::optional<geometry::Nested> find_nested(const articulated::SceneData::PlacedShape& a,
                                            const AffineMap& at_a,
                                            const articulated::SceneData::PlacedShape& b,
                                            const AffineMap& at_b);

}  // namespace firstcontact::articulated
