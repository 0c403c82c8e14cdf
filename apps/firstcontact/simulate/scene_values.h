#pragma once
/// The parameters of a scene file, and the numbers in it that depend on them.
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "scene_reader.h"

namespace firstcontact::apps {

/// The parameters that the file declares, sorted by name. Throws io::InputError.
std::vector<SceneParameter> declared_parameters(const nlohmann::json& scene,
                                                const std::string& path);

/// Replaces every string with a "$" in it by the number that it stands for: a sum of products of
/// numbers and parameters, such as "-$gravity" or "0.5*$turns + 2". A parameter alone that the file
/// gives as a whole number stays one. Names, descriptions and file names are left as they are.
/// Throws io::InputError for changes of parameters that are not declared or to what is not finite,
/// and for expressions that cannot be read. Precondition: the scene is an object.
void replace_parameters(nlohmann::json& scene, const std::string& path,
                        const std::map<std::string, double>& changes);

}  // namespace firstcontact::apps
