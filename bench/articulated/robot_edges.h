#pragma once
/// Random edges of an arm among boxes, as a planner would ask for them.
#include <firstcontact/motion_validator.h>

#include <cstdint>
#include <string>

#include "fcl_scene.h"

namespace firstcontact::bench {

struct RobotScene {
  std::string name, note;
  Scene scene;
};

/// The panda under $FIRSTCONTACT_DATA/robots with the pairs of its SRDF. If it is not there, an arm
/// of our own; `note` then says so. Around it 50 boxes of 5 to 20 cm at random places within its
/// reach.
RobotScene robot_among_boxes(std::uint64_t seed);

/// The start is free (by both sides, where FCL is there), every turning joint changes by up to 30
/// degrees within its limits, other joints stay.
std::vector<SceneEdge> random_edges(const Scene& scene, FclScene* fcl, int count,
                                    std::uint64_t seed);

/// Discrete checking by FCL: as many equal parts as keep the largest change of a joint at most
/// `degrees`. The start is taken as free.
class DiscreteChecker {
 public:
  DiscreteChecker(const Scene& scene, FclScene& fcl) : fcl_(fcl), forward_(scene) {}

  /// Checks the end first, then the middles of what is left, as OMPL does, which finds contacts
  /// sooner.
  bool collides_by_halves(const SceneEdge& edge, double degrees);
  /// Checks in order of time. Returns the time of the first contact that is seen, or more than 1.
  double first_contact(const SceneEdge& edge, double degrees);
  bool collides_at(const SceneEdge& edge, double t);
  double distance_at(const SceneEdge& edge, double t, int body_a, int body_b);

 private:
  std::span<const Pose> poses_at(const SceneEdge& edge, double t);

  FclScene& fcl_;
  FastForward forward_;
  Configuration q_;
  std::vector<std::pair<int, int>> ranges_;
};

}  // namespace firstcontact::bench
