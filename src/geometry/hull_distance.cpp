// Works on the differences b − a of vertices. It keeps a simplex of differences, computes the
// simplex's point v nearest to the origin, and adds the difference that is lowest along v. The
// height of that one along v/|v| is a lower bound of the distance, |v| an upper bound. It ends when
// the two are near enough, because the direction need not be the best one.
#include "geometry/hull_distance.h"

#include <Eigen/Geometry>
#include <cmath>
#include <limits>

#include "arith/fixed_order.h"

namespace firstcontact::geometry {
namespace {

constexpr int kMostIterations = 48;

/// The first of the vertices that are highest along the direction. The heights are rounded as those
/// of `highest_point`.
Vec3 extreme(const PlacedHull& hull, const Vec3& d) {
  if (hull.rows) return hull.rows->at(highest_point(*hull.rows, d));
  std::size_t best = 0;
  double most = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < hull.vertices.size(); ++i) {
    const Vec3& x = hull.vertices[i];
    if (const double here = (d.x() * x.x() + d.y() * x.y()) + d.z() * x.z(); here > most) {
      most = here;
      best = i;
    }
  }
  return hull.vertices[best];
}

/// The difference b − a that is lowest along n.
Vec3 lowest_difference(const PlacedHull& a, const PlacedHull& b, const Vec3& n) {
  const Vec3 on_a = extreme(a, times(a.map.linear.transpose(), n));
  const Vec3 on_b = extreme(b, -times(b.map.linear.transpose(), n));
  return b.map.apply(on_b) - a.map.apply(on_a);
}

/// The candidate that is nearest to the origin so far, and the points that it is a combination of.
struct Nearest {
  Vec3 v = Vec3::Zero();
  double squared = std::numeric_limits<double>::infinity();
  unsigned used = 0;
  void offer(const Vec3& candidate, unsigned of) {
    const double here = squared_norm(candidate);
    if (here < squared) {
      v = candidate;
      squared = here;
      used = of;
    }
  }
};

void offer_edge(const Vec3& a, const Vec3& b, unsigned bit_a, unsigned bit_b, Nearest& nearest) {
  const Vec3 u = b - a;
  const double length2 = squared_norm(u), s = -dot(a, u);
  if (s > 0 && s < length2) nearest.offer(a + (s / length2) * u, bit_a | bit_b);
}

void offer_face(const Vec3& a, const Vec3& b, const Vec3& c, unsigned bits, Nearest& nearest) {
  const Vec3 n = (b - a).cross(c - a);
  const double nn = squared_norm(n);
  if (!(nn > 0)) return;
  if (dot(n, a.cross(b)) < 0 || dot(n, b.cross(c)) < 0 || dot(n, c.cross(a)) < 0) return;
  nearest.offer((dot(n, a) / nn) * n, bits);
}

bool origin_inside(const std::array<Vec3, 4>& p) {
  for (std::size_t k = 0; k < 4; ++k) {
    const Vec3 &a = p[(k + 1) % 4], &b = p[(k + 2) % 4], &c = p[(k + 3) % 4];
    const Vec3 n = (b - a).cross(c - a);
    const double corner = dot(n, p[k] - a), origin = -dot(n, a);
    if (!(corner != 0) || (corner > 0) != (origin > 0)) return false;
  }
  return true;
}

}  // namespace

// Tries all corners, edges and faces and the inside; four points have fifteen of these in all.
Vec3 Simplex::reduce() {
  if (count == 4 && origin_inside(point)) return Vec3::Zero();
  Nearest nearest;
  const auto n = static_cast<unsigned>(count);
  for (unsigned i = 0; i < n; ++i) {
    nearest.offer(point[i], 1u << i);
    for (unsigned j = i + 1; j < n; ++j) {
      offer_edge(point[i], point[j], 1u << i, 1u << j, nearest);
      for (unsigned k = j + 1; k < n; ++k)
        offer_face(point[i], point[j], point[k], 1u << i | 1u << j | 1u << k, nearest);
    }
  }
  int kept = 0;
  for (unsigned i = 0; i < n; ++i)
    if (nearest.used >> i & 1) point[kept++] = point[i];
  count = kept;
  return nearest.v;
}

HullGap hull_gap(const PlacedHull& a, const PlacedHull& b, const Vec3& guess) {
  HullGap best;
  Simplex simplex;
  Vec3 v = guess;
  double distance = std::numeric_limits<double>::infinity();
  while (best.iterations < kMostIterations) {
    const double length = norm(v);
    if (!(length > 0)) return {Vec3::Zero(), 0, best.iterations};
    const Vec3 n = v / length;
    const Vec3 w = lowest_difference(a, b, n);
    ++best.iterations;
    if (const double gap = dot(n, w); gap > best.gap) {
      best.n = n;
      best.gap = gap;
    }
    if (best.gap >= kGapShare * distance) break;
    simplex.point[simplex.count++] = w;
    v = simplex.reduce();
    const double nearer = norm(v);
    if (!(nearer < distance)) break;  // rounding allows no progress any more
    distance = nearer;
  }
  return best;
}

}  // namespace firstcontact::geometry
