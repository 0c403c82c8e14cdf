#include "motion/posed_interval.h"

#include <firstcontact/moving_bodies.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "arith/fixed_order.h"
#include "arith/unit_roundoff.h"
#include "geometry/norm_bound.h"

namespace firstcontact::motion {
namespace {

/// Rounding error of a height, relative to the sizes of its terms: the transposed map times n (5
/// roundings), times a point or a box (12), sums (6), the direction's length (2), doubled and
/// rounded up.
constexpr double kHeightRounding = 64 * arith::kUnitRoundoff;

AffineMap blend(const std::array<AffineMap, 4>& pose, const std::array<double, 4>& weights) {
  AffineMap out = {Mat3::Zero(), Vec3::Zero()};
  for (std::size_t k = 0; k < 4; ++k) {
    out.linear += weights[k] * pose[k].linear;
    out.offset += weights[k] * pose[k].offset;
  }
  return out;
}

}  // namespace

PosedBody::PosedBody(const ControlPoses& poses, bool at_rest)
    : pose_(poses.pose), at_rest_(at_rest) {
  middle_ = at_rest ? pose_[0] : at(0.5);
  double sum = 0;  // a NaN makes the sum NaN; a maximum may ignore it
  for (const AffineMap& map : pose_) {
    const double linear = norm(map.linear), offset = norm(map.offset);
    stretch_ = std::max(stretch_, linear);
    offset_ = std::max(offset_, offset);
    sum += linear + offset;
  }
  per_reach_ = 1.0001 * poses.turn_error + kHeightRounding * stretch_;
  fixed_ = 1.0001 * (poses.turn_error * norm(poses.centre) + poses.shift_error) +
           kHeightRounding * offset_;
  usable_ = sum + per_reach_ + fixed_ < kLargestCoordinate;
}

void PosedBody::bound(const Node& node, const Vec3& n, double sign, Heights& out) const {
  const std::size_t count = at_rest_ ? 1 : 4;
  for (std::size_t k = 0; k < count; ++k) {
    const Vec3 b = times(pose_[k].linear.transpose(), n);
    const Vec3 along = times(node.axes, b).cwiseAbs();
    out[k] = dot(n, pose_[k].offset) + dot(b, node.centre) + sign * dot(along, node.half);
  }
  for (std::size_t k = count; k < 4; ++k) out[k] = out[0];
}

void PosedBody::height(const Vec3& x, const Vec3& n, Heights& out) const {
  const std::size_t count = at_rest_ ? 1 : 4;
  for (std::size_t k = 0; k < count; ++k)
    out[k] = dot(n, times(pose_[k].linear, x) + pose_[k].offset);
  for (std::size_t k = count; k < 4; ++k) out[k] = out[0];
}

void PosedBody::box(const Node& node, Vec3& low, Vec3& high) const {
  low.setConstant(std::numeric_limits<double>::infinity());
  high = -low;
  for (std::size_t k = 0; k < (at_rest_ ? 1u : 4u); ++k) {
    const Vec3 centre = times(pose_[k].linear, node.centre) + pose_[k].offset;
    const Vec3 half = times(times(pose_[k].linear, node.axes.transpose()).cwiseAbs(), node.half);
    low = low.cwiseMin(centre - half);
    high = high.cwiseMax(centre + half);
  }
  const double room = error(node) * (1 + 0x1p-40);
  low.array() -= room;
  high.array() += room;
}

double PosedBody::path_length(const Vec3& x) const {
  if (at_rest_) return 0;
  double length = 0;
  Vec3 before = pose_[0].apply(x);
  for (std::size_t k = 1; k < 4; ++k) {
    const Vec3 here = pose_[k].apply(x);
    length += norm(here - before);
    before = here;
  }
  return length;
}

AffineMap PosedBody::at(double s) const {
  if (at_rest_) return pose_[0];
  const double r = 1 - s;
  return blend(pose_, {r * r * r, 3 * r * r * s, 3 * r * s * s, s * s * s});
}

// The graph of a Bernstein polynomial lies in the convex hull of the points (k/3, gap[k]). The part
// of the hull that is not above 0 ends at one of these points, or where the line from a positive
// point to another one crosses 0. (It is not enough to look at lines from the first and last point:
// a point below such a line bends the hull.)
Window where_not_positive(const Heights& gap) {
  constexpr double kShare = 1.0 / 3;
  Window out = {2, -1};
  for (int k = 0; k < 4; ++k) {
    const double g = gap[k];
    if (g > 0) continue;
    if (!(g <= 0)) return {0, 1};  // NaN
    double first = gap[0] > 0 ? k : 0, last = gap[3] > 0 ? k : 3;
    for (int i = 0; i < 4; ++i) {
      const double positive = gap[i];
      if (!(positive > 0)) continue;
      const double crossing = i + (k - i) * (positive / (positive - g));
      first = std::min(first, crossing);
      last = std::max(last, crossing);
    }
    out.first = std::min(out.first, first * kShare);
    out.last = std::max(out.last, last * kShare);
  }
  if (out.empty()) return out;
  // The crossings are off by a few roundings. The relative room is enough for `first`, because its
  // crossings are sums of positive terms or at least 1/3.
  constexpr double kRoom = 0x1p-48;
  return {std::max(0.0, out.first * (1 - kRoom)), std::min(1.0, out.last + kRoom)};
}

}  // namespace firstcontact::motion
