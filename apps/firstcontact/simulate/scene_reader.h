#pragma once
/// Reads the scenes of `firstcontact simulate`: built-in ones by name, others from files. Format:
/// docs/formats/scenes.md.
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/scene.h"

namespace firstcontact::apps {

/// What the command line changes in a scene.
struct SceneChanges {
  /// New values of parameters, by name (--set NAME=VALUE).
  std::map<std::string, double> parameters = {};
  /// About how many elements all bodies together have that are not read from files.
  std::optional<int> size = {};
  std::optional<double> time_step = {};
  std::optional<int> steps = {};
  std::optional<sim::Response> response = {};
  std::optional<bool> leave_room = {};
  std::optional<double> tolerance = {};
};

struct SceneParameter {
  std::string name;
  /// As the file has it.
  double value = 0;
  std::string unit = {}, about = {};
};

/// What a list of scenes shows.
struct SceneSummary {
  std::string name, about = {};
  int size = 0;
  std::vector<SceneParameter> parameters = {};
};

/// The scene of a built-in name, or of a file. Everything that cannot be used throws io::InputError
/// with the file (or the built-in name), the field and the value; so do changes that the scene does
/// not know. Meshes that a file names are looked for from its folder. Whether bodies intersect at
/// the start is not looked at. The same input gives the same bits each time. `mesh_files`: gets the
/// paths of these meshes.
sim::Scene read_scene(const std::string& name_or_path, const SceneChanges& changes = {},
                      std::vector<std::string>* mesh_files = nullptr);

/// The same from the text of a scene file; `path` is for messages and for meshes.
sim::Scene parse_scene(std::string_view text, const std::string& path,
                       const SceneChanges& changes = {},
                       std::vector<std::string>* mesh_files = nullptr);

/// Name, description, size and parameters of one scene, in the order of the file's names; nothing
/// else of it is looked at.
SceneSummary scene_summary(const std::string& name_or_path);
/// The same without the rest.
std::vector<SceneParameter> scene_parameters(const std::string& name_or_path);

/// The built-in scenes, sorted by name.
std::vector<SceneSummary> built_in_summaries();

}  // namespace firstcontact::apps
