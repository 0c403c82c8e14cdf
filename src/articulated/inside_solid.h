#pragma once
/// Shapes that lie in a solid without touching its surface.
#include <optional>

#include "articulated/scene_data.h"
#include "motion/point_in_solid.h"

namespace firstcontact::articulated {

/// What of one shape lies in the other one, if something does. Closed shapes are decided by their winding number, convex solids that are
/// not closed by their hull. Precondition: the surfaces do not touch, so that rounding does not matter.
std::optional<motion::Nested> find_nested(const Scene::Data::PlacedShape& a, const AffineMap& at_a,
                                          const Scene::Data::PlacedShape& b, const AffineMap& at_b);

}  // namespace firstcontact::articulated
