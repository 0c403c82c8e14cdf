// A point x of the last frame, by the product rule over the moving joints k of the path:
//   velocity = Σ_k L_k(t) ( w_k e_z × r_k(t) + v_k ),
// L_k: the linear part of everything before joint k's turn, w_k and v_k: its angle and travel over
// the step, r_k: the point seen from the joint's turning frame. Of e_z × r_k only the distance of
// r_k from the axis counts.
//
// |r_k| is bounded by going down the chain: r_k = turned( link_k + t slide_k + C_k r_{k+1} ), so
// |r_k| <= l_k + |C_k| |r_{k+1}| with l_k the larger of |link_k + t slide_k| at both ends of the
// interval (a norm is convex), and |r_last| = |after x|. The same with the components across the
// axis for the distance from it.
//
// L_k of the first joint that moves does not depend on time: for it the part along n is taken, |n·L
// v| and |w| times the length of the first two components of Lᵀn; for the others the lengths.
#include "articulated/published/motion_bound.h"

#include <algorithm>
#include <cmath>

#include "arith/fixed_order.h"
#include "arith/unit_roundoff.h"
#include "articulated/model/joint_map.h"
#include "geometry/turn.h"

namespace firstcontact::articulated {
namespace {

/// Relative rounding error of one composition of maps, with room to spare.
constexpr double kMerge = 32 * arith::kUnitRoundoff;
/// Relative rounding error of a bound, which is a sum of positive terms.
constexpr double kSum = 0x1p-38;

double across_axis(const Vec3& v) { return std::sqrt(v.x() * v.x() + v.y() * v.y()); }

}  // namespace

MotionBound::MotionBound(std::span<const ChainJoint> joints, std::span<const int> path) {
  room_ = kMerge * static_cast<double>(4 * path.size() + 4);
  Moving start;  // the resting joints before the first that moves
  for (const int frame : path) {
    const ChainJoint& joint = joints[frame];
    const JointMotion& m = joint.motion;
    Moving& onto = joints_.empty() ? start : joints_.back();
    const double inner_length = norm(m.before.offset) + joint.before.most * norm(m.after.offset);
    if (joint.rests()) {
      onto.after_length += onto.after_stretch * inner_length;
      onto.after_stretch *= joint.before.most * joint.after.most;
      onto.after = geometry::compose(onto.after, map_at(m, 0));
      continue;
    }
    Moving moving;
    moving.before = m.before;
    moving.before_stretch = joint.before.most;
    moving.before_length = norm(m.before.offset);
    if (joints_.empty()) {
      moving.before = geometry::compose(start.after, m.before);
      moving.before_stretch *= start.after_stretch;
      moving.before_length = start.after_length + start.after_stretch * norm(m.before.offset);
    }
    moving.after = m.after;
    moving.after_stretch = joint.after.most;
    moving.after_length = norm(m.after.offset);
    moving.travel = m.travel;
    moving.speed = norm(m.travel);
    moving.turn_speed = std::abs(m.angle);
    joints_.push_back(moving);
  }
  link_joints();
  restrict_to(0, 1);
}

void MotionBound::link_joints() {
  double outer = 1;
  for (std::size_t k = 0; k < joints_.size(); ++k) {
    Moving& at = joints_[k];
    at.outer_stretch = outer * at.before_stretch;
    outer = at.outer_stretch * at.after_stretch;
    if (k + 1 == joints_.size()) break;
    const Moving& next = joints_[k + 1];
    const AffineMap inner = geometry::compose(at.after, next.before);
    at.inner_stretch = at.after_stretch * next.before_stretch;
    at.link = inner.offset;
    at.slide = times(inner.linear, next.travel);
    at.link_error = room_ * (at.after_stretch * next.before_length + at.after_length +
                             at.inner_stretch * next.speed);
  }
}

void MotionBound::restrict_to(double t0, double t1) {
  later_speed_ = later_turn_ = later_axis_turn_ = first_speed_ = first_fixed_ = first_turn_ = 0;
  if (joints_.empty()) return;
  double fixed = 0, per_distance = 1;  // |r_k| <= fixed + per_distance |r_last|
  for (std::size_t k = joints_.size(); k-- > 0;) {
    const Moving& at = joints_[k];
    const bool last = k + 1 == joints_.size();
    double from_axis = 0, from_centre = 0;
    if (!last) {
      const Vec3 a = at.link + t0 * at.slide, b = at.link + t1 * at.slide;
      const double inner = at.link_error + at.inner_stretch * fixed;
      from_axis = std::max(across_axis(a), across_axis(b)) + inner;
      from_centre = std::max(norm(a), norm(b)) + inner;
      per_distance *= at.inner_stretch;
    }
    if (k == 0) {
      first_is_last_ = last;
      first_speed_ = at.speed;
      first_fixed_ = at.turn_speed * from_axis;
      first_turn_ = at.turn_speed * per_distance;
    } else {
      later_speed_ += at.outer_stretch * (at.speed + at.turn_speed * from_axis);
      (last ? later_axis_turn_ : later_turn_) += at.outer_stretch * at.turn_speed * per_distance;
    }
    fixed = from_centre;
  }
}

PointDistances MotionBound::distances(const geometry::BodyTree::Node& node) const {
  if (joints_.empty()) return {};
  const Moving& last = joints_.back();
  const Vec3 y = last.after.apply(node.centre);
  const double around =
      last.after_stretch * (node.radius + room_ * norm(node.centre)) + room_ * last.after_length;
  return {(norm(y) + around) * (1 + kSum), (across_axis(y) + around) * (1 + kSum)};
}

double MotionBound::along(const Vec3& n, const PointDistances& distances) const {
  if (joints_.empty()) return 0;
  const Moving& first = joints_[0];
  const double turn =
      first_fixed_ + first_turn_ * (first_is_last_ ? distances.from_axis : distances.from_centre);
  const Vec3 inner = times(first.before.linear.transpose(), n);
  const double whole = first.outer_stretch * (first_speed_ + turn);
  const double directed =
      std::abs(dot(inner, first.travel)) + across_axis(inner) * turn + room_ * whole;
  return (std::min(directed, whole) + later_speed_ + later_turn_ * distances.from_centre +
          later_axis_turn_ * distances.from_axis) *
         (1 + kSum);
}

double MotionBound::in_any_direction(const PointDistances& distances) const {
  if (joints_.empty()) return 0;
  const double turn =
      first_fixed_ + first_turn_ * (first_is_last_ ? distances.from_axis : distances.from_centre);
  return (joints_[0].outer_stretch * (first_speed_ + turn) + later_speed_ +
          later_turn_ * distances.from_centre + later_axis_turn_ * distances.from_axis) *
         (1 + kSum);
}

}  // namespace firstcontact::articulated
