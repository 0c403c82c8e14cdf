#pragma once
/// Small scenes for tests of the simulators.
#include "sim/scene.h"

namespace firstcontact::tests {

/// A box of tetrahedra with `cells` cubes along each axis of `size` / `cells`, its lowest corner at
/// `corner`.
sim::Body make_box(const std::string& name, const Vec3& corner, double size, int cells);

/// A square of two triangles at height z, from -half to half.
sim::Body make_floor(double half, double z);

/// A square cloth with `cells` squares along a side, its middle at `middle`.
sim::Body make_cloth(const Vec3& middle, double size, int cells);

/// A soft box that falls onto a floor. It starts a little above it.
sim::Scene falling_box(sim::Response response);

/// Two soft boxes that fly towards each other; nothing else acts.
sim::Scene colliding_boxes(sim::Response response);

}  // namespace firstcontact::tests
