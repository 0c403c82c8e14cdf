#include "rigid/model/describe_event.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>

#include "arith/fixed_order.h"
#include "rigid/model/properness.h"
#include "rigid/model/relative_screw.h"

namespace firstcontact::rigid {
namespace {

constexpr double kNarrow = 1e-6;

struct Described {
  Vec3 point, normal;
  double properness;
};

/// n, or −n if the bodies approach each other along −n.
Vec3 against_motion(const Vec3& n, const Vec3& velocity_of_b) {
  return dot(n, velocity_of_b) > 0 ? Vec3(-n) : n;
}

/// The point of the edge from a0 along a that is nearest to the other one. Where their lines meet
/// beyond an end, that end.
Vec3 nearest_on_edge(const Vec3& a0, const Vec3& a, const Vec3& b0, const Vec3& b) {
  const Vec3 n = a.cross(b), gap = b0 - a0;
  const double nn = squared_norm(n), aa = squared_norm(a), bb = squared_norm(b), ab = dot(a, b);
  double s = nn > 0 ? std::clamp(dot(gap.cross(b), n) / nn, 0.0, 1.0) : 0;
  const double t = bb > 0 ? std::clamp((s * ab - dot(gap, b)) / bb, 0.0, 1.0) : 0;
  s = aa > 0 ? std::clamp((t * ab + dot(gap, a)) / aa, 0.0, 1.0) : 0;
  return a0 + s * a;
}

/// Parallel edges have no common normal: out of A between its two faces, or into B.
Vec3 between_parallel_edges(const EdgeSides& a, const EdgeSides& b) {
  const Vec3 out_of_a = a.left + a.right, into_b = -(b.left + b.right);
  if (norm(out_of_a) > 1e-6) return out_of_a;
  if (norm(into_b) > 1e-6) return into_b;
  const Vec3 along = squared_norm(a.direction) > 0 ? a.direction : b.direction;
  Eigen::Index least = 0;
  along.cwiseAbs().minCoeff(&least);
  return normalized(along.cross(Vec3::Unit(least)));
}

}  // namespace

Collision describe_event(const Polyhedron& a, const Polyhedron& b, const ScrewCoefficients& b_in_a,
                         const FeatureEvent& event) {
  const auto [first, last, proven, decided] = event.event;
  const Instant i(b_in_a.angle, last - first < kNarrow ? 0.5 * (first + last) : first);
  const AffineMap map = map_at(b_in_a, i.t);
  const auto vertex_of = [](const Polyhedron& body, int v) -> const Vec3& {
    return body.vertices()[v];
  };
  Collision out;
  out.kind = event.kind, out.time = first, out.time_upper = last, out.proven = proven;
  out.a = event.a, out.b = event.b;
  Vec3 on_b;  // the point, in B's coordinates
  const auto velocity_at = [&](const Vec3& x) { return moving_point(b_in_a, x).velocity(i); };
  switch (event.kind) {
    case CollisionKind::VertexFace: {
      out.point = vertex_of(a, event.a), out.normal = times(map.linear, -b.normals()[event.b]);
      on_b = times(map.linear.transpose(), out.point - map.offset);
      if (!b.closed()) out.normal = against_motion(out.normal, velocity_at(on_b));
      out.properness = properness_vertex_face(a, event.a, -out.normal);
      out.b = b.source_of_face(event.b);
      break;
    }
    case CollisionKind::FaceVertex: {
      on_b = vertex_of(b, event.b);
      out.point = map.apply(on_b), out.normal = a.normals()[event.a];
      if (!a.closed()) out.normal = against_motion(out.normal, velocity_at(on_b));
      out.properness =
          properness_vertex_face(b, event.b, times(map.linear.transpose(), out.normal));
      out.a = a.source_of_face(event.a);
      break;
    }
    default: {
      const PolyhedronEdge &ea = a.edges()[event.a], &eb = b.edges()[event.b];
      const Vec3 a0 = vertex_of(a, ea.v0), b0 = map.apply(vertex_of(b, eb.v0));
      out.point =
          nearest_on_edge(a0, vertex_of(a, ea.v1) - a0, b0, map.apply(vertex_of(b, eb.v1)) - b0);
      on_b = times(map.linear.transpose(), out.point - map.offset);
      const EdgeSides sides_a = edge_sides(a, event.a),
                      sides_b = edge_sides(b, event.b, map.linear);
      const EdgeEdgeProperness proper = properness_edge_edge(sides_a, sides_b);
      out.normal = squared_norm(proper.normal) > 0 ? proper.normal
                                                   : between_parallel_edges(sides_a, sides_b);
      out.properness = proper.value;
      if (!sides_a.complete && !sides_b.complete)
        out.normal = against_motion(out.normal, velocity_at(on_b));
      break;
    }
  }
  out.properness = properness_in_motion(out.properness, out.normal, velocity_at(on_b));
  const double length = norm(out.normal);
  if (length > 0) out.normal /= length;
  return out;
}

int edge_beside(const Polyhedron& body, int triangle, const Vec3& point) {
  const auto& sides = body.triangle_edges()[triangle];
  const int along_side = *std::max_element(sides.begin(), sides.end());
  if (along_side >= 0) return along_side;
  const std::vector<int>& face = body.faces()[body.face_of_triangle(triangle)];
  int nearest = -1;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < face.size(); ++i) {
    const int v0 = face[i], v1 = face[i + 1 < face.size() ? i + 1 : 0];
    const Vec3 &x0 = body.vertices()[v0], &x1 = body.vertices()[v1];
    const Vec3 u = x1 - x0;
    const double s = std::clamp(dot(u, point - x0) / squared_norm(u), 0.0, 1.0),
                 distance = squared_norm(point - (x0 + s * u));
    if (distance < least) least = distance, nearest = body.edge_between(v0, v1);
  }
  return nearest;
}

}  // namespace firstcontact::rigid
