// Scenes: a robot among objects, and whether its motions are free.
#include <firstcontact/motion_validator.h>
#include <firstcontact/proof.h>

#include "inputs/scene_file.h"
#include "module.h"
#include "poses.h"
#include "robots.h"
#include "step_arguments.h"

namespace firstcontact::python {
namespace {

struct RobotScene {
  std::shared_ptr<RobotFiles> files;
  Scene scene;
  const io::Robot& robot() const { return files->robot; }
};

/// Work in steps of this many edges, after which Ctrl-C is looked for.
constexpr std::size_t kEdgesAtOnce = 64;

/// A shape of the Python layer: (kind, numbers, vertices, triangles, pose or None).
Shape shape_of(const py::tuple& given) {
  const auto kind = given[0].cast<std::string>();
  const auto numbers = given[1].cast<std::vector<double>>();
  if (numbers.size() != (kind == "box" ? 3u : kind == "sphere" ? 1u : kind == "mesh" ? 0u : 2u))
    refuse("obstacles", "a " + kind + " has another number of lengths");
  Shape shape;
  if (kind == "box") {
    shape = box_shape(Vec3(numbers[0], numbers[1], numbers[2]));
  } else if (kind == "sphere") {
    shape = sphere_shape(numbers[0]);
  } else if (kind == "capsule") {
    shape = capsule_shape(numbers[0], numbers[1]);
  } else if (kind == "cylinder") {
    shape = cylinder_shape(numbers[0], numbers[1]);
  } else {
    shape.body = TriangleBody(points_of(Array(given[2], "vertices")),
                              index_rows_of<3>(Array(given[3], "triangles")));
  }
  if (const std::string what = shape.fault(); !what.empty()) refuse("obstacles", what);
  return shape;
}

Pose place_of(const py::object& given) { return given.is_none() ? Pose() : pose_of(given, "pose"); }

std::shared_ptr<RobotScene> make_scene(const std::shared_ptr<RobotFiles>& files,
                                       const py::list& obstacles, const py::list& attached,
                                       const std::vector<std::string>& scene_files,
                                       const py::dict& given) {
  auto made = std::make_shared<RobotScene>();
  made->files = files;
  SceneDescription description;
  description.models.push_back({files->robot.name, files->robot.model});
  read(given, "min_separation", description.min_separation);
  if (files->srdf) description.allowed = files->srdf->disabled;
  if (const py::object allowed = value_of(given, "allowed"))
    for (const auto& pair : allowed.cast<std::vector<std::pair<std::string, std::string>>>())
      description.allowed.push_back(pair);
  if (const py::object pairs = value_of(given, "pair_separations"))
    for (const auto& [a, b, separation] :
         pairs.cast<std::vector<std::tuple<std::string, std::string, double>>>())
      description.pair_separations.push_back({a, b, separation});
  for (const py::handle& entry : obstacles) {
    const auto object = entry.cast<py::tuple>();
    description.objects.push_back({object[0].cast<std::string>(),
                                   {shape_of(object[1].cast<py::tuple>())},
                                   place_of(object[2])});
  }
  for (const py::handle& entry : attached) {
    const auto object = entry.cast<py::tuple>();
    description.attachments.push_back({object[0].cast<std::string>(),
                                       object[1].cast<std::string>(),
                                       {shape_of(object[2].cast<py::tuple>())},
                                       place_of(object[3]),
                                       object[4].cast<std::vector<std::string>>()});
  }
  run_long(1, py::none(), [&](LongCall&) {
    for (const std::string& file : scene_files) apps::add_scene_file(file, description);
    made->scene = Scene(std::move(description));
  });
  if (!made->scene.fault().empty()) throw std::invalid_argument(made->scene.fault());
  return made;
}

SceneOptions scene_options(const py::dict& given) {
  SceneOptions options;
  read(given, "method", options.method,
       {{"certified", SceneMethod::Certified}, {"advancement", SceneMethod::Advancement}});
  read(given, "tolerance", options.tolerance);
  read(given, "t_max", options.t_max);
  read(given, "max_checks", options.max_checks);
  read(given, "decide_only", options.decide_only);
  read(given, "clearance", options.clearance);
  read(given, "certificate", options.certificate);
  return options;
}

/// Bad options are found before missing values are, so that their message is another one.
void refuse_bad_options(const Scene& scene, const SceneOptions& options) {
  const Configuration nothing;
  const std::string message = first_contact(scene, nothing, nothing, options).message;
  if (message != first_contact(scene, nothing, nothing).message)
    throw std::invalid_argument(message);
}

std::string body_name(const RobotScene& given, int body) {
  return body < 0 ? "" : given.scene.bodies()[static_cast<std::size_t>(body)].name;
}

py::dict scene_fields(const RobotScene& given, const SceneResult& result) {
  py::dict out = answer_fields(result);
  out["body_a"] = body_name(given, result.a.body);
  out["body_b"] = body_name(given, result.b.body);
  out["point_a"] = give_vector(result.point_a);
  out["point_b"] = give_vector(result.point_b);
  out["normal"] = give_vector(result.normal);
  out["distance"] = result.distance;
  out["proven"] = result.proven;
  out["starts_inside"] = result.starts_inside;
  out["tolerance"] = result.tolerance;
  out["clearance"] = result.clearance;
  out["clearance_upper"] = result.clearance_upper;
  out["clearance_time"] = result.clearance_time;
  return out;
}

py::dict edge_contact(const RobotScene& given, const py::object& q0, const py::object& q1,
                      bool limits, const py::dict& keywords) {
  const Configuration from = valid_configuration(given.robot(), q0, "q0", limits),
                      to = valid_configuration(given.robot(), q1, "q1", limits);
  const SceneOptions options = scene_options(keywords);
  SceneResult result;
  std::string lines;
  run_long(1, py::none(), [&](LongCall&) {
    result = first_contact(given.scene, from, to, options);
    if (!options.certificate || !result.free()) return;
    proof::Writer writer([&](std::string_view line) { lines += line; });
    writer.write(proof::scene_proof(given.scene, from, to, result));
    writer.close();
  });
  refuse_invalid(result);
  py::dict out = scene_fields(given, result);
  out["proof"] = lines.empty() ? py::object(py::none()) : py::bytes(lines);
  return out;
}

/// Rows of values as configurations of the model.
std::vector<Configuration> rows_of_values(const RobotScene& given, const py::object& rows,
                                          const char* name) {
  const Array array(rows, name);
  array.require(Scalar::Float64);
  const std::size_t values = given.robot().value_names.size();
  array.require_shape({-1, static_cast<std::ptrdiff_t>(values)});
  std::vector<Configuration> out(array.size(0));
  std::vector<double> row(values);
  for (std::size_t i = 0; i < out.size(); ++i) {
    for (std::size_t k = 0; k < values; ++k) row[k] = array.at<double>(i, k);
    out[i] = configuration_of(given.robot(), row);
  }
  return out;
}

/// The columns of the answers to many edges.
struct EdgeColumns {
  std::vector<std::int8_t> status;
  std::vector<double> toi, toi_upper, clearance;
  std::vector<std::int64_t> checks;
  std::vector<std::int32_t> body_a, body_b;

