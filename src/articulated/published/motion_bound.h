#pragma once
/// How fast any point of a link can move along a direction: the directional motion bound of Zhang,
/// Redon, Lee and Kim 2007 (their equation 10, with its index slip repaired), for our joints.
/// docs/math/articulated-published.md derives it.
#include <span>
#include <vector>

#include "articulated/model/chain_motion.h"
#include "geometry/body_tree.h"

namespace firstcontact::articulated {

/// Farthest distance of a node's points from the last moving joint's centre and axis.
struct PointDistances {
  double from_centre = 0;
  double from_axis = 0;  ///< at most from_centre
};

/// Bounds n·(velocity of M(t) x) for all points x within given distances and all t in the interval,
/// in the frame that the path starts in.
class MotionBound {
 public:
  /// `path`: the frames from the common frame to the body; an empty path is at rest. The bound is
  /// over [0, 1] until `restrict_to` is called.
  MotionBound(std::span<const ChainJoint> joints, std::span<const int> path);

  /// Makes the bound one over [t0, t1], a part of [0, 1].
  void restrict_to(double t0, double t1);

  bool rests() const { return joints_.empty(); }
  PointDistances distances(const geometry::BodyTree::Node& node) const;

  /// |n| must be at most 1 + 2^-40.
  double along(const Vec3& n, const PointDistances& distances) const;
  double in_any_direction(const PointDistances& distances) const;

 private:
  /// A joint that moves. The maps of the resting joints next to it are merged into its own.
  struct Moving {
    AffineMap before, after;
    /// Products of the merged maps' stretches and sums of their offsets' lengths. The rounding
    /// error is proportional to them.
    double before_stretch = 1, before_length = 0, after_stretch = 1, after_length = 0;
    Vec3 travel = Vec3::Zero();
    double speed = 0, turn_speed = 0;  ///< |travel|, |angle|
    double outer_stretch = 1;          ///< of all maps from the path's start to `before`, included
    /// The next moving joint's centre at time t is link + t slide, in this joint's turning frame;
    /// `inner_stretch` is the stretch of the map between the two.
    Vec3 link = Vec3::Zero(), slide = Vec3::Zero();
    double link_error = 0, inner_stretch = 1;
  };
  void link_joints();

  std::vector<Moving> joints_;
  double room_ = 0;  ///< relative room for the rounding of merged maps
  /// The bound is first (along n or in any direction) + later_speed + later_turn |y| +
  /// later_axis_turn (distance from the last axis).
  double first_speed_ = 0, first_fixed_ = 0, first_turn_ = 0;
  bool first_is_last_ = false;
  double later_speed_ = 0, later_turn_ = 0, later_axis_turn_ = 0;
};

}  // namespace firstcontact::articulated
