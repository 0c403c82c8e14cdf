#pragma once
/// Solids that lie one in the other at the start. Their surfaces may never meet, so the search for
/// contacts of surfaces does not find them; and nothing gets inside later without touching.
#include <span>

#include "articulated/certified/moving_scene.h"

namespace firstcontact::articulated {

/// The first of the shape pairs of which one shape lies in the other, a solid, at t = 0; none if
/// there is no such pair. Precondition: the surfaces of these pairs do not touch at t = 0.
ShapeContact find_start_inside(MovingScene& scene, std::span<const int> shape_pairs);

}  // namespace firstcontact::articulated
