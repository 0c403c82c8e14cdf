// The gap set is a point, a segment, a triangle or a parallelogram. Candidates for its nearest
// point are one on each side, and the foot of the origin on its plane. A direction computed as the
// difference of nearly equal points is inaccurate. Making it perpendicular to its side once more
// makes the heights of that side's corners agree up to rounding, which is what a certificate needs.
// Likewise the plane's normal, made perpendicular to the longest side, is good even for slivers.
#include "narrow/certified/nearest_direction.h"

#include <algorithm>
#include <cmath>

#include "narrow/certified/scalar_settling.h"

namespace firstcontact::narrow {
namespace {

double squared_norm(const Vector& v) { return dot(v, v); }

double sum_norm(const Vector& v) { return std::abs(v.x) + std::abs(v.y) + std::abs(v.z); }

double largest_component(const Vector& v) {
  return std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)});
}

/// v without its component along `side`.
Vector across(const Vector& v, const Vector& side) {
  const double length = squared_norm(side);
  return length > 0 ? v - (dot(v, side) / length) * side : v;
}

struct Point {
  Vector direction;
  Vector on_hull;
};

/// Point nearest to the origin of the side from `from` to `from + side`.
inline Point nearest_on_side(const Vector& from, const Vector& side) {
  const double length = squared_norm(side);
  const double s = length > 0 ? -dot(from, side) / length : 0;
  if (!(s > 0)) return {from, from};
  if (s >= 1) return {from + side, from + side};
  const Vector on_hull = from + s * side;
  return {across(on_hull, side), on_hull};
}

struct Sides {
  int count = 0;
  Vector from[4], along[4];
};

Sides sides_of(const Hull& hull) {
  Sides sides;
  if (hull.count < 2) return sides;
  sides.count = hull.count == 2 ? 1 : hull.count;
  for (int i = 0; i < sides.count; ++i) {
    sides.from[i] = hull.corner[i];
    sides.along[i] = hull.corner[i + 1 < hull.count ? i + 1 : 0] - hull.corner[i];
  }
  return sides;
}

const Vector& longest(const Sides& sides) {
  int best = 0;
  for (int i = 1; i < sides.count; ++i)
    if (squared_norm(sides.along[i]) > squared_norm(sides.along[best])) best = i;
  return sides.along[best];
}

/// Normal of the hull's plane; zero if there is none.
Vector plane_normal(const Hull& hull, const Sides& sides) {
  if (hull.count < 3) return {0, 0, 0};
  return cross(sides.along[0], hull.corner[hull.count - 1] - hull.corner[0]);
}

/// Largest s such that every corner has a height of at least s along n or along -n. Sets n to that
/// direction.
double separation_of(const Hull& hull, Vector& n) {
  double low = dot(n, hull.corner[0]), high = low;
  for (int i = 1; i < hull.count; ++i) {
    const double height = dot(n, hull.corner[i]);
    low = std::min(low, height);
    high = std::max(high, height);
  }
  if (low >= -high) return low;
  n = -1.0 * n;
  return -high;
}

void keep_better(const Hull& hull, Vector n, double norm, Vector& best, double& best_score) {
  if (!(norm > 0)) return;
  const double score = separation_of(hull, n) / norm;
  if (score > best_score) {
    best_score = score;
    best = n;
  }
}

}  // namespace

Hull hull_at(const GapCorners& corners, double t) {
  Hull hull;
  hull.count = corners.count;
  const double s = 1 - t;
  for (int i = 0; i < corners.count; ++i) hull.corner[i] = s * corners.t0[i] + t * corners.t1[i];
  return hull;
}

namespace {

template <int kCount>
Nearest nearest_of(const Hull& hull) {
  const Vector* corner = hull.corner;
  const auto found = nearest_of_patch<ScalarLanes, kCount>(ScalarLanes(), corner);
  if (!found.inside) return {found.to_sides, found.distance};
  Vector longest = corner[1] - corner[0];
  for (int i = 1; i < kCount; ++i) {
    const Vector along = corner[i + 1 < kCount ? i + 1 : 0] - corner[i];
    if (squared_norm(along) > squared_norm(longest)) longest = along;
  }
  const Vector n = across(found.normal, longest);
  return {dot(n, corner[0]) < 0 ? -1.0 * n : n, found.distance, true};
}

}  // namespace

