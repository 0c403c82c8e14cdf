#pragma once
/// A mannequin of 15 links and 20 K triangles, 1.75 m high, and its poses. x is forward, y to its
/// left, z up.
#include <firstcontact/articulated.h>

#include <array>

namespace firstcontact::generate {

/// Turns are rotation vectors: axis times radians, in the frame of the joint. All 0: it stands
/// upright, arms hanging.
struct MannequinPose {
  Vec3 position = {0, 0, 0.97};  ///< of the pelvis
  double heading = 0;            ///< about z
  Vec3 torso = Vec3::Zero(), head = Vec3::Zero();
  /// Left, right. About y: a positive turn moves what hangs down backward, so elbows bend by
  /// negative and knees by positive angles. About x: a positive turn moves what hangs down to the
  /// left.
  struct Arm {
    Vec3 shoulder = Vec3::Zero(), wrist = Vec3::Zero();
    double elbow = 0;
  };
  struct Leg {
    Vec3 hip = Vec3::Zero();
    double knee = 0, ankle = 0;
  };
  std::array<Arm, 2> arms;
  std::array<Leg, 2> legs;
};

/// Links: pelvis, torso, head, then upper arm, forearm, hand of the left and of the right side,
/// then thigh, shin, foot.
ArticulatedModel mannequin_model();
Configuration mannequin_configuration(const MannequinPose& pose);
/// Raises or lowers the pelvis so that the lower one of its feet stands 4 mm above z = 0.
void stand_on_ground(const ArticulatedModel& mannequin, MannequinPose& pose);

/// One instant of a walk that goes straight. `phase`: in cycles of two steps. `cross`: how far the
/// feet come inward, in radians of the hip.
MannequinPose walking_pose(double phase, double cross);
/// Way of one cycle.
inline constexpr double kStride = 1.25;

}  // namespace firstcontact::generate
