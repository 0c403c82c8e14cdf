#pragma once
/// Articulated models: trees of rigid links, such as robots, characters and machines, with their
/// configurations and motions.
#include <firstcontact/export.h>
#include <firstcontact/shapes.h>

#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace firstcontact {

/// How a link can move relative to its parent, as in URDF. `value_count` says what values each
/// needs.
enum class JointType { Fixed, Revolute, Continuous, Prismatic, Planar, Floating, Spherical };
/// The name of the enumerator, for example "Revolute".
FIRSTCONTACT_API const char* to_string(JointType type);

/// How many values a joint has in a configuration:
///   Fixed                  0
///   Revolute, Continuous   1: the angle about the axis, in radians
///   Prismatic              1: the travel along the axis
///   Planar                 3: x and y along the plane's axes, then the angle about `axis`
///   Floating               7: x, y, z, then a quaternion in the order x, y, z, w
///   Spherical              4: a quaternion in the order x, y, z, w
/// Quaternions may have any length but 0. `ArticulatedModel::value_names` names every value.
FIRSTCONTACT_API int value_count(JointType type);

/// How a link moves relative to its parent: a point x of the link lies at origin·J(values)·x in the
/// parent's frame.
struct Joint {
  std::string name = {};
  JointType type = JointType::Fixed;
  Pose origin = {};
  /// In the joint's frame; of any length but 0. Planar: the normal of the plane, whose x axis is
  /// the joint's x axis made orthogonal to it (the joint's y axis if x is nearly parallel to it).
  Vec3 axis = Vec3(0, 0, 1);
  /// Limits of the value of a Revolute or Prismatic joint.
  double lower = -std::numeric_limits<double>::infinity(),
         upper = std::numeric_limits<double>::infinity();
  /// If `mimic` is the index of a link, this joint (Revolute, Continuous or Prismatic) has no value
  /// of its own: its value is multiplier * (value of that link's joint) + offset. That joint is of
  /// one of these types too and does not mimic.
  int mimic = -1;
  double multiplier = 1, offset = 0;
};

/// A rigid part of a model: its shapes, and the joint that carries it.
struct Link {
  std::string name = {};
  /// Index of the parent link, smaller than this link's own; -1 for the world. A model may have
  /// several roots.
  int parent = -1;
  /// The joint to the parent.
  Joint joint = {};
  std::vector<Shape> shapes = {};
};

/// The values of all joints that are neither fixed nor mimic another one, in the order of the
/// links.
using Configuration = std::vector<double>;

/// A checked tree of links. Cheap to copy; thread-safe.
class FIRSTCONTACT_API ArticulatedModel {
 public:
  ArticulatedModel() = default;
  /// Never throws for bad input: see `fault`.
  explicit ArticulatedModel(std::vector<Link> links);

  /// What is wrong with the model, naming the link or joint, or an empty string: no links, a parent
  /// that does not come before its child, two links or two joints with the same name, an axis of
  /// length 0, a pose or shape with a fault, limits that are NaN or in the wrong order, a joint
  /// that mimics one that cannot be mimicked.
  const std::string& fault() const;
  std::span<const Link> links() const;
  /// The index of a link in links(), or -1.
  int link_index(std::string_view name) const;

  /// Number of values of a configuration.
  std::size_t value_count() const;
  /// Where the values of a link's joint begin in a configuration; -1 if the joint is fixed. For a
  /// joint that mimics another: where that one's value is.
  int first_value(std::size_t link) const;
  /// The name of every value: "joint", or "joint.x" and so on for joints of several values.
  const std::vector<std::string>& value_names() const;
  /// All values 0 (or the nearest value within the limits), and quaternions that do not turn.
  Configuration neutral() const;

  /// What is wrong with a configuration, naming the joint, or an empty string: a wrong number of
  /// values, a NaN, a quaternion of length 0 and, if `limits`, a value outside its limits. Joints
  /// that mimic another one are not held to their limits.
  std::string fault_of(std::span<const double> configuration, bool limits = true) const;

  /// The pose of every link in the world. Precondition: the model and the configuration have no
  /// fault.
  std::vector<Pose> poses(std::span<const double> configuration) const;
  /// The pose of every link relative to its parent (or the world).
  std::vector<Pose> relative_poses(std::span<const double> configuration) const;

 private:
  struct Data;
  std::shared_ptr<const Data> data_;
};

/// `JointMotion::before` and `after` must be rotations with an offset, up to rounding: no entry of
/// RᵀR may differ by more than this from the identity matrix. (The distance of two links is
/// measured in a frame that carries both.)
inline constexpr double kMotionTolerance = 1e-12;

/// The motion of one link relative to its parent, over t in [0, 1]:
///   x  ->  before·( turn(angle_t0 + angle t)·(after·x) + t travel )
/// where turn(a) is the exact rotation by a about the z axis. The doubles, taken as real numbers,
/// are the motion that is decided.
struct JointMotion {
  AffineMap before;
  Vec3 travel = Vec3::Zero();
  double angle_t0 = 0, angle = 0;  ///< |angle_t0| and |angle| at most kLargestAngle
  AffineMap after;
};

/// A motion of a model: one JointMotion for each link.
struct ArticulatedMotion {
  std::vector<JointMotion> joints;
};

/// The motion in which every joint's values go linearly from q_t0 to q_t1. Angles go as given,
/// without wrapping (also those of Continuous joints). Quaternions turn the shorter way, with
/// constant angular velocity. Precondition: no faults (limits do not matter).
FIRSTCONTACT_API ArticulatedMotion joint_motion(const ArticulatedModel& model,
                                                std::span<const double> q_t0,
                                                std::span<const double> q_t1);

/// The published motion: every link goes from one pose relative to its parent to another one. Its
/// origin moves on a straight line at constant speed, and it turns the shorter way with constant
/// angular velocity. One pose for each link.
FIRSTCONTACT_API ArticulatedMotion constant_velocity_motion(const ArticulatedModel& model,
                                                            std::span<const Pose> relative_t0,
                                                            std::span<const Pose> relative_t1);

/// The configuration at t of joint_motion(model, q_t0, q_t1).
FIRSTCONTACT_API Configuration configuration_at(const ArticulatedModel& model,
                                                std::span<const double> q_t0,
                                                std::span<const double> q_t1, double t);

/// The pose of every link in the world at t, rounded.
FIRSTCONTACT_API std::vector<Pose> poses_at(const ArticulatedModel& model,
                                            const ArticulatedMotion& motion, double t);

/// What is wrong with a motion, or an empty string: a wrong number of joints, a number that is not
/// finite or too large.
FIRSTCONTACT_API std::string fault(const ArticulatedModel& model, const ArticulatedMotion& motion);

}  // namespace firstcontact
