#pragma once
/// Shapes that lie in a convex solid without touching its surface.
#include <firstcontact/motion.h>

#include "articulated/scene_data.h"

namespace firstcontact::articulated {

/// A corner of a triangle of `inner` that lies inside the solid, and a triangle of the solid near it; -1: all are shown to be outside.
struct CornerInside {
  int triangle_inner = -1, triangle_solid = -1;
  Vec3 point = Vec3::Zero();  ///< in the frame that both are placed in
};

/// Precondition: the surfaces do not touch, so that rounding does not matter. `solid`: the surface of a convex solid.
CornerInside corner_inside(const TriangleBody::Tree& inner, const AffineMap& at_inner, const TriangleBody::Tree& solid,
                           const AffineMap& at_solid);

}  // namespace firstcontact::articulated
