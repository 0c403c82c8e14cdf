#pragma once
/// A robot, what stands around it and how it moves, from the options that `robot` and `verify
/// --robot` share. docs/guide/robot.md.
#include <firstcontact/robot_file.h>
#include <firstcontact/scene.h>
#include <firstcontact/srdf_file.h>

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

/// The path that the arguments mean: of a file, or from one configuration to another. Throws
/// std::runtime_error that names the file or the option.
RobotPath path_of(const RobotInputArguments& arguments, const io::Robot& robot,
                  const std::optional<io::Srdf>& srdf);

/// The robot among the scene's files. Throws io::InputError.
SceneDescription description_of(const RobotInputArguments& arguments, const io::Robot& robot,
                                const std::optional<io::Srdf>& srdf);

}  // namespace firstcontact::apps
