#pragma once
/// The names under which users of the IPC Toolkit know what is here, as thin aliases. Needs nothing of that library.
///
/// Where it returns a bare bool or number, what cannot be decided because the input is bad (a NaN, an index out of range) counts as
/// contact at time 0; the functions of step.h and solve.h say what is wrong. The times are those of `toi` there: at a step of
/// exactly that size the pair is within tolerance. A solver that wants to keep away from contact asks for a min_distance, or uses
/// line_search.h.
#include <firstcontact/line_search.h>
#include <firstcontact/solve.h>
#include <firstcontact/step.h>

#include <algorithm>
#include <functional>

namespace firstcontact::ipc {

/// A Mesh that remembers which of its vertices may collide.
class CollisionMesh {
 public:
  /// Rest positions (only their number counts), edges and faces, one a row; edges of faces are found without being given.
  template <class Vertices, class Edges, class Faces>
  CollisionMesh(const Vertices& rest_positions, const Edges& edges, const Faces& faces)
      : mesh_(MeshDescription{.vertex_count = static_cast<std::size_t>(rest_positions.rows()),
                              .faces = Mesh::rows<3>(faces),
                              .edges = Mesh::rows<2>(edges)}) {}
  explicit CollisionMesh(Mesh mesh) : mesh_(std::move(mesh)) {}

  const Mesh& mesh() const { return mesh_; }
  std::size_t num_vertices() const { return mesh_.vertex_count(); }
  std::size_t num_edges() const { return mesh_.edges().size(); }
  std::size_t num_faces() const { return mesh_.faces().size(); }

  /// If set: two elements are tested if it holds for any vertex of the one and any of the other. Called concurrently.
  std::function<bool(std::size_t, std::size_t)> can_collide;

  StepOptions options(double min_distance) const {
    StepOptions options;
    options.min_separation = min_distance;
    if (can_collide)
      options.filter = [collide = can_collide](const ElementPair& pair) {
        const int first = pair.kind == Kind::EdgeEdge ? 2 : 1, count = point_count(pair.kind);
        for (int i = 0; i < first; ++i)
          for (int j = first; j < count; ++j)
            if (collide(static_cast<std::size_t>(pair.vertices[i]), static_cast<std::size_t>(pair.vertices[j]))) return true;
        return false;
      };
    return options;
  }

 private:
  Mesh mesh_;
};

/// True if the whole step is free.
inline bool is_step_collision_free(const CollisionMesh& mesh, const Positions& vertices_t0, const Positions& vertices_t1,
                                   double min_distance = 0) {
  return is_step_free(mesh.mesh(), vertices_t0, vertices_t1, mesh.options(min_distance)).free();
}

/// The largest step in [0, 1] for which the motion is free.
inline double compute_collision_free_stepsize(const CollisionMesh& mesh, const Positions& vertices_t0, const Positions& vertices_t1,
                                              double min_distance = 0) {
  return collision_free_step_size(mesh.mesh(), vertices_t0, vertices_t1, mesh.options(min_distance)).toi;
}

/// True if the pair touches in [0, tmax]; then toi is the time.
inline bool ccd(const Query& query, double& toi, double min_distance = 0, double tmax = 1) {
  Options options;
  options.min_separation = min_distance;
  options.t_max = tmax;
  const Result result = solve(query, options);
  toi = result.toi;
  return result.status != Status::Free;
}

inline bool point_triangle_ccd(const Vec3& p_t0, const Vec3& t0_t0, const Vec3& t1_t0, const Vec3& t2_t0, const Vec3& p_t1,
                               const Vec3& t0_t1, const Vec3& t1_t1, const Vec3& t2_t1, double& toi, double min_distance = 0,
                               double tmax = 1) {
  return ccd(VertexFace{p_t0, t0_t0, t1_t0, t2_t0, p_t1, t0_t1, t1_t1, t2_t1}, toi, min_distance, tmax);
}

inline bool edge_edge_ccd(const Vec3& ea0_t0, const Vec3& ea1_t0, const Vec3& eb0_t0, const Vec3& eb1_t0, const Vec3& ea0_t1,
                          const Vec3& ea1_t1, const Vec3& eb0_t1, const Vec3& eb1_t1, double& toi, double min_distance = 0,
                          double tmax = 1) {
  return ccd(EdgeEdge{ea0_t0, ea1_t0, eb0_t0, eb1_t0, ea0_t1, ea1_t1, eb0_t1, eb1_t1}, toi, min_distance, tmax);
}

inline bool point_edge_ccd(const Vec3& p_t0, const Vec3& e0_t0, const Vec3& e1_t0, const Vec3& p_t1, const Vec3& e0_t1,
                           const Vec3& e1_t1, double& toi, double min_distance = 0, double tmax = 1) {
  return ccd(PointEdge{p_t0, e0_t0, e1_t0, p_t1, e0_t1, e1_t1}, toi, min_distance, tmax);
}

inline bool point_edge_ccd(const Vec2& p_t0, const Vec2& e0_t0, const Vec2& e1_t0, const Vec2& p_t1, const Vec2& e0_t1,
                           const Vec2& e1_t1, double& toi, double min_distance = 0, double tmax = 1) {
  return ccd(PointSegment2D{p_t0, e0_t0, e1_t0, p_t1, e0_t1, e1_t1}, toi, min_distance, tmax);
}

inline bool point_point_ccd(const Vec3& p0_t0, const Vec3& p1_t0, const Vec3& p0_t1, const Vec3& p1_t1, double& toi,
                            double min_distance = 0, double tmax = 1) {
  return ccd(PointPoint{p0_t0, p1_t0, p0_t1, p1_t1}, toi, min_distance, tmax);
}

}  // namespace firstcontact::ipc
