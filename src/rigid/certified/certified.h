#pragma once
/// ScrewMode::Certified: finds every event of every pair of features.
#include <firstcontact/screw.h>

#include "rigid/model/relative_screw.h"

namespace firstcontact::rigid {

/// Sets every field of the result except the screw. Points and normals are in A's coordinates;
/// faces are numbered as in the description. Preconditions: valid bodies and options; default
/// floating-point environment.
ScrewResult certified_collisions(const Polyhedron& a, const Polyhedron& b,
                                 const RelativeMotion& motion, const ScrewOptions& options);

}  // namespace firstcontact::rigid
