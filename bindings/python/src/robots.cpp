// Robots from URDF files.
#include "robots.h"

#include "module.h"
#include "poses.h"
#include "step_arguments.h"

namespace firstcontact::python {

Configuration configuration_of(const io::Robot& robot, std::span<const double> values) {
  return robot.to_model(values);
}

std::vector<double> values_of(const io::Robot& robot, const py::object& given, const char* name) {
  std::vector<double> values = doubles_of(Array(given, name));
  if (values.size() != robot.value_names.size())
    refuse(name, "has " + std::to_string(values.size()) + " values, but the robot has " +
                     std::to_string(robot.value_names.size()));
  return values;
}

Configuration valid_configuration(const io::Robot& robot, const py::object& given, const char* name,
                                  bool limits) {
  Configuration out = configuration_of(robot, values_of(robot, given, name));
  if (const std::string what = robot.model.fault_of(out, limits); !what.empty()) refuse(name, what);
  return out;
}

namespace {

RobotFiles read_files(const std::string& urdf, const py::object& srdf,
                      const std::vector<std::string>& package_paths, bool meshes) {
  const std::string srdf_path = srdf.is_none() ? "" : srdf.cast<std::string>();
  RobotFiles files;
  run_long(1, py::none(), [&](LongCall&) {
    files.robot = io::read_robot(urdf, {package_paths, meshes});
    if (!srdf_path.empty()) files.srdf = io::read_srdf(srdf_path, files.robot);
  });
  return files;
}

/// Lower and upper limits in the order of the file; infinite where there are none.
py::tuple limits_of(const RobotFiles& files) {
  constexpr double kNone = std::numeric_limits<double>::infinity();
  const ArticulatedModel& model = files.robot.model;
  std::vector<double> lower(model.value_count(), -kNone), upper(lower.size(), kNone);
  for (std::size_t i = 0; i < model.links().size(); ++i) {
    const Joint& joint = model.links()[i].joint;
    const int first = model.first_value(i);
    if (first < 0 || joint.mimic >= 0 || value_count(joint.type) != 1) continue;
    lower[static_cast<std::size_t>(first)] = joint.lower;
    upper[static_cast<std::size_t>(first)] = joint.upper;
  }
  const std::size_t n = files.robot.value_names.size();
  return py::make_tuple(give(files.robot.to_file(lower), {n}),
                        give(files.robot.to_file(upper), {n}));
}

std::vector<std::string> link_names(const RobotFiles& files) {
  std::vector<std::string> names;
  for (const Link& link : files.robot.model.links()) names.push_back(link.name);
  return names;
}

/// Named states of the SRDF file: (group, name, {value: number}).
py::list states_of(const RobotFiles& files) {
  py::list out;
  if (!files.srdf) return out;
  for (const io::Srdf::State& state : files.srdf->states) {
    py::dict values;
    for (const auto& [name, value] : state.values) values[py::str(name)] = value;
    out.append(py::make_tuple(state.group, state.name, values));
  }
  return out;
}

std::vector<std::string> notes_of(const RobotFiles& files) {
  std::vector<std::string> notes = files.robot.notes;
  if (files.srdf) notes.insert(notes.end(), files.srdf->notes.begin(), files.srdf->notes.end());
  return notes;
}

py::object link_poses(const RobotFiles& files, const py::object& q) {
  return give_poses(files.robot.model.poses(valid_configuration(files.robot, q, "q", false)));
}

py::object values_between(const RobotFiles& files, const py::object& q0, const py::object& q1,
                          double t) {
  if (!(t >= 0 && t <= 1)) refuse("t", "must lie in [0, 1]");
  const Configuration at =
      configuration_at(files.robot.model, valid_configuration(files.robot, q0, "q0", false),
                       valid_configuration(files.robot, q1, "q1", false), t);
  return give(files.robot.to_file(at), {files.robot.value_names.size()});
}

}  // namespace

void bind_robots(py::module_& m) {
  py::class_<RobotFiles, std::shared_ptr<RobotFiles>>(m, "Robot", "A robot of a URDF file.")
      .def(py::init(&read_files), py::arg("urdf"), py::arg("srdf"), py::arg("package_paths"),
           py::arg("meshes"))
      .def(
          "name", [](const RobotFiles& f) { return f.robot.name; }, "The robot's name.")
      .def(
          "value_names", [](const RobotFiles& f) { return f.robot.value_names; },
          "Names of the values of a configuration.")
      .def("limits", &limits_of, "Lower and upper limits.")
      .def(
          "neutral",
          [](const RobotFiles& f) {
            return give(f.robot.to_file(f.robot.model.neutral()), {f.robot.value_names.size()});
          },
          "All values 0, or the nearest ones within limits.")
      .def("link_names", &link_names, "Names of the links.")
      .def(
          "disabled",
          [](const RobotFiles& f) {
            return f.srdf ? f.srdf->disabled : std::vector<std::pair<std::string, std::string>>();
          },
          "Pairs of links that the SRDF file leaves out.")
      .def("states", &states_of, "Named states of the SRDF file.")
      .def("notes", &notes_of, "What the readers left out.")
      .def(
          "fault_of",
          [](const RobotFiles& f, const py::object& q, bool limits) {
            return f.robot.model.fault_of(configuration_of(f.robot, values_of(f.robot, q, "q")),
                                          limits);
          },
          py::arg("q"), py::arg("limits"), "What is wrong with a configuration.")
      .def("poses", &link_poses, py::arg("q"), "Poses of all links in the world.")
      .def("values_between", &values_between, py::arg("q0"), py::arg("q1"), py::arg("t"),
           "The configuration at t of a motion.");
}

}  // namespace firstcontact::python
