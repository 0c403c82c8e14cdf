#include "rigid/published/resolve.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <tuple>

#include "arith/fixed_order.h"
#include "rigid/model/properness.h"
#include "rigid/model/turning_point.h"

namespace firstcontact::rigid {

namespace {

/// Collisions of one pair whose computed times differ by at most this are the same.
constexpr double kSameTime = 1e-6;

/// A collision, and whether its time was computed rather than taken from pixels.
struct Found {
  Collision collision;
  bool computed = false;
};

auto order_of(const Collision& c) { return std::tuple(c.time, c.kind, c.a, c.b); }

class Resolver {
 public:
  Resolver(const ScreenBodies& bodies, const ResolveRules& rules)
      : bodies_(bodies), rules_(rules), turns_(bodies.screen.angle()) {}

  void add(const ScreenContact& contact);
  std::vector<Collision> finish();

 private:
  const Polyhedron& a() const { return *bodies_.a.polyhedron; }
  const Polyhedron& b() const { return *bodies_.b.polyhedron; }
  /// Collision of a vertex of A and a face of B, and the other way round.
  Collision vertex_face(int vertex, int face, double time);
  Collision face_vertex(int face, int vertex, double time);
  std::optional<Collision> edge_edge(int edge_a, int edge_b, double time, const Vec3& point);
  void add_best(const ScreenContact& contact, double time);
  /// False if the collision is too improper.
  bool keep(const Collision& collision, bool computed) {
    if (collision.properness < rules_.min_properness - kPropernessRounding) return false;
    found_.push_back({collision, computed || rules_.computed});
    return true;
  }
  /// Whether the vertex of A was found in one of these faces of B, or the vertex of B in one of
  /// these faces of A.
  bool found_in_b(int vertex, std::span<const int> faces) const {
    return std::any_of(faces.begin(), faces.end(), [&](int face) {
      return std::binary_search(vertices_a_.begin(), vertices_a_.end(), std::pair(vertex, face));
    });
  }
  bool found_in_a(std::span<const int> faces, int vertex) const {
    return std::any_of(faces.begin(), faces.end(), [&](int face) {
      return std::binary_search(vertices_b_.begin(), vertices_b_.end(), std::pair(face, vertex));
    });
  }
  /// Lowers the properness if the bodies part, provided that the surfaces have an outside.
  Collision& consider_motion(Collision& c) {
    const bool oriented = (c.kind == CollisionKind::VertexFace || a().closed()) &&
                          (c.kind == CollisionKind::FaceVertex || b().closed());
    if (!oriented) return c;
    const ScrewCoefficients& path = bodies_.motion.b_in_a;
    const AffineMap& map = b_at(c.time);
    const TurningPoint point =
        moving_point(path, times(map.linear.transpose(), c.point - map.offset));
    c.properness =
        properness_in_motion(c.properness, c.normal, point.velocity(Instant(path.angle, c.time)));
    return c;
  }
  const AffineMap& b_at(double time) {
    if (time != map_time_) {
      map_ = map_at(bodies_.motion.b_in_a, time);
      map_time_ = time;
    }
    return map_;
  }

