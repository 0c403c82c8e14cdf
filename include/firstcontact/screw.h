#pragma once
/// Finds all collisions of two rigid polyhedra that move from one pose to another. Their relative
/// motion is a screw: a turn about a fixed axis with a travel along it. docs/guide/screw.md
/// explains the modes and compares them.
#include <firstcontact/export.h>
#include <firstcontact/motion.h>
#include <firstcontact/moving_bodies.h>
#include <firstcontact/polyhedron.h>
#include <firstcontact/pose.h>

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace firstcontact {

/// The motion of B seen from A: x(1) = point + R(axis, angle) (x(0) − point) + travel * axis, in
/// A's coordinates.
struct FIRSTCONTACT_API Screw {
  Vec3 axis = Vec3::UnitY();  ///< unit length
  Vec3 point = Vec3::Zero();  ///< on the axis, nearest to A's origin
  /// In [0, pi]. 0 is a translation along `axis`. For pi the largest coordinate of `axis` is
  /// positive.
  double angle = 0;
  double travel = 0;  ///< along `axis`; not negative if the angle is 0
  /// How far a point strays from the straight line, as a share of its path:
  /// (1 − cos(angle / 2)) / angle.
  double straightness_error() const;
};

/// The screw that takes B from its first to its last pose as A sees it. Precondition: the poses
/// have no fault. Accurate for every angle, from tiny ones to pi.
FIRSTCONTACT_API Screw relative_screw(const PoseChange& a, const PoseChange& b);

/// Rounding error of a properness. Collisions are kept if their properness is at least
/// min_properness minus this.
inline constexpr double kPropernessRounding = 1e-6;

/// How the collisions of two polyhedra are found.
enum class ScrewMode {
  /// The published algorithm: it draws features on a collision screen. Approximate.
  Pixels,
  /// The same screen, with features as curves and their crossings by root finding. There is no
  /// resolution, but rounding errors are not bounded.
  Analytic,
  /// Every event is isolated with rigorous bounds. None is missed.
  Certified,
};

/// Features of A and of B, in this order.
enum class CollisionKind {
  VertexFace,
  FaceVertex,
  EdgeEdge,
  EdgeFace,
  FaceEdge,  ///< EdgeFace and FaceEdge only at time 0: the bodies intersect, or one is in the other
};
FIRSTCONTACT_API const char* to_string(CollisionKind kind);  ///< "VF", "FV", "EE", "EF", "FE"

/// Two features that touch, and when.
struct Collision {
  /// Which features touch.
  CollisionKind kind = CollisionKind::VertexFace;
  /// Index of the vertex, edge (Polyhedron::edges) or face (of the description) of A and of B.
  int a = -1, b = -1;
  /// Certified: the features touch, within the tolerance, at some time in [time, time_upper], and
  /// do not touch between this collision and the one before. In a long interval they slide along
  /// each other. Other modes: both are the approximate time.
  double time = 0, time_upper = 0;
  /// In the world at `time`. The normal is a unit vector from B to A.
  Vec3 point = Vec3::Zero(), normal = Vec3::Zero();
  /// From -1 to 1. It is at least 0 if, near the point, the surfaces do not cut through each other
  /// and the bodies do not part; this holds for every first contact. NaN if adjacency is missing.
  double properness = std::numeric_limits<double>::quiet_NaN();
  /// Certified: true if the features really touch (a change of sign was proven), false if they only
  /// come within the tolerance.
  bool proven = false;
};

/// What to ask about two polyhedra.
struct ScrewOptions {
  /// How the collisions are found.
  ScrewMode mode = ScrewMode::Certified;
  /// Only the first collision (or several, if they share the earliest time up to time_resolution).
  bool first_only = false;
  /// Collisions of smaller properness are left out. Those whose properness is unknown are kept.
  /// Unset: -0.1 for Pixels and Analytic, as published; Certified leaves out none.
  std::optional<double> min_properness = {};

  /// Pixels: size of a pixel, in scene units. Unset: a twelfth of the mean edge length.
  std::optional<double> resolution = {};
  /// Pixels: how precise the times along a drawn edge are. Unset: that of a pixel at the mean
  /// speed.
  std::optional<double> pixel_time_resolution = {};
  /// Pixels: also collisions of features that pass within a pixel of each other (section 10 of the
  /// paper).
  bool robust = false;
  /// Pixels: leave out faces that look away. Only valid for closed bodies that are apart at the
  /// start. Unset: if both are closed.
  std::optional<bool> cull_facing = {};

  /// Certified: a length; features that come within it may count as touching. Unset: 1e-9 of the
  /// larger body's size, the radius of a box around it.
  std::optional<double> tolerance = {};
  /// Certified: the times of collisions are narrowed down to intervals of this width.
  double time_resolution = 0x1p-40;
  /// Certified: the budget of the whole search; if it runs out, the answer is Undecided.
  std::int64_t max_checks = 100'000'000;
  /// Certified: a Free answer carries its proof in ScrewResult::certificate.
  bool certificate = false;
};

/// Only Certified proves what it says. The other modes say Free if they find nothing, and their toi
/// is the approximate time of the first collision. Contact may come with an empty list, if
/// `min_properness` left out every collision. Undecided lists the collisions found so far.
struct ScrewResult : Answer {
  /// Sorted by time, then kind, a and b.
  std::vector<Collision> collisions;
  Screw screw;
  /// Certified: at the start the surfaces cut through each other, or one body lies inside the other
  /// one, which is closed.
  bool intersecting_at_start = false;
  /// Certified: the length really used, at least what doubles can tell apart in this scene.
  double tolerance = 0;
  /// Certified, Free, with ScrewOptions::certificate.
  BodyCertificate certificate;
};

/// Never throws for bad input. Thread-safe.
FIRSTCONTACT_API ScrewResult find_collisions(const Polyhedron& a, const PoseChange& motion_a,
                                             const Polyhedron& b, const PoseChange& motion_b,
                                             const ScrewOptions& options = {});

/// The screw from one pose to another, from body coordinates to those that the poses map to: for
/// `first_contact`. The shorter way round. Precondition: poses without fault.
FIRSTCONTACT_API ScrewMotion screw_motion(const PoseChange& poses);
/// A turn by `angle` radians, of any sense and up to kLargestAngle, about the axis through `point`,
/// with a travel along it. Precondition: a pose without fault; an axis of any length but 0.
FIRSTCONTACT_API ScrewMotion screw_motion(const Pose& from, const Vec3& axis, const Vec3& point,
                                          double angle, double travel);

/// Where A is at time t: its own poses joined by a screw. B is at that pose applied to the relative
/// motion: at 0 and 1 at its own poses, and at rest throughout if it is given so.
FIRSTCONTACT_API Pose pose_at(const PoseChange& a, double t);

}  // namespace firstcontact
