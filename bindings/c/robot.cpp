// Robots from URDF files among obstacles.
#include <firstcontact/io.h>
#include <firstcontact/robots.h>

#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "c_bodies.h"
#include "c_border.h"

/// A robot, and the scene that it and the obstacles make, which has no fault.
struct fc_robot {
  firstcontact::io::Robot robot;
  std::vector<std::string> notes;
  firstcontact::SceneDescription description;
  firstcontact::Scene scene;
};

namespace firstcontact::c {
namespace {

Scene scene_from(const SceneDescription& description) {
  Scene scene(description);
  if (!scene.fault().empty()) throw BadArgument(scene.fault());
  return scene;
}

/// Changes the description of the scene. If that fails, nothing has changed.
template <class Change>
void change_scene(fc_robot* robot, Change&& change) {
  SceneDescription description = required(robot, "robot").description;
  change(description);
  robot->scene = scene_from(description);
  robot->description = std::move(description);
}

void add_obstacle(fc_robot* robot, const char* name, Shape shape, const double* pose) {
  required(name, "name");
  if (const std::string wrong = shape.fault(); !wrong.empty())
    throw BadArgument(std::string(name) + ": " + wrong);
  const Pose place = pose ? pose_from(pose, "pose") : Pose();
  change_scene(robot, [&](SceneDescription& description) {
    description.objects.push_back({name, {std::move(shape)}, place});
  });
}

io::RobotOptions robot_options(const fc_robot_options* given) {
  fc_robot_options defaults = {};
  defaults.size = sizeof defaults;
  const fc_robot_options options = options_from(given, defaults);
  io::RobotOptions ours;
  for (const char* const& path : array(options.package_paths, options.package_path_count, 1,
                                       "options->package_paths", "options->package_path_count"))
    ours.package_paths.emplace_back(&required(path, "options->package_paths[…]"));
  ours.meshes = options.ignore_meshes == 0;
  return ours;
}

std::unique_ptr<fc_robot> load(const char* urdf_path, const char* srdf_path,
                               const fc_robot_options* options) {
  required(urdf_path, "urdf_path");
  auto made = std::make_unique<fc_robot>();
  made->robot = io::read_robot(urdf_path, robot_options(options));
  made->notes = made->robot.notes;
  made->description.models = {{made->robot.name, made->robot.model}};
  if (srdf_path) {
    const io::Srdf srdf = io::read_srdf(srdf_path, made->robot);
    made->description.allowed = srdf.disabled;
    made->notes.insert(made->notes.end(), srdf.notes.begin(), srdf.notes.end());
  }
  made->scene = scene_from(made->description);
  return made;
}

/// Runs a function that returns a text instead of an error: NULL if it fails.
template <class Body>
const char* text_or_null(Body&& body) noexcept {
  const char* text = nullptr;
  guarded([&] { text = body(); });
  return text;
}

/// Refuses an index that is not below `count`.
void check_index(std::size_t index, std::size_t count, const char* what) {
  if (index >= count)
    throw BadArgument("index is " + std::to_string(index) + ": there are " + std::to_string(count) +
                      " " + what);
}

fc_edge_options default_edge_options() {
  const SceneOptions ours;
  fc_edge_options options = {};
  options.size = sizeof options;
  options.tolerance = FC_TOLERANCE_UNSET;
  options.t_max = ours.t_max;
  options.max_checks = ours.max_checks;
  return options;
}

SceneOptions edge_options(const fc_edge_options& options) {
  SceneOptions ours;
  ours.tolerance = tolerance_from(options.tolerance);
  ours.t_max = options.t_max;
  ours.max_checks = options.max_checks;
  ours.decide_only = options.decide_only != 0;
  ours.clearance = options.clearance != 0;
  return ours;
}

Configuration configuration_from(const fc_robot& robot, const double* values, std::size_t count,
                                 bool limits, const char* name) {
  const std::size_t wanted = robot.robot.value_names.size();
  if (count != wanted)
    throw BadArgument("value_count is " + std::to_string(count) + ": the robot has " +
                      std::to_string(wanted) + " values");
  if (count > 0) required(values, name);
  const Configuration configuration = robot.robot.to_model({values, count});
  if (const std::string wrong = robot.robot.model.fault_of(configuration, limits); !wrong.empty())
    throw BadArgument(std::string(name) + ": " + wrong);
  return configuration;
}

fc_edge_result answer_of(const SceneResult& ours) {
  fc_edge_result answer = {};
  set_outcome(answer, ours);
  set_contact_points(answer, ours);
  answer.tolerance = ours.tolerance;
  answer.clearance = ours.clearance;
  answer.clearance_upper = ours.clearance_upper;
  answer.clearance_time = ours.clearance_time;
  answer.body_a = ours.a.body;
  answer.body_b = ours.b.body;
  answer.shape_a = ours.a.shape;
  answer.shape_b = ours.b.shape;
  answer.triangle_a = ours.a.triangle;
  answer.triangle_b = ours.b.triangle;
  answer.proven = ours.proven;
  answer.starts_inside = ours.starts_inside;
  return answer;
}

/// Limits of the joint that has the value of this index in the model's configuration.
std::pair<double, double> limits_of(const ArticulatedModel& model, std::size_t value) {
  const std::span<const Link> links = model.links();
  for (std::size_t i = 0; i < links.size(); ++i) {
    const Joint& joint = links[i].joint;
    const bool limited = joint.type == JointType::Revolute || joint.type == JointType::Prismatic;
    if (limited && joint.mimic < 0 && model.first_value(i) == static_cast<int>(value))
      return {joint.lower, joint.upper};
  }
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  return {-kInfinity, kInfinity};
}

}  // namespace
}  // namespace firstcontact::c

