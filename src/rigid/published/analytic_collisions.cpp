// Analytic mode. Features are curves on the collision screen. For pairs of features whose boxes in
// (r, h) overlap at a time in [0, 1] (analytic_boxes.h), the times at which they meet are computed
// without pixels, as roots of a function:
//  - vertex and face: the distance of the vertex from the face's plane;
//  - two edges: the volume spanned by the edges and the line between them.
// Under a screw motion these functions have one form, and their roots are found one by one
// (analytic_curve.h). A root counts if the point lies in the face, or on both edges.
//
// A vertex that meets an edge or a vertex is handled as in pixel mode: it is reported as the most
// proper of its vertex-face contacts.
#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "arith/fixed_order.h"
#include "rigid/published/analytic_boxes.h"
#include "rigid/published/analytic_curve.h"
#include "rigid/published/resolve.h"
#include "rigid/published/screen_modes.h"

namespace firstcontact {

namespace {

using namespace rigid;

/// Distances, as shares of the scene's size, at which features touch and at which a point is on an
/// edge.
constexpr double kTouching = 0x1p-44, kOnEdge = 1e-10;
/// Edges are parallel if the sine of their angle is smaller.
constexpr double kParallel = 1e-8;
/// Contacts of two features whose times differ by less are one contact.
constexpr double kSameTime = 1e-9;

class AnalyticSearch {
 public:
  AnalyticSearch(const Screen& screen, const ScreenBody& a, const ScreenBody& b)
      : screen_(screen),
        a_(a),
        b_(b),
        turns_(screen.angle()),
        touching_(kTouching * screen.size()),
        on_edge_(kOnEdge * screen.size()) {}

  std::vector<ScreenContact> run();

 private:
  void vertex_and_face(const ScreenBody& vertices, int vertex, const ScreenBody& faces, int face);
  void slide_on_face(const ScreenBody& vertices, int vertex, const ScreenBody& faces, int face);
  bool add_vertex_at(const ScreenBody& vertices, int vertex, const ScreenBody& faces, int face,
                     double time);
  void edge_and_edge(int edge_a, int edge_b);
  void add_edges_at(int edge_a, int edge_b, double time);
  /// Whether a point of the edge, given at the start, borders on a wanted part of a face.
  bool takes_part(const ScreenBody& body, const PolyhedronEdge& edge, const Vec3& point) const;

