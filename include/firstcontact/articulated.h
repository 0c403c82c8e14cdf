#pragma once
/// Trees of rigid links: robots, characters, machines. Configurations, and motions between them.
#include <firstcontact/shapes.h>

#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace firstcontact {

enum class JointType { Fixed, Revolute, Continuous, Prismatic, Planar, Floating, Spherical };
const char* to_string(JointType type);

/// How many numbers of a configuration a joint has: 0, 1, 1, 1, 3, 7, 4.
///   Revolute, Continuous: angle in radians about the axis.   Prismatic: travel along it.
///   Planar: x, y along the plane's axes, then the angle about its normal `axis`.
///   Floating: x, y, z, then a quaternion x, y, z, w.   Spherical: a quaternion x, y, z, w.
///   Quaternions of any length but 0.
int value_count(JointType type);

/// How a link moves relative to its parent: a point x of the link lies at origin·J(values)·x in the
/// parent's frame.
struct Joint {
  std::string name;
  JointType type = JointType::Fixed;
  Pose origin;
  /// In the joint's frame, of any length but 0. Planar: the normal; the plane's x axis is the
  /// joint's x axis made orthogonal to it (the y axis where that is nearly parallel).
  Vec3 axis = Vec3(0, 0, 1);
  /// Of Revolute and Prismatic joints' values.
  double lower = -std::numeric_limits<double>::infinity(),
         upper = std::numeric_limits<double>::infinity();
  /// Mimic: this joint (Revolute, Continuous or Prismatic) has no number of its own; its value is
  /// multiplier * (value of the joint of link `mimic`) + offset. That joint is of one of these
  /// types too and does not mimic.
  int mimic = -1;
  double multiplier = 1, offset = 0;
};

struct Link {
  std::string name;
  /// Index of the parent link, smaller than the link's own; -1: the world. A model may have several
  /// roots.
  int parent = -1;
  /// To the parent.
  Joint joint;
  std::vector<Shape> shapes;
};

/// One number for each value of each joint that is neither fixed nor a mimic, in the order of the
/// links.
using Configuration = std::vector<double>;

/// A checked tree of links. Plain value, cheap to copy, thread-safe.
class ArticulatedModel {
 public:
  ArticulatedModel() = default;
  /// Never throws for bad input: see `fault`.
  explicit ArticulatedModel(std::vector<Link> links);

  /// Empty, or what is wrong, naming the link or joint: no links, a parent that does not come
  /// before, two equal names of links or of joints, an axis of length 0, a pose or shape with a
  /// fault, limits in the wrong order or NaN, a mimic of what cannot be mimicked.
  const std::string& fault() const;
  std::span<const Link> links() const;
  /// -1: none.
  int link_index(std::string_view name) const;

  std::size_t value_count() const;
  /// Where the values of a link's joint begin in a configuration; of a mimic: those of what it
  /// mimics. -1: fixed.
  int first_value(std::size_t link) const;
  /// "joint", or "joint.x" and so on for joints of several values.
  const std::vector<std::string>& value_names() const;
  /// Zeros, brought into the limits; quaternions that do not turn.
  Configuration neutral() const;

  /// Empty, or what is wrong, naming the joint: count, NaN, a quaternion of length 0, and (where
  /// `limits`) a value outside its limits. Values of mimics are not held to limits.
  std::string fault_of(std::span<const double> configuration, bool limits = true) const;

  /// Every link in the world. Precondition: no fault of the model or the configuration.
  std::vector<Pose> poses(std::span<const double> configuration) const;
  /// Every link relative to its parent (or the world).
  std::vector<Pose> relative_poses(std::span<const double> configuration) const;

 private:
  struct Data;
  std::shared_ptr<const Data> data_;
};

/// One link relative to its parent over t in [0, 1]. The doubles, taken as real numbers, *are* the
/// motion that is decided:
///   x  ->  before·( turn(angle_t0 + angle t)·(after·x) + t travel ),      turn(a): by a about the
///   z axis, exactly.
/// `before` and `after` are rotations with an offset, up to rounding: every entry of RᵀR is within
/// kMotionTolerance of the identity's, because distances of two links are measured in a frame that
/// carries both.
inline constexpr double kMotionTolerance = 1e-12;
struct JointMotion {
  AffineMap before;
  Vec3 travel = Vec3::Zero();
  double angle_t0 = 0, angle = 0;  ///< |angle_t0| and |angle| at most kLargestAngle
  AffineMap after;
};

/// A motion of all links of a model: one JointMotion a link.
struct ArticulatedMotion {
  std::vector<JointMotion> joints;
};

/// Every joint's values go linearly from q_t0 to q_t1: angles as given, without wrapping (also of
/// Continuous joints); quaternions by constant angular velocity, the shorter way. Precondition: no
/// faults (limits do not matter).
ArticulatedMotion joint_motion(const ArticulatedModel& model, std::span<const double> q_t0,
                               std::span<const double> q_t1);

/// The published motion: every link goes from one pose relative to its parent to another one, its
/// origin on a straight line at constant speed and with constant angular velocity, the shorter way
/// round. One pose a link.
ArticulatedMotion constant_velocity_motion(const ArticulatedModel& model,
                                           std::span<const Pose> relative_t0,
                                           std::span<const Pose> relative_t1);

/// The configuration at t of joint_motion(model, q_t0, q_t1).
Configuration configuration_at(const ArticulatedModel& model, std::span<const double> q_t0,
                               std::span<const double> q_t1, double t);

/// Every link in the world at t; rounded.
std::vector<Pose> poses_at(const ArticulatedModel& model, const ArticulatedMotion& motion,
                           double t);

/// Empty, or what is wrong: a wrong number of joints, a number that is not finite or too large.
std::string fault(const ArticulatedModel& model, const ArticulatedMotion& motion);

}  // namespace firstcontact
