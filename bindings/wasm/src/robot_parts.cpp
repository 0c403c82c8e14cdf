#include "robot_parts.h"

#include <limits>

namespace firstcontact::wasm {
namespace {

const Names<JointType>& joint_names() {
  static const Names<JointType> names = {
      {"Fixed", JointType::Fixed},           {"Revolute", JointType::Revolute},
      {"Continuous", JointType::Continuous}, {"Prismatic", JointType::Prismatic},
      {"Planar", JointType::Planar},         {"Floating", JointType::Floating},
      {"Spherical", JointType::Spherical}};
  return names;
}

std::string joint_name(JointType type) {
  for (const auto& [name, value] : joint_names())
    if (value == type) return std::string(name);
  return "Fixed";
}

Shape mesh_shape(const Json& in, const std::string& name) {
  std::vector<Vec3> vertices;
  std::vector<Face> triangles;
  for (const Json& vertex : field(in, "vertices"))
    vertices.push_back(to_vector(vertex, name + ".vertices"));
  for (const Json& triangle : field(in, "triangles")) {
    if (!triangle.is_array() || triangle.size() != 3)
      throw std::invalid_argument(name + ".triangles: must be three indices each");
    Face face{};
    for (std::size_t k = 0; k < 3; ++k) face[k] = to_integer(triangle[k], name + ".triangles");
    triangles.push_back(face);
  }
  Shape shape;
  shape.body = TriangleBody(vertices, triangles);
  return shape;
}

Shape shape_of(const Json& in, const std::string& name) {
  const std::string kind = to_text(field(in, "kind"), name + ".kind");
  const auto length = [&](const char* what) {
    return to_number(field(in, what), name + "." + what);
  };
  Shape shape;
  if (kind == "box") {
    shape = box_shape(to_vector(field(in, "size"), name + ".size"));
  } else if (kind == "sphere") {
    shape = sphere_shape(length("radius"));
  } else if (kind == "capsule") {
    shape = capsule_shape(length("radius"), length("length"));
  } else if (kind == "cylinder") {
    const Json& sides = field(in, "sides");
    const int count = sides.is_null() ? 64 : to_integer(sides, name + ".sides");
    if (count < 3 || count > 100'000)
      throw std::invalid_argument(name + ".sides: must lie in [3, 100000]");
    shape = cylinder_shape(length("radius"), length("length"), count);
  } else if (kind == "mesh") {
    shape = mesh_shape(in, name);
  } else {
    throw std::invalid_argument(name + ".kind: must be box, sphere, capsule, cylinder or mesh");
  }
  if (const std::string what = shape.fault(); !what.empty())
    throw std::invalid_argument(name + ": " + what);
  const Pose place = to_pose(field(in, "pose"), name + ".pose");
  if (const std::string what = fault(place); !what.empty())
    throw std::invalid_argument(name + ".pose: " + what);
  return field(in, "pose").is_null() ? shape : placed(shape, place);
}

Json side_json(const ContactSide& side, const Scene& scene) {
  Json feature = Json::array();
  for (const int vertex : side.feature.vertices)
    if (vertex >= 0) feature.push_back(vertex);
  return {{"body", side.body},
          {"name", side.body >= 0 ? scene.bodies()[static_cast<std::size_t>(side.body)].name : ""},
          {"shape", side.shape},
          {"triangle", side.triangle},
          {"feature", feature}};
}

}  // namespace

std::vector<Shape> shapes_of(const Json& list, const std::string& name) {
  std::vector<Shape> out;
  for (const Json& shape : list) out.push_back(shape_of(shape, name));
  return out;
}

std::vector<Link> links_of(const Json& list) {
  std::vector<Link> out;
  for (const Json& in : list) {
    Link link;
    link.name = to_text(field(in, "name"), "links.name");
    const std::string name = "link '" + link.name + "'";
    link.parent = to_integer(field(in, "parent"), name + " parent");
    const Json& joint = part(in, "joint");
    link.joint.name = to_text(field(joint, "name"), name + " joint.name");
    link.joint.type = to_enum(field(joint, "type"), name + " joint.type", joint_names());
    link.joint.origin = to_pose(field(joint, "origin"), name + " joint.origin");
    if (const Json& axis = field(joint, "axis"); !axis.is_null())
      link.joint.axis = to_vector(axis, name + " joint.axis");
    read(joint, "lower", link.joint.lower);
    read(joint, "upper", link.joint.upper);
    link.shapes = shapes_of(field(in, "shapes"), name + " shapes");
    out.push_back(std::move(link));
  }
  return out;
}

SceneOptions scene_options(const Json& in) {
  SceneOptions options;
  read<SceneMethod>(
      in, "method", options.method,
      {{"Certified", SceneMethod::Certified}, {"Advancement", SceneMethod::Advancement}});
  read(in, "tolerance", options.tolerance);
  read(in, "tMax", options.t_max);
  read(in, "maxChecks", options.max_checks);
  read(in, "decideOnly", options.decide_only);
  read(in, "clearance", options.clearance);
  read(in, "certificate", options.certificate);
  const Json& stages = part(in, "stages");
  read(stages, "spatialCulling", options.stages.spatial_culling);
  read(stages, "taylorModels", options.stages.taylor_models);
  read(stages, "boxHierarchy", options.stages.box_hierarchy);
  read(stages, "temporalCulling", options.stages.temporal_culling);
  read(stages, "convexHulls", options.stages.convex_hulls);
  read(stages, "directionalBound", options.stages.directional_bound);
  return options;
}

Json links_json(const ArticulatedModel& model) {
  Json out = Json::array();
  for (const Link& link : model.links())
    out.push_back({{"name", link.name},
                   {"parent", link.parent},
                   {"joint", link.joint.name},
                   {"jointType", joint_name(link.joint.type)},
                   {"axis", vector(link.joint.axis)},
                   {"origin", pose(link.joint.origin)}});
  return out;
}

Json values_json(const io::Robot& robot) {
  constexpr double kNone = std::numeric_limits<double>::infinity();
  std::vector<double> lower(robot.model.value_count(), -kNone), upper(lower.size(), kNone);
  const std::span<const Link> links = robot.model.links();
  for (std::size_t i = 0; i < links.size(); ++i) {
    const Joint& joint = links[i].joint;
    const int first = robot.model.first_value(i);
    if (first < 0 || joint.mimic >= 0 || value_count(joint.type) != 1) continue;
    lower[static_cast<std::size_t>(first)] = joint.lower;
    upper[static_cast<std::size_t>(first)] = joint.upper;
  }
  Json out = Json::array();
  for (std::size_t i = 0; i < robot.value_names.size(); ++i)
    out.push_back({{"name", robot.value_names[i]},
                   {"lower", number(lower[robot.model_index[i]])},
                   {"upper", number(upper[robot.model_index[i]])}});
  return out;
}

void put_bodies(const Scene& scene, Call& call) {
  const articulated::SceneData& data = articulated::data_of(scene);
  Json bodies = Json::array();
  for (const Scene::Body& body : scene.bodies())
    bodies.push_back({{"name", body.name}, {"link", body.link}, {"shapes", Json::array()}});
  std::vector<double> coordinates;
  std::vector<std::int32_t> corners;
  for (const articulated::SceneData::PlacedShape& shape : data.shapes) {
    bodies[static_cast<std::size_t>(shape.body)]["shapes"].push_back(
        {{"firstCoordinate", coordinates.size()},
         {"firstCorner", corners.size()},
         {"coordinates", 3 * shape.body_geometry.vertices().size()},
         {"corners", 3 * shape.body_geometry.triangles().size()},
         {"radius", number(shape.radius)}});
    for (const Vec3& v : shape.body_geometry.vertices())
      coordinates.insert(coordinates.end(), {v.x(), v.y(), v.z()});
    for (const Face& face : shape.body_geometry.triangles())
      corners.insert(corners.end(), {face[0], face[1], face[2]});
  }
  call.out["bodies"] = bodies;
  call.give("coordinates", std::span<const double>(coordinates));
  call.give("corners", std::span<const std::int32_t>(corners));
}

void put_scene_result(const SceneResult& result, const Scene& scene, Json& out) {
  put_answer(result, out);
  put_points(result, out);
  out["proven"] = result.proven;
  out["a"] = side_json(result.a, scene);
  out["b"] = side_json(result.b, scene);
  out["tolerance"] = number(result.tolerance);
  out["startsInside"] = result.starts_inside;
  out["clearance"] = number(result.clearance);
  out["clearanceUpper"] = number(result.clearance_upper);
  out["clearanceTime"] = number(result.clearance_time);
  out["counts"] = {{"pairs", result.counts.pairs},
                   {"afterSpatial", result.counts.after_spatial},
                   {"afterTemporal", result.counts.after_temporal},
                   {"steps", result.counts.steps}};
}

Json boxes_json(const articulated::SceneData& scene,
                const std::vector<articulated::WorldBox>& boxes) {
  std::vector<articulated::WorldBox> of_body(scene.bodies.size());
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const Vec3 radius = Vec3::Constant(scene.shapes[i].radius);
    articulated::WorldBox box;
    box.low = boxes[i].low - radius;
    box.high = boxes[i].high + radius;
    of_body[static_cast<std::size_t>(scene.shapes[i].body)].add(box);
  }
  Json out = Json::array();
  for (const articulated::WorldBox& box : of_body)
    out.push_back({{"min", vector(box.low)}, {"max", vector(box.high)}});
  return out;
}

}  // namespace firstcontact::wasm
