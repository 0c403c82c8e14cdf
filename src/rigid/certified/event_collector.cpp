#include "rigid/certified/event_collector.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <span>

#include "arith/fixed_order.h"

namespace firstcontact::rigid {
namespace {

std::array<Vec3, 3> triangle_corners(const Polyhedron& body, int triangle,
                                     std::span<const Vec3> points) {
  const Face& face = body.triangles()[triangle];
  return {points[face[0]], points[face[1]], points[face[2]]};
}

}  // namespace

BodyPair::BodyPair(const Polyhedron& body_a, const Polyhedron& body_b, const RelativeMotion& motion)
    : a(body_a), b(body_b), path(motion.b_in_a), owners_a(body_a), owners_b(body_b) {
  const Vec3 turn = path.angle * motion.screw.axis;
  const Vec3 shift = path.velocity.offset - turn.cross(path.start.offset);
  const double maps = 1 + norm(path.velocity.linear) + norm(path.bend.linear);
  extent = norm(path.start.offset) * maps + norm(path.velocity.offset) + norm(path.bend.offset) +
           norm(path.drift);
  double farthest = 0;
  for (const Polyhedron* body : {&a, &b})
    for (const Vec3& x : body->vertices()) farthest = std::max(farthest, norm(x));
  extent += farthest * maps;
  for (const Vec3& y : a.vertices()) {
    const Vec3 w = turn.cross(y) + shift;
    vertices_a.push_back({y, -w, turn.cross(w), -path.drift});
  }
  for (const Vec3& x : b.vertices()) {
    vertices_b.push_back(moving_point(path, x));
    start_b.push_back(path.start.apply(x));
  }
}

motion::LeafDecision EventCollector::decide(const motion::SearchInterval&, motion::LeafPair& pair) {
  const int ta = tree_a_.order[pair.a->begin], tb = tree_b_.order[pair.b->begin];
  const Polyhedron &a = bodies_.a, &b = bodies_.b;
  first_ = std::max(0.0, pair.first - kWindowRoom);
  last_ = std::min(1.0, std::min(pair.last, horizon_) + kWindowRoom);
  for (const int v : a.triangles()[ta])
    if (bodies_.owners_a.owns_vertex(ta, v))
      examine_vertex_and_face(CollisionKind::VertexFace, v, b.face_of_triangle(tb),
                              bodies_.vertices_a[v], triangle_corners(b, tb, bodies_.start_b));
  for (const int v : b.triangles()[tb])
    if (bodies_.owners_b.owns_vertex(tb, v))
      examine_vertex_and_face(CollisionKind::FaceVertex, a.face_of_triangle(ta), v,
                              bodies_.vertices_b[v], triangle_corners(a, ta, a.vertices()));
  for (const int ea : a.triangle_edges()[ta])
    for (const int eb : b.triangle_edges()[tb])
      if (bodies_.owners_a.owns_edge(ta, ea) && bodies_.owners_b.owns_edge(tb, eb))
        examine_edges(ea, eb);
  return motion::LeafDecision::Decided;
}

void EventCollector::examine_vertex_and_face(CollisionKind kind, int a, int b,
                                             const TurningPoint& vertex,
                                             const std::array<Vec3, 3>& face) {
  found_.clear();
  search_->spend(vertex_face_events(vertex, face, first_, last_, limits_, found_));
  keep(kind, a, b);
}

void EventCollector::examine_edges(int edge_a, int edge_b) {
  const PolyhedronEdge& a = bodies_.a.edges()[edge_a];
  const PolyhedronEdge& b = bodies_.b.edges()[edge_b];
  const Vec3& a0 = bodies_.a.vertices()[a.v0];
  const Vec3 along_b = bodies_.b.vertices()[b.v1] - bodies_.b.vertices()[b.v0];
  found_.clear();
  search_->spend(edge_edge_events(a0, bodies_.a.vertices()[a.v1] - a0, bodies_.vertices_b[b.v0],
                                  moving_vector(bodies_.path, along_b), first_, last_, limits_,
                                  found_));
  keep(CollisionKind::EdgeEdge, edge_a, edge_b);
}

void EventCollector::keep(CollisionKind kind, int a, int b) {
  for (const Event& event : found_) {
    events_.push_back({kind, a, b, event});
    if (first_only_ && event.decided) horizon_ = std::min(horizon_, event.last);
  }
}

}  // namespace firstcontact::rigid
