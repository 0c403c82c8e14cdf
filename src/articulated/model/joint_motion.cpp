// How links move relative to their parents. All solvers use this one form of a motion:
//   x -> before·( turn(angle_t0 + angle t)·(after·x) + t travel ).
// A joint's axis is brought to z by a rotation B: before = origin·[position at t = 0]·B, travel =
// Bᵀ·(change of position), after = Bᵀ·(rotation at t = 0). B is exact for coordinate axes; if
// nothing turns, it is the identity.
#include <firstcontact/articulated.h>

#include <algorithm>
#include <cmath>

#include "arith/fixed_order.h"
#include "articulated/model/joint_map.h"
#include "geometry/turn.h"

namespace firstcontact {
namespace {

/// Two poses of a fixed joint count as the same if they differ by less than this, in radians and as
/// a share of the model's largest offset. Users compute such poses from world poses, with rounding.
constexpr double kSamePose = 1e-12;

AffineMap map_of(const Pose& pose) { return {pose.rotation, pose.position}; }
AffineMap rotation_map(const Mat3& rotation) { return {rotation, Vec3::Zero()}; }

/// The motion origin·( [from + t way]·turn(t)·rotation_t0 ).
JointMotion moving_along(const AffineMap& origin, const Vec3& from, const Vec3& way,
                         const geometry::AxisAngle& turn, const Mat3& rotation_t0) {
  const Mat3 b = turn.angle == 0 ? Mat3::Identity() : geometry::plane_axes(turn.axis);
  JointMotion motion;
  motion.before = geometry::compose(origin, {b, from});
  motion.travel = times(b.transpose(), way);
  motion.angle = turn.angle;
  motion.after = rotation_map(times(b.transpose(), rotation_t0));
  return motion;
}

/// A turn about the third column of `axes`, by an angle that is a joint value, with a shift in the
/// plane of the first two columns.
JointMotion turning(const Pose& origin, const Mat3& axes, double angle_t0, double angle_t1,
                    const Vec3& shift_t0 = Vec3::Zero(), const Vec3& shift_t1 = Vec3::Zero()) {
  JointMotion motion;
  motion.before = geometry::compose(
      map_of(origin), geometry::compose(rotation_map(axes), {Mat3::Identity(), shift_t0}));
  motion.travel = shift_t1 - shift_t0;
  motion.angle_t0 = angle_t0;
  motion.angle = angle_t1 - angle_t0;
  motion.after = rotation_map(axes.transpose());
  return motion;
}

/// Joint values hold a quaternion as x, y, z, w, from index `begin` on.
Quaternion quaternion_at(std::span<const double> values, std::size_t begin) {
  return {
      .w = values[begin + 3], .x = values[begin], .y = values[begin + 1], .z = values[begin + 2]};
}

JointMotion motion_of_joint(const Joint& joint, std::span<const double> from,
                            std::span<const double> to) {
  const AffineMap origin = map_of(joint.origin);
  switch (joint.type) {
    case JointType::Fixed: return {origin, Vec3::Zero(), 0, 0, AffineMap{}};
    case JointType::Revolute:
    case JointType::Continuous:
      return turning(joint.origin, geometry::plane_axes(joint.axis), from[0], to[0]);
    case JointType::Prismatic: {
      const Vec3 axis = geometry::direction_of(joint.axis);
      return moving_along(origin, from[0] * axis, (to[0] - from[0]) * axis, {}, Mat3::Identity());
    }
    case JointType::Planar:
      return turning(joint.origin, geometry::plane_axes(joint.axis), from[2], to[2],
                     Vec3(from[0], from[1], 0), Vec3(to[0], to[1], 0));
    case JointType::Floating: {
      const Vec3 start(from[0], from[1], from[2]), end(to[0], to[1], to[2]);
      const Quaternion q = quaternion_at(from, 3);
      return moving_along(origin, start, end - start,
                          geometry::turn_between(q, quaternion_at(to, 3)),
                          geometry::rotation_of(q));
    }
    case JointType::Spherical: {
      const Quaternion q = quaternion_at(from, 0);
      return moving_along(origin, Vec3::Zero(), Vec3::Zero(),
                          geometry::turn_between(q, quaternion_at(to, 0)),
                          geometry::rotation_of(q));
    }
  }
  return {};
}

/// Sentinel for an invalid pose; `fault()` rejects it.
JointMotion no_motion() {
  JointMotion motion;
  motion.angle = std::numeric_limits<double>::quiet_NaN();
  return motion;
}

JointMotion motion_between(const Joint& joint, const Pose& from, const Pose& to,
                           double largest_offset) {
  if (!fault(from).empty() || !fault(to).empty()) return no_motion();
  const Pose a = orthonormalised(from), b = orthonormalised(to);
  geometry::AxisAngle turn = geometry::turn_between(a.rotation, b.rotation);
  Vec3 way = b.position - a.position;
  if (joint.type == JointType::Fixed && turn.angle <= kSamePose &&
      norm(way) <= kSamePose * largest_offset) {
    turn = {};
    way = Vec3::Zero();
  }
  return moving_along({}, a.position, way, turn, a.rotation);
}

double between(double from, double to, double t) {
  if (t == 1) return to;
  return std::clamp(from + (to - from) * t, std::min(from, to), std::max(from, to));
}

void put_quaternion(std::span<const double> from, std::span<const double> to, double t,
                    std::size_t begin, Configuration& result) {
  const Quaternion a = quaternion_at(from, begin), b = quaternion_at(to, begin);
  const Quaternion q = t == 0   ? a
                       : t == 1 ? b
                                : geometry::turned(geometry::turn_between(a, b), t, a);
  result[begin] = q.x;
  result[begin + 1] = q.y;
  result[begin + 2] = q.z;
  result[begin + 3] = q.w;
}

std::string fault_of_map(const AffineMap& map) {
  if (const std::string wrong = fault(Pose{map.linear, map.offset}); !wrong.empty()) return wrong;
  if (!((times(map.linear.transpose(), map.linear) - Mat3::Identity()).cwiseAbs().maxCoeff() <=
        kMotionTolerance))
    return "a rotation whose axes are not orthonormal within 1e-12";
  return map.offset.cwiseAbs().maxCoeff() < kLargestCoordinate ? ""
                                                               : "a coordinate of 1e70 or more";
}

std::string fault_of_joint(JointType type, const JointMotion& motion) {
  for (const double angle : {motion.angle_t0, motion.angle}) {
    if (!std::isfinite(angle)) return "an angle that is not finite, or a pose that is no rotation";
    if (!(std::abs(angle) <= kLargestAngle))
      return "an angle of " + std::to_string(angle) + ", beyond 1000 radians";
  }
  if (!motion.travel.allFinite()) return "a travel that is not finite";
  if (!(motion.travel.cwiseAbs().maxCoeff() < kLargestCoordinate))
    return "a travel of 1e70 or more";
  if (const std::string wrong = fault_of_map(motion.before); !wrong.empty())
    return "before the turn: " + wrong;
  if (const std::string wrong = fault_of_map(motion.after); !wrong.empty())
    return "after the turn: " + wrong;
  // Links that fixed joints hold together are not checked against each other, so they must not
  // move.
  if (type == JointType::Fixed && (motion.angle != 0 || !motion.travel.isZero(0)))
    return "it is fixed, but the motion moves it";
  return {};
}

}  // namespace

ArticulatedMotion joint_motion(const ArticulatedModel& model, std::span<const double> q_t0,
                               std::span<const double> q_t1) {
  ArticulatedMotion motion;
  if (!model.fault().empty() || q_t0.size() != model.value_count() ||
      q_t1.size() != model.value_count())
    return motion;
  motion.joints.reserve(model.links().size());
  for (std::size_t i = 0; i < model.links().size(); ++i) {
    const Joint& joint = model.links()[i].joint;
    const auto first = static_cast<std::size_t>(std::max(model.first_value(i), 0));
    if (joint.mimic != -1) {
      const double from = joint.multiplier * q_t0[first] + joint.offset,
                   to = joint.multiplier * q_t1[first] + joint.offset;
      motion.joints.push_back(motion_of_joint(joint, {&from, 1}, {&to, 1}));
    } else {
      const auto count = static_cast<std::size_t>(value_count(joint.type));
      motion.joints.push_back(
          motion_of_joint(joint, q_t0.subspan(first, count), q_t1.subspan(first, count)));
    }
  }
  return motion;
}

ArticulatedMotion constant_velocity_motion(const ArticulatedModel& model,
                                           std::span<const Pose> relative_t0,
                                           std::span<const Pose> relative_t1) {
  ArticulatedMotion motion;
  const std::size_t count = model.links().size();
  if (!model.fault().empty() || relative_t0.size() != count || relative_t1.size() != count)
    return motion;
  double largest = 0;
  for (const Pose& pose : relative_t0) largest = std::max(largest, norm(pose.position));
  motion.joints.reserve(count);
  for (std::size_t i = 0; i < count; ++i)
    motion.joints.push_back(
        motion_between(model.links()[i].joint, relative_t0[i], relative_t1[i], largest));
  return motion;
}

Configuration configuration_at(const ArticulatedModel& model, std::span<const double> q_t0,
                               std::span<const double> q_t1, double t) {
  Configuration result;
  if (!model.fault().empty() || q_t0.size() != model.value_count() ||
      q_t1.size() != model.value_count())
    return result;
  for (std::size_t k = 0; k < q_t0.size(); ++k) result.push_back(between(q_t0[k], q_t1[k], t));
  for (std::size_t i = 0; i < model.links().size(); ++i) {
    const JointType type = model.links()[i].joint.type;
    if (type == JointType::Floating)
      put_quaternion(q_t0, q_t1, t, static_cast<std::size_t>(model.first_value(i)) + 3, result);
    if (type == JointType::Spherical)
      put_quaternion(q_t0, q_t1, t, static_cast<std::size_t>(model.first_value(i)), result);
  }
  return result;
}

std::vector<Pose> poses_at(const ArticulatedModel& model, const ArticulatedMotion& motion,
                           double t) {
  std::vector<Pose> poses;
  if (!model.fault().empty()) return poses;
  const std::size_t count = std::min(model.links().size(), motion.joints.size());
  poses.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    AffineMap map = articulated::map_at(motion.joints[i], t);
    if (const int parent = model.links()[i].parent; parent >= 0) {
      const Pose& outer = poses[parent];
      map = geometry::compose(map_of(outer), map);
    }
    poses.push_back({map.linear, map.offset});
  }
  return poses;
}

std::string fault(const ArticulatedModel& model, const ArticulatedMotion& motion) {
  if (!model.fault().empty()) return model.fault();
  if (motion.joints.size() != model.links().size())
    return "the motion has " + std::to_string(motion.joints.size()) + " joints, the model " +
           std::to_string(model.links().size()) + " links";
  for (std::size_t i = 0; i < motion.joints.size(); ++i)
    if (const std::string wrong = fault_of_joint(model.links()[i].joint.type, motion.joints[i]);
        !wrong.empty()) {
      const Link& link = model.links()[i];
      return (link.joint.name.empty() ? "the joint of link '" + link.name + "'"
                                      : "joint '" + link.joint.name + "'") +
             ": " + wrong;
    }
  return {};
}

}  // namespace firstcontact
