// The simulators: scenes by name or from files, step by step.
#include <pybind11/stl.h>

#include <mutex>

#include "module.h"
#include "poses.h"
#include "sim/simulation.h"
#include "simulate/scene_reader.h"
#include "step_arguments.h"

namespace firstcontact::python {
namespace {

/// A simulation that one thread at a time may advance.
struct RunningSimulation {
  explicit RunningSimulation(sim::Scene scene) : simulation(std::move(scene)) {}
  sim::Simulation simulation;
  std::mutex mutex;
};

apps::SceneChanges changes_of(const py::dict& given) {
  apps::SceneChanges changes;
  if (const py::object parameters = value_of(given, "parameters"))
    changes.parameters = parameters.cast<std::map<std::string, double>>();
  int size = 0, steps = 0;
  read(given, "size", size);
  if (value_of(given, "size")) changes.size = size;
  read(given, "steps", steps);
  if (value_of(given, "steps")) changes.steps = steps;
  read(given, "time_step", changes.time_step);
  read(given, "tolerance", changes.tolerance);
  if (value_of(given, "response")) {
    sim::Response response = sim::Response::LineSearch;
    read(given, "response", response,
         {{"line-search", sim::Response::LineSearch}, {"active-set", sim::Response::ActiveSet}});
    changes.response = response;
  }
  return changes;
}

std::shared_ptr<RunningSimulation> make_simulation(const std::string& scene,
                                                   const py::dict& given) {
  const apps::SceneChanges changes = changes_of(given);
  int threads = 0;
  read(given, "threads", threads);
  std::shared_ptr<RunningSimulation> made;
  run_long(1, py::none(), [&](LongCall&) {
    sim::Scene read = apps::read_scene(scene, changes);
    read.settings.threads = threads;
    made = std::make_shared<RunningSimulation>(std::move(read));
  });
  if (!made->simulation.fault().empty())
    throw std::invalid_argument(scene + ": " + made->simulation.fault());
  return made;
}

py::dict report_fields(const sim::StepReport& report) {
  py::dict out;
  out["step"] = report.step;
  out["time"] = report.time;
  out["newton_iterations"] = report.newton_iterations;
  out["converged"] = report.converged;
  out["kinetic_energy"] = report.kinetic_energy;
  out["elastic_energy"] = report.elastic_energy;
  out["gravity_energy"] = report.gravity_energy;
  out["contact_energy"] = report.contact_energy;
  out["momentum"] = give_vector(report.momentum);
  out["smallest_distance"] = report.smallest_distance;
  out["contacts"] = report.contacts;
  out["candidates"] = report.candidates;
  out["questions"] = report.questions;
  out["seconds"] = report.seconds;
  out["ccd_seconds"] = report.ccd_seconds;
  out["stopped"] = report.stopped;
  return out;
}

/// What the simulation says after a step, or before the first one, with the positions of the
/// surface.
py::dict frame_of(RunningSimulation& running, bool advance) {
  sim::StepReport report;
  PointMatrix positions;
  run_long(1, py::none(), [&](LongCall&) {
    const std::lock_guard lock(running.mutex);
    report = advance ? running.simulation.advance() : running.simulation.report();
    positions = running.simulation.surface_positions();
  });
  py::dict out = report_fields(report);
  out["positions"] =
      give(std::vector<double>(positions.data(), positions.data() + positions.size()),
           {static_cast<std::size_t>(positions.rows()), 3});
  return out;
}

py::object surface_faces(const RunningSimulation& running) {
  const std::span<const Face> faces = running.simulation.surface().faces();
  return py::cast(array_of(std::vector<Face>(faces.begin(), faces.end())));
}

py::object surface_bodies(const RunningSimulation& running) {
  const Mesh& mesh = running.simulation.surface();
  std::vector<std::int32_t> bodies;
  for (std::size_t i = 0; i < mesh.vertex_count(); ++i)
    bodies.push_back(mesh.object_of(static_cast<int>(i)));
  const std::size_t n = bodies.size();
  return give(std::move(bodies), {n});
}

std::vector<std::string> body_names(const RunningSimulation& running) {
  std::vector<std::string> names;
  for (const sim::Body& body : running.simulation.scene().bodies) names.push_back(body.name);
  return names;
}

py::dict summary_fields(const apps::SceneSummary& summary) {
  py::list parameters;
  for (const apps::SceneParameter& parameter : summary.parameters)
    parameters.append(
        py::make_tuple(parameter.name, parameter.value, parameter.unit, parameter.about));
  py::dict out;
  out["name"] = summary.name;
  out["about"] = summary.about;
  out["size"] = summary.size;
  out["parameters"] = parameters;
  return out;
}

py::list scene_list() {
  py::list out;
  for (const apps::SceneSummary& summary : apps::built_in_summaries())
    out.append(summary_fields(summary));
  return out;
}

}  // namespace

void bind_simulations(py::module_& m) {
  py::class_<RunningSimulation, std::shared_ptr<RunningSimulation>>(m, "Simulation",
                                                                    "A scene that is simulated.")
      .def(py::init(&make_simulation), py::arg("scene"), py::arg("options"))
      .def(
          "name", [](const RunningSimulation& r) { return r.simulation.scene().name; },
          "The scene's name.")
      .def(
          "about", [](const RunningSimulation& r) { return r.simulation.scene().about; },
          "What the scene shows.")
      .def(
          "steps", [](const RunningSimulation& r) { return r.simulation.scene().settings.steps; },
          "Number of steps that the scene asks for.")
      .def(
          "time_step",
          [](const RunningSimulation& r) { return r.simulation.scene().settings.time_step; },
          "In seconds.")
      .def("faces", &surface_faces, "Triangles of the surface.")
      .def("bodies", &surface_bodies, "Body of each vertex of the surface.")
      .def("body_names", &body_names, "Names of the bodies.")
      .def("frame", &frame_of, py::arg("advance"), "The state, after one more step if `advance`.");
  m.def("built_in_scenes", &scene_list, "Scenes that can be simulated by name.");
}

}  // namespace firstcontact::python
