#pragma once
/// Reads what stands around a robot and what it carries, from mesh files and from scenes in JSON.
/// Format: docs/guide/robot.md.
#include <firstcontact/scene.h>

#include <string>
#include <string_view>
#include <vector>

namespace firstcontact::apps {

/// Adds the contents of a file to the description. A name that ends in ".json" is a scene; anything
/// else is a mesh that rests where its file puts it, named like the file as given here. Throws
/// io::InputError that names the file and the field.
void add_scene_file(const std::string& path, SceneDescription& scene);

/// The same from the text of a scene; meshes are looked for from the folder of `path`.
void add_scene(std::string_view text, const std::string& path, SceneDescription& scene);

/// The mesh files that a file of add_scene_file names; none for one that is a mesh itself.
/// Precondition: add_scene_file took it.
std::vector<std::string> meshes_named_in(const std::string& path);

}  // namespace firstcontact::apps
