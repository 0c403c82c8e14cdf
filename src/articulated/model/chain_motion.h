#pragma once
/// Chains of joints for conservative advancement: where a frame is at an instant, with a bound of
/// the error.
#include <firstcontact/articulated.h>

#include <span>
#include <vector>

#include "articulated/model/scene_data.h"

namespace firstcontact::articulated {

/// How much a linear map stretches: least |x| <= |m x| <= most |x|.
struct Stretch {
  double least = 1, most = 1;
};
/// Near to the truth for rotations up to rounding; for others `least` may be 0 and `most` up
/// to 1.05 times too large.
Stretch stretch_of(const Mat3& m);

/// A frame's motion relative to its parent, of a link or an attachment.
struct ChainJoint {
  JointMotion motion;
  Stretch before, after;
  bool rests() const { return motion.angle == 0 && motion.travel.isZero(0); }
};

/// One for each frame of the scene. Precondition: motions without fault, one a model.
std::vector<ChainJoint> chain_joints(const articulated::SceneData& scene,
                                     std::span<const ArticulatedMotion> motions);

/// The frames between two: from below `base` down to `frame`, both included in the scene's order.
/// Empty if they are the same.
std::vector<int> path_to(const articulated::SceneData& scene, int base, int frame);
/// The nearest frame that carries both (either itself, where it carries the other one); -1: the
/// world.
int common_frame(const articulated::SceneData& scene, int a, int b);

/// The true map differs by at most turn_error |x| + shift_error.
struct EnclosedMap {
  AffineMap map;
  double turn_error = 0, shift_error = 0;
};

/// Of the last frame of a path, seen from its base, at the instant t.
EnclosedMap pose_at(std::span<const ChainJoint> joints, std::span<const int> path, double t);

}  // namespace firstcontact::articulated
