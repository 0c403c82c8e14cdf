#include "robot_inputs.h"

#include <fmt/format.h>

#include <stdexcept>

#include "inputs/scene_file.h"

namespace firstcontact::apps {

void add_robot_input_options(CLI::App& command, RobotInputArguments& arguments) {
  command
      .add_option("--from", arguments.from,
                  "joint values at the start, for example 0,1.5 or elbow=1.5")
      ->option_text("VALUES");
  command.add_option("--to", arguments.to, "joint values at the end")->option_text("VALUES");
  command
      .add_option("--path", arguments.path,
                  "instead of --from and --to: a file of configurations, one after the other, CSV "
                  "or JSON")
      ->option_text("FILE");
  command.add_flag("--degrees", arguments.degrees,
                   "angles in --from, --to and --path are in degrees");
  command.add_flag("--ignore-limits", arguments.ignore_limits,
                   "accept joint values outside their limits");
  command
      .add_option("--scene", arguments.scene,
                  "a mesh that stands still (OBJ, PLY, STL, OFF, DAE) or a scene in JSON; may be "
                  "repeated")
      ->option_text("FILE")
      ->allow_extra_args(false);
  command
      .add_option("--srdf", arguments.srdf,
                  "the robot's SRDF file: pairs of links that need no check, and named states")
      ->option_text("FILE");
  command
      .add_option("--package-path", arguments.package_paths,
                  "a folder that holds packages named in package:// addresses; may be repeated")
      ->option_text("DIR")
      ->allow_extra_args(false);
}

RobotPath path_of(const RobotInputArguments& arguments, const io::Robot& robot,
                  const std::optional<io::Srdf>& srdf) {
  const ValueOptions values = {arguments.degrees, !arguments.ignore_limits};
  if (!arguments.path.empty()) return read_robot_path(arguments.path, robot, values);
  const auto parse = [&](const char* flag, const std::string& words, const Configuration& rest) {
    try {
      return parse_values(words, rest, robot, srdf ? &*srdf : nullptr, values);
    } catch (const std::invalid_argument& error) {
      throw std::runtime_error(fmt::format("{}: {}", flag, error.what()));
    }
  };
  const Configuration from = parse("--from", arguments.from, robot.model.neutral()),
                      to = parse("--to", arguments.to, from);
  return {{from, to}, {}};
}

SceneDescription description_of(const RobotInputArguments& arguments, const io::Robot& robot,
                                const std::optional<io::Srdf>& srdf) {
  SceneDescription description;
  description.models.push_back({robot.name, robot.model});
  description.min_separation = arguments.margin;
  if (srdf) description.allowed = srdf->disabled;
  for (const std::string& file : arguments.scene) add_scene_file(file, description);
  return description;
}

}  // namespace firstcontact::apps
