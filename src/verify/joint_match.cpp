// A JointMotion  x -> before·( turn(angle_t0 + angle t)·(after·x) + t travel )  is what a joint
// does if
//   1. before and after are rotations, and after has no offset: then the origin goes straight, and
//      the link turns about one axis evenly;
//   2. it starts where the joint starts: rotation and position;
//   3. the travel is the joint's, in the parent's coordinates;
//   4. the angle is the joint's, and where it is not 0 so is the axis, before's third column. A
//      quaternion's turn is known by its end, by not being longer than half a turn, and by its
//      sense: near to half a turn both ways end at nearly the same place.
#include "verify/joint_match.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "verify/number_text.h"

namespace firstcontact::verify {
namespace {

/// Where a link is relative to its parent.
struct Placement {
  Mat3 rotation = Mat3::Identity();
  Vec3 position = Vec3::Zero();
};

Mat3 cross_matrix(const Vec3& v) {
  Mat3 m;
  m << 0, -v.z(), v.y(), v.z(), 0, -v.x(), -v.y(), v.x(), 0;
  return m;
}

/// Rotation by the angle about the unit vector.
Mat3 turn(const Vec3& axis, double angle) {
  const Mat3 k = cross_matrix(axis);
  return Mat3::Identity() + std::sin(angle) * k + (1 - std::cos(angle)) * (k * k);
}

/// Rotation of the quaternion x, y, z, w, which need not have length 1.
Mat3 rotation_of(std::span<const double> q) {
  const double length = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  const Vec3 v = Vec3(q[0], q[1], q[2]) / length;
  const double w = q[3] / length;
  const Mat3 k = cross_matrix(v);
  return Mat3::Identity() + 2 * w * k + 2 * (k * k);
}

/// The nearest rotation to a matrix that is one up to kPoseTolerance, by Newton's iteration for the
/// polar decomposition: every step squares the distance.
Mat3 nearest_rotation(Mat3 m) {
  for (int step = 0; step < 4; ++step) {
    Mat3 cofactors;
    cofactors << Vec3(m.col(1)).cross(Vec3(m.col(2))), Vec3(m.col(2)).cross(Vec3(m.col(0))),
        Vec3(m.col(0)).cross(Vec3(m.col(1)));
    const double determinant = Vec3(m.col(0)).dot(Vec3(cofactors.col(0)));
    m = 0.5 * (m + cofactors / determinant);
  }
  return m;
}

Pose with_nearest_rotation(const Pose& pose) {
  return {nearest_rotation(pose.rotation), pose.position};
}

/// The axis of an antisymmetric matrix, or of the antisymmetric part of another one.
Vec3 axis_of(const Mat3& m) {
  return 0.5 * Vec3(m(2, 1) - m(1, 2), m(0, 2) - m(2, 0), m(1, 0) - m(0, 1));
}

/// The sense of turns larger than this is compared too; the end of a smaller turn determines it.
constexpr double kLongTurn = 1;
/// Half a turn, with room for rounding.
constexpr double kHalfTurn = std::numbers::pi + 1e-12;

/// The plane's axes and its normal, as articulated.h defines them for planar joints.
Mat3 axes_of_plane(const Vec3& normal) {
  constexpr double kNearlyParallel = 0.99;
  const Vec3 n = normal.normalized();
  Vec3 x = std::abs(n.x()) > kNearlyParallel ? Vec3::UnitY() : Vec3::UnitX();
  x = (x - x.dot(n) * n).normalized();
  Mat3 axes;
  axes << x, n.cross(x), n;
  return axes;
}

Placement placement(const Joint& joint, std::span<const double> values) {
  Placement local;
  switch (joint.type) {
    case JointType::Fixed: break;
    case JointType::Revolute:
    case JointType::Continuous: local.rotation = turn(joint.axis.normalized(), values[0]); break;
    case JointType::Prismatic: local.position = values[0] * joint.axis.normalized(); break;
    case JointType::Planar:
      local.rotation = turn(joint.axis.normalized(), values[2]);
      local.position = axes_of_plane(joint.axis) * Vec3(values[0], values[1], 0);
      break;
    case JointType::Floating:
      local.rotation = rotation_of(values.subspan(3, 4));
      local.position = Vec3(values[0], values[1], values[2]);
      break;
    case JointType::Spherical: local.rotation = rotation_of(values.subspan(0, 4)); break;
  }
  return {joint.origin.rotation * local.rotation,
          joint.origin.rotation * local.position + joint.origin.position};
}

/// Index of the value that is the angle about the axis; -1 if there is none.
int angle_index(JointType type) {
  if (type == JointType::Revolute || type == JointType::Continuous) return 0;
  return type == JointType::Planar ? 2 : -1;
}

bool has_quaternion(JointType type) {
  return type == JointType::Floating || type == JointType::Spherical;
}

template <class A, class B>
bool near(const A& a, const B& b, double tolerance) {
  return (a - b).cwiseAbs().maxCoeff() <= tolerance;  // false for NaN
}

bool is_rotation(const Mat3& m) {
  return near(m.transpose() * m, Mat3::Identity(), kMatchTolerance) &&
         Vec3(m.col(0)).cross(Vec3(m.col(1))).dot(Vec3(m.col(2))) > 0;
}

std::string other_angles(const JointMotion& motion, double from, double to) {
  return "in the proof it turns from " + number_text(motion.angle_t0) + " to " +
         number_text(motion.angle_t0 + motion.angle) + " rad, in the inputs from " +
         number_text(from) + " to " + number_text(to) + " rad";
}

Mat3 rotation_at(const JointMotion& motion, double t) {
  return motion.before.linear * turn(Vec3::UnitZ(), motion.angle_t0 + t * motion.angle) *
         motion.after.linear;
}

/// The sense of a long turn, `sine` being the axis times the sine of the inputs' angle. By exactly
/// half a turn the inputs do not tell; then it is the one whose largest coordinate is positive, as
/// screw.h says.
bool is_same_sense(const Vec3& sine, const Vec3& axis) {
  if (!sine.isZero(0)) return sine.dot(axis) >= 0;
  Eigen::Index largest = 0;
  axis.cwiseAbs().maxCoeff(&largest);
  return axis[largest] > 0;
}

/// The turn about `axis` (in the parent's coordinates) by the motion's angle is the shorter way
/// from one quaternion to the other.
bool is_shorter_way(const Joint& joint, std::span<const double> from, std::span<const double> to,
                    const Vec3& axis, double angle) {
  if (!(std::abs(angle) <= kHalfTurn)) return false;
  if (std::abs(angle) <= kLongTurn) return true;
  const std::size_t first = joint.type == JointType::Floating ? 3 : 0;
  const auto a = from.subspan(first, 4), b = to.subspan(first, 4);
  const Vec3 va(a[0], a[1], a[2]), vb(b[0], b[1], b[2]);
  const double w = va.dot(vb) + a[3] * b[3];  // of b·a⁻¹, whose vector part is:
  const Vec3 v = a[3] * vb - b[3] * va - vb.cross(va);
  const double along = angle * (joint.origin.rotation * v).dot(axis);
  return w < 0 ? along <= 0 : along >= 0;
}

}  // namespace

std::string difference(const Joint& joint, std::span<const double> from, std::span<const double> to,
                       const JointMotion& motion) {
  if (!is_rotation(motion.before.linear) || !is_rotation(motion.after.linear))
    return "its motion in the proof is not rigid";
  if (!motion.after.offset.isZero(0)) return "its motion in the proof is not that of a joint";
  const Placement start = placement(joint, from), end = placement(joint, to);
  const int index = angle_index(joint.type);
  const double angle = index < 0 ? 0 : to[index] - from[index];
  const double largest = index < 0 ? 0 : std::max(std::abs(from[index]), std::abs(to[index]));
  const double tolerance = kMatchTolerance * (1 + largest);
  const double length = joint.origin.position.norm() + start.position.norm() + end.position.norm();
  if (index >= 0 && !(std::abs(motion.angle - angle) <= tolerance))
    return other_angles(motion, from[index], to[index]);
  if (!near(rotation_at(motion, 0), start.rotation, tolerance)) {
    if (index < 0) return "it starts with another orientation";
    return other_angles(motion, from[index], to[index]) + ", or its axis or origin is another";
  }
  const Vec3 way = end.position - start.position, proven_way = motion.before.linear * motion.travel;
  if (!near(proven_way, way, kMatchTolerance * length))
    return "the proof moves it by " + number_text(proven_way.norm()) + ", the inputs by " +
           number_text(way.norm()) + ", or in another direction";
  if (!near(motion.before.offset, start.position, kMatchTolerance * length))
    return "it starts at another place: " +
           number_text((motion.before.offset - start.position).norm()) + " away";
  if (has_quaternion(joint.type)) {
    if (!near(rotation_at(motion, 1), end.rotation, tolerance))
      return "it ends with another orientation";
    const bool shorter = is_shorter_way(joint, from, to, motion.before.linear.col(2), motion.angle);
    return shorter ? "" : "it turns the other way round";
  }
  if (index < 0) return motion.angle == 0 ? "" : "it turns in the proof, but the joint does not";
  const Vec3 axis = joint.origin.rotation * joint.axis.normalized();
  if (motion.angle != 0 && !near(motion.before.linear.col(2), axis, kMatchTolerance))
    return "it turns about another axis";
  return "";
}

std::string difference(const Pose& pose, const JointMotion& fixed) {
  Joint joint;
  joint.origin = with_nearest_rotation(pose);
  return difference(joint, {}, {}, fixed);
}

std::string difference(const PoseChange& a, const PoseChange& b, const ScrewCoefficients& b_in_a) {
  const auto relative = [](const Pose& first, const Pose& second) {
    const Pose pa = with_nearest_rotation(first), pb = with_nearest_rotation(second);
    return Placement{pa.rotation.transpose() * pb.rotation,
                     pa.rotation.transpose() * (pb.position - pa.position)};
  };
  const Placement start = relative(a.from, b.from), end = relative(a.to, b.to);
  const Mat3& r = b_in_a.start.linear;
  if (!is_rotation(r)) return "its motion in the proof is not rigid";
  const double length = start.position.norm() + end.position.norm() + a.from.position.norm() +
                        a.to.position.norm() + b.from.position.norm() + b.to.position.norm();
  const double lengths = kMatchTolerance * length;
  if (!near(r, start.rotation, kMatchTolerance)) return "it starts with another orientation";
  if (!near(b_in_a.start.offset, start.position, lengths)) return "it starts at another place";
  const double angle = b_in_a.angle;
  if (!(std::abs(angle) <= kHalfTurn)) return "it turns by more than half a turn";
  const double f = angle == 0 ? 1 : std::sin(angle) / angle;
  const double g = angle == 0 ? 0.5 : 2 * std::pow(std::sin(angle / 2) / angle, 2);
  const Mat3 last = r + f * b_in_a.velocity.linear + g * b_in_a.bend.linear;
  const Vec3 last_offset =
      b_in_a.start.offset + f * b_in_a.velocity.offset + g * b_in_a.bend.offset + b_in_a.drift;
  if (!near(last, end.rotation, 10 * kMatchTolerance)) return "it ends with another orientation";
  if (!near(last_offset, end.position, 10 * lengths)) return "it ends at another place";
  // A screw: velocity = W·start for a fixed W = angle·[axis]×, bend = W·velocity, and the drift is
  // along the axis.
  const Mat3 w = b_in_a.velocity.linear * r.transpose();
  const double speed = b_in_a.velocity.offset.norm() + b_in_a.drift.norm() + length;
  if (!near(w, -w.transpose(), kMatchTolerance) ||
      !(std::abs(w.norm() - std::numbers::sqrt2 * std::abs(angle)) <= kMatchTolerance * 10) ||
      !near(b_in_a.bend.linear, w * b_in_a.velocity.linear, 10 * kMatchTolerance) ||
      !near(b_in_a.bend.offset, w * b_in_a.velocity.offset, 10 * kMatchTolerance * speed) ||
      !near(w * b_in_a.drift, Vec3::Zero(), 10 * kMatchTolerance * speed))
    return "its motion in the proof is not a screw";
  const Mat3 turned = end.rotation * start.rotation.transpose();
  if (std::abs(angle) > kLongTurn && !is_same_sense(axis_of(turned), axis_of(w)))
    return "it turns the other way round";
  return "";
}

}  // namespace firstcontact::verify
