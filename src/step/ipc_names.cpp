// Functions with the names and conventions of the IPC Toolkit, in terms of our own.
#include <firstcontact/ipc_names.h>
#include <firstcontact/line_search.h>
#include <firstcontact/solve.h>

#include <algorithm>

#include "arith/float_environment.h"
#include "narrow/contact_details.h"

namespace firstcontact::ipc {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();
/// The tolerance is at most this share of the gap that must remain.
constexpr double kToleranceShare = 1.0 / 64;

/// Distance at t0; NaN if a coordinate is not finite.
double distance_at_start(const Query& query) {
  for (int i = 0; i < point_count(query.kind); ++i)
    if (!query.t0[i].allFinite() || !query.t1[i].allFinite())
      return std::numeric_limits<double>::quiet_NaN();
  Result at_start;
  at_start.toi = 0;
  narrow::describe_contact(query, at_start);
  return at_start.distance;
}

bool at_rest(const Query& query) {
  for (int i = 0; i < point_count(query.kind); ++i)
    if (query.t0[i] != query.t1[i]) return false;
  return true;
}

bool collides(const Query& query, double& toi, double min_distance, double tmax, double tolerance) {
  Options options;
  options.min_separation = min_distance;
  options.t_max = tmax;
  options.tolerance = std::max(0.0, tolerance);
  const Result result = solve(query, options);
  toi = result.status == Status::Free ? kNever : result.toi;
  return result.status != Status::Free;
}

Query planar_query(const Vec2& p0_t0, const Vec2& p1_t0, const Vec2& p0_t1, const Vec2& p1_t1) {
  const auto lift = [](const Vec2& x) { return Vec3(x.x(), x.y(), 0); };
  return PointPoint{lift(p0_t0), lift(p1_t0), lift(p0_t1), lift(p1_t1)};
}

struct StepSize {
  double size = 0;
  bool free = false;
};

/// Whether `value` is a valid conservative_rescaling; false for NaN. An invalid one is answered
/// with a collision at time 0.
bool is_share(double value) { return value > 0 && value <= 1; }

StepSize largest_step(const CollisionMesh& mesh, const Positions& t0, const Positions& t1,
                      double min_distance, BroadPhase broad_phase,
                      const TightInclusionCCD& narrow_phase) {
  StepSolver solver(mesh.mesh());
  LineSearchOptions search;
  search.step = mesh.options(min_distance);
  search.step.broad_phase = broad_phase;
  StepOptions at_start = search.step;
  at_start.exact = true;
  if (!solver.decide_step(t0, t0, at_start).free()) return {};

  const double c = narrow_phase.conservative_rescaling;
  if (!is_share(c)) return {};
  if (c < 1) {
    search.ratio = 1 - c;
    search.distance_cap = TightInclusionCCD::MAX_GAP / search.ratio;
    const LineSearchResult kept = line_search(solver, t0, t1, search);
    if (kept.status == Status::Free) return {1, true};
    if (kept.status != Status::Contact) return {};
    if (kept.contact_step >= TightInclusionCCD::SMALL_TOI) return {kept.contact_step, false};
  }
  const StepResult touching = solver.collision_free_step_size(t0, t1, search.step);
  return touching.free() ? StepSize{1, true} : StepSize{c * touching.toi, false};
}

}  // namespace

StepOptions CollisionMesh::options(double min_distance) const {
  StepOptions options;
  options.min_separation = min_distance;
  using CanCollide = bool (*)(std::size_t, std::size_t);
  const CanCollide* plain = can_collide.target<CanCollide>();
  if (!can_collide || (plain && *plain == &default_can_collide)) return options;
  options.filter = [collide = can_collide](const ElementPair& pair) {
    const int first = pair.kind == Kind::EdgeEdge ? 2 : 1, count = point_count(pair.kind);
    for (int i = 0; i < first; ++i)
      for (int j = first; j < count; ++j)
        if (collide(static_cast<std::size_t>(pair.vertices[i]),
                    static_cast<std::size_t>(pair.vertices[j])))
          return true;
    return false;
  };
  return options;
}

