// Mesh steps.
#include <firstcontact/mesh_step.h>

#include <utility>
#include <vector>

#include "c_border.h"

/// The mesh with what its steps keep, and the impacts of the last one.
struct fc_mesh {
  firstcontact::StepSolver solver;
  std::vector<firstcontact::Impact> impacts = {};
};

namespace firstcontact::c {
namespace {

fc_step_options default_step_options() {
  const StepOptions ours;
  fc_step_options options = {};
  options.size = sizeof options;
  options.min_separation = ours.min_separation;
  options.tolerance = FC_TOLERANCE_UNSET;
  options.t_max = ours.t_max;
  options.toi_width = ours.toi_width;
  options.coordinate_stride = 1;
  options.dimension = 3;
  options.norm = static_cast<std::int32_t>(ours.norm);
  options.broad_phase = static_cast<std::int32_t>(ours.broad_phase);
  options.threads = ours.threads;
  options.within_objects = ours.within_objects;
  options.between_objects = ours.between_objects;
  return options;
}

StepOptions step_options(const fc_step_options& options) {
  StepOptions ours;
  ours.min_separation = options.min_separation;
  ours.norm = enumerator(options.norm, Norm::Linf, "options->norm");
  ours.tolerance = tolerance_from(options.tolerance);
  ours.t_max = options.t_max;
  ours.exact = options.exact != 0;
  ours.toi_width = options.toi_width;
  ours.broad_phase =
      enumerator(options.broad_phase, BroadPhase::BruteForce, "options->broad_phase");
  if (options.threads < 0) throw BadArgument("options->threads is negative");
  ours.threads = options.threads;
  ours.within_objects = options.within_objects != 0;
  ours.between_objects = options.between_objects != 0;
  return ours;
}

template <class Real>
Positions positions_of(const fc_mesh& mesh, const Real* first, const fc_step_options& options,
                       const char* name) {
  const std::size_t count = mesh.solver.mesh().vertex_count();
  if (count > 0) required(first, name);
  if (options.dimension != 2 && options.dimension != 3)
    throw BadArgument("options->dimension is " + std::to_string(options.dimension) +
                      ": it must be 2 or 3");
  if (options.coordinate_stride == 0)
    throw BadArgument("options->coordinate_stride is 0: all coordinates would be the same");
  const std::ptrdiff_t stride = options.vertex_stride ? options.vertex_stride : options.dimension;
  return Positions(first, count, options.dimension, stride, options.coordinate_stride);
}

fc_step_result answer_of(const StepResult& ours, std::size_t impact_count) {
  fc_step_result answer = {};
  set_outcome(answer, ours);
  answer.impact_count = impact_count;
  answer.candidate_count = ours.candidate_count();
  return answer;
}

using StepFunction = StepResult (StepSolver::*)(const Positions&, const Positions&,
                                                const StepOptions&);

template <class Real>
fc_error run_step(StepFunction function, fc_mesh* mesh, const Real* t0, const Real* t1,
                  const fc_step_options* given, fc_step_result* result) {
  return guarded([&] {
    ResultWriter<fc_step_result> writer(result, answer_of({}, 0));
    required(mesh, "mesh").impacts.clear();
    const fc_step_options options = options_from(given, default_step_options());
    StepResult ours =
        (mesh->solver.*function)(positions_of(*mesh, t0, options, "t0"),
                                 positions_of(*mesh, t1, options, "t1"), step_options(options));
    mesh->impacts = std::move(ours.impacts);
    if (mesh->impacts.empty() && ours.earliest) mesh->impacts.push_back(*ours.earliest);
    writer.write(answer_of(ours, mesh->impacts.size()), ours.message);
  });
}

fc_impact impact_of(const Impact& ours) {
  fc_impact impact = {};
  impact.toi = ours.toi;
  impact.toi_upper = ours.toi_upper;
  set_contact_points(impact, ours);
  impact.u = ours.u;
  impact.v = ours.v;
  impact.kind = static_cast<fc_kind>(ours.pair.kind);
  impact.a = ours.pair.a;
  impact.b = ours.pair.b;
  std::copy(ours.pair.vertices.begin(), ours.pair.vertices.end(), impact.vertices);
  impact.starts_in_contact = ours.starts_in_contact;
  return impact;
}

Mesh mesh_from(const fc_mesh_description* given) {
  const std::string name = "description";
  required(given, "description");
  check_size(given->size, offsetof(fc_mesh_description, edges), name + "->size");
  fc_mesh_description known = {};
  take_known(*given, known, "description");
  MeshDescription ours;
  if (known.vertex_count > std::size_t{0x7fffffff})
    throw BadArgument("description->vertex_count is " + std::to_string(known.vertex_count) +
                      ": there can be 2147483647");
  ours.vertex_count = known.vertex_count;
  ours.faces =
      index_list<3>(known.faces, known.face_count, name + "->faces", name + "->face_count");
  ours.edges =
      index_list<2>(known.edges, known.edge_count, name + "->edges", name + "->edge_count");
  if (known.objects) ours.objects.assign(known.objects, known.objects + known.vertex_count);
  if (known.thickness) ours.thickness.assign(known.thickness, known.thickness + known.vertex_count);
  Mesh mesh(std::move(ours));
  if (!mesh.fault().empty()) throw BadArgument(name + ": " + mesh.fault());
  return mesh;
}

}  // namespace
}  // namespace firstcontact::c

