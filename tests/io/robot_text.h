#pragma once
/// Small URDF files for the tests.
#include <firstcontact/robot_file.h>

#include <string>
#include <string_view>

#include "temporary_folder.h"

namespace firstcontact::io {

/// A robot of these elements, one a line from line 2 on.
inline std::string robot_of(std::string_view elements) {
  return "<robot name='r'>\n" + std::string(elements) + "</robot>\n";
}

inline std::string joint_of(std::string_view name, std::string_view type, std::string_view parent,
                            std::string_view child, std::string_view inside = "") {
  std::string text = "<joint name='" + std::string(name) + "' type='" + std::string(type) +
                     "'><parent link='" + std::string(parent) + "'/><child link='" +
                     std::string(child) + "'/>" + std::string(inside) + "</joint>\n";
  return text;
}

/// "l7". (gcc 12 warns wrongly about a literal in front of std::to_string.)
inline std::string numbered(std::string name, int number) { return name += std::to_string(number); }

inline constexpr std::string_view kLimit = "<limit lower='-2' upper='2' effort='1' velocity='1'/>";

/// The message with which the text is refused as the file "r.urdf".
inline std::string robot_error(std::string_view text, const RobotOptions& options = {}) {
  return testing::message_of<InputError>([&] { read_robot_text(text, "r.urdf", options); });
}

}  // namespace firstcontact::io
