#include "articulated/published/advancement_pair.h"

#include <algorithm>
#include <cmath>

#include "geometry/turn.h"
#include "motion/first_contact.h"

namespace firstcontact::articulated {
namespace {

/// A common frame that may shrink lengths by more than this is not used; the world is then the
/// common frame.
constexpr double kMostShrinking = 1e-6;

/// A lower bound of the stretch of the map from the frame into the world.
double least_stretch(std::span<const ChainJoint> joints, std::span<const int> path) {
  double least = 1;
  for (const int frame : path) {
    const ChainJoint& joint = joints[frame];
    least *= joint.before.least * joint.after.least;
  }
  return least;
}

int base_of(const AdvancementContext& context, int shape_pair) {
  const auto& pair = context.scene.shape_pairs[shape_pair];
  const int a = context.scene.shapes[pair.a].frame;
  const int b = context.scene.shapes[pair.b].frame;
  const int base = a < 0 || b < 0 ? -1 : common_frame(context.scene, a, b);
  return least_stretch(context.joints, path_to(context.scene, -1, base)) >= 1 - kMostShrinking
             ? base
             : -1;
}

}  // namespace

AdvancementPair::Side AdvancementPair::side(const AdvancementContext& context, int base,
                                            int shape) {
  const auto& placed = context.scene.shapes[shape];
  std::vector<int> path;
  if (placed.frame >= 0) path = path_to(context.scene, base, placed.frame);
  MotionBound bound(context.joints, path);
  return {&placed, std::move(path), std::move(bound), {}, {}};
}

AdvancementPair::AdvancementPair(const AdvancementContext& context, int shape_pair)
    : joints_(context.joints),
      base_path_(path_to(context.scene, -1, base_of(context, shape_pair))),
      a_(side(context, base_path_.empty() ? -1 : base_path_.back(),
              context.scene.shape_pairs[shape_pair].a)),
      b_(side(context, base_path_.empty() ? -1 : base_path_.back(),
              context.scene.shape_pairs[shape_pair].b)),
      directional_(context.options.stages.directional_bound) {
  const double least = least_stretch(joints_, base_path_);
  const auto& shapes = context.scene.shape_pairs[shape_pair];
  true_separation_ = shapes.separation;
  margin_ = shapes.min_separation;
  separation_ = shapes.separation / least * (1 + 0x1p-39);
  const double size_a = tree_a().nodes[0].radius + shape_a().radius,
               size_b = tree_b().nodes[0].radius + shape_b().radius;
  tolerance_ = context.options.tolerance.value_or(motion::kRelativeMotionTolerance *
                                                  std::max(size_a, size_b));
}

void AdvancementPair::place(Side& side, double t, double t_end, bool first_time) {
  side.bound.restrict_to(t, t_end);
  if (!first_time && side.bound.rests()) return;
  if (side.shape->frame < 0)
    side.map = {side.shape->pose, 0, 0};
  else
    side.map = pose_at(joints_, side.path, t);
  ControlPoses poses;
  poses.t0 = poses.t1 = t;
  poses.pose.fill(side.map.map);
  poses.turn_error = side.map.turn_error;
  poses.shift_error = side.map.shift_error;
  side.posed = motion::PosedBody(poses, true);
}

void AdvancementPair::move_to(double t, double t_end) {
  place(a_, t, t_end, !placed_);
  place(b_, t, t_end, !placed_);
  placed_ = true;
}

AffineMap AdvancementPair::to_world(double t) const { return pose_at(joints_, base_path_, t).map; }

double later(double t, double step, double end) {
  const double to = std::nextafter(t + step, 0);
  return to < end ? to : end;
}

}  // namespace firstcontact::articulated
