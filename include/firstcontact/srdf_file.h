#pragma once
/// Reads SRDF files: which pairs of a robot's links need no check, groups of joints, named states.
/// What is supported: docs/guide/robot.md.
#include <firstcontact/export.h>
#include <firstcontact/robot_file.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace firstcontact::io {

/// What an SRDF file says about a robot.
struct Srdf {
  /// A group of joints and links.
  struct Group {
    std::string name;
    /// Resolved as MoveIt does: a link adds its parent joint, a joint adds its child link, a chain
    /// adds the joints from its base (not included) to its tip, and a subgroup adds everything of
    /// its own. In the order of the model's links, each once.
    std::vector<std::string> joints, links;
  };
  /// Named values of the joints of a group.
  struct State {
    std::string name, group;
    /// Values by the names of Robot::value_names; those of mimics are left out.
    std::vector<std::pair<std::string, double>> values;
  };

  std::string name;
  /// Pairs of links that are not to be checked: those of <disable_collisions>, and those of a link
  /// with <disable_default_collisions> and any other link of the robot, but for
  /// <enable_collisions>. Each once.
  std::vector<std::pair<std::string, std::string>> disabled;
  std::vector<Group> groups;
  std::vector<State> states;
  /// What the reader ignored, with its line: unknown elements, and names of links, joints and
  /// groups that the robot does not have.
  std::vector<std::string> notes;
};

/// Throws InputError, "path:line: element: what", for what is not well made: XML, missing
/// attributes, numbers, a state with a wrong number of values, groups that contain each other,
/// doubled names of groups or of a group's states. Names that the robot does not have are ignored,
/// as MoveIt does, with a note.
FIRSTCONTACT_API Srdf read_srdf(const std::string& path, const Robot& robot);

/// The same from text that stands for the file `path`.
FIRSTCONTACT_API Srdf read_srdf_text(std::string_view text, const std::string& path,
                                     const Robot& robot);

}  // namespace firstcontact::io
