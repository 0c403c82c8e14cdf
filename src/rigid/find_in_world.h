#pragma once
/// Runs the mode that the options ask for and converts its results to world coordinates.
#include <firstcontact/screw.h>

namespace firstcontact::rigid {

/// Preconditions: valid bodies, poses and options; default floating-point environment.
ScrewResult find_collisions_in_world(const Polyhedron& a, const PoseChange& motion_a,
                                     const Polyhedron& b, const PoseChange& motion_b,
                                     const ScrewOptions& options);

}  // namespace firstcontact::rigid