  void add(const SceneResult& result) {
    status.push_back(static_cast<std::int8_t>(result.status));
    toi.push_back(result.toi);
    toi_upper.push_back(result.toi_upper);
    clearance.push_back(result.clearance);
    checks.push_back(result.checks);
    body_a.push_back(result.a.body);
    body_b.push_back(result.b.body);
  }
};

py::dict edge_contacts(const RobotScene& given, const py::object& q0, const py::object& q1,
                       bool limits, const py::dict& keywords, int threads,
                       const py::object& progress) {
  const std::vector<Configuration> from = rows_of_values(given, q0, "q0"),
                                   to = rows_of_values(given, q1, "q1");
  if (from.size() != to.size()) refuse("q1", "must have as many rows as q0");
  const SceneOptions options = scene_options(keywords);
  refuse_bad_options(given.scene, options);
  const ArticulatedModel& model = given.robot().model;
  const auto usable = [&](const Configuration& q) { return model.fault_of(q, limits).empty(); };
  EdgeColumns columns;
  const std::size_t n = from.size();
  run_long(static_cast<std::int64_t>(n), progress, [&](LongCall& call) {
    for (std::size_t begin = 0; begin < n && !call.stopped(); begin += kEdgesAtOnce) {
      const std::size_t end = std::min(n, begin + kEdgesAtOnce);
      std::vector<SceneEdge> edges;
      for (std::size_t i = begin; i < end; ++i)  // an edge without values is bad input
        edges.push_back(usable(from[i]) && usable(to[i]) ? SceneEdge{from[i], to[i]} : SceneEdge{});
      const std::vector<SceneResult> results = first_contacts(given.scene, edges, options, threads);
      for (const SceneResult& result : results) columns.add(result);
      call.advance(static_cast<std::int64_t>(end - begin));
    }
  });
  py::dict out;
  out["status"] = give(std::move(columns.status), {n});
  out["toi"] = give(std::move(columns.toi), {n});
  out["toi_upper"] = give(std::move(columns.toi_upper), {n});
  out["clearance"] = give(std::move(columns.clearance), {n});
  out["checks"] = give(std::move(columns.checks), {n});
  out["body_a"] = give(std::move(columns.body_a), {n});
  out["body_b"] = give(std::move(columns.body_b), {n});
  return out;
}

/// Ends a path that Ctrl-C asked to stop.
struct PathStopped : std::exception {};

py::dict path_contact(const RobotScene& given, const py::object& path, const py::object& times,
                      bool limits, const py::dict& keywords, const py::object& progress) {
  const std::vector<Configuration> rows = rows_of_values(given, path, "path");
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (const std::string what = given.robot().model.fault_of(rows[i], limits); !what.empty())
      refuse("path", "configuration " + std::to_string(i) + ": " + what);
  const std::vector<double> when =
      times.is_none() ? std::vector<double>() : doubles_of(Array(times, "times"));
  const SceneOptions options = scene_options(keywords);
  PathOptions path_options;
  read(keywords, "budget_per_segment", path_options.budget_per_segment);
  read(keywords, "threads", path_options.threads);
  PathResult result;
  std::string lines;
  run_long(static_cast<std::int64_t>(rows.size()), progress, [&](LongCall& call) {
    proof::Writer writer([&](std::string_view line) { lines += line; });
    path_options.on_free = [&](int segment, const SceneResult& free) {
      if (call.stopped()) throw PathStopped();
      call.advance(1);
      if (!options.certificate) return;
      const auto i = static_cast<std::size_t>(segment);
      const std::vector<ArticulatedMotion> motions = {
          joint_motion(given.robot().model, rows[i], rows[i + 1])};
      writer.write(given.scene, motions, free);
    };
    result = first_contact_on_path(given.scene, rows, options, when, path_options);
    writer.close();
  });
  refuse_invalid(result.result);
  py::dict out = scene_fields(given, result.result);
  out["segment"] = result.segment;
  out["segment_toi"] = result.segment_toi;
  out["segment_toi_upper"] = result.segment_toi_upper;
  const bool proven = options.certificate && result.result.free();
  out["proof"] = proven ? py::object(py::bytes(lines)) : py::none();
  return out;
}

bool is_valid(const RobotScene& given, const py::object& q, const py::dict& keywords) {
  const Configuration values = valid_configuration(given.robot(), q, "q", false);
  const MotionValidator validator(given.scene, scene_options(keywords));
  if (!validator.fault().empty()) throw std::invalid_argument(validator.fault());
  const WithoutGil release;
  return validator.is_valid(values);
}

py::list scene_bodies(const RobotScene& given) {
  py::list out;
  for (const Scene::Body& body : given.scene.bodies()) out.append(body.name);
  return out;
}

py::list scene_pairs(const RobotScene& given) {
  py::list out;
  for (const Scene::Pair& pair : given.scene.pairs())
    out.append(
        py::make_tuple(body_name(given, pair.a), body_name(given, pair.b), pair.min_separation));
  return out;
}

}  // namespace

void bind_scenes(py::module_& m) {
  py::class_<RobotScene, std::shared_ptr<RobotScene>>(m, "Scene", "A robot among objects.")
      .def(py::init(&make_scene), py::arg("robot"), py::arg("obstacles"), py::arg("attached"),
           py::arg("files"), py::arg("options"))
      .def("bodies", &scene_bodies, "Names of the bodies.")
      .def("pairs", &scene_pairs, "The pairs that are checked, with their separations.")
      .def("edge", &edge_contact, py::arg("q0"), py::arg("q1"), py::arg("limits"),
           py::arg("options"), "Decides one motion.")
      .def("edges", &edge_contacts, py::arg("q0"), py::arg("q1"), py::arg("limits"),
           py::arg("options"), py::arg("threads"), py::arg("progress"), "Decides many motions.")
      .def("path", &path_contact, py::arg("path"), py::arg("times"), py::arg("limits"),
           py::arg("options"), py::arg("progress"), "Decides a path.")
      .def("is_valid", &is_valid, py::arg("q"), py::arg("options"), "Decides a configuration.");
}

}  // namespace firstcontact::python
