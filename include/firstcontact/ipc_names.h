#pragma once
/// The functions of the library under the names, arguments, defaults and meanings of the IPC Toolkit.
/// Nothing of that library is needed.
///
/// As there, and unlike step.h and solve.h, times leave room: a pair counts as colliding when only a
/// share of its initial distance is left. So a solver may take the whole step it is given, and no
/// distance becomes zero. With c = conservative_rescaling and d the pair's distance at t0, a pair
/// collides
///  - at time 0, if d <= min_distance;
///  - when it comes within min_distance + min((1 - c) (d - min_distance), 1e-4);
///  - if that is before SMALL_TOI: at c times the time at which it comes within min_distance, or not
///    at all.
/// `toi` is that time. It is infinite if the functions return false.
///
/// What differs from the IPC Toolkit:
///  - Answers are proven. No iteration limit is needed, and max_iterations is not used. `tolerance` (a
///    length) is never larger than a small share of the gap; times agree within it.
///  - Step functions take the broad phase as BroadPhase of step.h; several threads call can_collide at
///    a time. A step that a SMALL_TOI cuts short is c times the time of the first contact of the whole
///    mesh, not of each pair by itself.
///  - Loose points are tested against loose edges and each other too.
///  - has_intersections is that of intersections.h: besides edges through triangles it sees triangles
///    that overlap in one plane, loose edges and points that touch something, and neighbours that are
///    folded flat.
///  - Bad input (a NaN, an index out of range, another number of vertices) counts as a collision at
///    time 0, where the IPC Toolkit asserts. The functions of step.h and solve.h say what is wrong.
#include <firstcontact/export.h>
#include <firstcontact/intersections.h>
#include <firstcontact/query.h>
#include <firstcontact/step.h>

#include <functional>
#include <limits>
#include <type_traits>
#include <utility>

namespace firstcontact::ipc {

/// What can_collide is unless it is set.
inline bool default_can_collide(std::size_t, std::size_t) { return true; }

/// A Mesh that remembers which of its vertices may collide.
class FIRSTCONTACT_API CollisionMesh {
 public:
  /// Rest positions (only their number counts), edges and faces, one a row; edges of faces are
  /// found without being given.
  template <class Vertices, class Edges, class Faces>
  CollisionMesh(const Vertices& rest_positions, const Edges& edges, const Faces& faces)
      : mesh_(MeshDescription{.vertex_count = static_cast<std::size_t>(rest_positions.rows()),
                              .faces = Mesh::rows<3>(faces),
                              .edges = Mesh::rows<2>(edges)}) {}
  explicit CollisionMesh(Mesh mesh) : mesh_(std::move(mesh)) {}

  /// The mesh as step.h takes it, and the numbers of its elements.
  const Mesh& mesh() const { return mesh_; }
  std::size_t num_vertices() const { return mesh_.vertex_count(); }
  std::size_t num_edges() const { return mesh_.edges().size(); }
  std::size_t num_faces() const { return mesh_.faces().size(); }

  /// Two elements are tested if it holds for any vertex of the one and any of the other. Called
  /// concurrently.
  std::function<bool(std::size_t, std::size_t)> can_collide = default_can_collide;

  /// Those of a step of step.h with this separation and can_collide as its filter.
  StepOptions options(double min_distance) const;

 private:
  Mesh mesh_;
};

/// How pairs are decided: what the narrow phases of the IPC Toolkit share here.
class FIRSTCONTACT_API NarrowPhaseCCD {
 public:
  /// Whether the pair collides in [0, tmax], in the meaning above. `toi` is set in any case.
  bool point_point_ccd(const Vec3& p0_t0, const Vec3& p1_t0, const Vec3& p0_t1, const Vec3& p1_t1,
                       double& toi, double min_distance = 0, double tmax = 1) const;
  bool point_point_ccd(const Vec2& p0_t0, const Vec2& p1_t0, const Vec2& p0_t1, const Vec2& p1_t1,
                       double& toi, double min_distance = 0, double tmax = 1) const;
  bool point_edge_ccd(const Vec3& p_t0, const Vec3& e0_t0, const Vec3& e1_t0, const Vec3& p_t1,
                      const Vec3& e0_t1, const Vec3& e1_t1, double& toi, double min_distance = 0,
                      double tmax = 1) const;
  bool point_edge_ccd(const Vec2& p_t0, const Vec2& e0_t0, const Vec2& e1_t0, const Vec2& p_t1,
                      const Vec2& e0_t1, const Vec2& e1_t1, double& toi, double min_distance = 0,
                      double tmax = 1) const;
  bool edge_edge_ccd(const Vec3& ea0_t0, const Vec3& ea1_t0, const Vec3& eb0_t0, const Vec3& eb1_t0,
                     const Vec3& ea0_t1, const Vec3& ea1_t1, const Vec3& eb0_t1, const Vec3& eb1_t1,
                     double& toi, double min_distance = 0, double tmax = 1) const;
  bool point_triangle_ccd(const Vec3& p_t0, const Vec3& t0_t0, const Vec3& t1_t0, const Vec3& t2_t0,
                          const Vec3& p_t1, const Vec3& t0_t1, const Vec3& t1_t1, const Vec3& t2_t1,
                          double& toi, double min_distance = 0, double tmax = 1) const;
  /// The same for a query of any kind.
  bool ccd(const Query& query, double& toi, double min_distance = 0, double tmax = 1) const;

  double tolerance = 1e-6;
  double conservative_rescaling = 0.8;

 protected:
  NarrowPhaseCCD(double tolerance_, double rescaling, double max_gap, double small_toi)
      : tolerance(tolerance_),
        conservative_rescaling(rescaling),
        max_gap_(max_gap),
        small_toi_(small_toi) {}

