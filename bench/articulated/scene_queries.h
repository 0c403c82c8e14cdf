#pragma once
/// The queries of a generated scene that do not begin in contact, and what a method answers to
/// them.
#include <firstcontact/scene_contact.h>

#include <string>
#include <vector>

#include "generate/articulated_scenes.h"

namespace firstcontact::bench {

struct PreparedScene {
  std::string name;
  Scene scene;
  bool decide_only = false;
  std::vector<SceneEdge> queries;
  std::size_t begin_in_contact = 0;  ///< left out
};

/// Every `stride`-th query.
PreparedScene prepare(generate::ArticulatedScene made, std::size_t stride);

struct Timings {
  double all = 0, free = 0, contact = 0, worst = 0;  ///< seconds a query
};

struct SceneRun {
  std::vector<SceneResult> results;
  std::vector<double> seconds;

  bool contact(std::size_t i) const { return results[i].status == Status::Contact; }
  std::size_t contacts() const;
  Timings timings() const;
  double mean(std::int64_t SceneCounts::*count) const;
};

/// All queries one after the other, the fastest of `repeats` runs of each.
SceneRun run_method(const PreparedScene& scene, SceneMethod method, int repeats);

}  // namespace firstcontact::bench
