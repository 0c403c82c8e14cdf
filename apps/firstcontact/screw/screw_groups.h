#pragma once
/// Collisions that belong together: one touch of two surfaces shows as many pairs of features.
#include <firstcontact/screw.h>

#include <span>
#include <vector>

namespace firstcontact::apps {

/// Proper, up to rounding: surfaces that meet face on have a properness of 0. Unknown counts as
/// proper.
inline bool counts_as_proper(const Collision& collision) {
  return !(collision.properness < -kPropernessRounding);
}

/// Collisions are neighbours if they begin within this share of the motion of each other, and their
/// points are within this share of the smaller body's size; or if they begin at one instant with
/// one normal in one plane, wherever they are: a flat contact.
inline constexpr double kGroupTime = 0.02, kGroupDistance = 0.1;

/// Indices of its collisions, ascending: the first one is its earliest.
using CollisionGroup = std::vector<std::size_t>;

/// The proper ones, in groups that are connected by neighbours, `distance` being how near is near.
/// Groups in the order of their first collisions. Precondition: ascending in time; distance > 0.
std::vector<CollisionGroup> group_collisions(std::span<const Collision> collisions,
                                             double distance);

}  // namespace firstcontact::apps
