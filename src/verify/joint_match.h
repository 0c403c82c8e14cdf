#pragma once
/// Compares the motion in a proof with the one that joint values or poses describe. Computed in
/// floating-point arithmetic, so equal means equal up to rounding.
#include <firstcontact/articulated.h>

#include <span>
#include <string>

namespace firstcontact::verify {

/// How much a motion in a proof may differ from the one that is asked for: numbers of rotations
/// absolutely (times 1 plus the angle), lengths as a share of the lengths involved. Some thousand
/// times the rounding of doubles.
inline constexpr double kMatchTolerance = 1e-12;

/// Empty, or how `motion` differs from a joint whose values go linearly from `from` to `to`
/// (quaternions: by constant angular velocity, the shorter way). For a joint that mimics another
/// one, give its own values, not those of the other.
std::string difference(const Joint& joint, std::span<const double> from, std::span<const double> to,
                       const JointMotion& motion);

/// Empty, or how the map differs from the pose.
std::string difference(const Pose& pose, const JointMotion& fixed);

/// Empty, or how the motion of B in the coordinates of A differs from the screw between the poses.
std::string difference(const PoseChange& a, const PoseChange& b, const ScrewCoefficients& b_in_a);

}  // namespace firstcontact::verify
