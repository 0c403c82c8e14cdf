#pragma once
/// Parts of the construction scenes. Machines drive on z = 0.
#include <firstcontact/scene.h>

namespace firstcontact::generate {

/// 394 K triangles: ground with heaps of sand, a building's frame with scaffolding, stacks of pipes
/// and bricks, barrels, cones, two trucks, and one upright pipe for the crane. Made at the first
/// call and kept: about 100 MB.
std::vector<SceneObject> construction_site();

/// The upright pipe: position of its axis, inner radius and height.
inline constexpr double kPipeX = 0, kPipeY = -5, kPipeRadius = 0.8, kPipeHeight = 2.5;

/// 5 links, 19 K triangles. Values: x, y, heading of the tracks; slew; boom (up positive); stick
/// and bucket (down negative).
ArticulatedModel excavator_model();

/// 5 links, 1.3 K triangles. Values: position of the base along x; slew of the jib; position of the
/// trolley along it; how far the hook hangs down.
ArticulatedModel crane_model();
inline constexpr double kCraneY = -20, kJibHeight = 18;

}  // namespace firstcontact::generate
