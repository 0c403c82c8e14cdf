#pragma once
/// FCL's verdict on one state of a scene: a second opinion for the tests.
#include <firstcontact/scene.h>

#include <memory>
#include <span>
#include <vector>

namespace firstcontact::testing {

/// A box, or (where the radius is positive) a cylinder along z.
struct Primitive {
  Vec3 box = Vec3::Zero();
  double radius = 0, length = 0;
  Pose pose;
};

/// FCL has the links of a robot as triangles, made once, and boxes and cylinders as they are.
class FclRobot {
 public:
  /// FCL was there when the tests were built. Otherwise nothing else may be called.
  static bool is_known();

  explicit FclRobot(const ArticulatedModel& model);
  ~FclRobot();

  /// Any of the scene's pairs touch with the links at these poses. The scene has this robot, and
  /// these primitives as its objects, one each and in this order.
  bool touches(const Scene& scene, std::span<const Primitive> objects,
               std::span<const Pose> links) const;

 private:
  struct Links;
  std::unique_ptr<Links> links_;
};

}  // namespace firstcontact::testing
