#include "scene_bodies.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

#include "arith/fixed_order.h"
#include "scene_shapes.h"

namespace firstcontact::apps {
namespace {

constexpr int kMostCopies = 1000, kMostElements = 1'000'000, kObstacleElements = 200;

constexpr const char* kObjectFormat =
    R"({"name": "ball", "solid": {"shape": "ball", "radius": 0.1}, "translate": [0, 0, 1]})";

/// A rotation by degrees about an axis of any length but 0. Quarter turns about the axes of
/// coordinates are exact, so that aligned faces stay aligned.
Mat3 rotation_by(const Vec3& axis, double degrees) {
  const double turn = std::remainder(degrees, 360.0);
  double c = std::cos(turn * std::numbers::pi / 180), s = std::sin(turn * std::numbers::pi / 180);
  if (turn == 90 || turn == -90) c = 0;
  if (turn == 180 || turn == -180) s = 0;
  const Vec3 u = normalized(axis);
  Mat3 cross;
  cross << 0, -u[2], u[1], u[2], 0, -u[0], -u[1], u[0], 0;
  Mat3 rotation = c * Mat3::Identity() + s * cross;
  for (int k = 0; k < 3; ++k) rotation.col(k) += (1 - c) * u[k] * u;
  return rotation;
}

Vec3 axis_at(const io::JsonField& place) {
  const Vec3 axis = place.at("axis").vector("numbers");
  if (!(norm(axis) > 0)) place.at("axis").refuse("an axis of length 0");
  if (!std::isfinite(norm(axis))) place.at("axis").refuse("too long");
  return axis;
}

Vec3 vector_or_zero(const io::JsonField& place, const char* name) {
  return place.has(name) ? place.at(name).vector("numbers") : Vec3::Zero().eval();
}

/// {"axis": …, "degrees": …}, or a list of such.
Mat3 rotation_at(const io::JsonField& place) {
  if (place.value().is_array()) {
    Mat3 all = Mat3::Identity();
    for (const io::JsonField& entry : place.entries()) all = times(rotation_at(entry), all);
    return all;
  }
  place.written(R"("rotate": {"axis": [x, y, z], "degrees": d})")
      .expect_fields({"axis", "degrees"});
  return rotation_by(axis_at(place), place.at("degrees").number());
}

/// How the points of a shape come to their place.
struct Placement {
  Vec3 scale = Vec3::Ones();
  Mat3 rotation = Mat3::Identity();
  Vec3 translation = Vec3::Zero();
};

Placement placement_of(const io::JsonField& object) {
  Placement placement;
  if (object.has("scale")) {
    const io::JsonField scale = object.at("scale");
    if (scale.value().is_array()) {
      placement.scale = scale.vector("numbers");
      for (const io::JsonField& part : scale.entries()) part.positive();
    } else {
      placement.scale = Vec3::Constant(scale.positive());
    }
  }
  if (object.has("rotate")) placement.rotation = rotation_at(object.at("rotate"));
  placement.translation = vector_or_zero(object, "translate");
  return placement;
}

PointMatrix placed(const PointMatrix& points, const Placement& placement) {
  PointMatrix out(points.rows(), 3);
  for (Eigen::Index i = 0; i < points.rows(); ++i) {
    const Vec3 scaled = points.row(i).transpose().cwiseProduct(placement.scale);
    out.row(i) = (times(placement.rotation, scaled) + placement.translation).transpose();
  }
  return out;
}

sim::Material material_of(const io::JsonField& object, sim::BodyKind kind) {
  sim::Material material;
  if (!object.has("material")) return material;
  const io::JsonField place = object.at("material");
  if (kind == sim::BodyKind::Obstacle) place.refuse("an obstacle has no material");
  if (kind == sim::BodyKind::Cloth)
    place.expect_object_listing({"density", "young", "poisson", "thickness", "bending"});
  else
    place.expect_object_listing({"density", "young", "poisson"});
  const auto read = [&](const char* name, double& value) {
    if (place.has(name)) value = place.at(name).positive();
  };
  read("density", material.density);
  read("young", material.young);
  read("thickness", material.thickness);
  if (place.has("poisson")) {
    material.poisson = place.at("poisson").number();
    if (!(material.poisson >= 0) || !(material.poisson < 0.5))
      place.at("poisson").refuse(fmt::format("{} is not in [0, 0.5)", material.poisson));
  }
  if (place.has("bending")) {
    material.bending = place.at("bending").number();
    if (material.bending < 0)
      place.at("bending").refuse(fmt::format("{} is negative", material.bending));
  }
  return material;
}

void read_motion(const io::JsonField& place, sim::Script& script) {
  place.expect_object_listing(
      {"velocity", "axis", "center", "turns_per_second", "turns", "begin", "end"});
  script.velocity = vector_or_zero(place, "velocity");
  script.center = vector_or_zero(place, "center");
  if (place.has("turns_per_second")) {
    script.turns_per_second = place.at("turns_per_second").number();
    script.axis = axis_at(place);
  } else {
    for (const char* name : {"axis", "center", "turns"})
      if (place.has(name)) place.at(name).refuse("needs turns_per_second");
  }
  if (place.has("begin")) script.begin = place.at("begin").number();
  if (place.has("end") && place.has("turns")) place.refuse("has both end and turns");
  if (place.has("end")) script.end = place.at("end").number();
  if (place.has("turns")) {
    const double turns = place.at("turns").number();
    if (turns < 0) place.at("turns").refuse(fmt::format("{} is negative", turns));
    if (script.turns_per_second == 0) place.at("turns").refuse("turns_per_second is 0");
    script.end = script.begin + turns / std::abs(script.turns_per_second);
  }
  if (!(script.end >= script.begin))
    place.refuse(fmt::format("ends at {}, before it begins at {}", script.end, script.begin));
}

/// Vertices that start in a box, its sides included, and are not pinned by another one.
std::vector<int> vertices_in(const io::JsonField& box, const sim::Body& body) {
  box.written(R"("box": [[x, y, z], [x, y, z]])").expect_size(2);
  const Vec3 low = box.entry(0).vector("numbers"), high = box.entry(1).vector("numbers");
  if ((low.array() > high.array()).any()) box.refuse("its first corner is not the lower one");
  std::vector<int> vertices;
  for (Eigen::Index i = 0; i < body.start.rows(); ++i) {
    const Vec3 p = body.start.row(i);
    if ((p.array() >= low.array()).all() && (p.array() <= high.array()).all())
      vertices.push_back(static_cast<int>(i));
  }
  for (const sim::Script& other : body.scripts)
    for (const int vertex : vertices)
      if (std::binary_search(other.vertices.begin(), other.vertices.end(), vertex))
        box.refuse("holds vertices of another pin");
  return vertices;
}

/// The middle of the body's mass; of its vertices for cloth.
Vec3 center_of(const sim::Body& body) {
  Vec3 sum = Vec3::Zero();
  double weight = 0;
  for (const Tet& tet : body.tets) {
    const double share = sim::volume(body.start, tet) / 4;
    for (const int vertex : tet) sum += share * body.start.row(vertex).transpose();
    weight += 4 * share;
  }
  if (body.tets.empty())
    for (Eigen::Index i = 0; i < body.start.rows(); ++i, ++weight) sum += body.start.row(i);
  return sum / weight;
}

void set_velocities(const io::JsonField& object, sim::Body& body) {
  body.velocity = PointMatrix::Zero(body.start.rows(), 3);
  for (const char* name : {"velocity", "spin"})
    if (object.has(name) && body.kind == sim::BodyKind::Obstacle)
      object.at(name).refuse("an obstacle moves by \"motion\"");
  const Vec3 velocity = vector_or_zero(object, "velocity");
  Vec3 turning = Vec3::Zero(), center = Vec3::Zero();
  if (object.has("spin")) {
    const io::JsonField spin = object.at("spin");
    spin.expect_fields({"axis", "turns_per_second"});
    turning =
        normalized(axis_at(spin)) * (2 * std::numbers::pi * spin.at("turns_per_second").number());
    center = center_of(body);
  }
  for (Eigen::Index i = 0; i < body.start.rows(); ++i) {
    const Vec3 arm = body.start.row(i).transpose() - center;
    body.velocity.row(i) = (velocity + turning.cross(arm)).transpose();
  }
}

/// How often an object is there, and how each copy follows from the one before.
struct Copies {
  int count = 1;
  Mat3 rotation = Mat3::Identity();
  Vec3 translation = Vec3::Zero();
};

Copies copies_of(const io::JsonField& object) {
  Copies copies;
  if (!object.has("copies")) return copies;
  const io::JsonField place = object.at("copies");
  place.expect_object_listing({"count", "translate", "rotate"});
  copies.count = place.at("count").integer();
  if (copies.count < 1 || copies.count > kMostCopies)
    place.at("count").refuse(fmt::format("{} is not in 1 to {}", copies.count, kMostCopies));
  if (place.has("rotate")) copies.rotation = rotation_at(place.at("rotate"));
  copies.translation = vector_or_zero(place, "translate");
  return copies;
}

/// What an object is, before its mesh is made.
struct ObjectPlan {
  io::JsonField place, shape;
  sim::BodyKind kind;
  Copies copies;
  /// Its part of the elements that are shared out; 0 if it has its own number of them.
  double share = 0;
  int elements = kObstacleElements;
};

ObjectPlan plan_of(const io::JsonField& place) {
  const io::JsonField with_format = place.written(kObjectFormat);
  with_format.expect_object({"name", "solid", "cloth", "obstacle", "share", "elements", "material",
                             "scale", "rotate", "translate", "velocity", "spin", "pins", "motion",
                             "self_contact", "copies"});
  const char* kind = nullptr;
  for (const char* name : {"solid", "cloth", "obstacle"}) {
    if (!place.has(name)) continue;
    if (kind != nullptr) place.refuse(fmt::format("has both {} and {}", kind, name));
    kind = name;
  }
  if (kind == nullptr) with_format.refuse("has none of solid, cloth and obstacle");
  ObjectPlan plan{.place = place,
                  .shape = place.at(kind),
                  .kind = kind[0] == 's'   ? sim::BodyKind::Solid
                          : kind[0] == 'c' ? sim::BodyKind::Cloth
                                           : sim::BodyKind::Obstacle,
                  .copies = copies_of(place)};
  const bool from_file = plan.shape.has("file"), obstacle = plan.kind == sim::BodyKind::Obstacle;
  for (const char* name : {"share", "elements"})
    if (place.has(name) && from_file) place.at(name).refuse("a mesh of a file has its elements");
  if (place.has("share") && obstacle)
    place.at("share").refuse("an obstacle takes no part; give \"elements\"");
  if (place.has("share") && place.has("elements")) place.refuse("has both share and elements");
  if (place.has("elements")) {
    plan.elements = place.at("elements").integer();
    if (plan.elements < 1 || plan.elements > kMostElements)
      place.at("elements")
          .refuse(fmt::format("{} is not in 1 to {}", plan.elements, kMostElements));
  } else if (!from_file && !obstacle) {
    plan.share = place.has("share") ? place.at("share").positive() : 1;
  }
  return plan;
}

/// The body without its motions, where the first copy is.
sim::Body first_copy(const ObjectPlan& plan) {
  sim::Body body;
  body.kind = plan.kind;
  body.name = plan.place.has("name") ? plan.place.at("name").nonempty_text() : plan.place.field();
  body.material = material_of(plan.place, plan.kind);
  if (plan.place.has("self_contact")) body.self_contact = plan.place.at("self_contact").boolean();
  PointMatrix points;
  if (plan.kind == sim::BodyKind::Solid) {
    sim::TetMesh mesh = solid_of(plan.shape, plan.elements);
    points = std::move(mesh.vertices);
    body.tets = std::move(mesh.tets);
  } else {
    sim::TriangleMesh mesh = surface_of(plan.shape, plan.elements);
    points = std::move(mesh.vertices);
    body.faces = std::move(mesh.faces);
  }
  body.start = placed(points, placement_of(plan.place));
  if (!body.start.allFinite()) plan.place.refuse("its vertices are too far away");
  return body;
}

/// The vertices that the object's pins and motion hold, of each of its copies.
void add_scripts(const io::JsonField& object, std::span<sim::Body> copies) {
  if (object.has("motion")) {
    const io::JsonField motion = object.at("motion");
    if (copies[0].kind != sim::BodyKind::Obstacle)
      motion.refuse("is for obstacles; pins have one of their own");
    sim::Script script;
    read_motion(motion, script);
    for (sim::Body& body : copies) {
      script.vertices.resize(static_cast<std::size_t>(body.start.rows()));
      for (std::size_t i = 0; i < script.vertices.size(); ++i)
        script.vertices[i] = static_cast<int>(i);
      body.scripts.push_back(script);
    }
  }
  if (!object.has("pins")) return;
  if (copies[0].kind == sim::BodyKind::Obstacle)
    object.at("pins").refuse("an obstacle is held as a whole, and moves by \"motion\"");
  for (const io::JsonField& pin : object.at("pins").entries()) {
    pin.expect_object_listing({"box", "motion"});
    sim::Script script;
    if (pin.has("motion")) read_motion(pin.at("motion"), script);
    bool any = false;
    for (sim::Body& body : copies) {
      script.vertices = vertices_in(pin.at("box"), body);
      any = any || !script.vertices.empty();
      if (!script.vertices.empty()) body.scripts.push_back(script);
    }
    if (!any) pin.at("box").refuse("holds no vertex of the object");
  }
}

}  // namespace

std::vector<sim::Body> bodies_of(const io::JsonField& objects, int size) {
  std::vector<ObjectPlan> plans;
  double shares = 0;
  for (const io::JsonField& entry : objects.entries()) {
    plans.push_back(plan_of(entry));
    shares += plans.back().share * plans.back().copies.count;
  }
  if (plans.empty()) objects.refuse("holds no object");
  double all = 0;
  for (ObjectPlan& plan : plans) {
    if (plan.share > 0)
      plan.elements = std::max(1, static_cast<int>(std::lround(size * (plan.share / shares))));
    all += static_cast<double>(plan.elements) * plan.copies.count;
    if (all > kMostElements + size)
      plan.place.refuse(fmt::format("more than {} elements", kMostElements));
  }
  std::vector<sim::Body> bodies;
  std::set<std::string> names;
  for (const ObjectPlan& plan : plans) {
    sim::Body body = first_copy(plan);
    const std::size_t first = bodies.size();
    const std::string name = body.name;
    for (int copy = 0; copy < plan.copies.count; ++copy) {
      if (copy > 0) {
        // Copies turn about the first one's place: a chain along an axis turns about this axis.
        const Vec3 origin = placement_of(plan.place).translation;
        for (Eigen::Index i = 0; i < body.start.rows(); ++i) {
          const Vec3 shift = (copy - 1) * plan.copies.translation + origin;
          const Vec3 arm = body.start.row(i).transpose() - shift;
          body.start.row(i) =
              (times(plan.copies.rotation, arm) + shift + plan.copies.translation).transpose();
        }
      }
      if (plan.copies.count > 1) body.name = fmt::format("{} {}", name, copy + 1);
      if (!names.insert(body.name).second)
        plan.place.refuse(fmt::format("another object has the name \"{}\"", body.name));
      body.rest = body.start;
      set_velocities(plan.place, body);
      bodies.push_back(body);
    }
    add_scripts(plan.place, std::span(bodies).subspan(first));
  }
  return bodies;
}

std::vector<std::string> mesh_files_of(const io::JsonField& objects) {
  std::vector<std::string> files;
  for (const io::JsonField& object : objects.entries())
    for (const char* kind : {"solid", "cloth", "obstacle"})
      if (object.has(kind))
        if (std::optional<std::string> file = mesh_file_of(object.at(kind)))
          files.push_back(std::move(*file));
  return files;
}

}  // namespace firstcontact::apps
