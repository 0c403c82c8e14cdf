#pragma once
/// Mesh steps: all vertices of a mesh move on straight lines from one instant to the next, as in
/// cloth and FEM simulators.
///
///   decide_step                is the step free of contact?
///   collision_free_step_size   how far can it be followed?
///   impacts                    which pairs touch, and when?
///   line_search                the largest step that leaves room for the next one
///   safe_displacements         how far each vertex may go on its own, in any combination
///   construct_active_set       impacts as constraints for a solver
///   intersections              which elements cross at one instant?
///   near_pairs                 which features are near each other, each pair once?
///   barrier_terms              a potential on near pairs that keeps them apart; friction
///
///   CollisionMesh              the surface of a volume mesh, with maps of positions and gradients
///   PairRules                  static obstacles, masks and patches, by tables
///   Candidates                 candidates that are kept between the iterations of one step
#include <firstcontact/active_set.h>
#include <firstcontact/barrier.h>
#include <firstcontact/candidates.h>
#include <firstcontact/collision_mesh.h>
#include <firstcontact/intersections.h>
#include <firstcontact/line_search.h>
#include <firstcontact/near_pairs.h>
#include <firstcontact/pair_rules.h>
#include <firstcontact/safe_displacements.h>
#include <firstcontact/step.h>
