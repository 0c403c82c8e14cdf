#pragma once
/// What the user of `firstcontact robot` asked for, and the robot and scene that it is asked of.
#include <firstcontact/scene_contact.h>

#include <string>
#include <vector>

#include "robot_inputs.h"
#include "robot_report.h"

namespace firstcontact::apps {

struct RobotArguments : RobotInputArguments {
  std::string json, html, certificates;
  /// A file of edges in place of one motion, and a row for each of them.
  std::string edges, csv;
  bool clearance = false;
  bool drawing = false;
  std::string method = "certified";
  bool verbose = false;
  int threads = 0;
  SceneOptions options;
};

/// Reads the robot, its scene and its path, if it is not a file of edges. Throws what the readers
/// throw, and std::runtime_error.
RobotReport prepare(const RobotArguments& arguments);

/// The mesh files of the robot and of the scene, which are known when they are read.
std::vector<std::string> mesh_files(const RobotArguments& arguments, const RobotReport& report);

/// Prints one line for all notes, or a line for each.
void print_notes(const std::vector<std::string>& notes, bool all);

}  // namespace firstcontact::apps