Nearest nearest_direction(const Hull& hull) {
  if (hull.count == 4) return nearest_of<4>(hull);
  if (hull.count == 3) return nearest_of<3>(hull);
  if (hull.count == 1) return {hull.corner[0], std::sqrt(squared_norm(hull.corner[0]))};
  const Point nearest = nearest_on_side(hull.corner[0], hull.corner[1] - hull.corner[0]);
  return {nearest.direction, std::sqrt(squared_norm(nearest.on_hull))};
}

int feature_directions(const Hull& hull, Vector* directions) {
  const Sides sides = sides_of(hull);
  int count = 0;
  const auto add = [&](Vector n) {
    separation_of(hull, n);  // sets the sign of n
    directions[count++] = n;
  };
  for (const Vector& axis : {Vector{1, 0, 0}, Vector{0, 1, 0}, Vector{0, 0, 1}}) add(axis);
  for (int i = 0; i < hull.count; ++i) add(hull.corner[i]);
  for (int i = 0; i < sides.count; ++i)
    add(nearest_on_side(sides.from[i], sides.along[i]).direction);
  if (hull.count > 2) add(across(plane_normal(hull, sides), longest(sides)));
  return count;
}

namespace {

/// Smallest maximum norm on the side from `from` to `from + side`, among its ends and the points
/// where the norm can have its minimum: where a component vanishes or two are equal up to sign.
double smallest_maximum_on_side(const Vector& from, const Vector& side) {
  double best = std::min(largest_component(from), largest_component(from + side));
  const auto at_zero_of = [&](double value, double change) {
    const double s = change != 0 ? -value / change : -1;
    if (s > 0 && s < 1) best = std::min(best, largest_component(from + s * side));
  };
  at_zero_of(from.x, side.x);
  at_zero_of(from.y, side.y);
  at_zero_of(from.z, side.z);
  for (const double sign : {1.0, -1.0}) {
    at_zero_of(from.x - sign * from.y, side.x - sign * side.y);
    at_zero_of(from.y - sign * from.z, side.y - sign * side.z);
    at_zero_of(from.z - sign * from.x, side.z - sign * side.x);
  }
  return best;
}

/// The same inside a triangle or parallelogram: where all three components are equal up to sign.
double smallest_maximum_inside(const Hull& hull, double best) {
  const Vector& corner = hull.corner[0];
  const Vector e1 = hull.corner[1] - corner, e2 = hull.corner[hull.count - 1] - corner;
  for (const double a : {1.0, -1.0})
    for (const double b : {1.0, -1.0}) {
      // x = a y and x = b z at corner + u e1 + v e2.
      const double p1 = e1.x - a * e1.y, p2 = e2.x - a * e2.y, p = corner.x - a * corner.y;
      const double q1 = e1.x - b * e1.z, q2 = e2.x - b * e2.z, q = corner.x - b * corner.z;
      const double determinant = p1 * q2 - p2 * q1;
      if (determinant == 0) continue;
      const double u = (p2 * q - p * q2) / determinant, v = (p * q1 - p1 * q) / determinant;
      const bool inside = u >= 0 && v >= 0 && (hull.count == 3 ? u + v <= 1 : u <= 1 && v <= 1);
      if (inside) best = std::min(best, largest_component(corner + u * e1 + v * e2));
    }
  return best;
}

}  // namespace

Nearest cube_direction(const Hull& hull) {
  const Sides sides = sides_of(hull);
  Nearest result;
  double best_score = 0;
  const auto consider = [&](const Vector& n) {
    keep_better(hull, n, sum_norm(n), result.direction, best_score);
  };
  for (const Vector& axis : {Vector{1, 0, 0}, Vector{0, 1, 0}, Vector{0, 0, 1}}) consider(axis);
  if (hull.count > 2) consider(across(plane_normal(hull, sides), longest(sides)));
  const int directions =
      hull.count == 4 ? 2 : sides.count;  // opposite sides of the parallelogram are parallel
  for (int i = 0; i < directions; ++i) {
    const Vector& e = sides.along[i];
    consider({0, e.z, -e.y});
    consider({-e.z, 0, e.x});
    consider({e.y, -e.x, 0});
  }
  result.distance = largest_component(hull.corner[0]);
  for (int i = 0; i < sides.count; ++i)
    result.distance =
        std::min(result.distance, smallest_maximum_on_side(sides.from[i], sides.along[i]));
  if (hull.count > 2) result.distance = smallest_maximum_inside(hull, result.distance);
  return result;
}

}  // namespace firstcontact::narrow
