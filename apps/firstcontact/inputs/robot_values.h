#pragma once
/// Reads configurations of a robot as people write them, on the command line and in path files.
/// Formats: docs/guide/robot.md.
#include <firstcontact/robot_file.h>
#include <firstcontact/srdf_file.h>

#include <string>
#include <string_view>
#include <vector>

namespace firstcontact::apps {

struct ValueOptions {
  /// Angles are in degrees. Angles of SRDF states are always in radians.
  bool degrees = false;
  /// Values outside their limits are refused.
  bool limits = true;
};

/// A configuration of the model from words between commas. Either all words are numbers, in the
/// order of the file; or each is NAME=NUMBER or the name of a state (STATE or GROUP/STATE), and
/// later words overrule earlier ones. Values that are not named are those of `rest`. `srdf` may be
/// null. Throws std::invalid_argument with what is wrong.
Configuration parse_values(std::string_view words, const Configuration& rest,
                           const io::Robot& robot, const io::Srdf* srdf,
                           const ValueOptions& options);

struct RobotPath {
  std::vector<Configuration> configurations;  ///< at least two
  /// Times of the configurations, scaled to 0 at the first and 1 at the last; empty if the file has
  /// none.
  std::vector<double> times;
};

/// CSV (a header with names of values is optional; one of them may be "time") or JSON (an array of
/// arrays of numbers, or of objects of names and numbers, "time" among them or not). Throws
/// io::InputError that names the file, the line or entry, and the value.
RobotPath read_robot_path(const std::string& path, const io::Robot& robot,
                          const ValueOptions& options);

/// The same from the text of a file.
RobotPath parse_robot_path(std::string_view text, const std::string& path, const io::Robot& robot,
                           const ValueOptions& options);

}  // namespace firstcontact::apps
