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

constexpr double kSameTime = 1e-6;  // of two collisions of one pair that are the same

/// A collision, and whether its time was computed rather than read off pixels.
struct Found {
  Collision collision;
  bool computed = false;
};

auto order_of(const Collision& c) { return std::tuple(c.time, c.kind, c.a, c.b); }

class Resolver {
 public:
  Resolver(const MeetingBodies& bodies, const ResolveRules& rules)
      : bodies_(bodies), rules_(rules), turns_(bodies.screen.angle()) {}

  void add(const Meeting& meeting);
  std::vector<Collision> finish();

 private:
  const Polyhedron& a() const { return *bodies_.a.polyhedron; }
  const Polyhedron& b() const { return *bodies_.b.polyhedron; }
  /// Of a vertex of A and a face of B, and the other way round.
  Collision vertex_face(int vertex, int face, double time);
  Collision face_vertex(int face, int vertex, double time);
  std::optional<Collision> edge_edge(int edge_a, int edge_b, double time, const Vec3& point);
  void add_best(const Meeting& meeting, double time);
  /// False: too improper.
  bool keep(const Collision& collision, bool computed) {
    if (collision.properness < rules_.min_properness - kPropernessRounding) return false;
    found_.push_back({collision, computed || rules_.computed});
    return true;
  }
  /// Was the vertex of A found in one of these faces of B, or the vertex of B in one of these faces
  /// of A?
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
  /// Lowers the properness where the bodies part, as far as the surfaces know in from out.
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

  const MeetingBodies& bodies_;
  const ResolveRules& rules_;
  TurnTable turns_;
  AffineMap map_;
  double map_time_ = -1;
  std::vector<double> roots_;
  std::vector<Found> found_;
  /// Vertex of A and face of B, face of A and vertex of B, that are kept; ascending, as meetings
  /// are.
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
  if (properness.normal == Vec3::Zero())
    return std::nullopt;  // parallel: their ends collide with faces
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

void Resolver::add(const Meeting& meeting) {
  double time = meeting.time;
  if (meeting.guess) {
    const bool of_a = meeting.kind == MeetingKind::VertexFace;
    const ScreenBody& faces = of_a ? bodies_.b : bodies_.a;
    const ScreenBody& vertices = of_a ? bodies_.a : bodies_.b;
    const Vec3& point = vertices.points[of_a ? meeting.a : meeting.b];
    time = time_on_face(bodies_.screen, faces, of_a ? meeting.b : meeting.a, point, of_a, time,
                        rules_, turns_, roots_);
  }
  if (!(time >= -rules_.time_slack && time <= 1 + rules_.time_slack)) return;
  time = std::clamp(time, 0.0, 1.0);
  switch (meeting.kind) {
    case MeetingKind::VertexFace:
      if (keep(vertex_face(meeting.a, face_of_piece(meeting.b), time), true))
        vertices_a_.emplace_back(meeting.a, face_of_piece(meeting.b));
      break;
    case MeetingKind::FaceVertex:
      if (keep(face_vertex(face_of_piece(meeting.a), meeting.b, time), true))
        vertices_b_.emplace_back(face_of_piece(meeting.a), meeting.b);
      break;
    case MeetingKind::EdgeEdge:
      if (const std::optional<Collision> c = edge_edge(meeting.a, meeting.b, time, meeting.point))
        keep(*c, false);
      break;
    default: add_best(meeting, time);
  }
}

/// The vertex against whichever face beside the other feature is most proper. On pixels nothing is
/// added to a vertex that was found in one of these faces.
void Resolver::add_best(const Meeting& meeting, double time) {
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
      if (bodies_.b.active[face] != 0) offer(vertex_face(meeting.a, face, time));
  };
  const auto against_a = [&](std::span<const int> faces) {
    for (const int face : faces)
      if (bodies_.a.active[face] != 0) offer(face_vertex(face, meeting.b, time));
  };
  const std::span<const int> faces_a = meeting.kind == MeetingKind::EdgeVertex
                                           ? a().edges()[meeting.a].faces
                                           : a().faces_at(meeting.a);
  const std::span<const int> faces_b = meeting.kind == MeetingKind::VertexEdge
                                           ? b().edges()[meeting.b].faces
                                           : b().faces_at(meeting.b);
  const bool vertex_a = meeting.kind != MeetingKind::EdgeVertex,
             vertex_b = meeting.kind != MeetingKind::VertexEdge;
  if (!rules_.computed && ((vertex_a && found_in_b(meeting.a, faces_b)) ||
                           (vertex_b && found_in_a(faces_a, meeting.b))))
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
  if (roots.empty() &&
      rules.time_slack > 0) {  // perhaps just outside: one step of Newton's method from either end
    for (const double end : {0.0, 1.0}) {
      const ScrewCurve::Values v = curve.at(end);
      if (std::abs(v.f) <= rules.time_slack * std::abs(v.f1)) roots.push_back(end - v.f / v.f1);
    }
  }
  // The slope where the flow crosses the part; a face of B comes to the point as the point would go
  // backward to the face.
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

std::vector<Collision> resolve(const MeetingBodies& bodies, std::vector<Meeting> meetings,
                               const ResolveRules& rules) {
  const auto pair_of = [](const Meeting& m) { return std::tuple(m.kind, m.a, m.b); };
  std::stable_sort(meetings.begin(), meetings.end(), [&](const Meeting& x, const Meeting& y) {
    return std::tuple(pair_of(x), x.time) < std::tuple(pair_of(y), y.time);
  });
  Resolver resolver(bodies, rules);
  const Meeting* last = nullptr;
  for (const Meeting& meeting : meetings) {
    const bool again = last != nullptr && pair_of(*last) == pair_of(meeting) &&
                       meeting.time - last->time <= rules.same_time;
    last = &meeting;
    if (!again || meeting.guess) resolver.add(meeting);
  }
  return resolver.finish();
}

void keep_first(std::vector<Collision>& collisions, const ScrewOptions& options) {
  if (!options.first_only || collisions.empty()) return;
  const double last = collisions.front().time + options.time_resolution;
  std::erase_if(collisions, [&](const Collision& c) { return c.time > last; });
}

}  // namespace firstcontact::rigid
