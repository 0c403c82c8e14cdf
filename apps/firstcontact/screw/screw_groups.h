#pragma once
/// Groups collisions that belong together: one touch of two surfaces appears as many pairs of
/// features.
#include <firstcontact/screw.h>

#include <span>
#include <vector>

namespace firstcontact::apps {

/// True if the collision is proper, up to rounding, or if its properness is unknown. Surfaces that
/// meet face on have a properness of 0.
inline bool counts_as_proper(const Collision& collision) {
  return !(collision.properness < -kPropernessRounding);
}

/// Collisions are neighbours if they begin within this share of the motion of each other, and their
/// points are within this share of the smaller body's size; or if they begin at one instant with
/// one normal in one plane, wherever they are: a flat contact.
inline constexpr double kGroupTime = 0.02, kGroupDistance = 0.1;

/// Ascending indices of the collisions of a group; the first one is the earliest.
using CollisionGroup = std::vector<std::size_t>;

/// Groups of the proper collisions: neighbours are in the same group. Points of neighbours are at
/// most `distance` apart. Groups are in the order of their first collisions. Precondition: the
/// collisions ascend in time; distance > 0.
std::vector<CollisionGroup> group_collisions(std::span<const Collision> collisions,
                                             double distance);

}  // namespace firstcontact::apps
