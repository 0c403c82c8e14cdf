#pragma once
/// Two bodies as FCL (Flexible Collision Library) sees them. No header of FCL is needed to use
/// this, and without FCL it still builds.
#include <firstcontact/polyhedron.h>
#include <firstcontact/pose.h>

#include <memory>

namespace firstcontact::bench {

enum class FclMethod { Naive, ConservativeAdvancement };
enum class FclPath { Straight, Screw };

/// Plain: takes the speed of B. Sharp: takes the smaller of B's speed seen from A and A's seen from
/// B, and tells FCL that a distance is at most twice the one before.
enum class FclAdvance { Plain, Sharp };

struct FclAnswer {
  bool collides = false;
  double time = 1;
};

/// Two bodies whose hierarchies are made once. A rests at the origin, B moves.
class FclPair {
 public:
  virtual ~FclPair() = default;

  /// FCL's own `continuousCollide`, with its defaults for everything else.
  virtual FclAnswer continuous_collide(const PoseChange& flight, FclMethod method, FclPath path,
                                       int iterations) const = 0;

  /// Conservative advancement on FCL's distance query: t += distance / speed, until the distance is
  /// at most `tolerance`. A body's speed is the largest of any vertex, sqrt(travel² + (angle *
  /// distance from the axis)²), constant under a screw. Bodies that come in contact are never
  /// missed, up to rounding. Precondition: tolerance > 0.
  virtual FclAnswer advance(const PoseChange& flight, double tolerance, FclAdvance kind) const = 0;

  /// Distance at an instant of the flight; 0 or less if they intersect.
  virtual double distance_at(const PoseChange& flight, double t) const = 0;
};

/// Null if this was built without FCL.
std::unique_ptr<FclPair> make_fcl_pair(const Polyhedron& a, const Polyhedron& b);

}  // namespace firstcontact::bench
