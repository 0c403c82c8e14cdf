#include "rigid/model/properness.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>

#include "arith/fixed_order.h"

namespace firstcontact {
namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

bool has_both_faces(const PolyhedronEdge& edge) {
  return edge.left >= 0 && edge.right >= 0 && edge.faces.size() == 2;
}

/// The unit vector along v; 0 if v is 0.
Vec3 direction_or_zero(const Vec3& v) {
  const double largest = v.cwiseAbs().maxCoeff();
  if (!(largest > 0)) return Vec3::Zero();
  const Vec3 scaled = v / largest;
  return scaled / std::sqrt(dot(scaled, scaled));
}

}  // namespace

double properness_vertex_face(const Polyhedron& vertex_body, int vertex,
                              const Vec3& outward_normal) {
  const auto vertices = vertex_body.vertices();
  const auto edges = vertex_body.edges_at(vertex);
  if (edges.empty()) return kUnknown;
  double least = 1;
  for (const int index : edges) {
    const PolyhedronEdge& edge = vertex_body.edges()[index];
    if (!has_both_faces(edge)) return kUnknown;
    const int other = edge.v0 == vertex ? edge.v1 : edge.v0;
    const Vec3 along = direction_or_zero(vertices[other] - vertices[vertex]);
    if (along.isZero(0)) return kUnknown;
    least = std::min(least, dot(along, outward_normal));
  }
  // At the bottom of a pit all edges rise from the face, as they do at a tip; but there the body
  // lies on the other side.
  Vec3 out = Vec3::Zero();
  for (const int face : vertex_body.faces_at(vertex)) out += vertex_body.normals()[face];
  return least > 0 && dot(out, outward_normal) > 0 ? -least : least;
}

EdgeSides edge_sides(const Polyhedron& body, int edge_index, const Mat3& rotation) {
  const PolyhedronEdge& edge = body.edges()[edge_index];
  const auto vertices = body.vertices();
  EdgeSides sides;
  sides.direction = direction_or_zero(times(rotation, vertices[edge.v1] - vertices[edge.v0]));
  if (edge.left >= 0) sides.left = times(rotation, body.normals()[edge.left]);
  if (edge.right >= 0) sides.right = times(rotation, body.normals()[edge.right]);
  sides.complete = has_both_faces(edge) && !sides.direction.isZero(0);
  return sides;
}

namespace {

/// The two terms of an edge in formula (6), the smaller one: positive for a convex edge with n
/// between the normals of its faces. A concave edge seen from inside the body has the same signs,
/// so n must also point outward.
double facing_of(const EdgeSides& edge, const Vec3& n) {
  if (!edge.complete) return std::numeric_limits<double>::infinity();
  const Vec3 aside = n.cross(edge.direction);
  const double least = std::min(dot(aside, edge.left), -dot(aside, edge.right));
  return least > 0 && dot(n, edge.left + edge.right) < 0 ? -least : least;
}

}  // namespace

EdgeEdgeProperness properness_edge_edge(const EdgeSides& a, const EdgeSides& b) {
  const Vec3 across = a.direction.cross(b.direction);
  const Vec3 n = direction_or_zero(across);
  if (n.isZero(0)) return {kUnknown, Vec3::Zero()};
  const double plain = std::min(facing_of(a, n), facing_of(b, -n)),
               flipped = std::min(facing_of(a, -n), facing_of(b, n));
  const double value = a.complete && b.complete
                           ? std::sqrt(dot(across, across)) * std::max(plain, flipped)
                           : kUnknown;
  return {value, flipped > plain ? Vec3(-n) : n};
}

double properness_in_motion(double properness, const Vec3& normal, const Vec3& velocity) {
  const double speed = norm(velocity), apart = dot(normal, velocity);
  return speed > 0 && apart > 0 && -apart / speed < properness ? -apart / speed : properness;
}

}  // namespace firstcontact
