#pragma once
/// A small position-based simulation of chains of points, which gives trains plausible motions. It
/// has equal distances along each chain, limited bending, gravity, ground, and chains that push
/// each other away. It uses only +, −, ×, / and square roots, so it is the same on every machine.
#include <firstcontact/query.h>

#include <functional>
#include <vector>

namespace firstcontact::generate {

struct Chains {
  /// Points of each chain, from its front.
  std::vector<std::vector<Vec3>> points, velocities;
  double spacing = 1;
  /// Least distance of a point from the one after the next, which limits bending.
  double least_skip = 1.7;
  Vec3 gravity = Vec3::Zero();
  /// Acceleration toward the origin, times the distance from it.
  double pull = 0;
  /// Points and midpoints between them stay this far from those of other chains, and from distant
  /// ones of their own chain.
  double push_radius = 0;
  /// Points and midpoints stay this high above the ground, if there is one.
  double ground_room = 0;
  std::function<double(double, double)> ground = {};
  /// Share of the speed along the ground that a contact takes away per step.
  double friction = 0.1;
  /// Ratio of a point's upward speed after a contact to its downward speed before.
  double bounce = 0;
};

/// Advances the simulation by one frame of 1/30 s.
void advance_frame(Chains& chains);

}  // namespace firstcontact::generate
