#include "robot_inputs.h"

#include <fmt/format.h>

#include <stdexcept>

#include "inputs/scene_file.h"

namespace firstcontact::apps {

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
  description.margin = arguments.margin;
  if (srdf) description.allowed = srdf->disabled;
  for (const std::string& file : arguments.scene) add_scene_file(file, description);
  return description;
}

}  // namespace firstcontact::apps
