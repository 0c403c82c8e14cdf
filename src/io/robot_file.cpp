// Links of a URDF in the order of the model, with their shapes in place.
#include <firstcontact/robot_file.h>

#include <set>

#include "io/byte_source.h"
#include "io/dae_file.h"
#include "io/placed_shapes.h"
#include "io/resource_paths.h"
#include "io/shown_text.h"
#include "io/urdf_reader.h"
#include "io/xml_input.h"

namespace firstcontact::io {
namespace {

class RobotBuilder {
 public:
  RobotBuilder(const UrdfRobot& urdf, const std::string& path, const RobotOptions& options)
      : urdf_(urdf), path_(path), options_(options) {}

  Robot build() {
    order_links();
    std::vector<Link> links;
    for (const int i : order_) links.push_back(link_of(i));
    Robot robot;
    robot.name = urdf_.name;
    robot.model = ArticulatedModel(std::move(links));
    if (!robot.model.fault().empty()) throw InputError(path_, robot.model.fault());
    robot.notes = urdf_.notes;
    robot.notes.insert(robot.notes.end(), mesh_notes_.begin(), mesh_notes_.end());
    robot.mesh_files = std::move(mesh_files_);
    for (const UrdfRobot::Joint& joint : urdf_.joints) add_values(joint, robot);
    return robot;
  }

 private:
  /// The root, then again and again the joint that comes first in the file among those whose parent
  /// is placed.
  void order_links() {
    std::vector<std::vector<int>> joints_below(urdf_.links.size());
    for (std::size_t i = 0; i < urdf_.joints.size(); ++i)
      joints_below[urdf_.joints[i].parent].push_back(static_cast<int>(i));
    model_link_.assign(urdf_.links.size(), -1);
    std::set<int> ready;
    const auto place = [&](int link) {
      model_link_[link] = static_cast<int>(order_.size());
      order_.push_back(link);
      ready.insert(joints_below[link].begin(), joints_below[link].end());
    };
    for (std::size_t i = 0; i < urdf_.links.size(); ++i)
      if (urdf_.links[i].parent_joint < 0) place(static_cast<int>(i));
    while (!ready.empty()) {
      const int next = *ready.begin();
      ready.erase(ready.begin());
      place(urdf_.joints[next].child);
    }
  }

  Link link_of(int i) {
    const UrdfRobot::Link& source = urdf_.links[i];
    Link link;
    link.name = source.name;
    if (source.parent_joint >= 0) {
      const UrdfRobot::Joint& joint = urdf_.joints[source.parent_joint];
      link.parent = model_link_[joint.parent];
      link.joint = joint.joint;
      if (joint.joint.mimic >= 0) {
        const UrdfRobot::Joint& followed = urdf_.joints[joint.joint.mimic];
        link.joint.mimic = model_link_[followed.child];
      }
    }
    for (const UrdfRobot::Collision& collision : source.collisions) {
      if (collision.kind == UrdfRobot::Collision::Kind::Mesh && !options_.meshes) continue;
      Shape shape = shape_of(collision);
      if (const std::string fault = shape.fault(); !fault.empty())
        throw InputError(path_, collision.place.line, collision.place.label, fault);
      link.shapes.push_back(std::move(shape));
    }
    return link;
  }

  Shape shape_of(const UrdfRobot::Collision& collision) {
    using Kind = UrdfRobot::Collision::Kind;
    if (collision.kind == Kind::Mesh)
      return placed_mesh(mesh_of(collision), collision.size, collision.origin);
    const Shape shape = collision.kind == Kind::Box      ? box_shape(collision.size)
                        : collision.kind == Kind::Sphere ? sphere_shape(collision.radius)
                        : collision.kind == Kind::Cylinder
                            ? cylinder_shape(collision.radius, collision.length)
                            : capsule_shape(collision.radius, collision.length);
    return placed(shape, collision.origin);
  }

  MeshData mesh_of(const UrdfRobot::Collision& collision) {
    const ResourcePath found = find_resource(collision.mesh, path_, options_.package_paths);
    const std::string label = collision.place.label + " <mesh> " + shown_text(collision.mesh);
    if (found.path.empty()) throw InputError(path_, collision.place.line, label, found.fault);
    if (!repeated_.add(found.path))
      throw InputError(path_, collision.place.line, label, RepeatedMeshBudget::fault());
    mesh_files_.push_back(found.path);
    try {
      return read_triangles(found.path, &mesh_notes_);
    } catch (const FileError& error) {
      throw InputError(path_, collision.place.line, label, error.what());
    }
  }

  void add_values(const UrdfRobot::Joint& joint, Robot& robot) const {
    const auto link = static_cast<std::size_t>(model_link_[joint.child]);
    if (joint.joint.mimic >= 0) return;
    const int count = value_count(robot.model.links()[link].joint.type);
    for (int k = 0; k < count; ++k) {
      const auto index = static_cast<std::size_t>(robot.model.first_value(link) + k);
      robot.model_index.push_back(index);
      robot.value_names.push_back(robot.model.value_names()[index]);
    }
  }

  const UrdfRobot& urdf_;
  const std::string& path_;
  const RobotOptions& options_;
  std::vector<int> order_;       ///< the file's links as the model has them
  std::vector<int> model_link_;  ///< the reverse
  std::vector<std::string> mesh_files_, mesh_notes_;
  RepeatedMeshBudget repeated_;
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

Robot read_robot(const std::string& path, const RobotOptions& options) {
  return read_robot_text(read_text(path), path, options);
}

Robot read_robot_text(std::string_view text, const std::string& path, const RobotOptions& options) {
  const UrdfRobot urdf = read_urdf(text, path);
  return RobotBuilder(urdf, path, options).build();
}

}  // namespace firstcontact::io
