#include "rigid/properness.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>

namespace firstcontact {
namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

bool has_both_faces(const PolyhedronEdge& edge) { return edge.left >= 0 && edge.right >= 0 && edge.faces.size() == 2; }

/// Unit length; 0 for a vector without a direction.
Vec3 direction_of(const Vec3& v) {
  const double largest = v.cwiseAbs().maxCoeff();
  if (!(largest > 0)) return Vec3::Zero();
  const Vec3 scaled = v / largest;
  return scaled / std::sqrt(scaled.dot(scaled));
}

}  // namespace

double properness_vertex_face(const Polyhedron& vertex_body, int vertex, const Vec3& outward_normal) {
  const auto vertices = vertex_body.vertices();
  const auto edges = vertex_body.edges_at(vertex);
  if (edges.empty()) return kUnknown;
  double least = 1;
  for (const int index : edges) {
    const PolyhedronEdge& edge = vertex_body.edges()[static_cast<std::size_t>(index)];
    if (!has_both_faces(edge)) return kUnknown;
    const int other = edge.v0 == vertex ? edge.v1 : edge.v0;
    const Vec3 along = direction_of(vertices[static_cast<std::size_t>(other)] - vertices[static_cast<std::size_t>(vertex)]);
    if (along.isZero(0)) return kUnknown;
    least = std::min(least, along.dot(outward_normal));
  }
  return least;
}

EdgeSides edge_sides(const Polyhedron& body, int edge_index, const Mat3& rotation) {
  const PolyhedronEdge& edge = body.edges()[static_cast<std::size_t>(edge_index)];
  const auto vertices = body.vertices();
  EdgeSides sides;
  sides.direction =
      direction_of(rotation * (vertices[static_cast<std::size_t>(edge.v1)] - vertices[static_cast<std::size_t>(edge.v0)]));
  if (edge.left >= 0) sides.left = rotation * body.normals()[static_cast<std::size_t>(edge.left)];
  if (edge.right >= 0) sides.right = rotation * body.normals()[static_cast<std::size_t>(edge.right)];
  sides.complete = has_both_faces(edge) && !sides.direction.isZero(0);
  return sides;
}

EdgeEdgeProperness properness_edge_edge(const EdgeSides& a, const EdgeSides& b) {
  const Vec3 across = a.direction.cross(b.direction);
  const Vec3 n = direction_of(across);
  if (n.isZero(0)) return {kUnknown, Vec3::Zero()};
  // The four terms change sign with n: with −n the least is minus the largest.
  double least = std::numeric_limits<double>::infinity(), largest = -std::numeric_limits<double>::infinity();
  const auto add = [&](double term) {
    least = std::min(least, term);
    largest = std::max(largest, term);
  };
  if (a.complete) {
    const Vec3 aside = n.cross(a.direction);
    add(aside.dot(a.left));
    add(-aside.dot(a.right));
  }
  if (b.complete) {
    const Vec3 aside = n.cross(b.direction);
    add(-aside.dot(b.left));
    add(aside.dot(b.right));
  }
  const bool flipped = (a.complete || b.complete) && -largest > least;
  const double value = a.complete && b.complete ? std::sqrt(across.dot(across)) * (flipped ? -largest : least) : kUnknown;
  return {value, flipped ? Vec3(-n) : n};
}

}  // namespace firstcontact