using namespace firstcontact;

fc_error fc_robot_options_init(fc_robot_options* options, size_t size) {
  return c::init(options, size, fc_robot_options{}, "options");
}

fc_error fc_robot_load(const char* urdf_path, const char* srdf_path,
                       const fc_robot_options* options, fc_robot** robot) {
  return c::guarded([&] {
    c::required(robot, "robot") = nullptr;
    *robot = c::load(urdf_path, srdf_path, options).release();
  });
}
void fc_robot_destroy(fc_robot* robot) { delete robot; }

fc_error fc_robot_add_box(fc_robot* robot, const char* name, const double lengths[3],
                          const double pose[12]) {
  return c::guarded([&] {
    c::add_obstacle(robot, name, box_shape(Vec3(&c::required(lengths, "lengths"))), pose);
  });
}
fc_error fc_robot_add_body(fc_robot* robot, const char* name, const fc_body* body,
                           const double pose[12]) {
  return c::guarded([&] {
    Shape shape;
    shape.body = c::required(body, "body").body;
    c::add_obstacle(robot, name, std::move(shape), pose);
  });
}
fc_error fc_robot_add_mesh_file(fc_robot* robot, const char* name, const char* path,
                                const double pose[12]) {
  return c::guarded([&] {
    const io::MeshData mesh = io::read_mesh(&c::required(path, "path"));
    Shape shape;
    shape.body = TriangleBody(mesh.vertices, mesh.faces);
    c::add_obstacle(robot, name, std::move(shape), pose);
  });
}
fc_error fc_robot_allow_collision(fc_robot* robot, const char* a, const char* b) {
  return c::guarded([&] {
    const std::pair<std::string, std::string> names = {&c::required(a, "a"), &c::required(b, "b")};
    c::change_scene(robot, [&](SceneDescription& scene) { scene.allowed.push_back(names); });
  });
}
fc_error fc_robot_set_min_separation(fc_robot* robot, double min_separation) {
  return c::guarded([&] {
    if (!(min_separation >= 0 && std::isfinite(min_separation)))
      throw c::BadArgument("min_separation must be a length, 0 or more");
    c::change_scene(robot, [&](SceneDescription& scene) { scene.min_separation = min_separation; });
  });
}

size_t fc_robot_value_count(const fc_robot* robot) {
  return robot ? robot->robot.value_names.size() : 0;
}
const char* fc_robot_value_name(const fc_robot* robot, size_t index) {
  return c::text_or_null([&] {
    const std::vector<std::string>& names = c::required(robot, "robot").robot.value_names;
    c::check_index(index, names.size(), "values");
    return names[index].c_str();
  });
}
fc_error fc_robot_limits(const fc_robot* robot, size_t index, double* lower, double* upper) {
  return c::guarded([&] {
    c::required(lower, "lower");
    c::required(upper, "upper");
    const io::Robot& ours = c::required(robot, "robot").robot;
    c::check_index(index, ours.value_names.size(), "values");
    std::tie(*lower, *upper) = c::limits_of(ours.model, ours.model_index[index]);
  });
}
size_t fc_robot_body_count(const fc_robot* robot) {
  return robot ? robot->scene.bodies().size() : 0;
}
const char* fc_robot_body_name(const fc_robot* robot, size_t index) {
  return c::text_or_null([&] {
    const std::span<const Scene::Body> bodies = c::required(robot, "robot").scene.bodies();
    c::check_index(index, bodies.size(), "bodies");
    return bodies[index].name.c_str();
  });
}
size_t fc_robot_note_count(const fc_robot* robot) { return robot ? robot->notes.size() : 0; }
const char* fc_robot_note(const fc_robot* robot, size_t index) {
  return c::text_or_null([&] {
    c::check_index(index, c::required(robot, "robot").notes.size(), "notes");
    return robot->notes[index].c_str();
  });
}

fc_error fc_edge_options_init(fc_edge_options* options, size_t size) {
  return c::init(options, size, c::default_edge_options(), "options");
}
fc_error fc_robot_first_contact(const fc_robot* robot, const double* q_t0, const double* q_t1,
                                size_t value_count, const fc_edge_options* options,
                                fc_edge_result* result) {
  return c::guarded([&] {
    c::ResultWriter<fc_edge_result> writer(result, c::answer_of({}));
    const Scene& scene = c::required(robot, "robot").scene;
    const fc_edge_options asked = c::options_from(options, c::default_edge_options());
    const bool limits = asked.ignore_limits == 0;
    const SceneResult ours = first_contact(
        scene, c::configuration_from(*robot, q_t0, value_count, limits, "q_t0"),
        c::configuration_from(*robot, q_t1, value_count, limits, "q_t1"), c::edge_options(asked));
    writer.write(c::answer_of(ours), ours.message);
  });
}
