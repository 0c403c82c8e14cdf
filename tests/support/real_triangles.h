#pragma once
/// The distance of two triangles and whether they cut through each other, in long double. Shares no
/// code with the library; slow.
#include <firstcontact/query.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace firstcontact::test {

using Real = long double;
using RealPoint = Eigen::Matrix<Real, 3, 1>;
using RealTriangle = std::array<RealPoint, 3>;

inline Real clamp01(Real x) { return x > 0 ? std::min<Real>(x, 1) : 0; }

inline RealPoint cross(const RealPoint& a, const RealPoint& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

inline Real distance_to_segment(const RealPoint& p, const RealPoint& a, const RealPoint& b) {
  const RealPoint u = b - a;
  const Real length2 = u.squaredNorm();
  return (p - a - (length2 > 0 ? clamp01(u.dot(p - a) / length2) : 0) * u).norm();
}

inline Real distance_of_segments(const RealPoint& a, const RealPoint& b, const RealPoint& c,
                                 const RealPoint& d) {
  Real best = std::min({distance_to_segment(a, c, d), distance_to_segment(b, c, d),
                        distance_to_segment(c, a, b), distance_to_segment(d, a, b)});
  const RealPoint u = b - a, v = d - c, w = c - a, n = cross(u, v);
  const Real nn = n.squaredNorm();
  if (nn > 0) {
    const Real s = clamp01(cross(w, v).dot(n) / nn), t = clamp01(cross(w, u).dot(n) / nn);
    best = std::min(best, (a + s * u - c - t * v).norm());
  }
  return best;
}

inline Real distance_to_face(const RealPoint& p, const RealTriangle& t) {
  const RealPoint n = cross(t[1] - t[0], t[2] - t[0]);
  const Real nn = n.squaredNorm();
  for (std::size_t k = 0; k < 3; ++k)
    if (!(nn > 0) || cross(n, t[(k + 1) % 3] - t[k]).dot(p - t[k]) < 0)
      return std::numeric_limits<Real>::infinity();
  return std::abs(n.dot(p - t[0])) / std::sqrt(nn);
}

/// Of the surfaces, as if they did not cut through each other. Never smaller than the exact
/// distance, but for rounding.
inline Real distance_of_triangles(const RealTriangle& a, const RealTriangle& b) {
  Real best = std::numeric_limits<Real>::infinity();
  for (std::size_t i = 0; i < 3; ++i) {
    best = std::min({best, distance_to_face(a[i], b), distance_to_face(b[i], a)});
    for (std::size_t j = 0; j < 3; ++j)
      best = std::min(best, distance_of_segments(a[i], a[(i + 1) % 3], b[j], b[(j + 1) % 3]));
  }
  return best;
}

/// Six times the volume of a tetrahedron: its sign, or 0 where it is at most this share of what it
/// could be.
inline int side_of(const RealPoint& p, const RealPoint& a, const RealPoint& b, const RealPoint& c,
                   Real share) {
  const RealPoint u = a - p, v = b - p, w = c - p;
  const Real volume = u.dot(cross(v, w));
  return std::abs(volume) > share * u.norm() * v.norm() * w.norm() ? (volume > 0 ? 1 : -1) : 0;
}

inline bool goes_through(const RealPoint& p, const RealPoint& q, const RealTriangle& t,
                         Real share) {
  if (side_of(p, t[0], t[1], t[2], share) * side_of(q, t[0], t[1], t[2], share) != -1) return false;
  const int side = side_of(p, q, t[0], t[1], share);
  return side != 0 && side_of(p, q, t[1], t[2], share) == side &&
         side_of(p, q, t[2], t[0], share) == side;
}

/// An edge of one goes through the other one.
inline bool triangles_cross(const RealTriangle& a, const RealTriangle& b, Real share = 0) {
  for (std::size_t k = 0; k < 3; ++k)
    if (goes_through(a[k], a[(k + 1) % 3], b, share) ||
        goes_through(b[k], b[(k + 1) % 3], a, share))
      return true;
  return false;
}
/// The same, far from the edge's ends and from the other's edges, for whoever must not be wrong by
/// rounding.
inline bool clearly_cross(const RealTriangle& a, const RealTriangle& b) {
  return triangles_cross(a, b, 1e-9L);
}

}  // namespace firstcontact::test
