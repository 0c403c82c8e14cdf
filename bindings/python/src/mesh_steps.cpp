// Steps of meshes: free or not, how far, which pairs touch, constraints, line search.
#include <firstcontact/proof.h>

#include "module.h"
#include "step_arguments.h"

namespace firstcontact::python {
namespace {

std::shared_ptr<StepMesh> make_mesh(std::size_t vertex_count, const py::object& edges,
                                    const py::object& faces, const py::dict& more) {
  MeshDescription description;
  description.vertex_count = vertex_count;
  description.edges = index_rows_of<2>(Array(edges, "edges"));
  description.faces = index_rows_of<3>(Array(faces, "faces"));
  description.objects = int_list(more, "objects");
  description.thickness = double_list(more, "thickness");
  Mesh mesh(std::move(description));
  if (!mesh.fault().empty()) throw std::invalid_argument(mesh.fault());
  return std::make_shared<StepMesh>(std::move(mesh));
}

template <std::size_t kSize>
py::object mesh_rows(std::span<const std::array<int, kSize>> rows) {
  return py::cast(array_of(std::vector<std::array<int, kSize>>(rows.begin(), rows.end())));
}

py::object integers_of(std::span<const int> values) {
  return give(std::vector<std::int32_t>(values.begin(), values.end()), {values.size()});
}

/// Runs a question about a step with the GIL released; `ask` gets the solver, the positions and the
/// options.
template <class Ask>
auto ask_step(StepMesh& mesh, const py::object& x0, const py::object& x1, const py::dict& given,
              const py::object& progress, const Ask& ask) {
  const Array t0(x0, "x0"), t1(x1, "x1");
  const Positions from = positions_of(t0), to = positions_of(t1);
  auto result =
      run_step(mesh.mesh(), step_options(given), progress, [&](const StepOptions& options) {
        const StepMesh::Lease solver(mesh);
        return ask(*solver, from, to, options);
      });
  refuse_invalid(result);
  return result;
}

py::dict decide(StepMesh& mesh, const py::object& x0, const py::object& x1, const py::dict& given,
                const py::object& progress) {
  return step_fields(
      ask_step(mesh, x0, x1, given, progress,
               [](StepSolver& solver, const Positions& t0, const Positions& t1,
                  const StepOptions& options) { return solver.decide_step(t0, t1, options); }));
}

py::dict largest_step(StepMesh& mesh, const py::object& x0, const py::object& x1,
                      const py::dict& given, const py::object& progress) {
  const StepResult result = ask_step(
      mesh, x0, x1, given, progress,
      [](StepSolver& solver, const Positions& t0, const Positions& t1, const StepOptions& options) {
        return solver.collision_free_step_size(t0, t1, options);
      });
  py::dict out = step_fields(result);
  std::vector<Impact> earliest;
  if (result.earliest) earliest.push_back(*result.earliest);
  out["earliest"] = impact_arrays(earliest);
  return out;
}

py::dict all_impacts(StepMesh& mesh, const py::object& x0, const py::object& x1,
                     const py::dict& given, const py::object& progress) {
  const StepResult result =
      ask_step(mesh, x0, x1, given, progress,
               [](StepSolver& solver, const Positions& t0, const Positions& t1,
                  const StepOptions& options) { return solver.impacts(t0, t1, options); });
  py::dict out = step_fields(result);
  out["impacts"] = impact_arrays(result.impacts);
  return out;
}

py::dict contacts_at_start(StepMesh& mesh, const py::object& x0, const py::dict& given,
                           const py::object& progress) {
  const StepResult result =
      ask_step(mesh, x0, x0, given, progress,
               [](StepSolver& solver, const Positions& t0, const Positions&,
                  const StepOptions& options) { return solver.initial_contacts(t0, options); });
  py::dict out = step_fields(result);
  out["impacts"] = impact_arrays(result.impacts);
  return out;
}

py::dict candidate_pairs(StepMesh& mesh, const py::object& x0, const py::object& x1,
                         const py::dict& given, const py::object& progress) {
  const CandidateList result =
      ask_step(mesh, x0, x1, given, progress,
               [](StepSolver& solver, const Positions& t0, const Positions& t1,
                  const StepOptions& options) { return solver.candidates(t0, t1, options); });
  py::dict out = answer_fields(result);
  out["pairs"] = pair_arrays(result.pairs);
  return out;
}

py::dict active_set(StepMesh& mesh, const py::object& x0, const py::object& x1,
                    const py::dict& given, const py::object& progress) {
  const ActiveSet result = ask_step(
      mesh, x0, x1, given, progress,
      [](StepSolver& solver, const Positions& t0, const Positions& t1, const StepOptions& options) {
        return construct_active_set(solver, t0, t1, options);
      });
  std::vector<Impact> impacts;
  std::vector<double> weights, gaps;
  for (const ActiveConstraint& constraint : result.constraints) {
    impacts.push_back(constraint.impact);
    weights.insert(weights.end(), constraint.weights.begin(), constraint.weights.end());
    gaps.push_back(constraint.gap_t1);
  }
  const std::size_t n = impacts.size();
  py::dict out = answer_fields(result);
  out["impacts"] = impact_arrays(impacts);
  out["weights"] = give(std::move(weights), {n, 4});
  out["gap_t1"] = give(std::move(gaps), {n});
  return out;
}

LineSearchOptions line_search_options(const py::dict& given) {
  LineSearchOptions options;
  options.step = step_options(given);
  read(given, "ratio", options.ratio);
  read(given, "distance_cap", options.distance_cap);
  read(given, "check_start", options.check_start);
  read(given, "slope", options.slope);
  read(given, "armijo", options.armijo);
  read(given, "energy_at_start", options.energy_at_start);
  read(given, "min_step", options.min_step);
  return options;
}

py::dict search_line(StepMesh& mesh, const py::object& x0, const py::object& x1,
                     const py::dict& given, const py::object& energy, const py::object& progress) {
  const LineSearchOptions search = line_search_options(given);
  const std::thread::id caller = std::this_thread::get_id();
  const LineSearchResult result = ask_step(mesh, x0, x1, given, progress,
                                           [&](StepSolver& solver, const Positions& t0,
                                               const Positions& t1, const StepOptions& options) {
                                             LineSearchOptions watched = search;
                                             watched.step = options;
                                             if (!energy.is_none())
                                               watched.energy = [&](double step) {
                                                 if (options.stop.stop_requested())
                                                   throw std::runtime_error("stopped");
                                                 const WithGil gil(caller);
                                                 return number_of(energy(step), "energy");
                                               };
                                             return line_search(solver, t0, t1, watched);
                                           });
  py::dict out = answer_fields(result);
  out["step"] = result.step;
  out["contact_step"] = result.contact_step;
  out["ratio"] = result.ratio;
  out["kept_distance"] = result.kept_distance;
  out["energy_evaluations"] = result.energy_evaluations;
  out["energy"] = result.energy;
  std::vector<Impact> limiting;
  if (result.limiting) limiting.push_back(*result.limiting);
  out["limiting"] = impact_arrays(limiting);
  out["start_intersection"] = py::none();
  if (result.start_intersection)
    out["start_intersection"] = py::make_tuple(
        static_cast<int>(result.start_intersection->kind), result.start_intersection->a,
        result.start_intersection->b, result.start_intersection->neighbours);
  return out;
}

py::dict displacements(StepMesh& mesh, const py::object& x0, const py::object& x1,
                       const py::dict& given, const py::object& progress) {
  SafeDisplacementOptions safe;
  read(given, "ratio", safe.ratio);
  read(given, "distance_cap", safe.distance_cap);
  SafeDisplacements result = ask_step(mesh, x0, x1, given, progress,
                                      [&](StepSolver& solver, const Positions& t0,
                                          const Positions& t1, const StepOptions& options) {
                                        SafeDisplacementOptions watched = safe;
                                        watched.step = options;
                                        return safe_displacements(solver, t0, t1, watched);
                                      });
  py::dict out = answer_fields(result);
  const std::size_t n = result.steps.size();
  out["steps"] = give(std::move(result.steps), {n});
  out["kept_distance"] = result.kept_distance;
  out["limited"] = result.limited;
  return out;
}

/// Decides a step and, if it is free, writes its proof to a file. Returns the numbers of pairs, of
/// segments and of pairs without a proof.
py::dict write_step_proof(StepMesh& mesh, const py::object& x0, const py::object& x1,
                          const py::dict& given, const std::string& path, std::size_t number,
                          const py::object& progress) {
  proof::StepProofCount count;
  const std::vector<std::int32_t> objects = int_list(given, "object_sizes");
  const StepResult result =
      ask_step(mesh, x0, x1, given, progress,
               [&](StepSolver& solver, const Positions& t0, const Positions& t1,
                   const StepOptions& options) {
                 StepResult decided = solver.decide_step(t0, t1, options);
                 if (!decided.free()) return decided;
                 proof::Writer writer(path);
                 count = writer.write_step(solver, t0, t1, options, number, objects);
                 writer.close();
                 return decided;
               });
  py::dict out = step_fields(result);
  out["written"] = count.written;
  out["segments"] = count.segments;
  out["without"] = count.without;
  return out;
}

}  // namespace

void bind_mesh_steps(py::module_& m) {
  py::class_<StepMesh, std::shared_ptr<StepMesh>>(m, "Mesh")
      .def(py::init(&make_mesh), py::arg("vertex_count"), py::arg("edges"), py::arg("faces"),
           py::arg("more"))
      .def("vertex_count", [](const StepMesh& s) { return s.mesh().vertex_count(); })
      .def("edges", [](const StepMesh& s) { return mesh_rows(s.mesh().edges()); })
      .def("faces", [](const StepMesh& s) { return mesh_rows(s.mesh().faces()); })
      .def("loose_edges", [](const StepMesh& s) { return integers_of(s.mesh().loose_edges()); })
      .def("loose_points", [](const StepMesh& s) { return integers_of(s.mesh().loose_points()); });
  const py::arg mesh("mesh"), x0("x0"), x1("x1"), options("options"), progress("progress");
  m.def("decide_step", &decide, mesh, x0, x1, options, progress);
  m.def("collision_free_step_size", &largest_step, mesh, x0, x1, options, progress);
  m.def("impacts", &all_impacts, mesh, x0, x1, options, progress);
  m.def("initial_contacts", &contacts_at_start, mesh, x0, options, progress);
  m.def("candidates", &candidate_pairs, mesh, x0, x1, options, progress);
  m.def("construct_active_set", &active_set, mesh, x0, x1, options, progress);
  m.def("line_search", &search_line, mesh, x0, x1, options, py::arg("energy"), progress);
  m.def("safe_displacements", &displacements, mesh, x0, x1, options, progress);
  m.def("write_step_proof", &write_step_proof, mesh, x0, x1, options, py::arg("path"),
        py::arg("number"), progress);
}

}  // namespace firstcontact::python
