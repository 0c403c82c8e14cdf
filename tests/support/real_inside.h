#pragma once
/// Points in closed surfaces, decided in long double by solid angles: shares nothing with the
/// solvers.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <tuple>
#include <vector>

#include "support/real_triangles.h"

namespace firstcontact::test {

/// Every edge is shared by an even number of triangles. Vertices at the same place are one.
inline bool is_closed(const std::vector<RealTriangle>& surface) {
  using Key = std::tuple<Real, Real, Real>;
  std::map<std::pair<Key, Key>, int> edges;
  for (const RealTriangle& t : surface) {
    const auto key = [&](std::size_t k) { return Key(t[k].x(), t[k].y(), t[k].z()); };
    if (key(0) == key(1) || key(1) == key(2) || key(2) == key(0)) continue;
    for (std::size_t k = 0; k < 3; ++k) ++edges[std::minmax(key(k), key((k + 1) % 3))];
  }
  return !edges.empty() && std::all_of(edges.begin(), edges.end(),
                                       [](const auto& edge) { return edge.second % 2 == 0; });
}

/// The solid angle of a triangle seen from p, with the sign of its orientation (van Oosterom and
/// Strackee 1983).
inline Real solid_angle(const RealTriangle& t, const RealPoint& p) {
  const RealPoint a = t[0] - p, b = t[1] - p, c = t[2] - p;
  const Real la = a.norm(), lb = b.norm(), lc = c.norm();
  return 2 * std::atan2(a.dot(cross(b, c)),
                        la * lb * lc + a.dot(b) * lc + a.dot(c) * lb + b.dot(c) * la);
}

/// How often an oriented closed surface winds around p: an integer up to rounding, if p is not on
/// it.
inline Real winding_number(const std::vector<RealTriangle>& surface, const RealPoint& p) {
  Real sum = 0;
  for (const RealTriangle& t : surface) sum += solid_angle(t, p);
  return sum / (4 * std::acos(Real(-1)));
}

/// Whether a ray in a direction that meets no edge crosses the surface an odd number of times: also
/// for surfaces without a consistent orientation.
inline bool has_odd_crossings(const std::vector<RealTriangle>& surface, const RealPoint& p) {
  const RealPoint d =
      RealPoint(Real(0.3141592653589793), Real(-0.5772156649015329), Real(0.7548776662466927))
          .normalized();
  bool odd = false;
  for (const RealTriangle& t : surface) {
    const RealPoint a = t[0] - p, b = t[1] - p, c = t[2] - p;
    const Real u = d.dot(cross(a, b)), v = d.dot(cross(b, c)), w = d.dot(cross(c, a)),
               sum = u + v + w;
    const bool through = (u > 0 && v > 0 && w > 0) || (u < 0 && v < 0 && w < 0);
    if (through && a.dot(cross(b - a, c - a)) / sum > 0) odd = !odd;
  }
  return odd;
}

}  // namespace firstcontact::test
