#pragma once
/// Reads a robot's scene and path from the options that `robot` and `verify --robot` share:
/// docs/guide/robot.md.
#include <firstcontact/robot_file.h>
#include <firstcontact/scene.h>
#include <firstcontact/srdf_file.h>

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

#include "inputs/robot_values.h"

namespace firstcontact::apps {

struct RobotInputArguments {
  std::string urdf, srdf, path;
  std::string from, to;
  std::vector<std::string> scene, package_paths;
  double margin = 0;
  bool degrees = false, ignore_limits = false;
};

/// Adds the options of everything but the robot itself and the margin.
void add_robot_input_options(CLI::App& command, RobotInputArguments& arguments);

/// The path from the file of --path, or from --from to --to. Throws
/// std::runtime_error that names the file or the option.
RobotPath path_of(const RobotInputArguments& arguments, const io::Robot& robot,
                  const std::optional<io::Srdf>& srdf);

/// The scene: the robot, and everything in the files of --scene. Throws io::InputError.
SceneDescription description_of(const RobotInputArguments& arguments, const io::Robot& robot,
                                const std::optional<io::Srdf>& srdf);

}  // namespace firstcontact::apps
