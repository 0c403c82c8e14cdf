#include "motion/box_direction.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "arith/fixed_order.h"

namespace firstcontact::motion {
namespace {

/// Boxes that overlap by more than this share of the smaller one's radius are hardly ever separated
/// by a cross product of edges.
constexpr double kDeepOverlap = 0.2;

}  // namespace

BoxDirection best_direction(const geometry::BodyTree::Node& a, const PlacedBox& at_a,
                            const geometry::BodyTree::Node& b, const PlacedBox& at_b) {
  const Mat3 &axes_a = at_a.axes, &axes_b = at_b.axes;
  const Vec3 between = at_b.centre - at_a.centre;
  const double distance = norm(between);
  if (distance > a.radius + b.radius) return {between / distance, distance - (a.radius + b.radius)};
  // Everything in the coordinates of A's box: columns of `turn` are B's axes.
  const Mat3 turn = times(axes_a.transpose(), axes_b);
  const Mat3 size = turn.cwiseAbs();
  const Vec3 t = times(axes_a.transpose(), between), s = times(axes_b.transpose(), between);
  const Vec3 of_a = t.cwiseAbs() - a.half - times(size, b.half);
  const Vec3 of_b = s.cwiseAbs() - b.half - times(size.transpose(), a.half);

  BoxDirection best = {Vec3::UnitX(), -std::numeric_limits<double>::infinity()};
  for (int i = 0; i < 3; ++i) {
    if (of_a[i] > best.gap) best = {t[i] < 0 ? Vec3(-axes_a.col(i)) : Vec3(axes_a.col(i)), of_a[i]};
    if (of_b[i] > best.gap) best = {s[i] < 0 ? Vec3(-axes_b.col(i)) : Vec3(axes_b.col(i)), of_b[i]};
  }
  if (distance > 0) {
    const Vec3 n = between / distance;
    const Vec3 of_n_a = times(axes_a.transpose(), n).cwiseAbs(),
               of_n_b = times(axes_b.transpose(), n).cwiseAbs();
    const double gap = distance - dot(of_n_a, a.half) - dot(of_n_b, b.half);
    if (gap > best.gap) best = {n, gap};
  }
  if (best.gap > 0 || best.gap < -kDeepOverlap * std::min(a.radius, b.radius)) return best;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      const int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
      const double along = t[i2] * turn(i1, j) - t[i1] * turn(i2, j);
      const double extent = a.half[i1] * size(i2, j) + a.half[i2] * size(i1, j) +
                            b.half[j1] * size(i, j2) + b.half[j2] * size(i, j1);
      const double length2 = 1 - turn(i, j) * turn(i, j);
      if (!(std::abs(along) > extent && length2 > 1e-6)) continue;
      const double gap = (std::abs(along) - extent) / std::sqrt(length2);
      if (gap > best.gap) {
        Vec3 n = axes_a.col(i).cross(axes_b.col(j));
        n /= norm(n);
        best = {dot(n, between) < 0 ? Vec3(-n) : n, gap};
      }
    }
  return best;
}

}  // namespace firstcontact::motion
