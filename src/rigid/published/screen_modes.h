#pragma once
/// The two modes that work on the collision screen: ScrewMode::Pixels and ScrewMode::Analytic.
#include <firstcontact/polyhedron.h>
#include <firstcontact/screw.h>

#include <vector>

#include "rigid/model/relative_screw.h"

namespace firstcontact {

/// Least properness of the collisions that the published algorithm reports.
inline constexpr double kPublishedProperness = -0.1;

/// Preconditions: bodies without fault; positive, finite lengths in the options.
///
/// Both return collisions in ascending order of (time, kind, a, b), times in [0, 1], `time_upper` =
/// `time`. Points and normals are in A's body coordinates, faces are indices of
/// Polyhedron::faces(). The options' min_properness (unset: kPublishedProperness) and first_only
/// are applied. Without motion there is no screen, and no collision.

/// The published algorithm: see pixel_collisions.cpp. A pixel is made larger where `resolution`
/// asks for more than about 2^22 of them along all edges together.
std::vector<Collision> pixel_collisions(const Polyhedron& a, const Polyhedron& b,
                                        const RelativeMotion& motion, const ScrewOptions& options);

/// Features as curves on the same screen, crossings by root finding in doubles: see
/// analytic_collisions.cpp. Features that stay in contact are reported once, where the contact
/// begins. Faces that look away are kept unless `cull_facing` is true.
std::vector<Collision> analytic_collisions(const Polyhedron& a, const Polyhedron& b,
                                           const RelativeMotion& motion,
                                           const ScrewOptions& options);

}  // namespace firstcontact
