// Two rigid bodies in FCL. With articulated/fcl_scene.cpp the only file that includes FCL.
#include "fcl_pair.h"

#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/math/motion/screw_motion.h>
#include <fcl/math/motion/translation_motion.h>
#include <fcl/narrowphase/continuous_collision.h>
#include <fcl/narrowphase/distance.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "../common/fcl_model.h"
#include "rigid/model/relative_screw.h"

namespace firstcontact::bench {
namespace {

/// Factor for rounding in the bound of the next distance.
constexpr double kStepRoom = 1.000001;

using Model = fcl::BVHModel<fcl::OBBRSSd>;
/// Users report that FCL's conservative advancement works best on these (its issue 120).
using AdvancingModel = fcl::BVHModel<fcl::RSSd>;

template <class Model>
std::shared_ptr<Model> make_model(const Polyhedron& body) {
  return make_fcl_model<Model>(body.vertices(), body.triangles());
}

fcl::Transform3d transform(const Mat3& linear, const Vec3& offset) {
  fcl::Transform3d t = fcl::Transform3d::Identity();
  t.linear() = linear;
  t.translation() = offset;
  return t;
}

fcl::Transform3d transform(const Pose& pose) { return transform(pose.rotation, pose.position); }

class Pair final : public FclPair {
 public:
  Pair(const Polyhedron& a, const Polyhedron& b)
      : a_(make_model<Model>(a)),
        b_(make_model<Model>(b)),
        advancing_a_(make_model<AdvancingModel>(a)),
        advancing_b_(make_model<AdvancingModel>(b)),
        vertices_a_(a.vertices().begin(), a.vertices().end()),
        vertices_b_(b.vertices().begin(), b.vertices().end()) {}

  FclAnswer continuous_collide(const PoseChange& flight, FclMethod method, FclPath path,
                               int iterations) const override {
    fcl::ContinuousCollisionRequestd request;
    request.num_max_iterations = iterations;
    request.ccd_motion_type = path == FclPath::Screw ? fcl::CCDM_SCREW : fcl::CCDM_TRANS;
    request.ccd_solver_type =
        method == FclMethod::Naive ? fcl::CCDC_NAIVE : fcl::CCDC_CONSERVATIVE_ADVANCEMENT;
    fcl::ContinuousCollisionResultd result;
    const bool naive = method == FclMethod::Naive;
    const fcl::CollisionGeometryd* a =
        naive ? static_cast<fcl::CollisionGeometryd*>(a_.get()) : advancing_a_.get();
    const fcl::CollisionGeometryd* b =
        naive ? static_cast<fcl::CollisionGeometryd*>(b_.get()) : advancing_b_.get();
    const fcl::Transform3d rest = fcl::Transform3d::Identity();
    fcl::continuousCollide(a, rest, rest, b, transform(flight.from), transform(flight.to), request,
                           result);
    return {result.is_collide, result.time_of_contact};
  }

  FclAnswer advance(const PoseChange& flight, double tolerance, FclAdvance kind) const override {
    const RelativeMotion motion = relative_motion({}, flight);
    double speed = largest_speed(motion.screw, vertices_b_, flight.from);
    if (kind == FclAdvance::Sharp)
      speed = std::min(speed, largest_speed(motion.screw, vertices_a_, {}));
    double at_most = std::numeric_limits<double>::max();
    for (double t = 0; t <= 1;) {
      const double distance = distance_on(motion.b_in_a, t, at_most);
      if (distance <= tolerance) return {true, t};
      t += distance / speed;
      // No point has moved farther than the distance was.
      if (kind == FclAdvance::Sharp) at_most = kStepRoom * 2 * distance;
    }
    return {false, 1};
  }

  double distance_at(const PoseChange& flight, double t) const override {
    return distance_on(relative_motion({}, flight).b_in_a, t);
  }

 private:
  static double largest_speed(const Screw& screw, const std::vector<Vec3>& vertices,
                              const Pose& start) {
    double radius_squared = 0;
    for (const Vec3& x : vertices) {
      const Vec3 arm = start.apply(x) - screw.point;
      radius_squared =
          std::max(radius_squared, (arm - arm.dot(screw.axis) * screw.axis).squaredNorm());
    }
    return std::sqrt(screw.travel * screw.travel + screw.angle * screw.angle * radius_squared);
  }

  /// `at_most`: a bound that FCL may use to leave out what is farther.
  double distance_on(const ScrewCoefficients& path, double t,
                     double at_most = std::numeric_limits<double>::max()) const {
    const AffineMap map = map_at(path, t);
    fcl::DistanceRequestd request;
    fcl::DistanceResultd result(at_most);
    fcl::distance(a_.get(), fcl::Transform3d::Identity(), b_.get(),
                  transform(map.linear, map.offset), request, result);
    return result.min_distance;
  }

  std::shared_ptr<Model> a_, b_;
  std::shared_ptr<AdvancingModel> advancing_a_, advancing_b_;
  std::vector<Vec3> vertices_a_, vertices_b_;
};

}  // namespace

std::unique_ptr<FclPair> make_fcl_pair(const Polyhedron& a, const Polyhedron& b) {
  return std::make_unique<Pair>(a, b);
}

}  // namespace firstcontact::bench
