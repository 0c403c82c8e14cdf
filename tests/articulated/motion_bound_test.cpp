// The directional motion bound against dense samples of speeds.
#include "articulated/published/motion_bound.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include "articulated/box_chains.h"
#include "articulated/exact_chain.h"

namespace firstcontact::articulated::motion_bound_test {
namespace {

using generate::Random;
using test::Exact;
using test::ExactVector;

/// Half the step of a difference quotient, which by the mean value theorem is a speed in between.
constexpr double kStep = 0x1p-10;

/// n·(velocity) of a point on average over [t − kStep, t + kStep].
double speed(std::span<const ChainJoint> joints, std::span<const int> path, double t, const Vec3& x,
             const Vec3& n) {
  const ExactVector after = test::on_path(joints, path, Exact(t) + Exact(kStep), x);
  const ExactVector before = test::on_path(joints, path, Exact(t) - Exact(kStep), x);
  Exact sum = 0;
  for (std::size_t i = 0; i < 3; ++i) sum += Exact(n[static_cast<int>(i)]) * (after[i] - before[i]);
  return static_cast<double>(sum / (2 * Exact(kStep)));
}

Vec3 random_unit(Random& random) { return test::random_vector(random, 1).normalized(); }

struct Chain {
  Scene scene;
  std::vector<ChainJoint> joints;
};

Chain random_chain(Random& random, const ArticulatedModel& model, double size) {
  SceneDescription description;
  description.models.push_back({"model", model});
  Chain out = {Scene(std::move(description)), {}};
  const Configuration from = test::random_configuration(random, model);
  Configuration to = from;
  for (double& q : to) q += size * random.symmetric();
  const std::vector<ArticulatedMotion> motions = {joint_motion(model, from, to)};
  out.joints = chain_joints(articulated::data_of(out.scene), motions);
  return out;
}

TEST(MotionBound, BoundsSampledSpeedsOfAllKindsOfJoints) {
  Random random({21});
  double nearest = 0;
  for (int round = 0; round < 60; ++round) {
    const Chain chain = random_chain(random, test::random_tree(random, 12), 1.5);
    const Shape box = box_shape(Vec3(0.3, 0.2, 0.1));
    const geometry::BodyTree& body = geometry::tree_of(box.body);
    const std::vector<int> path = path_to(articulated::data_of(chain.scene), -1, 11 - round % 8);
    MotionBound bound(chain.joints, path);
    const double t0 = 0.6 * random.unit(), t1 = t0 + 0.1 + 0.3 * random.unit();
    bound.restrict_to(t0, t1);
    const PointDistances distances = bound.distances(body.nodes[0]);
    for (int k = 0; k < 12; ++k) {
      const Vec3 n = random_unit(random);
      const double along = bound.along(n, distances), any = bound.in_any_direction(distances);
      EXPECT_LE(along, any * (1 + 1e-12));
      for (int sample = 0; sample < 6; ++sample) {
        const double t = t0 + kStep + (t1 - t0 - 2 * kStep) * random.unit();
        const Vec3& x = body.vertices[random.below(8)];
        const double here = std::abs(speed(chain.joints, path, t, x, n));
        ASSERT_LE(here, along);
        if (along > 0) nearest = std::max(nearest, here / along);
      }
    }
  }
  EXPECT_GT(nearest, 0.6);
}

TEST(MotionBound, IsReachedByABarTurningAboutAFixedAxis) {
  Random random({22});
  const ArticulatedModel model = test::bar_chain(1, 1, 0.02);
  const Chain chain = random_chain(random, model, 1);
  const std::vector<int> path = {0};
  const MotionBound bound(chain.joints, path);
  const geometry::BodyTree& body = geometry::tree_of(model.links()[0].shapes[0].body);
  const PointDistances distances = bound.distances(body.nodes[0]);
  // The far end of the bar is at 0.9.
  const double turn = std::abs(chain.joints[0].motion.angle);
  EXPECT_NEAR(bound.in_any_direction(distances), 0.9 * turn, 0.02 * turn);
  EXPECT_NEAR(bound.along(Vec3(0, 1, 0), distances), 0.9 * turn, 0.02 * turn);
  // Nothing moves along the axis.
  EXPECT_LT(bound.along(Vec3(0, 0, 1), distances), 1e-12);
}

TEST(MotionBound, OverTheRemainingTimeIsNeverLarger) {
  Random random({23});
  int smaller = 0;
  for (int round = 0; round < 40; ++round) {
    const Chain chain = random_chain(random, test::random_tree(random, 12), 1.5);
    const std::vector<int> path = path_to(articulated::data_of(chain.scene), -1, 11);
    MotionBound whole(chain.joints, path), rest(chain.joints, path);
    rest.restrict_to(0.7, 1);
    const PointDistances distances = {0.3, 0.2};
    const Vec3 n = random_unit(random);
    EXPECT_LE(rest.along(n, distances), whole.along(n, distances) * (1 + 1e-12));
    smaller += rest.along(n, distances) < 0.999 * whole.along(n, distances);
  }
  EXPECT_GT(smaller, 5);
}

/// Equation 10 for joints that turn about their origins, without travel. `last` is where its sum
/// over links ends: i as derived, i − 1 as printed. `offset[j]`: from joint j to the next one; of
/// the last: to the farthest point.
double equation_10(const Vec3& n, const std::vector<Vec3>& omega, const std::vector<double>& offset,
                   std::size_t last) {
  double bound = 0;
  for (std::size_t j = 0; j < last; ++j) {
    double turn = n.cross(omega[0]).norm();
    for (std::size_t k = 1; k <= j; ++k) turn += omega[k].norm();
    bound += turn * offset[j];
  }
  return bound;
}

TEST(MotionBound, IsEquationTenAsDerivedWhereTheyAreComparable) {
  Random random({24});
  int printed_fails = 0, rounds = 0;
  for (int round = 0; round < 100; ++round) {
    const int count = 2 + round % 4;
    const double length = 0.5;
    const Chain chain = random_chain(random, test::bar_chain(count, length, 0.01), 1);
    std::vector<int> path;
    std::vector<Vec3> omega;
    std::vector<double> offset;
    for (int i = 0; i < count; ++i) {
      path.push_back(i);
      const Vec3 axis = chain.joints[i].motion.before.linear.col(
          2);  // in the parent; of the first one in the world
      omega.push_back(chain.joints[i].motion.angle * axis);
      offset.push_back(length);
    }
    const MotionBound bound(chain.joints, path);
    const Vec3 n = random_unit(random), end(length, 0, 0);
    geometry::BodyTree::Node point;
    point.centre = end;
    point.reach = length;
    const double ours = bound.along(n, bound.distances(point));
    const double derived = equation_10(n, omega, offset, omega.size()),
                 printed = equation_10(n, omega, offset, omega.size() - 1);
    EXPECT_LE(ours, derived * (1 + 1e-9));
    double most = 0;
    for (int k = 0; k < 20; ++k)
      most = std::max(most, std::abs(speed(chain.joints, path,
                                           kStep + (1 - 2 * kStep) * random.unit(), end, n)));
    EXPECT_LE(most, ours);
    printed_fails += most > printed;
    ++rounds;
  }
  // As printed it is no bound.
  EXPECT_GT(printed_fails, rounds / 10);
}

TEST(ChainMotion, PosesAreWithinTheirErrorsOfFiftyDigits) {
  Random random({25});
  for (int round = 0; round < 30; ++round) {
    const Chain chain = random_chain(random, test::random_tree(random, 16), 2);
    const std::vector<int> path = path_to(articulated::data_of(chain.scene), -1, 15);
    const double t = random.unit();
    const EnclosedMap at = pose_at(chain.joints, path, t);
    for (int k = 0; k < 10; ++k) {
      const Vec3 x = test::random_vector(random, 10);
      const ExactVector truth = test::on_path(chain.joints, path, t, x),
                        found = test::apply(at.map, test::exact(x));
      Exact squared = 0;
      for (std::size_t i = 0; i < 3; ++i) squared += (truth[i] - found[i]) * (truth[i] - found[i]);
      EXPECT_LE(static_cast<double>(sqrt(squared)), at.turn_error * x.norm() + at.shift_error);
    }
    EXPECT_LT(at.turn_error, 1e-12);
    EXPECT_LT(at.shift_error, 1e-11);
  }
}

TEST(ChainMotion, CommonFrameIsTheNearestThatCarriesBoth) {
  articulated::SceneData scene;
  for (const int parent : {-1, 0, 1, 1, 3, -1}) scene.frames.push_back({parent, 0, 0, {}});
  EXPECT_EQ(common_frame(scene, 2, 4), 1);
  EXPECT_EQ(common_frame(scene, 4, 3), 3);
  EXPECT_EQ(common_frame(scene, 4, 5), -1);
  EXPECT_EQ(path_to(scene, 1, 4), (std::vector<int>{3, 4}));
  EXPECT_EQ(path_to(scene, -1, 2), (std::vector<int>{0, 1, 2}));
}

}  // namespace
}  // namespace firstcontact::articulated::motion_bound_test
