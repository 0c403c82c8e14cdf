#include "scene_reader.h"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>

#include "inputs/nearest_name.h"
#include "io/byte_source.h"
#include "io/errors.h"
#include "io/json_field.h"
#include "io/shown_text.h"
#include "scene_bodies.h"
#include "scene_values.h"
#include "sim/built_in_scenes.h"

namespace firstcontact::apps {
namespace {

constexpr int kSmallestSize = 10, kLargestSize = 1'000'000, kDefaultSize = 1000;

/// The text of a built-in scene or of a file.
std::string scene_text(const std::string& name_or_path) {
  std::vector<std::string> names;
  for (const sim::BuiltInScene& scene : sim::built_in_scenes()) {
    if (scene.name == name_or_path) return std::string(scene.text);
    names.emplace_back(scene.name);
  }
  std::error_code error;
  const bool is_name = name_or_path.find_first_of("./\\") == std::string::npos;
  if (!is_name || std::filesystem::exists(name_or_path, error)) return io::read_text(name_or_path);
  std::string known;
  for (const std::string& name : names) known += (known.empty() ? "" : ", ") + name;
  const std::string& nearest = nearest_name(name_or_path, names);
  throw io::InputError(
      name_or_path,
      fmt::format("neither a file nor a built-in scene{}; the built-in scenes are {}",
                  edits(name_or_path, nearest) <= 3 ? " (is " + nearest + " meant?)" : "", known));
}

nlohmann::json parsed_scene(std::string_view text, const std::string& path) {
  nlohmann::json scene = io::parse_json_file(text, path);
  io::JsonField(path, scene)
      .expect_object_listing({"about", "parameters", "size", "gravity", "time_step", "steps",
                              "response", "barrier_distance", "barrier_stiffness", "friction",
                              "leave_room", "separation", "newton_speed", "max_newton_iterations",
                              "tolerance", "objects"});
  return scene;
}

sim::Response response_at(const io::JsonField& place) {
  const std::string name = place.text();
  if (name == "line-search") return sim::Response::LineSearch;
  if (name == "active-set") return sim::Response::ActiveSet;
  place.refuse(io::shown_text(name) + " is neither \"line-search\" nor \"active-set\"");
}

int size_at(const io::JsonField& place) {
  const int size = place.integer();
  if (size < kSmallestSize || size > kLargestSize)
    place.refuse(fmt::format("{} is not in {} to {}", size, kSmallestSize, kLargestSize));
  return size;
}

int at_least_one(const io::JsonField& place) {
  const int count = place.integer();
  if (count < 1) place.refuse(fmt::format("{} is less than 1", count));
  return count;
}

sim::Settings settings_of(const io::JsonField& root) {
  sim::Settings settings;
  const auto positive = [&](const char* name, auto& value) {
    if (root.has(name)) value = root.at(name).positive();
  };
  positive("time_step", settings.time_step);
  if (root.has("steps")) settings.steps = at_least_one(root.at("steps"));
  if (root.has("response")) settings.response = response_at(root.at("response"));
  positive("barrier_distance", settings.barrier_distance);
  positive("barrier_stiffness", settings.barrier_stiffness);
  if (root.has("friction")) {
    settings.friction = root.at("friction").number();
    if (settings.friction < 0)
      root.at("friction").refuse(fmt::format("{} is negative", settings.friction));
  }
  if (root.has("leave_room")) settings.leave_room = root.at("leave_room").boolean();
  positive("separation", settings.separation);
  positive("newton_speed", settings.newton_speed);
  if (root.has("max_newton_iterations"))
    settings.max_newton_iterations = at_least_one(root.at("max_newton_iterations"));
  positive("tolerance", settings.tolerance);
  return settings;
}

/// Refuses changes that no scene allows.
void check_changes(const std::string& path, const SceneChanges& changes) {
  const auto refuse = [&](const char* option, const auto& value, const std::string& what) {
    throw io::InputError(path, fmt::format("{} {}: {}", option, value, what));
  };
  if (changes.size && (*changes.size < kSmallestSize || *changes.size > kLargestSize))
    refuse("--size", *changes.size, fmt::format("not in {} to {}", kSmallestSize, kLargestSize));
  if (changes.steps && *changes.steps < 0) refuse("--steps", *changes.steps, "negative");
  if (changes.time_step && !(*changes.time_step > 0 && std::isfinite(*changes.time_step)))
    refuse("--dt", *changes.time_step, "not positive and finite");
  if (changes.tolerance && !(*changes.tolerance > 0 && std::isfinite(*changes.tolerance)))
    refuse("--tolerance", *changes.tolerance, "not positive and finite");
}

SceneSummary summary_of(std::string_view text, const std::string& path) {
  const nlohmann::json scene = parsed_scene(text, path);
  const io::JsonField root(path, scene);
  SceneSummary summary{.name = path, .size = kDefaultSize};
  if (root.has("about")) summary.about = root.at("about").text();
  if (root.has("size")) summary.size = size_at(root.at("size"));
  summary.parameters = declared_parameters(scene, path);
  return summary;
}

}  // namespace

sim::Scene parse_scene(std::string_view text, const std::string& path, const SceneChanges& changes,
                       std::vector<std::string>* mesh_files) {
  check_changes(path, changes);
  nlohmann::json json = parsed_scene(text, path);
  replace_parameters(json, path, changes.parameters);
  const io::JsonField root(path, json);
  sim::Scene scene;
  scene.name = std::filesystem::path(path).stem().string();
  if (root.has("about")) scene.about = root.at("about").text();
  if (root.has("gravity")) scene.gravity = root.at("gravity").vector("numbers");
  scene.settings = settings_of(root);
  if (changes.time_step) scene.settings.time_step = *changes.time_step;
  if (changes.steps) scene.settings.steps = *changes.steps;
  if (changes.response) scene.settings.response = *changes.response;
  if (changes.leave_room) scene.settings.leave_room = *changes.leave_room;
  if (changes.tolerance) scene.settings.tolerance = *changes.tolerance;
  int size = root.has("size") ? size_at(root.at("size")) : kDefaultSize;
  if (changes.size) size = *changes.size;
  scene.bodies = bodies_of(root.at("objects"), size);
  if (mesh_files) *mesh_files = mesh_files_of(root.at("objects"));
  return scene;
}

sim::Scene read_scene(const std::string& name_or_path, const SceneChanges& changes,
                      std::vector<std::string>* mesh_files) {
  return parse_scene(scene_text(name_or_path), name_or_path, changes, mesh_files);
}

SceneSummary scene_summary(const std::string& name_or_path) {
  return summary_of(scene_text(name_or_path), name_or_path);
}

std::vector<SceneParameter> scene_parameters(const std::string& name_or_path) {
  return scene_summary(name_or_path).parameters;
}

std::vector<SceneSummary> built_in_summaries() {
  std::vector<SceneSummary> summaries;
  for (const sim::BuiltInScene& scene : sim::built_in_scenes())
    summaries.push_back(summary_of(scene.text, std::string(scene.name)));
  return summaries;
}

}  // namespace firstcontact::apps
