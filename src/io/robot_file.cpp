// urdfdom reads what the outline lets through; here its links are put in order and get their shapes.
#include "io/robot_file.h"

#include <console_bridge/console.h>
#include <urdf_parser/urdf_parser.h>

#include <mutex>
#include <set>

#include "io/dae_file.h"
#include "io/placed_shapes.h"
#include "io/resource_paths.h"
#include "io/shown_text.h"
#include "io/urdf_outline.h"
#include "io/xml_input.h"

namespace firstcontact::io {
namespace {

Vec3 vector_of(const urdf::Vector3& v) { return {v.x, v.y, v.z}; }

/// Takes what urdfdom would print. The handler is one for the whole process, hence the lock.
class CapturedConsole final : public console_bridge::OutputHandler {
 public:
  CapturedConsole() : lock_(mutex()), before_(console_bridge::getOutputHandler()) { console_bridge::useOutputHandler(this); }
  ~CapturedConsole() override { console_bridge::useOutputHandler(before_); }
  CapturedConsole(const CapturedConsole&) = delete;
  CapturedConsole& operator=(const CapturedConsole&) = delete;

  void log(const std::string& text, console_bridge::LogLevel level, const char*, int) override {
    if (level >= console_bridge::CONSOLE_BRIDGE_LOG_ERROR) errors += (errors.empty() ? "" : "; ") + text;
  }

  std::string errors;

 private:
  static std::mutex& mutex() {
    static std::mutex one;
    return one;
  }
  std::lock_guard<std::mutex> lock_;
  console_bridge::OutputHandler* before_;
};

urdf::ModelInterfaceSharedPtr parse(const std::string& text, const std::string& path) {
  CapturedConsole console;
  const urdf::ModelInterfaceSharedPtr model = urdf::parseURDF(text);
  if (!model) throw InputError(path, "not a robot: " + (console.errors.empty() ? "urdfdom refuses it" : console.errors));
  return model;
}

JointType type_of(const urdf::Joint& joint) {
  switch (joint.type) {
    case urdf::Joint::REVOLUTE: return JointType::Revolute;
    case urdf::Joint::CONTINUOUS: return JointType::Continuous;
    case urdf::Joint::PRISMATIC: return JointType::Prismatic;
    case urdf::Joint::FLOATING: return JointType::Floating;
    case urdf::Joint::PLANAR: return JointType::Planar;
    default: return JointType::Fixed;
  }
}

class RobotBuilder {
 public:
  RobotBuilder(const UrdfOutline& outline, const std::string& path, const RobotOptions& options)
      : outline_(outline), path_(path), options_(options), urdf_(parse(outline.text, path)) {}

  Robot build() {
    order_links();
    std::vector<Link> links;
    for (const int i : order_) links.push_back(link_of(i));
    Robot robot;
    robot.name = urdf_->getName();
    robot.model = ArticulatedModel(std::move(links));
    if (!robot.model.fault().empty()) throw InputError(path_, robot.model.fault());
    robot.notes = outline_.notes;
    robot.mesh_files = std::move(mesh_files_);
    for (const UrdfOutline::Joint& joint : outline_.joints) add_values(joint, robot);
    return robot;
  }

 private:
  const UrdfOutline::Link& outlined(int link) const { return outline_.links[static_cast<std::size_t>(link)]; }

  /// The root, then again and again the joint that comes first in the file among those whose parent is placed.
  void order_links() {
    std::vector<std::vector<int>> joints_below(outline_.links.size());
    for (std::size_t i = 0; i < outline_.joints.size(); ++i)
      joints_below[static_cast<std::size_t>(outline_.joints[i].parent)].push_back(static_cast<int>(i));
    model_link_.assign(outline_.links.size(), -1);
    std::set<int> ready;
    const auto place = [&](int link) {
      model_link_[static_cast<std::size_t>(link)] = static_cast<int>(order_.size());
      order_.push_back(link);
      ready.insert(joints_below[static_cast<std::size_t>(link)].begin(), joints_below[static_cast<std::size_t>(link)].end());
    };
    for (std::size_t i = 0; i < outline_.links.size(); ++i)
      if (outline_.links[i].parent_joint < 0) place(static_cast<int>(i));
    while (!ready.empty()) {
      const int next = *ready.begin();
      ready.erase(ready.begin());
      place(outline_.joints[static_cast<std::size_t>(next)].child);
    }
  }

  Link link_of(int i) {
    const UrdfOutline::Link& outline = outlined(i);
    Link link;
    link.name = outline.name;
    if (outline.parent_joint >= 0) {
      const UrdfOutline::Joint& joint = outline_.joints[static_cast<std::size_t>(outline.parent_joint)];
      link.parent = model_link_[static_cast<std::size_t>(joint.parent)];
      link.joint = joint_of(joint);
    }
    const urdf::LinkConstSharedPtr source = urdf_->getLink(outline.name);
    if (!source || source->collision_array.size() != outline.collisions.size())
      throw InputError(path_, outline.place.line, outline.place.label, "urdfdom reads it otherwise");
    for (std::size_t k = 0; k < outline.collisions.size(); ++k) add_shape(*source->collision_array[k], outline.collisions[k], link);
    return link;
  }

