#include "rigid/reference_screw.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <limits>
#include <tuple>

#include "rigid/screw_wave.h"

namespace firstcontact::test {
namespace {

using Exact = boost::multiprecision::cpp_bin_float_50;

template <class R>
Wave<R> height(const V<R>& n, const V<R>& level, const V<R>& x, const V<R>& w, const V<R>& z,
               const V<R>& d, const R& theta) {
  return {dot(n, x - level), dot(n, w), dot(n, z), dot(n, d), R(0), R(0), theta};
}

double segment_distance(const V<Long>& p, const V<Long>& u, const V<Long>& q, const V<Long>& v) {
  const auto clamp01 = [](Long s) { return s > 0 ? (s < 1 ? s : 1.0L) : 0.0L; };
  const auto point_segment = [&](const V<Long>& x, const V<Long>& e0, const V<Long>& e) {
    const Long ee = dot(e, e);
    return norm(x - e0 - e * (ee > 0 ? clamp01(dot(x - e0, e) / ee) : 0.0L));
  };
  Long best = std::min({point_segment(p, q, v), point_segment(p + u, q, v), point_segment(q, p, u),
                        point_segment(q + v, p, u)});
  const V<Long> n = cross(u, v);
  const Long nn = dot(n, n);
  if (nn > 0) {
    const Long s = dot(cross(q - p, v), n) / nn, t = dot(cross(q - p, u), n) / nn;
    if (s >= 0 && s <= 1 && t >= 0 && t <= 1) best = std::min(best, norm(p + u * s - q - v * t));
  }
  return static_cast<double>(best);
}

using Corners = std::array<V<Long>, 3>;

double triangle_distance(const V<Long>& x, const Corners& c) {
  double best = std::numeric_limits<double>::infinity();
  const V<Long> n = cross(c[1] - c[0], c[2] - c[0]), none = {0, 0, 0};
  bool inside = dot(n, n) > 0;
  for (std::size_t k = 0; k < 3; ++k) {
    const V<Long> e = c[(k + 1) % 3] - c[k];
    best = std::min(best, segment_distance(x, none, c[k], e));
    inside = inside && dot(cross(n, e), x - c[k]) >= 0;
  }
  if (inside) best = std::min(best, static_cast<double>(std::abs(dot(n, x - c[0])) / norm(n)));
  return best;
}

}  // namespace

struct ReferenceScrew::Scene {
  Polyhedron a, b;
  ScrewPath<Long> path, world;
  ScrewPath<Exact> exact;
  std::vector<V<Long>> start_b;
  Long size = 0, speed = 0;

  Scene(const Polyhedron& body_a, const PoseChange& motion_a, const Polyhedron& body_b,
        const PoseChange& motion_b)
      : a(body_a),
        b(body_b),
        path(motion_a, motion_b, relative_screw(motion_a, motion_b).axis),
        world({}, motion_a, relative_screw({}, motion_a).axis),
        exact(motion_a, motion_b, relative_screw(motion_a, motion_b).axis) {
    for (const Vec3& x : b.vertices()) {
      start_b.push_back(path.at_start(x));
      size = std::max(size, norm(start_b.back()));
      speed = std::max(speed, norm(path.velocity(start_b.back())) + norm(path.d));
    }
    for (const Vec3& x : a.vertices()) {
      size = std::max(size, norm(to<Long>(x)));
      speed = std::max(speed, norm(path.velocity(to<Long>(x))) + norm(path.d));
    }
  }

  V<Long> b_at(int v, Long t) const { return path.at(start_b[v], t); }
  V<Long> a_at(int v) const { return to<Long>(a.vertices()[v]); }

  double face_distance(const V<Long>& x, bool of_b, int face, Long t) const {
    const Polyhedron& body = of_b ? b : a;
    double best = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < body.triangles().size(); ++i) {
      if (body.source_of_face(body.face_of_triangle(static_cast<int>(i))) != face) continue;
      Corners c;
      for (std::size_t k = 0; k < 3; ++k)
        c[k] = of_b ? b_at(body.triangles()[i][k], t) : a_at(body.triangles()[i][k]);
      best = std::min(best, triangle_distance(x, c));
    }
    return best;
  }

