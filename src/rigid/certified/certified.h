#pragma once
/// ScrewMode::Certified: every event of every pair of features.
#include <firstcontact/screw.h>

#include "rigid/model/relative_screw.h"

namespace firstcontact::rigid {

/// Fills in status, collisions (points and normals in A's coordinates, faces as in the
/// description), intersecting_at_start, tolerance, checks and certificate. Preconditions: bodies
/// and options without fault; the default floating-point environment.
ScrewResult certified_collisions(const Polyhedron& a, const Polyhedron& b,
                                 const RelativeMotion& motion, const ScrewOptions& options);

}  // namespace firstcontact::rigid
