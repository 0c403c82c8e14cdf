#pragma once
/// A small simulation of chains of points, to give trains plausible motions: equal distances along
/// each chain, limited bending, gravity, ground and other chains that push them away. Position
/// based; only +, −, ×, / and square roots, so the same on every machine.
#include <firstcontact/query.h>

#include <functional>
#include <vector>

namespace firstcontact::generate {

struct Chains {
  /// Points of each chain, from its front.
  std::vector<std::vector<Vec3>> points, velocities;
  double spacing = 1;
  /// Least distance of a point from the one after the next: limits the bends.
  double least_skip = 1.7;
  Vec3 gravity = Vec3::Zero();
  /// Acceleration toward the origin, times the distance from it.
  double pull = 0;
  /// Points and middles between them keep this far apart from those of other chains and from
  /// distant ones of their own.
  double push_radius = 0;
  /// Points and middles stay this high above the ground, if there is one.
  double ground_room = 0;
  std::function<double(double, double)> ground = {};
  /// The share of speed along the ground that a contact takes away, a step.
  double friction = 0.1;
  /// The share of a point's speed downward that it has upward after a contact.
  double bounce = 0;
};

/// One frame of 1/30 s.
void advance_frame(Chains& chains);

}  // namespace firstcontact::generate
