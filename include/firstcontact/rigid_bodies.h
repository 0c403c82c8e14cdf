#pragma once
/// Rigid bodies: triangle meshes that turn and travel.
///
///   first_contact     two bodies under any motions: are they free, and if not, when do they touch?
///   find_collisions   two polyhedra in screw motion: all their collisions, feature by feature
#include <firstcontact/moving_bodies.h>
#include <firstcontact/screw.h>
