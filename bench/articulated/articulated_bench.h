#pragma once
/// What the parts of articulated_bench share.
#include <firstcontact/scene_contact.h>

#include <nlohmann/json.hpp>
#include <string>

#include "../common/harness.h"

namespace firstcontact::bench {

struct ArticulatedPlan {
  bool quick = false;
  int repeats = 3;
  int edges = 1000;      ///< number of motions of the robot
  std::string svg_file;  ///< where the figure goes; empty: nowhere
};

/// The parts of the program; each returns what it measured.
nlohmann::json bench_robot_edges(const ArticulatedPlan& plan);
nlohmann::json bench_walk_against_fcl(const ArticulatedPlan& plan);
nlohmann::json bench_scene_tables(const ArticulatedPlan& plan);
nlohmann::json bench_motion_boxes(const ArticulatedPlan& plan);

}  // namespace firstcontact::bench