  const ScreenBodies& bodies_;
  const ResolveRules& rules_;
  TurnTable turns_;
  AffineMap map_;
  double map_time_ = -1;
  std::vector<double> roots_;
  std::vector<Found> found_;
  /// Pairs that are kept: vertex of A and face of B, face of A and vertex of B. In ascending order,
  /// as contacts are.
  std::vector<std::pair<int, int>> vertices_a_, vertices_b_;
};

Collision Resolver::vertex_face(int vertex, int face, double time) {
  const Vec3 outward = times(b_at(time).linear, b().normals()[face]);
  Collision c;
  c.kind = CollisionKind::VertexFace;
  c.a = vertex;
  c.b = face;
  c.time = c.time_upper = time;
  c.point = a().vertices()[vertex];
  c.normal = -outward;
  c.properness = properness_vertex_face(a(), vertex, outward);
  return consider_motion(c);
}

Collision Resolver::face_vertex(int face, int vertex, double time) {
  const AffineMap& map = b_at(time);
  const Vec3& outward = a().normals()[face];
  Collision c;
  c.kind = CollisionKind::FaceVertex;
  c.a = face;
  c.b = vertex;
  c.time = c.time_upper = time;
  c.point = map.apply(b().vertices()[vertex]);
  c.normal = outward;
  c.properness = properness_vertex_face(b(), vertex, times(map.linear.transpose(), outward));
  return consider_motion(c);
}

std::optional<Collision> Resolver::edge_edge(int edge_a, int edge_b, double time,
                                             const Vec3& point) {
  const EdgeEdgeProperness properness =
      properness_edge_edge(edge_sides(a(), edge_a), edge_sides(b(), edge_b, b_at(time).linear));
  // If the edges are parallel, their ends collide with faces.
  if (properness.normal == Vec3::Zero()) return std::nullopt;
  Collision c;
  c.kind = CollisionKind::EdgeEdge;
  c.a = edge_a;
  c.b = edge_b;
  c.time = c.time_upper = time;
  const PolyhedronEdge& edge = a().edges()[edge_a];
  const Vec3 p0 = a().vertices()[edge.v0], along = a().vertices()[edge.v1] - p0;
  const double share = dot(along, bodies_.screen.to_a(point) - p0) / squared_norm(along);
  c.point = p0 + std::clamp(share, 0.0, 1.0) * along;
  c.normal = properness.normal;
  c.properness = properness.value;
  return consider_motion(c);
}

void Resolver::add(const ScreenContact& contact) {
  double time = contact.time;
  if (contact.guess) {
    const bool of_a = contact.kind == ScreenContactKind::VertexFace;
    const ScreenBody& faces = of_a ? bodies_.b : bodies_.a;
    const ScreenBody& vertices = of_a ? bodies_.a : bodies_.b;
    const Vec3& point = vertices.points[of_a ? contact.a : contact.b];
    time = time_on_face(bodies_.screen, faces, of_a ? contact.b : contact.a, point, of_a, time,
                        rules_, turns_, roots_);
  }
  if (!(time >= -rules_.time_slack && time <= 1 + rules_.time_slack)) return;
  time = std::clamp(time, 0.0, 1.0);
  switch (contact.kind) {
    case ScreenContactKind::VertexFace:
      if (keep(vertex_face(contact.a, face_of_piece(contact.b), time), true))
        vertices_a_.emplace_back(contact.a, face_of_piece(contact.b));
      break;
    case ScreenContactKind::FaceVertex:
      if (keep(face_vertex(face_of_piece(contact.a), contact.b, time), true))
        vertices_b_.emplace_back(face_of_piece(contact.a), contact.b);
      break;
    case ScreenContactKind::EdgeEdge:
      if (const std::optional<Collision> c = edge_edge(contact.a, contact.b, time, contact.point))
        keep(*c, false);
      break;
    default: add_best(contact, time);
  }
}

/// Adds the most proper collision of the vertex with a face beside the other feature. In pixel
/// mode, nothing is added if the vertex was already found in one of these faces.
void Resolver::add_best(const ScreenContact& contact, double time) {
  Collision best;
  bool any = false;
  const auto offer = [&](const Collision& c) {
    if (!any || (std::isnan(best.properness) && !std::isnan(c.properness)) ||
        c.properness > best.properness)
      best = c;
    any = true;
  };
  const auto against_b = [&](std::span<const int> faces) {
    for (const int face : faces)
      if (bodies_.b.active[face] != 0) offer(vertex_face(contact.a, face, time));
  };
  const auto against_a = [&](std::span<const int> faces) {
    for (const int face : faces)
      if (bodies_.a.active[face] != 0) offer(face_vertex(face, contact.b, time));
  };
  const std::span<const int> faces_a = contact.kind == ScreenContactKind::EdgeVertex
                                           ? a().edges()[contact.a].faces
                                           : a().faces_at(contact.a);
  const std::span<const int> faces_b = contact.kind == ScreenContactKind::VertexEdge
                                           ? b().edges()[contact.b].faces
                                           : b().faces_at(contact.b);
  const bool vertex_a = contact.kind != ScreenContactKind::EdgeVertex,
             vertex_b = contact.kind != ScreenContactKind::VertexEdge;
  if (!rules_.computed && ((vertex_a && found_in_b(contact.a, faces_b)) ||
                           (vertex_b && found_in_a(faces_a, contact.b))))
    return;
  if (vertex_a) against_b(faces_b);
  if (vertex_b) against_a(faces_a);
  if (any) keep(best, false);
}

std::vector<Collision> Resolver::finish() {
  const auto pair_of = [](const Collision& c) { return std::tuple(c.kind, c.a, c.b); };
  std::stable_sort(found_.begin(), found_.end(), [&](const Found& x, const Found& y) {
    return std::tuple(pair_of(x.collision), !x.computed, x.collision.time) <
           std::tuple(pair_of(y.collision), !y.computed, y.collision.time);
  });
  std::vector<Collision> collisions;
  const Found* last = nullptr;
  for (const Found& next : found_) {
    if (last != nullptr && pair_of(last->collision) == pair_of(next.collision) &&
        (last->computed != next.computed || next.collision.time - last->collision.time <=
                                                (next.computed ? kSameTime : rules_.same_time)))
      continue;
    collisions.push_back(next.collision);
    last = &next;
  }
  std::sort(collisions.begin(), collisions.end(),
            [](const Collision& x, const Collision& y) { return order_of(x) < order_of(y); });
  return collisions;
}

}  // namespace

double time_on_face(const Screen& screen, const ScreenBody& face_body, int piece, const Vec3& point,
                    bool backward, double guess, const ResolveRules& rules, const TurnTable& turns,
                    std::vector<double>& roots) {
  const int face = face_of_piece(piece);
  const Vec3& n = face_body.normals[face];
  const int corner = face_body.polyhedron->faces()[face].front();
  const ScrewCurve curve = plane_curve(screen, n, face_body.points[corner], point, backward);
  const double zero = curve.rounding() + 0x1p-46 * screen.size();
  find_roots(curve, turns, zero, roots);
  // The root may be just outside [0, 1]: try one Newton step from either end.
  if (roots.empty() && rules.time_slack > 0) {
    for (const double end : {0.0, 1.0}) {
      const ScrewCurve::Values v = curve.at(end);
      if (std::abs(v.f) <= rules.time_slack * std::abs(v.f1)) roots.push_back(end - v.f / v.f1);
    }
  }
  // The sign of the slope where the flow crosses the part. For a face of B the point moves
  // backward.
  const double sign = is_forward(piece) != backward ? 1 : -1;
  double nearest = std::numeric_limits<double>::quiet_NaN();
  for (const double root : roots) {
    if (!(sign * curve.at(root).f1 > 0) || std::abs(root - guess) >= std::abs(nearest - guess))
      continue;
    if (place_in_face(face_body, face, screen.carry(point, backward ? -root : root), rules.outside)
            .inside)
      nearest = root;
  }
  return nearest;
}

std::vector<Collision> resolve(const ScreenBodies& bodies, std::vector<ScreenContact> contacts,
                               const ResolveRules& rules) {
  const auto pair_of = [](const ScreenContact& m) { return std::tuple(m.kind, m.a, m.b); };
  std::stable_sort(contacts.begin(), contacts.end(),
                   [&](const ScreenContact& x, const ScreenContact& y) {
                     return std::tuple(pair_of(x), x.time) < std::tuple(pair_of(y), y.time);
                   });
  Resolver resolver(bodies, rules);
  const ScreenContact* last = nullptr;
  for (const ScreenContact& contact : contacts) {
    const bool again = last != nullptr && pair_of(*last) == pair_of(contact) &&
                       contact.time - last->time <= rules.same_time;
    last = &contact;
    if (!again || contact.guess) resolver.add(contact);
  }
  return resolver.finish();
}

void keep_first(std::vector<Collision>& collisions, const ScrewOptions& options) {
  if (!options.first_only || collisions.empty()) return;
  const double last = collisions.front().time + options.time_resolution;
  std::erase_if(collisions, [&](const Collision& c) { return c.time > last; });
}

}  // namespace firstcontact::rigid