  /// Of a point in A's coordinates.
  double feature_distance(const V<Long>& x, bool of_b, const Collision& c, Long t) const {
    const bool face = (c.kind == CollisionKind::VertexFace && of_b) ||
                      (c.kind == CollisionKind::FaceVertex && !of_b);
    const int index = of_b ? c.b : c.a;
    if (face) return face_distance(x, of_b, index, t);
    const auto at = [&](int v) { return of_b ? b_at(v, t) : a_at(v); };
    if (c.kind != CollisionKind::EdgeEdge) return static_cast<double>(norm(x - at(index)));
    const PolyhedronEdge& e = (of_b ? b : a).edges()[index];
    return segment_distance(x, {0, 0, 0}, at(e.v0), at(e.v1) - at(e.v0));
  }

  std::vector<Vec3> directions(bool of_b, const Collision& c, Long t) const {
    const Polyhedron& body = of_b ? b : a;
    const int index = of_b ? c.b : c.a;
    std::vector<Vec3> local;
    const auto vertex = [&](int v) -> const Vec3& { return body.vertices()[v]; };
    if (c.kind == CollisionKind::EdgeEdge) {
      const PolyhedronEdge& e = body.edges()[index];
      const Vec3 along = (vertex(e.v1) - vertex(e.v0)).normalized();
      local.push_back(body.normals()[e.left].cross(along));
      local.push_back(-body.normals()[e.right].cross(along));
    } else if ((c.kind == CollisionKind::VertexFace) != of_b) {
      for (const int e : body.edges_at(index)) {
        const PolyhedronEdge& edge = body.edges()[e];
        local.push_back(
            (vertex(edge.v0 == index ? edge.v1 : edge.v0) - vertex(index)).normalized());
      }
    }
    for (Vec3& x : local) {
      const V<Long> seen_from_a =
          of_b ? path.turned(path.start_turn.turn(to<Long>(x)), t) : to<Long>(x);
      x = rounded(world.turned(world.start_turn.turn(seen_from_a), t));
    }
    return local;
  }

  // Roots of one pair of features.

  /// Confirmed in 50 digits: f changes its sign around t, by more than rounding could.
  bool goes_through(const Wave<Exact>& f, Long t, Long scale, Long& room) const {
    const auto slope = static_cast<Long>(f.slope(Exact(t)));
    room = std::max(1e-13L, 3e-13L * scale / std::abs(slope));
    if (!(t - room > 0 && t + room < 1)) return false;
    const auto before = static_cast<Long>(f.value(Exact(t - room))),
               after = static_cast<Long>(f.value(Exact(t + room)));
    return (before < 0) != (after < 0) &&
           std::min(std::abs(before), std::abs(after)) > 1e-13L * scale;
  }

  void vertex_face(bool face_of_b, int v, int triangle, double near,
                   std::vector<Touch>& out) const {
    const Polyhedron& body = face_of_b ? b : a;
    const Face& face = body.triangles()[triangle];
    Corners c;
    for (std::size_t k = 0; k < 3; ++k) c[k] = face_of_b ? start_b[face[k]] : a_at(face[k]);
    const V<Long> normal = cross(c[1] - c[0], c[2] - c[0]);
    if (!(norm(normal) > 0)) return;
    const V<Long> n = unit(normal), x = face_of_b ? a_at(v) : start_b[v];
    const V<Long> w = path.velocity(x), z = cross(path.omega, w);
    const Wave<Long> f = face_of_b ? height(n, c[0], x, -w, z, -path.d, path.theta)
                                   : height(n, c[0], x, w, z, path.d, path.theta);
    for (const Long t : roots(f)) {
      const V<Long> at = face_of_b ? path.back(x, t) : path.at(x, t);
      Long rim = size,
           anywhere = size;  // how far inside, from edges of the body and from all sides
      for (std::size_t k = 0; k < 3; ++k) {
        const V<Long> e = c[(k + 1) % 3] - c[k];
        const Long inside = dot(unit(cross(n, e)), at - c[k]);
        anywhere = std::min(anywhere, inside);
        if (body.edge_between(face[k], face[(k + 1) % 3]) >= 0) rim = std::min(rim, inside);
      }
      if (anywhere < -static_cast<Long>(near) * size) continue;
      const int index = body.source_of_face(body.face_of_triangle(triangle));
      Touch touch = {face_of_b ? CollisionKind::VertexFace : CollisionKind::FaceVertex,
                     face_of_b ? v : index, face_of_b ? index : v, static_cast<double>(t)};
      Long room = 0;
      touch.sure = anywhere >= 0 &&
                   goes_through(exact_height(face_of_b, v, face), t, size + speed, room) &&
                   rim > 1e-12L * size + 2 * room * speed;
      out.push_back(touch);
    }
  }

