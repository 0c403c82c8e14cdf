#pragma once
/// The screw that carries one pose to another, and the motion of B relative to A.
#include <firstcontact/motion.h>
#include <firstcontact/pose.h>
#include <firstcontact/screw.h>

namespace firstcontact {

/// Rotations up to this angle are ignored: they are rounding errors of poses of equal orientation,
/// which are up to some 5e-16. Ignoring them changes points by less than 1e-15 of the body's size.
inline constexpr double kNoTurn = 1e-15;

/// A screw and its path.
struct ScrewBetween {
  Screw screw;             ///< in the coordinates that the poses map to
  ScrewCoefficients path;  ///< from body coordinates to these
};

/// The screw from one pose to another. Their rotations are orthonormalised first. path(0) is `from`
/// exactly. path(1) is `to`, and path(t) the ideal screw, up to about 1e-15 of the distance
/// travelled and of |x|, whatever the angle. `Screw::point` goes to infinity as the angle goes to
/// 0: its error is about 1e-16 / angle of the distance travelled. Precondition: valid poses.
ScrewBetween screw_between(const Pose& from, const Pose& to);

/// The map at time t.
AffineMap map_at(const ScrewCoefficients& path, double t);

/// The motion of B in A's coordinates over t in [0, 1].
struct RelativeMotion {
  Screw screw;
  ScrewCoefficients b_in_a;  ///< from B's body coordinates to A's
};

/// As `screw_between`, but the poses of B in A's coordinates are rounded too, by some 1e-16 of the
/// bodies' distance.
RelativeMotion relative_motion(const PoseChange& a, const PoseChange& b);

}  // namespace firstcontact
