#include "scene_file.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <filesystem>

#include "io/dae_file.h"
#include "io/errors.h"
#include "io/placed_shapes.h"
#include "io/xml_input.h"
#include "json_place.h"
#include "pose_file.h"

namespace firstcontact::apps {
namespace {

/// One of them gives the shape of an object.
constexpr std::array<const char*, 5> kShapes = {"box", "sphere", "cylinder", "capsule", "mesh"};

bool is_scene(const std::string& path) { return io::has_suffix(path, ".json") || io::has_suffix(path, ".json.gz"); }

/// A file named in another one.
std::string beside(const std::string& path, const std::string& name) {
  return (std::filesystem::path(path).parent_path() / name).string();
}

Shape mesh_at(const JsonPlace& place, const JsonPlace& object) {
  Vec3 scale(1, 1, 1);
  if (object.has("scale")) {
    const JsonPlace given = object.at("scale");
    scale = given.value().is_array() ? given.vector() : Vec3::Constant(given.number());
    if ((scale.array() == 0).any()) given.refuse("a scale of 0");
  }
  try {
    return io::placed_mesh(io::read_triangles(beside(place.path(), place.text())), scale, Pose());
  } catch (const io::FileError& error) {
    place.refuse(error.what());
  }
}

Shape shape_of(const JsonPlace& object) {
  const char* kind = nullptr;
  for (const char* name : kShapes) {
    if (!object.has(name)) continue;
    if (kind != nullptr) object.refuse(fmt::format("has both {} and {}: one shape is needed", kind, name));
    kind = name;
  }
  if (kind == nullptr) object.refuse("has no shape: one of box, sphere, cylinder, capsule and mesh is needed");
  const std::string name = kind;
  const JsonPlace place = object.at(kind);
  if (object.has("scale") && name != "mesh") object.at("scale").refuse("is for a mesh only");
  if (name == "mesh") return mesh_at(place, object);
  if (name == "sphere") return sphere_shape(place.positive());
  if (name == "box") {
    const Vec3 size = place.vector();
    for (const JsonPlace& part : place.entries()) part.positive();
    return box_shape(size);
  }
  place.expect_object({"radius", "length"});
  const double radius = place.at("radius").positive(), length = place.at("length").positive();
  return name == "cylinder" ? cylinder_shape(radius, length) : capsule_shape(radius, length);
}

Pose pose_of(const JsonPlace& object) {
  Pose pose;
  if (object.has("position")) pose.position = object.at("position").vector();
  if (object.has("quaternion") && object.has("rpy")) object.refuse("has both quaternion and rpy");
  if (object.has("rpy")) {
    const Vec3 rpy = object.at("rpy").vector();
    if (!(rpy.cwiseAbs().maxCoeff() <= kLargestAngle)) object.at("rpy").refuse(fmt::format("beyond {} radians", kLargestAngle));
    pose.rotation = io::rotation_of_rpy(rpy);
  }
  if (object.has("quaternion")) {
    const JsonPlace place = object.at("quaternion");
    const std::vector<JsonPlace> parts = place.entries();
    if (parts.size() != 4) place.refuse(fmt::format("{} numbers, not the 4 of w, x, y, z", parts.size()));
    const double w = parts[0].number(), x = parts[1].number(), y = parts[2].number(), z = parts[3].number();
    const double length = std::hypot(std::hypot(w, x), std::hypot(y, z));
    if (!(std::abs(length - 1) <= kQuaternionTolerance))
      place.refuse(fmt::format("its length is {:.9g}, not 1 (within {:g})", length, kQuaternionTolerance));
    pose.rotation = Pose::from_quaternion(w, x, y, z).rotation;
  }
  return pose;
}

/// What objects and attached ones have in common.
template <typename Object>
Object object_at(const JsonPlace& place, const std::string& default_name) {
  Object object;
  object.name = place.has("name") ? place.at("name").text() : default_name;
  object.shapes.push_back(shape_of(place));
  object.pose = pose_of(place);
  if (const std::string fault = object.shapes[0].fault(); !fault.empty()) place.refuse(fault);
  return object;
}

void add_rules(const JsonPlace& root, SceneDescription& scene) {
  if (root.has("allowed"))
    for (const JsonPlace& place : root.at("allowed").entries()) {
      const std::vector<JsonPlace> pair = place.entries();
      if (pair.size() != 2) place.refuse(fmt::format("{} names, not 2", pair.size()));
      scene.allowed.emplace_back(pair[0].text(), pair[1].text());
    }
  if (root.has("margins"))
    for (const JsonPlace& place : root.at("margins").entries()) {
      place.expect_object({"a", "b", "margin"});
      const double margin = place.at("margin").number();
      if (margin < 0) place.at("margin").refuse("negative");
      scene.margins.push_back({place.at("a").text(), place.at("b").text(), margin});
    }
}

}  // namespace

void add_scene(std::string_view text, const std::string& path, SceneDescription& scene) {
  const nlohmann::json value = parse_json(text, path);
  const JsonPlace root(path, value);
  root.expect_object({"objects", "attached", "allowed", "margins"});
  if (root.has("objects"))
    for (const JsonPlace& place : root.at("objects").entries()) {
      place.expect_object({"name", "box", "sphere", "cylinder", "capsule", "mesh", "scale", "position", "quaternion", "rpy"});
      scene.objects.push_back(object_at<SceneObject>(place, place.field()));
    }
  if (root.has("attached"))
    for (const JsonPlace& place : root.at("attached").entries()) {
      place.expect_object({"name", "link", "touch_links", "box", "sphere", "cylinder", "capsule", "mesh", "scale", "position",
                           "quaternion", "rpy"});
      Attachment attached = object_at<Attachment>(place, place.field());
      attached.link = place.at("link").text();
      if (place.has("touch_links"))
        for (const JsonPlace& link : place.at("touch_links").entries()) attached.touch_links.push_back(link.text());
      scene.attachments.push_back(std::move(attached));
    }
  add_rules(root, scene);
}

void add_scene_file(const std::string& path, SceneDescription& scene) {
  if (is_scene(path)) return add_scene(io::read_text(path), path, scene);
  SceneObject object;
  object.name = path;
  object.shapes.push_back(io::placed_mesh(io::read_triangles(path), Vec3(1, 1, 1), Pose()));
  if (const std::string fault = object.shapes[0].fault(); !fault.empty()) throw io::InputError(path, fault);
  scene.objects.push_back(std::move(object));
}

std::vector<std::string> meshes_named_in(const std::string& path) {
  std::vector<std::string> files;
  if (!is_scene(path)) return files;
  const nlohmann::json value = parse_json(io::read_text(path), path);
  const JsonPlace root(path, value);
  for (const char* list : {"objects", "attached"})
    if (root.has(list))
      for (const JsonPlace& place : root.at(list).entries())
        if (place.has("mesh")) files.push_back(beside(path, place.at("mesh").text()));
  return files;
}

}  // namespace firstcontact::apps
