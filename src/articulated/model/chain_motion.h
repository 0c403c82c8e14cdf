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
/// Bounds of the stretch of m. They are tight for what is a rotation up to rounding; for other maps
/// `least` may be 0 and `most` up to 1.05 times too large.
Stretch stretch_of(const Mat3& m);

/// The motion of a frame, which is a link or an attachment, relative to its parent.
struct ChainJoint {
  JointMotion motion;
  Stretch before, after;
  bool rests() const { return motion.angle == 0 && motion.travel.isZero(0); }
};

/// One for each frame of the scene. Precondition: motions without fault, one a model.
std::vector<ChainJoint> chain_joints(const articulated::SceneData& scene,
                                     std::span<const ArticulatedMotion> motions);

/// The frames on the way from `base`, excluded, to `frame`, included. Empty if they are the same.
std::vector<int> path_to(const articulated::SceneData& scene, int base, int frame);
/// The nearest frame that carries both, which may be one of the two; -1 for the world.
int common_frame(const articulated::SceneData& scene, int a, int b);

/// A map and its error: the true image of x differs by at most turn_error |x| + shift_error.
struct EnclosedMap {
  AffineMap map;
  double turn_error = 0, shift_error = 0;
};

/// The pose of the last frame of a path in its base frame, at time t.
EnclosedMap pose_at(std::span<const ChainJoint> joints, std::span<const int> path, double t);

}  // namespace firstcontact::articulated
