#include "scene_file.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <filesystem>

#include "io/byte_source.h"
#include "io/dae_file.h"
#include "io/errors.h"
#include "io/json_field.h"
#include "io/placed_shapes.h"
#include "pose_file.h"

namespace firstcontact::apps {
namespace {

/// A shape of an object is a field of this name, written like this.
struct ShapeForm {
  const char* name;
  const char* form;
};
constexpr std::array<ShapeForm, 6> kShapes = {{
    {"box", R"("box": {"size": [x, y, z]})"},
    {"sphere", R"("sphere": {"radius": r})"},
    {"cylinder", R"("cylinder": {"radius": r, "length": l})"},
    {"capsule", R"("capsule": {"radius": r, "length": l})"},
    {"mesh", R"("mesh": {"file": "name.stl", "scale": s})"},
    {"points", R"("points": {"positions": [[x, y, z], ...], "radius": r})"},
}};
constexpr const char* kObjectForm =
    R"({"name": "table", "box": {"size": [x, y, z]}, "position": [x, y, z], "rpy": [roll, pitch, yaw]})";
constexpr const char* kAttachedForm =
    R"({"name": "tool", "link": "hand", "sphere": {"radius": r}, "position": [x, y, z], "touch_links": ["finger"]})";

bool is_scene(const std::string& path) {
  return io::has_suffix(path, ".json") || io::has_suffix(path, ".json.gz");
}

/// Path of a file that is named in another one.
std::string beside(const std::string& path, const std::string& name) {
  return (std::filesystem::path(path).parent_path() / name).string();
}

/// {"file": …, "scale": …}, or the name alone with "scale" beside it.
bool names_a_file(const io::JsonField& mesh) {
  const auto& value = mesh.value();
  return value.is_string() ||
         (value.is_object() && value.contains("file") && value["file"].is_string());
}

std::string mesh_file(const io::JsonField& mesh) {
  return beside(mesh.path(),
                mesh.value().is_object() ? mesh.at("file").nonempty_text() : mesh.nonempty_text());
}

Shape mesh_at(const io::JsonField& mesh, const io::JsonField& object) {
  const bool is_object = mesh.value().is_object();
  if (is_object) mesh.expect_object({"file", "scale"});
  if (is_object && object.has("scale")) object.at("scale").refuse("belongs into \"mesh\"");
  const io::JsonField& holder = is_object ? mesh : object;
  Vec3 scale(1, 1, 1);
  if (holder.has("scale")) {
    const io::JsonField given = holder.at("scale");
    scale = given.value().is_array() ? given.vector("numbers") : Vec3::Constant(given.number());
    if ((scale.array() == 0).any()) given.refuse("a scale of 0");
  }
  const std::string file = mesh_file(mesh);
  try {
    return io::placed_mesh(io::read_triangles(file), scale, Pose());
  } catch (const io::FileError& error) {
    mesh.written("").refuse(error.what());
  }
}

/// Every point is a triangle of three equal corners.
Shape points_at(const io::JsonField& place) {
  place.expect_object({"positions", "radius"});
  std::vector<Vec3> positions;
  std::vector<Face> triangles;
  for (const io::JsonField& position : place.at("positions").entries()) {
    const int i = static_cast<int>(positions.size());
    positions.push_back(position.vector("numbers"));
    triangles.push_back({i, i, i});
  }
  if (positions.empty()) place.at("positions").refuse("holds no point");
  Shape shape;
  shape.body = TriangleBody(positions, triangles);
  if (place.has("radius")) shape.radius = place.at("radius").number();
  if (shape.radius < 0) place.at("radius").refuse("negative");
  return shape;
}

/// A shape: an object of fields, or for a box and a sphere only the value of its one field.
Shape primitive_at(const std::string& name, const io::JsonField& place) {
  const bool is_object = place.value().is_object();
  if (name == "sphere") {
    if (is_object) place.expect_object({"radius"});
    return sphere_shape((is_object ? place.at("radius") : place).positive());
  }
  if (name == "box") {
    if (is_object) place.expect_object({"size"});
    const io::JsonField size = is_object ? place.at("size") : place;
    const Vec3 lengths = size.vector("numbers");
    for (const io::JsonField& part : size.entries()) part.positive();
    return box_shape(lengths);
  }
  place.expect_object({"radius", "length"});
  const double radius = place.at("radius").positive(), length = place.at("length").positive();
  return name == "cylinder" ? cylinder_shape(radius, length) : capsule_shape(radius, length);
}

Shape shape_of(const io::JsonField& object) {
  const ShapeForm* kind = nullptr;
  for (const ShapeForm& shape : kShapes) {
    if (!object.has(shape.name)) continue;
    if (kind != nullptr)
      object.refuse(fmt::format("has both {} and {}: one shape is needed", kind->name, shape.name));
    kind = &shape;
  }
  if (kind == nullptr)
    object.refuse("has no shape: one of box, sphere, cylinder, capsule, mesh and points is needed");
  const std::string name = kind->name;
  const io::JsonField place = object.at(kind->name).written(kind->form);
  if (object.has("scale") && name != "mesh") object.at("scale").refuse("is for a mesh only");
  if (name == "mesh") return mesh_at(place, object);
  return name == "points" ? points_at(place) : primitive_at(name, place);
}

Pose pose_of(const io::JsonField& object) {
  Pose pose;
  if (object.has("position"))
    pose.position = object.at("position").written("\"position\": [x, y, z]").vector("numbers");
  if (object.has("quaternion") && object.has("rpy")) object.refuse("has both quaternion and rpy");
  if (object.has("rpy")) {
    const Vec3 rpy =
        object.at("rpy").written("\"rpy\": [roll, pitch, yaw], in radians").vector("numbers");
    if (!(rpy.cwiseAbs().maxCoeff() <= kLargestAngle))
      object.at("rpy").refuse(fmt::format("beyond {} radians", kLargestAngle));
    pose.rotation = io::rotation_of_rpy(rpy);
  }
  if (object.has("quaternion")) {
    const io::JsonField place = object.at("quaternion").written("\"quaternion\": [w, x, y, z]");
    const std::vector<io::JsonField> parts = place.entries();
    if (parts.size() != 4)
      place.refuse(fmt::format("{} numbers, not the 4 of w, x, y, z", parts.size()));
    const double w = parts[0].number(), x = parts[1].number(), y = parts[2].number(),
                 z = parts[3].number();
    const double length = std::hypot(std::hypot(w, x), std::hypot(y, z));
    if (!(std::abs(length - 1) <= kQuaternionTolerance))
      place.refuse(
          fmt::format("its length is {:.9g}, not 1 (within {:g})", length, kQuaternionTolerance));
    pose.rotation = Pose::from_quaternion({.w = w, .x = x, .y = y, .z = z}).rotation;
  }
  return pose;
}

/// Throws if the file has too many shapes, before any of them is made.
void refuse_too_many_shapes(const io::JsonField& root) {
  io::PrimitiveBudget budget;
  io::RepeatedMeshBudget meshes;
  for (const char* list : {"objects", "attached"}) {
    if (!root.has(list)) continue;
    for (const io::JsonField& place : root.at(list).entries())
      for (const char* kind : {"box", "sphere", "cylinder", "capsule"})
        if (place.has(kind) && !budget.add(kind))
          place.at(kind).refuse(io::PrimitiveBudget::fault());
    for (const io::JsonField& place : root.at(list).entries())
      if (place.has("mesh") && names_a_file(place.at("mesh")) &&
          !meshes.add(mesh_file(place.at("mesh"))))
        place.at("mesh").refuse(io::RepeatedMeshBudget::fault());
  }
}

/// Reads the fields that objects and attached ones have in common.
template <typename Object>
Object object_at(const io::JsonField& place, const std::string& default_name) {
  Object object;
  object.name = place.has("name") ? place.at("name").nonempty_text() : default_name;
  object.shapes.push_back(shape_of(place));
  object.pose = pose_of(place);
  if (const std::string fault = object.shapes[0].fault(); !fault.empty()) place.refuse(fault);
  return object;
}

void add_rules(const io::JsonField& root, SceneDescription& scene) {
  if (root.has("allowed"))
    for (const io::JsonField& place :
         root.at("allowed").written("\"allowed\": [[\"link\", \"object\"], ...]").entries()) {
      const std::vector<io::JsonField> pair = place.entries();
      if (pair.size() != 2) place.refuse(fmt::format("{} names, not 2", pair.size()));
      scene.allowed.emplace_back(pair[0].nonempty_text(), pair[1].nonempty_text());
    }
  if (root.has("margins"))
    for (const io::JsonField& place :
         root.at("margins")
             .written("\"margins\": [{\"a\": \"link\", \"b\": \"object\", \"margin\": m}, ...]")
             .entries()) {
      place.expect_object({"a", "b", "margin"});
      const double margin = place.at("margin").number();
      if (margin < 0) place.at("margin").refuse("negative");
      scene.pair_separations.push_back(
          {place.at("a").nonempty_text(), place.at("b").nonempty_text(), margin});
    }
}

}  // namespace

void add_scene(std::string_view text, const std::string& path, SceneDescription& scene) {
  const nlohmann::json value = io::parse_json_file(text, path);
  const io::JsonField root(path, value);
  root.written("{\"objects\": [...], \"attached\": [...], \"allowed\": [...], \"margins\": [...]}")
      .expect_object({"objects", "attached", "allowed", "margins"});
  refuse_too_many_shapes(root);
  if (root.has("objects"))
    for (const io::JsonField& entry : root.at("objects").entries()) {
      const io::JsonField place = entry.written(kObjectForm);
      place.expect_object({"name", "box", "sphere", "cylinder", "capsule", "mesh", "points",
                           "scale", "position", "quaternion", "rpy"});
      scene.objects.push_back(object_at<SceneObject>(place, place.field()));
    }
  if (root.has("attached"))
    for (const io::JsonField& entry : root.at("attached").entries()) {
      const io::JsonField place = entry.written(kAttachedForm);
      place.expect_object({"name", "link", "touch_links", "box", "sphere", "cylinder", "capsule",
                           "mesh", "points", "scale", "position", "quaternion", "rpy"});
      Attachment attached = object_at<Attachment>(place, place.field());
      attached.link = place.at("link").nonempty_text();
      if (place.has("touch_links"))
        for (const io::JsonField& link : place.at("touch_links").entries())
          attached.touch_links.push_back(link.nonempty_text());
      scene.attachments.push_back(std::move(attached));
    }
  add_rules(root, scene);
}

void add_scene_file(const std::string& path, SceneDescription& scene) {
  if (is_scene(path)) return add_scene(io::read_text(path), path, scene);
  SceneObject object;
  object.name = path;
  object.shapes.push_back(io::placed_mesh(io::read_triangles(path), Vec3(1, 1, 1), Pose()));
  if (const std::string fault = object.shapes[0].fault(); !fault.empty())
    throw io::InputError(path, fault);
  scene.objects.push_back(std::move(object));
}

std::vector<std::string> meshes_named_in(const std::string& path) {
  std::vector<std::string> files;
  if (!is_scene(path)) return files;
  const nlohmann::json value = io::parse_json_file(io::read_text(path), path);
  const io::JsonField root(path, value);
  for (const char* list : {"objects", "attached"})
    if (root.has(list))
      for (const io::JsonField& place : root.at(list).entries())
        if (place.has("mesh")) files.push_back(mesh_file(place.at("mesh")));
  return files;
}

}  // namespace firstcontact::apps
