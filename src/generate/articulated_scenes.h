#pragma once
/// Scenes like the published benchmarks of articulated bodies (Zhang, Redon, Lee, Kim: Continuous
/// Collision Detection for Articulated Models using Taylor Models and Temporal Culling, 2007). The
/// published models are not public; these have as many links and triangles and the same kinds of
/// motion. They are generated and the same on every machine. Lengths are in metres; z is up.
///
/// As in the paper, motions are made without regard to collisions, so a query may begin in contact.
/// The queries of a planner have both ends free.
#include <firstcontact/scene_contact.h>

#include <cstdint>

namespace firstcontact::generate {

struct ArticulatedScene {
  std::string name;
  SceneDescription description;
  /// Pairs of configurations of all models, one after the other.
  std::vector<SceneEdge> queries;
  /// True for a planner's queries, which ask whether there is contact, not when.
  bool decide_only = false;
};

/// A mannequin of 15 links and 20 K triangles walks over a chessboard with 16 chessmen of 101 K
/// triangles, and kicks some. Queries are consecutive frames of several walks.
ArticulatedScene walking_mannequin(std::uint64_t seed = 1);
/// The same mannequin touches its toes, claps, crosses its arms and its legs.
ArticulatedScene exercising_mannequin(std::uint64_t seed = 1);
/// Two mannequins walk past each other, arms swinging.
ArticulatedScene two_mannequins(std::uint64_t seed = 1);

/// A construction site of 394 K triangles and an excavator of 5 links and 19 K triangles. Queries
/// are a planner's edges between random configurations. When driving, all joints change over long
/// distances; when digging, the excavator stands still.
ArticulatedScene driving_excavator(std::uint64_t seed = 1);
ArticulatedScene digging_excavator(std::uint64_t seed = 1);
/// The same site and a tower crane of 5 links and 1.3 K triangles with its base on rails. When
/// lowering, it puts the weight that it carries into a pipe.
ArticulatedScene travelling_crane(std::uint64_t seed = 1);
ArticulatedScene lowering_crane(std::uint64_t seed = 1);

/// Four trains of 10 links and 23 K triangles each that run into each other.
ArticulatedScene four_trains(std::uint64_t seed = 1);
/// A train of 17 links and 42 K triangles that falls on a mountain of 29 K.
ArticulatedScene falling_train(std::uint64_t seed = 1);

/// All of these scenes, in this order. `make` may take a second for the largest ones.
struct ArticulatedSceneMaker {
  const char* name;
  ArticulatedScene (*make)(std::uint64_t seed);
};
std::span<const ArticulatedSceneMaker> articulated_scenes();

/// An arm of seven turning joints on a table among boxes, for demonstrations without files. From
/// `start` to `goal` the arm swings by half a turn, through a post that neither of them is near;
/// over `detour` nothing is in the way.
struct GeneratedArm {
  SceneDescription description;
  Configuration start, goal;
  /// From start to goal.
  std::vector<Configuration> detour;
};
GeneratedArm generated_arm();

/// The arm alone: "link1" … "link7" on "base", with joint limits like those of common arms. It is
/// 0.85 m long.
ArticulatedModel arm_model();

}  // namespace firstcontact::generate
