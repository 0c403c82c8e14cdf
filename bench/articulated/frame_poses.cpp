// Poses of the frames of a scene at a configuration, for FCL.
#include <cmath>

#include "articulated/model/scene_data.h"
#include "fcl_scene.h"

namespace firstcontact::bench {
namespace {

Pose compose(const Pose& a, const Pose& b) {
  return {a.rotation * b.rotation, a.rotation * b.position + a.position};
}

/// Rodrigues' formula; the axis is of length 1.
Mat3 turn(const Vec3& axis, double angle) {
  const double s = std::sin(angle), c = std::cos(angle), k = 1 - c;
  const double x = axis.x(), y = axis.y(), z = axis.z();
  Mat3 r;
  r << c + k * x * x, k * x * y - s * z, k * x * z + s * y,  //
      k * x * y + s * z, c + k * y * y, k * y * z - s * x,   //
      k * x * z - s * y, k * y * z + s * x, c + k * z * z;
  return r;
}

}  // namespace

std::vector<Pose> frame_poses(const Scene& scene, std::span<const double> configuration) {
  std::vector<Pose> poses;
  std::size_t first = 0;
  for (const SceneModel& entry : scene.models()) {
    const std::vector<Pose> links =
        entry.model.poses(configuration.subspan(first, entry.model.value_count()));
    poses.insert(poses.end(), links.begin(), links.end());
    first += entry.model.value_count();
  }
  const auto& frames = articulated::data_of(scene).frames;
  for (std::size_t i = poses.size(); i < frames.size(); ++i)
    poses.push_back(
        compose(poses[frames[i].parent], {frames[i].fixed.linear, frames[i].fixed.offset}));
  return poses;
}

FastForward::FastForward(const Scene& scene) {
  const ArticulatedModel& model = scene.models()[0].model;
  for (std::size_t i = 0; i < model.links().size(); ++i) {
    const Joint& joint = model.links()[i].joint;
    Step step;
    step.parent = model.links()[i].parent;
    step.origin = joint.origin;
    step.value = model.first_value(i);
    step.turns = joint.type != JointType::Prismatic;
    step.axis = joint.axis.normalized();
    if (joint.mimic >= 0) step.multiplier = joint.multiplier, step.offset = joint.offset;
    steps_.push_back(step);
  }
  for (const auto& frame : articulated::data_of(scene).frames)
    if (frame.link < 0) {
      Step step;
      step.parent = frame.parent;
      step.origin = {frame.fixed.linear, frame.fixed.offset};
      steps_.push_back(step);
    }
  poses_.resize(steps_.size());
}

std::span<const Pose> FastForward::operator()(std::span<const double> configuration) {
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    const Step& step = steps_[i];
    Pose& pose = poses_[i];
    pose = step.parent < 0 ? step.origin : compose(poses_[step.parent], step.origin);
    if (step.value < 0) continue;
    const double value = step.multiplier * configuration[step.value] + step.offset;
    if (step.turns)
      pose.rotation = (pose.rotation * turn(step.axis, value)).eval();
    else
      pose.position += pose.rotation * (value * step.axis);
  }
  return poses_;
}

}  // namespace firstcontact::bench
