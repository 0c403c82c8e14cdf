#pragma once
/// Runs the mode asked for and turns everything into world coordinates.
#include <firstcontact/screw.h>

namespace firstcontact::rigid {

/// Preconditions: bodies, poses and options without fault; the default floating-point environment.
ScrewResult find_collisions_in_world(const Polyhedron& a, const PoseChange& motion_a,
                                     const Polyhedron& b, const PoseChange& motion_b,
                                     const ScrewOptions& options);

}  // namespace firstcontact::rigid
