// Any bytes as the path of a robot, CSV or JSON, and as values of the command line: the readers may
// only give configurations that the robot can take, within its limits where these are asked for, or
// say what is wrong. The first byte chooses.
#include <firstcontact/robot_file.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <string_view>

#include "inputs/robot_values.h"
#include "io/errors.h"

namespace {

using namespace firstcontact;

// Every kind of joint that has values, limits, and a mimic.
constexpr const char* kRobot = R"(<robot name="r">
<link name="a"/><link name="b"/><link name="c"/><link name="d"/><link name="e"/><link name="f"/><link name="g"/>
<joint name="turn" type="revolute"><parent link="a"/><child link="b"/><axis xyz="0 0 1"/>
<limit lower="-1" upper="2" effort="1" velocity="1"/></joint>
<joint name="spin" type="continuous"><parent link="b"/><child link="c"/><axis xyz="1 0 0"/></joint>
<joint name="slide" type="prismatic"><parent link="c"/><child link="d"/><axis xyz="0 1 0"/>
<limit lower="0" upper="0.5" effort="1" velocity="1"/></joint>
<joint name="also" type="prismatic"><parent link="d"/><child link="e"/><axis xyz="0 1 0"/>
<limit lower="-9" upper="9" effort="1" velocity="1"/><mimic joint="slide" multiplier="2"/></joint>
<joint name="plane" type="planar"><parent link="e"/><child link="f"/><axis xyz="0 0 1"/></joint>
<joint name="fly" type="floating"><parent link="f"/><child link="g"/></joint>
</robot>)";

void require(bool condition, const char* what) {
  if (condition) return;
  std::fprintf(stderr, "path_reader_fuzzer: %s\n", what);
  std::abort();
}

const io::Robot& robot() {
  static const io::Robot one = io::read_robot_text(kRobot, "robot", {{}, false});
  return one;
}

void require_possible(const Configuration& configuration, const apps::ValueOptions& options) {
  require(configuration.size() == robot().model.value_count(), "values are missing");
  for (const double value : configuration)
    require(std::isfinite(value), "a value that is not finite was given");
  require(robot().model.fault_of(configuration, options.limits).empty(),
          "a configuration that the model refuses was given");
}

void read_path(std::string_view text, const std::string& name, const apps::ValueOptions& options) {
  try {
    const apps::RobotPath path = apps::parse_robot_path(text, name, robot(), options);
    require(path.configurations.size() >= 2, "a path of less than two configurations was given");
    for (const Configuration& configuration : path.configurations)
      require_possible(configuration, options);
    if (path.times.empty()) return;
    require(path.times.size() == path.configurations.size(), "times are missing");
    require(path.times.front() == 0 && path.times.back() == 1, "the times do not go from 0 to 1");
    for (std::size_t i = 1; i < path.times.size(); ++i)
      require(path.times[i - 1] <= path.times[i], "the times are not in order");
  } catch (const io::InputError& error) {
    require(std::string_view(error.what()).substr(0, name.size()) == name,
            "the message does not name the file");
  }
}

void read_words(std::string_view words, const apps::ValueOptions& options) {
  try {
    require_possible(apps::parse_values(words, robot().model.neutral(), robot(), nullptr, options),
                     options);
  } catch (const std::invalid_argument& error) {
    require(*error.what() != '\0', "nothing is said about what is wrong");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const unsigned choice = data[0];
  const apps::ValueOptions options = {choice / 4 % 2 == 1, choice / 8 % 2 == 0};
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  switch (choice % 4) {
    case 0: read_path(bytes, "input.csv", options); break;
    case 1: read_words(bytes, options); break;
    case 2: read_path(bytes, "input.json", options); break;
    default: read_path(bytes, "input", options); break;
  }
  return 0;
}
