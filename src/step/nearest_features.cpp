#include "step/nearest_features.h"

#include <cmath>

#include "arith/fixed_order.h"

namespace firstcontact::step {
namespace {

/// Two directions span a plane if |e x f|^2 is above this share of |e|^2 |f|^2. Their normal then
/// errs by about 1e-8 at most. Flatter triangles are as good as their sides, within 1e-8 of their
/// size.
constexpr double kSpansPlane = 1e-16;
/// Planes are only compared with the limit if their normal errs by less than about 1e-11.
constexpr double kGoodNormal = 1e-8;
/// The comparison leaves this much room for rounding.
constexpr double kLimitUp = 1 + 1e-6;

using Index = std::int8_t;

NearestFeatures nearest_to_segment(const Vec3* x, Index p, Index e0, Index e1) {
  const Vec3 edge = x[e1] - x[e0], r = x[p] - x[e0];
  const double along = dot(edge, r), length = squared_norm(edge);
  if (!(along > 0)) return {Kind::PointPoint, {p, e0, 0, 0}, squared_norm(r)};
  if (along >= length) return {Kind::PointPoint, {p, e1, 0, 0}, squared_norm(Vec3(x[p] - x[e1]))};
  return {Kind::PointEdge, {p, e0, e1, 0}, squared_norm(Vec3(edge.cross(r))) / length};
}

void keep_nearer(const NearestFeatures& other, NearestFeatures& best) {
  if (other.squared < best.squared) best = other;
}

/// Two directions and the vector between two points of their planes or lines.
struct SpannedPlane {
  Vec3 normal;
  double squared, height;
  bool spans, beyond;  ///< farther than the limit

  SpannedPlane(const Vec3& e, const Vec3& f, const Vec3& r, double limit)
      : normal(e.cross(f)), squared(squared_norm(normal)), height(dot(normal, r)) {
    const double lengths = squared_norm(e) * squared_norm(f);
    spans = squared > kSpansPlane * lengths;
    beyond = squared > kGoodNormal * lengths && height * height > limit * squared * kLimitUp;
  }
  double squared_distance() const { return height * (height / squared); }
};

NearestFeatures nearest_vertex_face(const Vec3* x, double limit) {
  const Vec3 e = x[2] - x[1], f = x[3] - x[1], r = x[0] - x[1];
  const SpannedPlane plane(e, f, r, limit);
  if (plane.beyond) return {};
  if (plane.spans) {
    const double u = dot(plane.normal, r.cross(f)), v = dot(plane.normal, e.cross(r));
    if (u > 0 && v > 0 && u + v < plane.squared)
      return {Kind::VertexFace, {0, 1, 2, 3}, plane.squared_distance()};
  }
  NearestFeatures best = nearest_to_segment(x, 0, 1, 2);
  keep_nearer(nearest_to_segment(x, 0, 2, 3), best);
  keep_nearer(nearest_to_segment(x, 0, 1, 3), best);
  return best;
}

NearestFeatures nearest_edge_edge(const Vec3* x, double limit) {
  const Vec3 e = x[1] - x[0], f = x[3] - x[2], r = x[0] - x[2];
  const SpannedPlane plane(e, f, r, limit);
  if (plane.beyond) return {};
  if (plane.spans) {
    const double u = dot(plane.normal, f.cross(r)), v = dot(plane.normal, e.cross(r));
    if (u > 0 && u < plane.squared && v > 0 && v < plane.squared)
      return {Kind::EdgeEdge, {0, 1, 2, 3}, plane.squared_distance()};
  }
  NearestFeatures best = nearest_to_segment(x, 0, 2, 3);
  keep_nearer(nearest_to_segment(x, 1, 2, 3), best);
  keep_nearer(nearest_to_segment(x, 2, 0, 1), best);
  keep_nearer(nearest_to_segment(x, 3, 0, 1), best);
  return best;
}

}  // namespace

NearestFeatures nearest_features(Kind kind, const Vec3* x, double limit) {
  switch (kind) {
    case Kind::VertexFace: return nearest_vertex_face(x, limit);
    case Kind::EdgeEdge: return nearest_edge_edge(x, limit);
    case Kind::PointEdge: return nearest_to_segment(x, 0, 1, 2);
    case Kind::PointSegment2D: {
      NearestFeatures nearest = nearest_to_segment(x, 0, 1, 2);
      if (nearest.kind == Kind::PointEdge) nearest.kind = Kind::PointSegment2D;
      return nearest;
    }
    case Kind::PointPoint: break;
  }
  return {Kind::PointPoint, {0, 1, 0, 0}, squared_norm(Vec3(x[0] - x[1]))};
}

double feature_distance(Kind kind, const Vec3* x) {
  const auto from_plane = [](const Vec3& e, const Vec3& f, const Vec3& r) {
    const Vec3 normal = e.cross(f);
    const double length = norm(normal);
    return length > 0 ? std::abs(dot(normal, r)) / length : 0;
  };
  switch (kind) {
    case Kind::VertexFace: return from_plane(x[2] - x[1], x[3] - x[1], x[0] - x[1]);
    case Kind::EdgeEdge: return from_plane(x[1] - x[0], x[3] - x[2], x[0] - x[2]);
    case Kind::PointEdge:
    case Kind::PointSegment2D: {
      const Vec3 edge = x[2] - x[1], r = x[0] - x[1];
      const double length = norm(edge);
      return length > 0 ? norm(Vec3(edge.cross(r))) / length : norm(r);
    }
    case Kind::PointPoint: break;
  }
  return norm(Vec3(x[0] - x[1]));
}

}  // namespace firstcontact::step
