#pragma once
/// A scene as FCL (Flexible Collision Library) sees it. No header of FCL is needed to use this, and
/// without FCL it still builds.
#include <firstcontact/scene.h>

#include <memory>

namespace firstcontact::bench {

/// Every shape is a mesh (BVHModel<OBBRSS>) that is made once. Shapes at rest are in a
/// DynamicAABBTreeCollisionManager; moving ones are checked one by one against it, as MoveIt does.
/// The pairs are those of the scene. Not thread-safe: it keeps the last poses.
class FclScene {
 public:
  virtual ~FclScene() = default;

  /// True if any pair is in contact when every frame of the scene (links of all models, then
  /// attachments) is at its pose. Stops at the first.
  virtual bool collides(std::span<const Pose> frames) = 0;
  /// Distance of two bodies of the scene; 0 or less if they intersect.
  virtual double distance(int body_a, int body_b, std::span<const Pose> frames) = 0;
};

/// Null if this was built without FCL. Precondition: the scene has no fault, and no
/// shape with a radius.
std::unique_ptr<FclScene> make_fcl_scene(const Scene& scene);

/// Poses of all frames, for any joints.
std::vector<Pose> frame_poses(const Scene& scene, std::span<const double> configuration);

/// The same for scenes of one model with Fixed, Revolute, Continuous and Prismatic joints. It is
/// fast, so that the comparison with discrete checking is fair: no memory is allocated, and the C
/// library's sine is good enough.
class FastForward {
 public:
  explicit FastForward(const Scene& scene);
  std::span<const Pose> operator()(std::span<const double> configuration);

 private:
  struct Step {
    int parent = -1, value = -1;
    bool turns = false;
    double multiplier = 1, offset = 0;
    Vec3 axis = Vec3::UnitZ();
    Pose origin;
  };
  std::vector<Step> steps_;
  std::vector<Pose> poses_;
};

}  // namespace firstcontact::bench
