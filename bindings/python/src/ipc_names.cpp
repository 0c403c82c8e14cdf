// The functions of ipc_names.h for firstcontact.ipc.
#include <firstcontact/ipc_names.h>

#include "module.h"
#include "step_arguments.h"

namespace firstcontact::python {
namespace {

BroadPhase broad_phase_of(const py::dict& given) { return step_options(given).broad_phase; }

ipc::TightInclusionCCD narrow_phase_of(const py::dict& given) {
  ipc::TightInclusionCCD narrow;
  read(given, "tolerance", narrow.tolerance);
  read(given, "conservative_rescaling", narrow.conservative_rescaling);
  if (!(narrow.tolerance >= 0)) refuse("tolerance", "must not be negative");
  if (!(narrow.conservative_rescaling > 0 && narrow.conservative_rescaling <= 1))
    refuse("conservative_rescaling", "must lie in (0, 1]");
  return narrow;
}

/// A separation that no motion can keep would count as a collision at time 0; here it is refused.
double min_distance_of(const py::dict& given) {
  double min_distance = 0;
  read(given, "min_distance", min_distance);
  if (!(min_distance >= 0 && std::isfinite(min_distance)))
    refuse("min_distance", "must be finite and not negative");
  return min_distance;
}

/// Which pairs of vertices may collide: those of different patches. Empty: all.
std::vector<int> patches_of(const py::dict& given, const StepMesh& mesh) {
  std::vector<int> patches = int_list(given, "patches");
  if (!patches.empty() && patches.size() != mesh.mesh().vertex_count())
    refuse("patches", "must have one entry for each vertex of the mesh");
  return patches;
}

/// The step functions answer bad positions with a collision. Here they are refused, with the message
/// of the library's own step.
void refuse_bad_positions(StepMesh& mesh, const Positions& t0, const Positions& t1) {
  StepOptions nothing;
  nothing.t_max = 0;
  nothing.rules.left_out.assign(mesh.mesh().vertex_count(), true);
  const StepMesh::Lease solver(mesh);
  refuse_invalid((*solver).count_candidates(t0, t1, nothing));
}

/// Ends a step that Ctrl-C asked to stop.
struct StepStopped : std::exception {};

/// Calls ask(mesh, t0, t1) without the GIL.
template <class Ask>
auto ask_ipc_step(StepMesh& mesh, const py::object& x0, const py::object& x1, const py::dict& given,
                  const Ask& ask) {
  const Array t0(x0, "vertices_t0"), t1(x1, "vertices_t1");
  const Positions from = positions_of(t0), to = positions_of(t1);
  const std::vector<int> patches = patches_of(given, mesh);
  std::optional<decltype(ask(std::declval<ipc::CollisionMesh>(), from, to))> answer;
  run_long(1, py::none(), [&](LongCall& call) {
    refuse_bad_positions(mesh, from, to);
    ipc::CollisionMesh collision(mesh.mesh());
    collision.can_collide = [&](std::size_t a, std::size_t b) {
      if (call.stopped()) throw StepStopped();
      return patches.empty() || patches[a] != patches[b];
    };
    answer = ask(collision, from, to);
  });
  return *answer;
}

bool step_is_free(StepMesh& mesh, const py::object& x0, const py::object& x1,
                  const py::dict& given) {
  const double distance = min_distance_of(given);
  const BroadPhase broad_phase = broad_phase_of(given);
  const ipc::TightInclusionCCD narrow = narrow_phase_of(given);
  return ask_ipc_step(mesh, x0, x1, given,
                      [&](const ipc::CollisionMesh& c, const Positions& t0, const Positions& t1) {
                        return ipc::is_step_collision_free(c, t0, t1, distance, broad_phase,
                                                           narrow);
                      });
}

double ipc_step_size(StepMesh& mesh, const py::object& x0, const py::object& x1,
                     const py::dict& given) {
  const double distance = min_distance_of(given);
  const BroadPhase broad_phase = broad_phase_of(given);
  const ipc::TightInclusionCCD narrow = narrow_phase_of(given);
  return ask_ipc_step(mesh, x0, x1, given,
                      [&](const ipc::CollisionMesh& c, const Positions& t0, const Positions& t1) {
                        return ipc::compute_collision_free_stepsize(c, t0, t1, distance,
                                                                    broad_phase, narrow);
                      });
}

/// One pair: rows of points at t0 and at t1, in the order of Query. Returns whether it collides, and
/// when.
py::tuple pair_collides(const std::string& kind, const py::object& points_t0,
                        const py::object& points_t1, const py::dict& given) {
  Query query;
  if (kind == "point-triangle")
    query.kind = Kind::VertexFace;
  else if (kind == "edge-edge")
    query.kind = Kind::EdgeEdge;
  else if (kind == "point-edge")
    query.kind = Kind::PointEdge;
  else if (kind == "point-edge-2d")
    query.kind = Kind::PointSegment2D;
  else
    query.kind = Kind::PointPoint;
  query.t0.fill(Vec3::Zero());
  query.t1.fill(Vec3::Zero());
  const std::vector<Vec3> t0 = points_of(Array(points_t0, "points at t0")),
                          t1 = points_of(Array(points_t1, "points at t1"));
  const auto count = static_cast<std::size_t>(point_count(query.kind));
  if (t0.size() != count || t1.size() != count)
    refuse("points", "must be " + std::to_string(count));
  std::copy(t0.begin(), t0.end(), query.t0.begin());
  std::copy(t1.begin(), t1.end(), query.t1.begin());
  double tmax = 1;
  read(given, "tmax", tmax);
  if (!(tmax >= 0 && tmax <= 1)) refuse("tmax", "must lie in [0, 1]");
  bool additive = false;
  read(given, "additive", additive);
  const double distance = min_distance_of(given);
  const ipc::TightInclusionCCD tight = narrow_phase_of(given);
  ipc::AdditiveCCD other;
  other.conservative_rescaling = tight.conservative_rescaling;
  const ipc::NarrowPhaseCCD* narrow = &tight;
  if (additive) narrow = &other;
  double toi = 0;
  const bool collides = [&] {
    const WithoutGil release;
    return narrow->ccd(query, toi, distance, tmax);
  }();
  return py::make_tuple(collides, toi);
}

}  // namespace

void bind_ipc_names(py::module_& m) {
  m.def("ipc_is_step_collision_free", &step_is_free, py::arg("mesh"), py::arg("vertices_t0"),
        py::arg("vertices_t1"), py::arg("options"));
  m.def("ipc_compute_collision_free_stepsize", &ipc_step_size, py::arg("mesh"),
        py::arg("vertices_t0"), py::arg("vertices_t1"), py::arg("options"));
  m.def("ipc_pair", &pair_collides, py::arg("kind"), py::arg("points_t0"), py::arg("points_t1"),
        py::arg("options"));
}

}  // namespace firstcontact::python