  const Screen& screen_;
  const ScreenBody& a_;
  const ScreenBody& b_;
  TurnTable turns_;
  double touching_ = 0, on_edge_ = 0;
  std::vector<double> roots_;
  std::vector<ScreenContact> contacts_;
};

std::vector<ScreenContact> AnalyticSearch::run() {
  const Range angles = angles_of(screen_, b_);
  const auto boxes = [&](const ScreenBody& body, FeatureKind kind) {
    return FeatureBoxes(screen_, body, kind, angles);
  };
  for (const auto& [vertex, face] :
       overlapping_pairs(boxes(a_, FeatureKind::Vertex), boxes(b_, FeatureKind::Face)))
    vertex_and_face(a_, vertex, b_, face);
  for (const auto& [face, vertex] :
       overlapping_pairs(boxes(a_, FeatureKind::Face), boxes(b_, FeatureKind::Vertex)))
    vertex_and_face(b_, vertex, a_, face);
  for (const auto& [edge_a, edge_b] :
       overlapping_pairs(boxes(a_, FeatureKind::Edge), boxes(b_, FeatureKind::Edge)))
    edge_and_edge(edge_a, edge_b);
  return std::move(contacts_);
}

void AnalyticSearch::vertex_and_face(const ScreenBody& vertices, int vertex,
                                     const ScreenBody& faces, int face) {
  const int corner = faces.polyhedron->faces()[face].front();
  const ScrewCurve curve = plane_curve(screen_, faces.normals[face], faces.points[corner],
                                       vertices.points[vertex], faces.moving);
  if (curve.bound() <= 4 * touching_) {
    slide_on_face(vertices, vertex, faces, face);
    return;
  }
  find_roots(curve, turns_, touching_, roots_);
  for (const double root : roots_) add_vertex_at(vertices, vertex, faces, face, root);
}

/// The vertex stays in the face's plane, so it meets the face at the start or when it enters over
/// an edge.
void AnalyticSearch::slide_on_face(const ScreenBody& vertices, int vertex, const ScreenBody& faces,
                                   int face) {
  if (add_vertex_at(vertices, vertex, faces, face, 0)) return;
  const std::vector<int>& corners = faces.polyhedron->faces()[face];
  std::vector<double> times;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Vec3& p = faces.points[corners[i]];
    const Vec3& q = faces.points[corners[i + 1 < corners.size() ? i + 1 : 0]];
    const Vec3 across = normalized((q - p).cross(faces.normals[face]));
    find_roots(plane_curve(screen_, across, p, vertices.points[vertex], faces.moving), turns_,
               touching_, roots_);
    times.insert(times.end(), roots_.begin(), roots_.end());
  }
  std::sort(times.begin(), times.end());
  for (const double time : times)
    if (add_vertex_at(vertices, vertex, faces, face, time)) return;
}

bool AnalyticSearch::add_vertex_at(const ScreenBody& vertices, int vertex, const ScreenBody& faces,
                                   int face, double time) {
  const Vec3& start = vertices.points[vertex];
  // The vertex relative to the face's position at the start.
  const Vec3 point = screen_.carry(start, faces.moving ? -time : time);
  const PlaceInFace place = place_in_face(faces, face, point, on_edge_);
  if (!place.inside) return false;
  const double facing = faces.facing(screen_, face, point);
  if (faces.active[face] == 0 || !faces.is_wanted(facing) || !vertices.is_active(screen_, vertex))
    return true;
  const bool of_a = faces.moving;
  const std::vector<int>& corners = faces.polyhedron->faces()[face];
  ScreenContact contact;
  contact.time = time;
  int other = piece_of(face, facing);
  contact.kind = of_a ? ScreenContactKind::VertexFace : ScreenContactKind::FaceVertex;
  if (place.corner >= 0) {
    contact.kind = ScreenContactKind::VertexVertex;
    other = corners[place.corner];
  } else if (place.edge >= 0) {
    contact.kind = of_a ? ScreenContactKind::VertexEdge : ScreenContactKind::EdgeVertex;
    const std::size_t i = static_cast<std::size_t>(place.edge);
    other = faces.polyhedron->edge_between(corners[i], corners[i + 1 < corners.size() ? i + 1 : 0]);
  }
  contact.a = of_a ? vertex : other;
  contact.b = of_a ? other : vertex;
  contacts_.push_back(contact);
  return true;
}

bool AnalyticSearch::takes_part(const ScreenBody& body, const PolyhedronEdge& edge,
                                const Vec3& point) const {
  if (body.wanted == Facing::Any) return true;
  return std::any_of(edge.faces.begin(), edge.faces.end(), [&](int face) {
    return body.active[face] != 0 && body.is_wanted(body.facing(screen_, face, point));
  });
}

void AnalyticSearch::edge_and_edge(int edge_a, int edge_b) {
  const PolyhedronEdge& ea = a_.polyhedron->edges()[edge_a];
  const PolyhedronEdge& eb = b_.polyhedron->edges()[edge_b];
  if (ea.faces.empty() || eb.faces.empty()) return;
  const Vec3 &a0 = a_.points[ea.v0], &a1 = a_.points[ea.v1];
  const Vec3 &b0 = b_.points[eb.v0], &b1 = b_.points[eb.v1];
  const ScrewCurve curve = edge_curve(screen_, a0, a1, b0, b1);
  const double zero = touching_ * norm(a1 - a0) * norm(b1 - b0);
  if (curve.bound() <= 4 * zero) return;  // always in one plane: an end touches first
  find_roots(curve, turns_, zero, roots_);
  for (const double root : roots_) add_edges_at(edge_a, edge_b, root);
}

void AnalyticSearch::add_edges_at(int edge_a, int edge_b, double time) {
  const PolyhedronEdge& ea = a_.polyhedron->edges()[edge_a];
  const PolyhedronEdge& eb = b_.polyhedron->edges()[edge_b];
  const Vec3& a0 = a_.points[ea.v0];
  const Vec3 along_a = a_.points[ea.v1] - a0;
  const Vec3 b0 = screen_.carry(b_.points[eb.v0], time);
  const Vec3 along_b = screen_.carry(b_.points[eb.v1], time) - b0, gap = b0 - a0;
  const Vec3 across = along_a.cross(along_b);
  const double square = squared_norm(across), length_a = norm(along_a), length_b = norm(along_b);
  // If the edges are parallel, an end touches first.
  if (!(std::sqrt(square) > kParallel * length_a * length_b)) return;
  const double u = dot(gap.cross(along_b), across) / square,
               v = dot(gap.cross(along_a), across) / square;
  const double end_a = on_edge_ / length_a, end_b = on_edge_ / length_b;
  if (!(u >= -end_a && u <= 1 + end_a && v >= -end_b && v <= 1 + end_b)) return;
  const Vec3 point = a0 + u * along_a;
  if (!takes_part(a_, ea, point) || !takes_part(b_, eb, screen_.carry(point, -time))) return;
  const int vertex_a = u <= end_a ? ea.v0 : u >= 1 - end_a ? ea.v1 : -1;
  const int vertex_b = v <= end_b ? eb.v0 : v >= 1 - end_b ? eb.v1 : -1;
  ScreenContact contact{ScreenContactKind::EdgeEdge, edge_a, edge_b, time, false, point};
  if (vertex_a >= 0 && vertex_b >= 0) {
    contact = {ScreenContactKind::VertexVertex, vertex_a, vertex_b, time, false, point};
  } else if (vertex_a >= 0) {
    contact = {ScreenContactKind::VertexEdge, vertex_a, edge_b, time, false, point};
  } else if (vertex_b >= 0) {
    contact = {ScreenContactKind::EdgeVertex, edge_a, vertex_b, time, false, point};
  }
  contacts_.push_back(contact);
}

}  // namespace

std::vector<Collision> analytic_collisions(const Polyhedron& a, const Polyhedron& b,
                                           const RelativeMotion& motion,
                                           const ScrewOptions& options) {
  const Screen screen(a, b, motion, 0);
  if (screen.still() || !screen.may_collide()) return {};
  const bool cull = options.cull_facing.value_or(false);
  const ScreenBody body_a =
      make_screen_body(a, {}, screen, false, cull ? Facing::Backward : Facing::Any);
  const ScreenBody body_b = make_screen_body(b, map_at(motion.b_in_a, 0), screen, true,
                                             cull ? Facing::Forward : Facing::Any);
  std::vector<ScreenContact> contacts = AnalyticSearch(screen, body_a, body_b).run();
  const ResolveRules rules{.time_slack = 0,
                           .min_properness = options.min_properness.value_or(kPublishedProperness),
                           .same_time = kSameTime,
                           .computed = true};
  std::vector<Collision> collisions =
      resolve({screen, body_a, body_b, motion}, std::move(contacts), rules);
  keep_first(collisions, options);
  return collisions;
}

}  // namespace firstcontact