using namespace firstcontact;

fc_error fc_mesh_create(const fc_mesh_description* description, fc_mesh** mesh) {
  return c::guarded([&] {
    c::required(mesh, "mesh") = nullptr;
    *mesh = new fc_mesh{StepSolver(c::mesh_from(description))};
  });
}
void fc_mesh_destroy(fc_mesh* mesh) { delete mesh; }

fc_error fc_mesh_edges(const fc_mesh* mesh, const int32_t** edges, size_t* count) {
  return c::guarded([&] {
    c::required(edges, "edges") = nullptr;
    c::required(count, "count") = 0;
    const std::span<const Edge> ours = c::required(mesh, "mesh").solver.mesh().edges();
    static_assert(sizeof(Edge) == 2 * sizeof(int32_t));
    if (!ours.empty()) *edges = ours.front().data();
    *count = ours.size();
  });
}

fc_error fc_step_options_init(fc_step_options* options, size_t size) {
  return c::init(options, size, c::default_step_options(), "options");
}

fc_error fc_decide_step(fc_mesh* mesh, const double* t0, const double* t1,
                        const fc_step_options* options, fc_step_result* result) {
  return c::run_step(&StepSolver::decide_step, mesh, t0, t1, options, result);
}
fc_error fc_decide_step_float(fc_mesh* mesh, const float* t0, const float* t1,
                              const fc_step_options* options, fc_step_result* result) {
  return c::run_step(&StepSolver::decide_step, mesh, t0, t1, options, result);
}
fc_error fc_collision_free_step_size(fc_mesh* mesh, const double* t0, const double* t1,
                                     const fc_step_options* options, fc_step_result* result) {
  return c::run_step(&StepSolver::collision_free_step_size, mesh, t0, t1, options, result);
}
fc_error fc_collision_free_step_size_float(fc_mesh* mesh, const float* t0, const float* t1,
                                           const fc_step_options* options, fc_step_result* result) {
  return c::run_step(&StepSolver::collision_free_step_size, mesh, t0, t1, options, result);
}
fc_error fc_impacts(fc_mesh* mesh, const double* t0, const double* t1,
                    const fc_step_options* options, fc_step_result* result) {
  return c::run_step(&StepSolver::impacts, mesh, t0, t1, options, result);
}
fc_error fc_impacts_float(fc_mesh* mesh, const float* t0, const float* t1,
                          const fc_step_options* options, fc_step_result* result) {
  return c::run_step(&StepSolver::impacts, mesh, t0, t1, options, result);
}

fc_error fc_mesh_copy_impacts(const fc_mesh* mesh, size_t first, size_t count, fc_impact* impacts,
                              size_t impact_size) {
  return c::guarded([&] {
    const std::vector<Impact>& ours = c::required(mesh, "mesh").impacts;
    c::check_size(impact_size, sizeof(fc_impact), "impact_size");
    if (first > ours.size() || count > ours.size() - first)
      throw c::BadArgument("first + count is more than there are: the last step has " +
                           std::to_string(ours.size()) + " impacts");
    if (count > 0) c::required(impacts, "impacts");
    for (std::size_t i = 0; i < count; ++i)
      c::write_element(c::impact_of(ours[first + i]), impacts, i, impact_size);
  });
}
