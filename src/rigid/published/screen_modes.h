#pragma once
/// The two modes that work on the collision screen: ScrewMode::Pixels and ScrewMode::Analytic.
#include <firstcontact/polyhedron.h>
#include <firstcontact/screw.h>

#include <vector>

#include "rigid/model/relative_screw.h"

namespace firstcontact {

/// The published algorithm reports only collisions with at least this properness.
inline constexpr double kPublishedProperness = -0.1;

// Both functions return collisions in ascending order of (time, kind, a, b), with times in [0, 1]
// and time_upper = time. Points and normals are in A's body coordinates; faces are indices into
// Polyhedron::faces(). They apply the options' min_properness (default kPublishedProperness) and
// first_only. Without motion there is no screen, and no collision.
// Preconditions: valid bodies; positive, finite lengths in the options.

/// The published algorithm: see pixel_collisions.cpp. Pixels are enlarged if `resolution` would
/// take more than about 2^22 of them along all edges together.
std::vector<Collision> pixel_collisions(const Polyhedron& a, const Polyhedron& b,
                                        const RelativeMotion& motion, const ScrewOptions& options);

/// Treats features as curves on the same screen and finds crossings as roots, in doubles: see
/// analytic_collisions.cpp. Features that stay in contact are reported once, when the contact
/// begins. Faces that face away are kept unless `cull_facing` is true.
std::vector<Collision> analytic_collisions(const Polyhedron& a, const Polyhedron& b,
                                           const RelativeMotion& motion,
                                           const ScrewOptions& options);

}  // namespace firstcontact