  Wave<Exact> exact_height(bool face_of_b, int v, const Face& face) const {
    const auto corner = [&](int k, bool of_b) {
      const Vec3& x = (of_b ? b : a).vertices()[k];
      return of_b ? exact.at_start(x) : to<Exact>(x);
    };
    const V<Exact> c0 = corner(face[0], face_of_b), c1 = corner(face[1], face_of_b),
                   c2 = corner(face[2], face_of_b);
    const V<Exact> n = unit(cross(c1 - c0, c2 - c0)), x = corner(v, !face_of_b),
                   w = exact.velocity(x), z = cross(exact.omega, w);
    return face_of_b ? height(n, c0, x, -w, z, -exact.d, exact.theta)
                     : height(n, c0, x, w, z, exact.d, exact.theta);
  }

  template <class R>
  Wave<R> triple_product(const ScrewPath<R>& p, const V<R>& a0, const V<R>& along_a, const V<R>& b0,
                         const V<R>& along_b) const {
    const V<R> g = b0 - a0, w = p.velocity(b0), turn = cross(p.omega, along_b);
    return {dot(along_a, cross(along_b, g)),
            dot(along_a, cross(turn, g) + cross(along_b, w)),
            dot(along_a, cross(cross(p.omega, turn), g) + cross(turn, w) * R(2) +
                             cross(along_b, cross(p.omega, w))),
            R(0),
            dot(along_a, cross(along_b, p.d)),
            dot(along_a, cross(turn, p.d)),
            p.theta};
  }

  void edge_edge(int ea, int eb, double near, std::vector<Touch>& out) const {
    const PolyhedronEdge &edge_a = a.edges()[ea], &edge_b = b.edges()[eb];
    const V<Long> a0 = a_at(edge_a.v0), b0 = start_b[edge_b.v0];
    const V<Long> whole_a = a_at(edge_a.v1) - a0, whole_b = start_b[edge_b.v1] - b0;
    const Long la = norm(whole_a), lb = norm(whole_b);
    const V<Long> ua = whole_a * (1 / la), ub = whole_b * (1 / lb);
    for (const Long t : roots(triple_product(path, a0, ua, b0, ub))) {
      const V<Long> b_now = path.turned(ub, t), gap = path.at(b0, t) - a0, n = cross(ua, b_now);
      const Long nn = dot(n, n);
      if (!(nn > 1e-20L)) continue;  // parallel: ends on faces tell
      const Long s = dot(cross(gap, b_now), n) / nn, r = dot(cross(gap, ua), n) / nn;
      const Long inside = std::min({s, la - s, r, lb - r});
      if (inside < -static_cast<Long>(near) * size / std::sqrt(nn)) continue;
      Touch touch = {CollisionKind::EdgeEdge, ea, eb, static_cast<double>(t)};
      if (inside > 0) {
        const V<Exact> e0 = to<Exact>(a.vertices()[edge_a.v0]);
        const V<Exact> e1 = to<Exact>(a.vertices()[edge_a.v1]);
        const V<Exact> f0 = exact.at_start(b.vertices()[edge_b.v0]);
        const V<Exact> f1 = exact.at_start(b.vertices()[edge_b.v1]);
        Long room = 0;
        const Wave<Exact> f = triple_product(exact, e0, unit(e1 - e0), f0, unit(f1 - f0));
        const Long turn = norm(path.omega);
        touch.sure = goes_through(f, t, size + speed, room) &&
                     inside > (1e-12L * size + 4 * room * (speed + turn * size / std::sqrt(nn))) /
                                  std::sqrt(nn);
      }
      out.push_back(touch);
    }
  }
};