  Joint joint_of(const UrdfOutline::Joint& outline) const {
    const urdf::JointConstSharedPtr source = urdf_->getJoint(outline.name);
    if (!source) throw InputError(path_, outline.place.line, outline.place.label, "urdfdom reads it otherwise");
    Joint joint;
    joint.name = outline.name;
    joint.type = type_of(*source);
    joint.origin = {rotation_of_rpy(outline.rpy), vector_of(source->parent_to_joint_origin_transform.position)};
    if (joint.type != JointType::Fixed && joint.type != JointType::Floating) joint.axis = vector_of(source->axis);
    if (source->limits && (joint.type == JointType::Revolute || joint.type == JointType::Prismatic)) {
      joint.lower = source->limits->lower;
      joint.upper = source->limits->upper;
    }
    if (outline.mimic >= 0) {
      joint.mimic = model_link_[static_cast<std::size_t>(outline_.joints[static_cast<std::size_t>(outline.mimic)].child)];
      joint.multiplier = outline.multiplier;
      joint.offset = outline.offset;
    }
    return joint;
  }

  void add_shape(const urdf::Collision& source, const UrdfOutline::Collision& outline, Link& link) {
    const Pose place = {rotation_of_rpy(outline.rpy), vector_of(source.origin.position)};
    const urdf::Geometry& geometry = *source.geometry;
    Shape shape;
    switch (geometry.type) {
      case urdf::Geometry::BOX: shape = placed(box_shape(vector_of(static_cast<const urdf::Box&>(geometry).dim)), place); break;
      case urdf::Geometry::SPHERE: shape = placed(sphere_shape(static_cast<const urdf::Sphere&>(geometry).radius), place); break;
      case urdf::Geometry::CYLINDER: {
        const auto& cylinder = static_cast<const urdf::Cylinder&>(geometry);
        shape = placed(cylinder_shape(cylinder.radius, cylinder.length), place);
        break;
      }
      case urdf::Geometry::MESH: {
        if (!options_.meshes) return;
        const auto& mesh = static_cast<const urdf::Mesh&>(geometry);
        shape = placed_mesh(mesh_of(mesh.filename, outline.place), vector_of(mesh.scale), place);
        break;
      }
    }
    if (const std::string fault = shape.fault(); !fault.empty())
      throw InputError(path_, outline.place.line, outline.place.label, fault);
    link.shapes.push_back(std::move(shape));
  }

  MeshData mesh_of(const std::string& uri, const UrdfOutline::Place& place) {
    const ResourcePath found = find_resource(uri, path_, options_.package_paths);
    const std::string label = place.label + " <mesh> " + shown_text(uri);
    if (found.path.empty()) throw InputError(path_, place.line, label, found.fault);
    mesh_files_.push_back(found.path);
    try {
      return read_triangles(found.path);
    } catch (const FileError& error) {
      throw InputError(path_, place.line, label, error.what());
    }
  }

  void add_values(const UrdfOutline::Joint& joint, Robot& robot) const {
    const auto link = static_cast<std::size_t>(model_link_[static_cast<std::size_t>(joint.child)]);
    if (joint.mimic >= 0) return;
    const int count = value_count(robot.model.links()[link].joint.type);
    for (int k = 0; k < count; ++k) {
      const auto index = static_cast<std::size_t>(robot.model.first_value(link) + k);
      robot.model_index.push_back(index);
      robot.value_names.push_back(robot.model.value_names()[index]);
    }
  }

  const UrdfOutline& outline_;
  const std::string& path_;
  const RobotOptions& options_;
  urdf::ModelInterfaceSharedPtr urdf_;
  std::vector<int> order_;       ///< outline's links as the model has them
  std::vector<int> model_link_;  ///< the reverse
  std::vector<std::string> mesh_files_;
};

}  // namespace

Configuration Robot::to_model(std::span<const double> file_values) const {
  Configuration out(model_index.size());
  for (std::size_t i = 0; i < out.size(); ++i) out[model_index[i]] = file_values[i];
  return out;
}

std::vector<double> Robot::to_file(std::span<const double> configuration) const {
  std::vector<double> out(model_index.size());
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = configuration[model_index[i]];
  return out;
}

Robot read_robot(const std::string& path, const RobotOptions& options) { return read_robot_text(read_text(path), path, options); }

Robot read_robot_text(std::string_view text, const std::string& path, const RobotOptions& options) {
  const UrdfOutline outline = outline_urdf(text, path);
  return RobotBuilder(outline, path, options).build();
}

}  // namespace firstcontact::io