 private:
  double max_gap_, small_toi_;
};

/// The rule above with the numbers of the class of this name in the IPC Toolkit. Pairs are
/// decided by Method::Certified.
class TightInclusionCCD : public NarrowPhaseCCD {
 public:
  static constexpr double DEFAULT_TOLERANCE = 1e-6, DEFAULT_CONSERVATIVE_RESCALING = 0.8,
                          SMALL_TOI = 1e-6;
  static constexpr long DEFAULT_MAX_ITERATIONS = 10'000'000l;
  /// The largest gap that is left beyond min_distance.
  static constexpr double MAX_GAP = 1e-4;

  TightInclusionCCD(double tolerance_ = DEFAULT_TOLERANCE,
                    long max_iterations_ = DEFAULT_MAX_ITERATIONS,
                    double conservative_rescaling_ = DEFAULT_CONSERVATIVE_RESCALING)
      : NarrowPhaseCCD(tolerance_, conservative_rescaling_, MAX_GAP, SMALL_TOI),
        max_iterations(max_iterations_) {}

  /// Not used: no answer needs a limit.
  long max_iterations;
};

/// Always leaves the whole share (1 - c) of the distance, c = 0.9: neither 1e-4 nor SMALL_TOI play
/// a part. For pairs only.
class AdditiveCCD : public NarrowPhaseCCD {
 public:
  static constexpr double DEFAULT_CONSERVATIVE_RESCALING = 0.9;
  static constexpr long UNLIMITTED_ITERATIONS = -1;  // spelled as in the toolkit

  explicit AdditiveCCD(long max_iterations_ = UNLIMITTED_ITERATIONS,
                       double conservative_rescaling_ = DEFAULT_CONSERVATIVE_RESCALING)
      : NarrowPhaseCCD(1e-6, conservative_rescaling_, std::numeric_limits<double>::infinity(), 0),
        max_iterations(max_iterations_) {}

  /// Not used: no answer needs a limit.
  long max_iterations;
};

/// True if no pair collides in the whole step, in the meaning above: also false where a step only
/// comes near to contact.
FIRSTCONTACT_API bool is_step_collision_free(const CollisionMesh& mesh,
                                             const Positions& vertices_t0,
                                             const Positions& vertices_t1, double min_distance = 0,
                                             BroadPhase broad_phase = BroadPhase::Bvh,
                                             const TightInclusionCCD& narrow_phase_ccd = {});

/// The largest step in [0, 1] that is free of collisions in the meaning above: 1 for a full step, 0
/// for none.
FIRSTCONTACT_API double compute_collision_free_stepsize(
    const CollisionMesh& mesh, const Positions& vertices_t0, const Positions& vertices_t1,
    double min_distance = 0, BroadPhase broad_phase = BroadPhase::Bvh,
    const TightInclusionCCD& narrow_phase_ccd = {});

/// Whether anything intersects at these positions; see above for what counts.
FIRSTCONTACT_API bool has_intersections(const CollisionMesh& mesh, const Positions& vertices,
                                        BroadPhase broad_phase = BroadPhase::Bvh);

/// The type of points that a vector of two or three coordinates stands for.
template <class Vector>
using PointLike = std::conditional_t<Vector::SizeAtCompileTime == 2, Vec2, Vec3>;

/// The pairs as functions of their own, by the rule of TightInclusionCCD. `more` are its arguments,
/// in its order, where they are not the defaults.
template <class A, class B, class C, class D, class... More>
bool point_point_ccd(const A& p0_t0, const B& p1_t0, const C& p0_t1, const D& p1_t1, double& toi,
                     double min_distance = 0, double tmax = 1, More... more) {
  using Point = PointLike<A>;
  return TightInclusionCCD(more...).point_point_ccd(Point(p0_t0), Point(p1_t0), Point(p0_t1),
                                                    Point(p1_t1), toi, min_distance, tmax);
}
template <class A, class B, class C, class D, class E, class F, class... More>
bool point_edge_ccd(const A& p_t0, const B& e0_t0, const C& e1_t0, const D& p_t1, const E& e0_t1,
                    const F& e1_t1, double& toi, double min_distance = 0, double tmax = 1,
                    More... more) {
  using Point = PointLike<A>;
  return TightInclusionCCD(more...).point_edge_ccd(Point(p_t0), Point(e0_t0), Point(e1_t0),
                                                   Point(p_t1), Point(e0_t1), Point(e1_t1), toi,
                                                   min_distance, tmax);
}
template <class... More>
bool edge_edge_ccd(const Vec3& ea0_t0, const Vec3& ea1_t0, const Vec3& eb0_t0, const Vec3& eb1_t0,
                   const Vec3& ea0_t1, const Vec3& ea1_t1, const Vec3& eb0_t1, const Vec3& eb1_t1,
                   double& toi, double min_distance = 0, double tmax = 1, More... more) {
  return TightInclusionCCD(more...).edge_edge_ccd(ea0_t0, ea1_t0, eb0_t0, eb1_t0, ea0_t1, ea1_t1,
                                                  eb0_t1, eb1_t1, toi, min_distance, tmax);
}
template <class... More>
bool point_triangle_ccd(const Vec3& p_t0, const Vec3& t0_t0, const Vec3& t1_t0, const Vec3& t2_t0,
                        const Vec3& p_t1, const Vec3& t0_t1, const Vec3& t1_t1, const Vec3& t2_t1,
                        double& toi, double min_distance = 0, double tmax = 1, More... more) {
  return TightInclusionCCD(more...).point_triangle_ccd(p_t0, t0_t0, t1_t0, t2_t0, p_t1, t0_t1,
                                                       t1_t1, t2_t1, toi, min_distance, tmax);
}

}  // namespace firstcontact::ipc
