#pragma once
/// How fast any point of a link can move along a direction: the directional motion bound of Zhang,
/// Redon, Lee and Kim 2007 (their equation 10, with its index slip repaired), for our joints.
/// docs/math/articulated-published.md derives it.
#include <span>
#include <vector>

#include "articulated/model/chain_motion.h"
#include "geometry/body_tree.h"

namespace firstcontact::articulated {

/// Of points of the last frame of a path: distances in the last moving joint's turning frame.
struct PointReach {
  double from_centre = 0;  ///< of the joint, |y|
  double from_axis = 0;    ///< never larger
};

/// Bounds n·(velocity of M(t) x) for all x within a reach and all t in the interval, in the frame
/// that the path starts in.
class MotionBound {
 public:
  /// A path of any length; of length 0 it rests. The bound is over [0, 1] at first.
  MotionBound(std::span<const ChainJoint> joints, std::span<const int> path);

  /// From now on for t in [t0, t1], a part of [0, 1].
  void restrict_to(double t0, double t1);

  bool rests() const { return joints_.empty(); }
  PointReach reach(const geometry::BodyTree::Node& node) const;

  /// |n| must be at most 1 + 2^-40.
  double along(const Vec3& n, const PointReach& reach) const;
  double in_any_direction(const PointReach& reach) const;

 private:
  /// A joint that moves, with the maps of all joints that do not merged into its own.
  struct Moving {
    AffineMap before, after;
    /// Products of the merged maps' stretches, sums of their offsets' lengths: what rounding is a
    /// share of.
    double before_stretch = 1, before_length = 0, after_stretch = 1, after_length = 0;
    Vec3 travel = Vec3::Zero();
    double speed = 0, turn_speed = 0;  ///< |travel|, |angle|
    double outer_stretch = 1;  ///< of everything from the path's start up to `before`, included
    /// To the next moving joint: its centre at t is link + t slide, seen from this one's turning
    /// frame; `inner_stretch` of the linear part.
    Vec3 link = Vec3::Zero(), slide = Vec3::Zero();
    double link_error = 0, inner_stretch = 1;
  };
  void link_joints();

  std::vector<Moving> joints_;
  double room_ = 0;  ///< relative, for the rounding of merged maps
  /// The bound is first (along n or in any direction) + later_speed + later_turn |y| +
  /// later_axis_turn (distance from the last axis).
  double first_speed_ = 0, first_fixed_ = 0, first_turn_ = 0;
  bool first_is_last_ = false;
  double later_speed_ = 0, later_turn_ = 0, later_axis_turn_ = 0;
};

}  // namespace firstcontact::articulated
