#pragma once
/// All collisions of two rigid polyhedra that move from one pose to another, their relative motion
/// being a screw: a turn about a fixed axis with a travel along it. docs/guide/screw.md explains
/// the modes and compares them.
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
struct Screw {
  Vec3 axis = Vec3::UnitY();  ///< unit length
  Vec3 point = Vec3::Zero();  ///< on the axis, nearest to A's origin
  double angle = 0;   ///< in [0, pi]; 0: a translation along `axis`; pi: the largest coordinate of
                      ///< `axis` is positive
  double travel = 0;  ///< along `axis`; not negative where angle is 0
  /// (1 − cos(angle / 2)) / angle: how far a point strays from the straight way, as a share of its
  /// path.
  double straightness_error() const;
};

/// Precondition: poses without fault. Well conditioned for every angle, tiny ones and pi included.
Screw relative_screw(const PoseChange& a, const PoseChange& b);

/// A properness of 0, as of two faces that meet flat, is known up to this. What is asked for with
/// `min_properness` is let off as much.
inline constexpr double kPropernessRounding = 1e-6;

enum class ScrewMode {
  Pixels,    ///< the published algorithm: features drawn on a collision screen; approximate
  Analytic,  ///< features as curves on the same screen, crossings by root finding; no resolution,
             ///< but rounding is not bounded
  Certified  ///< every event isolated with rigorous bounds: none missed
};

/// Features of A and of B, in this order.
enum class CollisionKind {
  VertexFace,
  FaceVertex,
  EdgeEdge,
  EdgeFace,
  FaceEdge,  ///< only at time 0: the bodies intersect at the start, or one lies in the other
};
const char* to_string(CollisionKind kind);  ///< "VF", "FV", "EE", "EF", "FE"

struct Collision {
  CollisionKind kind = CollisionKind::VertexFace;
  /// Index of the vertex, edge (Polyhedron::edges) or face (of the description) of A and of B.
  int a = -1, b = -1;
  /// Fractions of the motion. Certified: the features do not touch in the gap between this event
  /// and the one before; they touch at some instant of [time, time_upper], up to the tolerance. A
  /// long interval: they slide along each other. Other modes: the approximate time, twice.
  double time = 0, time_upper = 0;
  /// In world coordinates at `time`; the normal is a unit vector from A towards B.
  Vec3 point = Vec3::Zero(), normal = Vec3::Zero();
  /// From -1 to 1: at least 0 if the surfaces do not cut through each other near the point and the
  /// bodies do not part there, as in every first contact; NaN where adjacency is missing.
  double properness = std::numeric_limits<double>::quiet_NaN();
  /// Certified: the features really touch (a change of sign was proven). Otherwise they come as
  /// near as the tolerance.
  bool proven = false;
};

struct ScrewOptions {
  ScrewMode mode = ScrewMode::Certified;
  /// Only the first collision (all that share the earliest time, up to time_resolution).
  bool first_only = false;
  /// Collisions of smaller properness are left out; those without a known one never are. Unset:
  /// -0.1 for Pixels and Analytic, as published; none is left out in Certified.
  std::optional<double> min_properness;

  /// Pixels: size of a pixel, in scene units. Unset: a twelfth of the mean edge length.
  std::optional<double> resolution;
  /// Pixels: how precise the times along a drawn edge are. Unset: that of a pixel at the mean
  /// speed.
  std::optional<double> pixel_time_resolution;
  /// Pixels: also collisions of features that pass within a pixel of each other (section 10 of the
  /// paper).
  bool robust = false;
  /// Pixels: leave out faces that look away. Only valid for closed bodies that are apart at the
  /// start. Unset: if both are closed.
  std::optional<bool> cull_facing;

  /// Certified: length, in scene units, up to which features that come near may count as touching.
  /// Unset: 1e-9 of the scene's size.
  std::optional<double> tolerance;
  /// Certified: width that intervals of contact are narrowed to, as a share of the motion.
  double time_resolution = 0x1p-40;
  /// Certified: steps of the whole search; running out is Undecided.
  std::int64_t max_checks = 100'000'000;
  /// Certified: keep the proof of freedom, for `verify`.
  bool certificate = false;
};

/// Free: with Certified this is proven; the other modes found nothing. Contact: also where
/// `min_properness` left no collision to report. Undecided: the collisions found so far are listed.
struct ScrewResult : Answer {
  /// Ascending in time, then kind, a, b.
  std::vector<Collision> collisions;
  Screw screw;
  /// Certified: at the start the surfaces cut through each other, or one body lies in the other
  /// one, which is closed.
  bool intersecting_at_start = false;
  /// Certified: the length really used, at least what doubles can tell apart in this scene.
  double tolerance = 0;
  /// Certified, Free, with ScrewOptions::certificate.
  BodyCertificate certificate;
};

/// Never throws for bad input. Thread-safe.
ScrewResult find_collisions(const Polyhedron& a, const PoseChange& motion_a, const Polyhedron& b,
                            const PoseChange& motion_b, const ScrewOptions& options = {});

/// The screw from one pose to another, from body coordinates to those that the poses map to: for
/// `first_contact`. The shorter way round. Precondition: poses without fault.
ScrewMotion screw_motion(const PoseChange& poses);
/// A turn by `angle` radians, of any sense and up to kLargestAngle, about the axis through `point`,
/// with a travel along it. Precondition: a pose without fault; an axis of any length but 0.
ScrewMotion screw_motion(const Pose& from, const Vec3& axis, const Vec3& point, double angle,
                         double travel);

/// Where A is at time t: its own poses joined by a screw. B is at that pose applied to the relative
/// motion: at 0 and 1 at its own poses, and at rest throughout if it is given so.
Pose pose_at(const PoseChange& a, double t);

}  // namespace firstcontact