ReferenceScrew::ReferenceScrew(const Polyhedron& a, const PoseChange& motion_a, const Polyhedron& b,
                               const PoseChange& motion_b)
    : scene_(std::make_unique<Scene>(a, motion_a, b, motion_b)) {}
ReferenceScrew::~ReferenceScrew() = default;

std::vector<Touch> ReferenceScrew::touches(double near) const {
  std::vector<Touch> out;
  const Scene& s = *scene_;
  for (int v = 0; v < static_cast<int>(s.a.vertices().size()); ++v)
    for (int f = 0; f < static_cast<int>(s.b.triangles().size()) && !s.a.faces_at(v).empty(); ++f)
      s.vertex_face(true, v, f, near, out);
  for (int v = 0; v < static_cast<int>(s.b.vertices().size()); ++v)
    for (int f = 0; f < static_cast<int>(s.a.triangles().size()) && !s.b.faces_at(v).empty(); ++f)
      s.vertex_face(false, v, f, near, out);
  for (int ea = 0; ea < static_cast<int>(s.a.edges().size()); ++ea)
    for (int eb = 0; eb < static_cast<int>(s.b.edges().size()); ++eb)
      s.edge_edge(ea, eb, near, out);
  std::sort(out.begin(), out.end(), [](const Touch& x, const Touch& y) {
    return std::tie(x.time, x.kind, x.a, x.b) < std::tie(y.time, y.kind, y.a, y.b);
  });
  return out;
}

double ReferenceScrew::distance(const Collision& c, double time) const {
  const Scene& s = *scene_;
  const Long t = time;
  if (c.kind == CollisionKind::VertexFace) return s.feature_distance(s.a_at(c.a), true, c, t);
  if (c.kind == CollisionKind::FaceVertex) return s.feature_distance(s.b_at(c.b, t), false, c, t);
  const PolyhedronEdge &ea = s.a.edges()[c.a], &eb = s.b.edges()[c.b];
  const V<Long> a0 = s.a_at(ea.v0), b0 = s.b_at(eb.v0, t);
  return segment_distance(a0, s.a_at(ea.v1) - a0, b0, s.b_at(eb.v1, t) - b0);
}

namespace {
/// Undoes a rigid motion of the world: the point of A's coordinates that is there.
V<Long> seen_from_a(const ScrewPath<Long>& world, const Vec3& point, Long t) {
  const V<Long> origin = world.at(world.start, t), x = to<Long>(point) - origin;
  const auto axis = [&](const V<Long>& e) {
    return dot(world.turned(world.start_turn.turn(e), t), x);
  };
  return {axis({1, 0, 0}), axis({0, 1, 0}), axis({0, 0, 1})};
}
}  // namespace

double ReferenceScrew::distance_to_a(const Collision& c, const Vec3& point, double time) const {
  return scene_->feature_distance(seen_from_a(scene_->world, point, time), false, c, time);
}
double ReferenceScrew::distance_to_b(const Collision& c, const Vec3& point, double time) const {
  return scene_->feature_distance(seen_from_a(scene_->world, point, time), true, c, time);
}
std::vector<Vec3> ReferenceScrew::directions_of_a(const Collision& c, double time) const {
  return scene_->directions(false, c, time);
}
std::vector<Vec3> ReferenceScrew::directions_of_b(const Collision& c, double time) const {
  return scene_->directions(true, c, time);
}
double ReferenceScrew::speed() const { return static_cast<double>(scene_->speed); }
double ReferenceScrew::size() const { return static_cast<double>(scene_->size); }

}  // namespace firstcontact::test
