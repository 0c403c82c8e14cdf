#pragma once
/// Finds the mesh that a robot's file names.
#include <string>
#include <vector>

namespace firstcontact::io {

struct ResourcePath {
  std::string path;   ///< of a file that exists, or empty
  std::string fault;  ///< if the path is empty: where the file was looked for
};

/// `uri` as written in the file `robot_file`:
///   package://NAME/REST, model://NAME/REST  REST in a folder NAME, which is looked for in each of
///   `package_paths`, or is one of
///                                           them by its own name, and then in (or is) any folder
///                                           above `robot_file`. REST must stay in it: an absolute
///                                           path and ".." that leads out are refused
///   file:///REST, /REST                     the absolute path
///   REST                                    beside `robot_file`, then in each of `package_paths`
/// The first that exists is taken.
ResourcePath find_resource(const std::string& uri, const std::string& robot_file,
                           const std::vector<std::string>& package_paths);

}  // namespace firstcontact::io
