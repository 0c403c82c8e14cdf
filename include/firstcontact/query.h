#pragma once
/// The pairs of moving primitives that `solve` decides.
///
/// Every point moves on a straight line: x(t) = (1 - t) x_t0 + t x_t1, for t in [0, 1]. Coordinates
/// are doubles and stand for the exact real numbers they are; any finite value is allowed. A
/// coordinate that was never set is NaN, and `solve` refuses it.
#include <firstcontact/export.h>
#include <firstcontact/vector.h>

#include <array>

namespace firstcontact {

/// Point p against triangle (v0, v1, v2). The point of contact on the triangle is
/// v0 + u (v1 - v0) + v (v2 - v0).
struct VertexFace {
  Vec3 p_t0 = unset3(), v0_t0 = unset3(), v1_t0 = unset3(), v2_t0 = unset3();
  Vec3 p_t1 = unset3(), v0_t1 = unset3(), v1_t1 = unset3(), v2_t1 = unset3();
};

/// Edge (ea0, ea1) against edge (eb0, eb1). The points of contact are ea0 + u (ea1 - ea0) and
/// eb0 + v (eb1 - eb0).
struct EdgeEdge {
  Vec3 ea0_t0 = unset3(), ea1_t0 = unset3(), eb0_t0 = unset3(), eb1_t0 = unset3();
  Vec3 ea0_t1 = unset3(), ea1_t1 = unset3(), eb0_t1 = unset3(), eb1_t1 = unset3();
};

/// Point p against edge (e0, e1) in space. The point of contact on the edge is e0 + u (e1 - e0).
struct PointEdge {
  Vec3 p_t0 = unset3(), e0_t0 = unset3(), e1_t0 = unset3();
  Vec3 p_t1 = unset3(), e0_t1 = unset3(), e1_t1 = unset3();
};

/// Point p against point q.
struct PointPoint {
  Vec3 p_t0 = unset3(), q_t0 = unset3();
  Vec3 p_t1 = unset3(), q_t1 = unset3();
};

/// Point p against the line segment (s0, s1) in the plane. The point of contact on the segment is
/// s0 + u (s1 - s0).
struct PointSegment2D {
  Vec2 p_t0 = unset2(), s0_t0 = unset2(), s1_t0 = unset2();
  Vec2 p_t1 = unset2(), s0_t1 = unset2(), s1_t1 = unset2();
};

/// Which primitives a pair has: those of the struct of the same name.
enum class Kind { VertexFace, EdgeEdge, PointEdge, PointPoint, PointSegment2D };

/// The name of the enumerator, for example "VertexFace".
FIRSTCONTACT_API const char* to_string(Kind kind);

/// Number of points of one instant: 4, 4, 3, 2, 3.
constexpr int point_count(Kind kind) {
  switch (kind) {
    case Kind::VertexFace:
    case Kind::EdgeEdge: return 4;
    case Kind::PointEdge:
    case Kind::PointSegment2D: return 3;
    case Kind::PointPoint: return 2;
  }
  return 0;
}

/// A pair of any kind. The points come in the order of the structs above and of the query files:
/// p, v0, v1, v2 for VertexFace; ea0, ea1, eb0, eb1 for EdgeEdge. Points beyond `point_count(kind)`
/// are zero and ignored. A planar pair lies in z = 0.
struct Query {
  Kind kind = Kind::VertexFace;
  std::array<Vec3, 4> t0 = {unset3(), unset3(), unset3(), unset3()};
  std::array<Vec3, 4> t1 = {unset3(), unset3(), unset3(), unset3()};

  Query() = default;
  Query(const VertexFace& q)
      : kind(Kind::VertexFace),
        t0{q.p_t0, q.v0_t0, q.v1_t0, q.v2_t0},
        t1{q.p_t1, q.v0_t1, q.v1_t1, q.v2_t1} {}
  Query(const EdgeEdge& q)
      : kind(Kind::EdgeEdge),
        t0{q.ea0_t0, q.ea1_t0, q.eb0_t0, q.eb1_t0},
        t1{q.ea0_t1, q.ea1_t1, q.eb0_t1, q.eb1_t1} {}
  Query(const PointEdge& q)
      : kind(Kind::PointEdge),
        t0{q.p_t0, q.e0_t0, q.e1_t0, Vec3::Zero()},
        t1{q.p_t1, q.e0_t1, q.e1_t1, Vec3::Zero()} {}
  Query(const PointPoint& q)
      : kind(Kind::PointPoint),
        t0{q.p_t0, q.q_t0, Vec3::Zero(), Vec3::Zero()},
        t1{q.p_t1, q.q_t1, Vec3::Zero(), Vec3::Zero()} {}
  Query(const PointSegment2D& q)
      : kind(Kind::PointSegment2D),
        t0{lift(q.p_t0), lift(q.s0_t0), lift(q.s1_t0), Vec3::Zero()},
        t1{lift(q.p_t1), lift(q.s0_t1), lift(q.s1_t1), Vec3::Zero()} {}

 private:
  static Vec3 lift(const Vec2& p) { return {p.x(), p.y(), 0.0}; }
};

}  // namespace firstcontact
