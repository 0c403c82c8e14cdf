#pragma once
/// Reads robots from URDF files. What is supported: docs/guide/robot.md.
#include <firstcontact/articulated.h>
#include <firstcontact/export.h>
#include <firstcontact/io_errors.h>

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace firstcontact::io {

/// How a robot is read.
struct RobotOptions {
  /// Folders that hold the packages of package:// names.
  std::vector<std::string> package_paths = {};
  /// Off: mesh files are not looked for, and links have only their other shapes.
  bool meshes = true;
};

/// What a URDF file describes.
struct FIRSTCONTACT_API Robot {
  std::string name;
  /// Links: parents first, and beyond that in the order of the file's <joint> elements.
  ArticulatedModel model;
  /// Names of the values that users give: those of the movable joints that mimic no other one, in
  /// the order of the file's <joint> elements. Named as by ArticulatedModel::value_names.
  std::vector<std::string> value_names;
  /// Index of each of these values in a Configuration of the model: 0, 1, 2, … unless the file has
  /// a joint before its parent's.
  std::vector<std::size_t> model_index;
  /// What the reader left out although the file may mean it; whole sentences.
  std::vector<std::string> notes;
  /// The mesh files that were read.
  std::vector<std::string> mesh_files;

  /// Values in the order of the file as the model wants them, and back. Precondition: as many as
  /// value_names.
  Configuration to_model(std::span<const double> file_values) const;
  std::vector<double> to_file(std::span<const double> configuration) const;
};

/// The robot in a URDF file, its collision geometry included. Throws InputError that names the
/// file, line and element: for what is not well made (XML, missing or doubled names, numbers,
/// unknown joints, a tree with two roots or a loop), and for a mesh that cannot be found or read.
/// The model has no fault. Thread-safe, independent of the locale, writes nothing to the console.
FIRSTCONTACT_API Robot read_robot(const std::string& path, const RobotOptions& options = {});

/// The same from text that stands for the file `path`: meshes are looked for from there.
FIRSTCONTACT_API Robot read_robot_text(std::string_view text, const std::string& path,
                                       const RobotOptions& options = {});

}  // namespace firstcontact::io