bool NarrowPhaseCCD::ccd(const Query& query, double& toi, double min_distance, double tmax) const {
  const arith::FloatEnvironmentGuard guard;
  const double distance = distance_at_start(query);
  if (!(distance > min_distance) || !is_share(conservative_rescaling)) {  // NaN too
    toi = 0;
    return true;
  }
  toi = kNever;
  if (at_rest(query)) return false;
  const double room = distance - min_distance,
               gap = std::min((1 - conservative_rescaling) * room, max_gap_);
  if (!collides(query, toi, min_distance + gap, tmax,
                std::min(tolerance, kToleranceShare * (gap > 0 ? gap : room))))
    return false;
  if (toi >= small_toi_) return true;
  if (!collides(query, toi, min_distance, tmax, std::min(tolerance, kToleranceShare * room)))
    return false;
  toi *= conservative_rescaling;
  return true;
}

bool NarrowPhaseCCD::point_point_ccd(const Vec3& p0_t0, const Vec3& p1_t0, const Vec3& p0_t1,
                                     const Vec3& p1_t1, double& toi, double min_distance,
                                     double tmax) const {
  return ccd(PointPoint{p0_t0, p1_t0, p0_t1, p1_t1}, toi, min_distance, tmax);
}

bool NarrowPhaseCCD::point_point_ccd(const Vec2& p0_t0, const Vec2& p1_t0, const Vec2& p0_t1,
                                     const Vec2& p1_t1, double& toi, double min_distance,
                                     double tmax) const {
  return ccd(planar_query(p0_t0, p1_t0, p0_t1, p1_t1), toi, min_distance, tmax);
}

bool NarrowPhaseCCD::point_edge_ccd(const Vec3& p_t0, const Vec3& e0_t0, const Vec3& e1_t0,
                                    const Vec3& p_t1, const Vec3& e0_t1, const Vec3& e1_t1,
                                    double& toi, double min_distance, double tmax) const {
  return ccd(PointEdge{p_t0, e0_t0, e1_t0, p_t1, e0_t1, e1_t1}, toi, min_distance, tmax);
}

bool NarrowPhaseCCD::point_edge_ccd(const Vec2& p_t0, const Vec2& e0_t0, const Vec2& e1_t0,
                                    const Vec2& p_t1, const Vec2& e0_t1, const Vec2& e1_t1,
                                    double& toi, double min_distance, double tmax) const {
  return ccd(PointSegment2D{p_t0, e0_t0, e1_t0, p_t1, e0_t1, e1_t1}, toi, min_distance, tmax);
}

bool NarrowPhaseCCD::edge_edge_ccd(const Vec3& ea0_t0, const Vec3& ea1_t0, const Vec3& eb0_t0,
                                   const Vec3& eb1_t0, const Vec3& ea0_t1, const Vec3& ea1_t1,
                                   const Vec3& eb0_t1, const Vec3& eb1_t1, double& toi,
                                   double min_distance, double tmax) const {
  return ccd(EdgeEdge{ea0_t0, ea1_t0, eb0_t0, eb1_t0, ea0_t1, ea1_t1, eb0_t1, eb1_t1}, toi,
             min_distance, tmax);
}

bool NarrowPhaseCCD::point_triangle_ccd(const Vec3& p_t0, const Vec3& t0_t0, const Vec3& t1_t0,
                                        const Vec3& t2_t0, const Vec3& p_t1, const Vec3& t0_t1,
                                        const Vec3& t1_t1, const Vec3& t2_t1, double& toi,
                                        double min_distance, double tmax) const {
  return ccd(VertexFace{p_t0, t0_t0, t1_t0, t2_t0, p_t1, t0_t1, t1_t1, t2_t1}, toi, min_distance,
             tmax);
}

bool is_step_collision_free(const CollisionMesh& mesh, const Positions& vertices_t0,
                            const Positions& vertices_t1, double min_distance,
                            BroadPhase broad_phase, const TightInclusionCCD& narrow_phase_ccd) {
  return largest_step(mesh, vertices_t0, vertices_t1, min_distance, broad_phase, narrow_phase_ccd)
      .free;
}

double compute_collision_free_stepsize(const CollisionMesh& mesh, const Positions& vertices_t0,
                                       const Positions& vertices_t1, double min_distance,
                                       BroadPhase broad_phase,
                                       const TightInclusionCCD& narrow_phase_ccd) {
  return largest_step(mesh, vertices_t0, vertices_t1, min_distance, broad_phase, narrow_phase_ccd)
      .size;
}

bool has_intersections(const CollisionMesh& mesh, const Positions& vertices,
                       BroadPhase broad_phase) {
  StepOptions options = mesh.options(0);
  options.broad_phase = broad_phase;
  return firstcontact::has_intersections(mesh.mesh(), vertices, options);
}

}  // namespace firstcontact::ipc
