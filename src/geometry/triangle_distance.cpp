// The nearest points of two disjoint triangles belong to one of nine pairs of edges or six pairs of
// vertex and face.
#include "geometry/triangle_distance.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "arith/fixed_order.h"

namespace firstcontact::geometry {
namespace {

double clamp01(double x) { return x > 0 ? (x < 1 ? x : 1) : 0; }  // NaN becomes 0

/// Keeps the nearest pair so far, by squared distance, and the vector `across` that its direction
/// must be orthogonal to (0 if there is none) or, for a face or two edges, the direction itself.
struct Best {
  Vec3 a = Vec3::Zero(), b = Vec3::Zero(), normal = Vec3::Zero(), across = Vec3::Zero();
  double squared = std::numeric_limits<double>::infinity();
  bool offer(const Vec3& p, const Vec3& q) {
    const double d = squared_norm(q - p);
    if (!(d < squared)) return false;
    squared = d;
    a = p;
    b = q;
    normal = across = Vec3::Zero();
    return true;
  }
};

void offer_edges(const Vec3& a0, const Vec3& u, const Vec3& b0, const Vec3& v, Best& best) {
  const Vec3 w = a0 - b0;
  const double uu = dot(u, u), uv = dot(u, v), vv = dot(v, v), uw = dot(u, w), vw = dot(v, w);
  const double determinant = uu * vv - uv * uv;
  bool crossing = determinant > 1e-6 * uu * vv;
  double s = crossing ? clamp01((uv * vw - vv * uw) / determinant) : 0;
  if (!crossing) {  // nearly parallel: the determinant has lost its digits, the cross product has
                    // not
    const Vec3 n = u.cross(v);
    const double nn = squared_norm(n);
    crossing = nn > 1e-28 * uu * vv;
    if (crossing) s = clamp01(dot(v.cross(w), n) / nn);
  }
  const double t = vv > 0 ? clamp01((uv * s + vw) / vv) : 0;
  s = uu > 0 ? clamp01((uv * t - uw) / uu) : 0;
  if (!best.offer(a0 + s * u, b0 + t * v)) return;
  const bool inside_u = s > 0 && s<1, inside_v = t> 0 && t < 1;
  if (inside_u && inside_v && crossing)
    best.normal = u.cross(v);
  else if (inside_u)
    best.across = u;
  else if (inside_v)
    best.across = v;
}

Vec3 direction(const Best& best) {
  Vec3 n = best.b - best.a;
  if (squared_norm(best.normal) > 0) n = dot(best.normal, n) < 0 ? Vec3(-best.normal) : best.normal;
  const double along = squared_norm(best.across);
  if (along > 0) n -= (dot(best.across, n) / along) * best.across;
  const double length = norm(n);
  return length > 0 ? Vec3(n / length) : Vec3::Zero();
}

/// Counts only if the vertex projects into the face: otherwise an edge is nearer.
bool over_face(const Vec3& p, const Triangle& face, const Vec3& normal, Vec3& foot) {
  const double nn = squared_norm(normal);
  if (!(nn > 0)) return false;
  for (std::size_t k = 0; k < 3; ++k) {
    const Vec3& e0 = face[k];
    const Vec3& e1 = face[(k + 1) % 3];
    if (dot(normal.cross(e1 - e0), p - e0) < 0) return false;
  }
  foot = p - (dot(normal, p - face[0]) / nn) * normal;
  return true;
}

/// The point of the triangle that is about nearest to p: a convex combination of the corners.
Vec3 combination_near(const Vec3& p, const Triangle& t) {
  Vec3 best = t[0];
  double squared = squared_norm(t[0] - p);
  const auto offer = [&](const Vec3& x) {
    if (const double d = squared_norm(x - p); d < squared) {
      squared = d;
      best = x;
    }
  };
  const Vec3 u = t[1] - t[0], v = t[2] - t[0], w = p - t[0];
  const double uu = dot(u, u), uv = dot(u, v), vv = dot(v, v), uw = dot(u, w), vw = dot(v, w),
               determinant = uu * vv - uv * uv;
  if (determinant > 0) {
    const double s = clamp01((vv * uw - uv * vw) / determinant),
                 r = clamp01((uu * vw - uv * uw) / determinant);
    const double sum = std::max(1.0, s + r);
    offer(t[0] + (s / sum) * u + (r / sum) * v);
  }
  for (std::size_t k = 0; k < 3; ++k) {
    const Vec3 e = t[(k + 1) % 3] - t[k];
    const double ee = dot(e, e);
    offer(t[k] + (ee > 0 ? clamp01(dot(e, p - t[k]) / ee) : 0) * e);
  }
  return best;
}

}  // namespace

NearestPoints on_triangles(const NearestPoints& nearest, const Triangle& a, const Triangle& b) {
  NearestPoints out = nearest;
  out.a = combination_near(nearest.a, a);
  out.b = combination_near(nearest.b, b);
  out.distance = norm(out.b - out.a);
  return out;
}

NearestPoints nearest_points(const Triangle& a, const Triangle& b) {
  Best best;
  const std::array<Vec3, 3> ua = {a[1] - a[0], a[2] - a[1], a[0] - a[2]},
                            ub = {b[1] - b[0], b[2] - b[1], b[0] - b[2]};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) offer_edges(a[i], ua[i], b[j], ub[j], best);
  const Vec3 na = ua[0].cross(ua[1]), nb = ub[0].cross(ub[1]);
  Vec3 foot;
  for (std::size_t k = 0; k < 3; ++k) {
    if (over_face(b[k], a, na, foot) && best.offer(foot, b[k])) best.normal = na;
    if (over_face(a[k], b, nb, foot) && best.offer(a[k], foot)) best.normal = nb;
  }
  return {best.a, best.b, std::sqrt(best.squared), direction(best)};
}

}  // namespace firstcontact::geometry
