// The boxes of whole motions: they contain what they must, and Taylor models keep them small along
// long chains.
#include "articulated/published/dynamic_boxes.h"

#include <gtest/gtest.h>

#include "articulated/box_chains.h"
#include "articulated/exact_chain.h"
#include "articulated/published/link_culling.h"
#include "articulated/published/taylor_motion.h"

namespace firstcontact::articulated::dynamic_boxes_test {
namespace {

using generate::Random;
using test::Exact;
using test::ExactVector;

struct Moving {
  Scene scene;
  std::vector<ArticulatedMotion> motions;
};

Moving moving_chain(Random& random, int link_count, double angle) {
  SceneDescription description;
  description.models.push_back({"chain", test::bar_chain(link_count, 0.4, 0.1)});
  Moving out = {Scene(std::move(description)), {}};
  const ArticulatedModel& model = out.scene.models()[0].model;
  const Configuration from = test::random_angles(random, model, 1.5);
  Configuration to = from;
  for (double& q : to) q += angle * random.symmetric();
  out.motions.push_back(joint_motion(model, from, to));
  return out;
}

Moving moving_tree(Random& random, int link_count, double size) {
  SceneDescription description;
  const ArticulatedModel tree = test::random_tree(random, link_count);
  std::vector<Link> links(tree.links().begin(), tree.links().end());
  for (Link& link : links) link.shapes.push_back(box_shape(Vec3(0.1, 0.2, 0.3)));
  description.models.push_back({"tree", ArticulatedModel(std::move(links))});
  Moving out = {Scene(std::move(description)), {}};
  const ArticulatedModel& model = out.scene.models()[0].model;
  const Configuration from = test::random_configuration(random, model);
  Configuration to = from;
  for (double& q : to) q += size * random.symmetric();
  out.motions.push_back(joint_motion(model, from, to));
  return out;
}

TEST(TaylorMotion, EntriesContainDenseSamplesInFiftyDigits) {
  Random random({11});
  for (int round = 0; round < 12; ++round) {
    const Moving moving = moving_tree(random, 14, 0.5);
    const articulated::SceneData& scene = articulated::data_of(moving.scene);
    const std::vector<ChainJoint> joints = chain_joints(scene, moving.motions);
    const TimePiece piece = {0.375, 0.125};
    const std::vector<TaylorMatrix> matrices = taylor_motion(scene, joints, piece);
    const std::vector<IntervalMatrix> intervals = interval_motion(scene, joints, piece);
    for (int frame = 0; frame < 14; ++frame) {
      const std::vector<int> path = path_to(scene, -1, frame);
      for (int k = 0; k <= 8; ++k) {
        const double s = -1 + 0.25 * k;
        const Exact t = Exact(piece.middle) + Exact(piece.half_width) * Exact(s);
        const ExactVector origin = test::on_path(joints, path, t, Vec3::Zero());
        for (int column = 0; column < 4; ++column) {
          const ExactVector at =
              column == 3 ? origin : test::on_path(joints, path, t, Vec3::Unit(column));
          for (std::size_t row = 0; row < 3; ++row) {
            const auto j = static_cast<std::size_t>(column);
            const Exact entry = column == 3 ? at[row] : Exact(at[row] - origin[row]);
            const arith::TaylorModel& model = matrices[frame].row[row][j];
            const Exact x = s,
                        rest = entry - (Exact(model.c[0]) +
                                        x * (Exact(model.c[1]) +
                                             x * (Exact(model.c[2]) + x * Exact(model.c[3]))));
            ASSERT_TRUE(rest >= Exact(model.rest.low) && rest <= Exact(model.rest.high))
                << frame << " " << row << " " << column;
            const arith::Interval& interval = intervals[frame].row[row][j];
            ASSERT_TRUE(entry >= Exact(interval.low) && entry <= Exact(interval.high))
                << frame << " " << row << " " << column;
          }
        }
      }
    }
  }
}

/// All vertices of all shapes, at many times.
void expect_contained(const Moving& moving, const std::vector<WorldBox>& boxes, double t_max) {
  const articulated::SceneData& scene = articulated::data_of(moving.scene);
  for (int k = 0; k <= 100; ++k) {
    const std::vector<Pose> poses =
        poses_at(moving.scene.models()[0].model, moving.motions[0], t_max * k / 100.0);
    for (std::size_t i = 0; i < scene.shapes.size(); ++i)
      for (const Vec3& x : scene.shapes[i].tree().vertices) {
        const Vec3 at = poses[scene.shapes[i].frame].apply(x);
        ASSERT_TRUE((at.array() >= boxes[i].low.array() - 1e-12).all() &&
                    (at.array() <= boxes[i].high.array() + 1e-12).all())
            << "shape " << i << " t " << t_max * k / 100.0;
      }
  }
}

TEST(DynamicBoxes, ContainTheShapesThroughoutTheMotion) {
  Random random({12});
  for (int round = 0; round < 20; ++round) {
    const Moving moving = moving_tree(random, 14, round % 2 == 0 ? 0.4 : 3);
    for (const BoxArithmetic arithmetic : {BoxArithmetic::TaylorModels, BoxArithmetic::Intervals})
      for (const int pieces : {0, 1, 8})
        expect_contained(moving,
                         dynamic_boxes(articulated::data_of(moving.scene), moving.motions,
                                       arithmetic, 1, pieces),
                         1);
    expect_contained(moving,
                     dynamic_boxes(articulated::data_of(moving.scene), moving.motions,
                                   BoxArithmetic::TaylorModels, 0.3),
                     0.3);
  }
}

TEST(DynamicBoxes, StayRightForManyTurns) {
  Random random({13});
  for (const double angle : {20.0, 200.0, 900.0}) {
    Moving moving = moving_chain(random, 2, 0);
    moving.motions[0].joints[0].angle = angle;
    const std::vector<WorldBox> boxes = dynamic_boxes(articulated::data_of(moving.scene),
                                                      moving.motions, BoxArithmetic::TaylorModels);
    expect_contained(moving, boxes, 1);
    // Nothing is farther than the chain is long.
    EXPECT_LT(boxes[1].high.x(), angle < 100 ? 1.2 : 5);
  }
}

/// The boxes around the corners of the shapes' oriented boxes at many times.
std::vector<WorldBox> sampled_boxes(const Moving& moving) {
  const articulated::SceneData& scene = articulated::data_of(moving.scene);
  std::vector<WorldBox> boxes(scene.shapes.size());
  for (int k = 0; k <= 100; ++k) {
    const std::vector<Pose> poses =
        poses_at(moving.scene.models()[0].model, moving.motions[0], k / 100.0);
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      const motion::Node& root = scene.shapes[i].tree().nodes[0];
      for (unsigned corner = 0; corner < 8; ++corner) {
        Vec3 side = root.half;
        for (int axis = 0; axis < 3; ++axis) side[axis] *= (corner >> axis & 1) ? 1 : -1;
        const Vec3 at = poses[i].apply(root.centre + root.axes.transpose() * side);
        boxes[i].add({at, at});
      }
    }
  }
  return boxes;
}

double diagonal(const WorldBox& box) { return (box.high - box.low).norm(); }
double volume(const WorldBox& box) { return (box.high - box.low).prod(); }

TEST(DynamicBoxes, AtDepthTenAreAnOrderOfMagnitudeSmallerThanWithIntervals) {
  Random random({14});
  double excess_taylor = 0, excess_interval = 0, diagonals_taylor = 0, diagonals_interval = 0;
  for (int round = 0; round < 20; ++round) {
    // All joints by the same angle, both arithmetics over [0, 1] in one piece.
    Moving moving = moving_chain(random, 10, 0);
    for (JointMotion& joint : moving.motions[0].joints) joint.angle = 0.3;
    const WorldBox sampled = sampled_boxes(moving)[9];
    const WorldBox taylor = dynamic_boxes(articulated::data_of(moving.scene), moving.motions,
                                          BoxArithmetic::TaylorModels, 1, 1)[9];
    const WorldBox interval = dynamic_boxes(articulated::data_of(moving.scene), moving.motions,
                                            BoxArithmetic::Intervals, 1, 1)[9];
    EXPECT_GT(volume(interval), 10 * volume(taylor));
    excess_taylor += diagonal(taylor) - diagonal(sampled);
    excess_interval += diagonal(interval) - diagonal(sampled);
    // Larger angles, as the pipeline does it: in pieces.
    for (JointMotion& joint : moving.motions[0].joints) joint.angle = 1;
    diagonals_taylor += diagonal(dynamic_boxes(articulated::data_of(moving.scene), moving.motions,
                                               BoxArithmetic::TaylorModels)[9]);
    diagonals_interval += diagonal(dynamic_boxes(articulated::data_of(moving.scene), moving.motions,
                                                 BoxArithmetic::Intervals, 1, 1)[9]);
  }
  EXPECT_GT(excess_interval, 10 * excess_taylor);
  EXPECT_GT(diagonals_interval, 10 * diagonals_taylor);
}

TEST(DynamicBoxes, WithTaylorModelsAreNearlyAsSmallAsSampledOnes) {
  Random random({15});
  for (const double angle : {0.3, 2.0})
    for (int round = 0; round < 10; ++round) {
      const Moving moving = moving_chain(random, 10, angle);
      const std::vector<WorldBox> boxes = dynamic_boxes(
          articulated::data_of(moving.scene), moving.motions, BoxArithmetic::TaylorModels);
      const std::vector<WorldBox> sampled = sampled_boxes(moving);
      for (std::size_t i = 0; i < boxes.size(); ++i)
        EXPECT_LT(diagonal(boxes[i]), 1.1 * diagonal(sampled[i])) << i;
    }
}

TEST(LinkCulling, HierarchyFindsTheSamePairsAsAllPairs) {
  Random random({16});
  std::size_t found = 0, all = 0;
  for (int round = 0; round < 20; ++round) {
    SceneDescription description;
    for (const char* name : {"left", "right"})
      description.models.push_back({name, test::bar_chain(6, 0.4, 0.1)});
    for (int i = 0; i < 20; ++i) {
      SceneObject object;
      object.name = "box" + std::to_string(i);
      object.shapes = {box_shape(Vec3(0.1, 0.2, 0.1)), sphere_shape(0.1)};
      object.pose = test::random_pose(random, 1.2);
      description.objects.push_back(std::move(object));
    }
    description.min_separation = 0.01;
    description.pair_separations.push_back({"left/link2", "box3", 0.3});
    const Scene scene(std::move(description));
    ASSERT_EQ(scene.fault(), "");
    std::vector<ArticulatedMotion> motions;
    for (const SceneModel& entry : scene.models()) {
      const Configuration from = test::random_angles(random, entry.model, 2);
      Configuration to = from;
      for (double& q : to) q += 0.3 * random.symmetric();
      motions.push_back(joint_motion(entry.model, from, to));
    }
    const std::vector<WorldBox> boxes =
        dynamic_boxes(articulated::data_of(scene), motions, BoxArithmetic::TaylorModels);
    const std::vector<int> pairs = close_pairs(articulated::data_of(scene), boxes, true);
    EXPECT_EQ(pairs, close_pairs(articulated::data_of(scene), boxes, false));
    found += pairs.size();
    all += articulated::data_of(scene).shape_pairs.size();
  }
  EXPECT_GT(found, all / 100);
  EXPECT_LT(found, all / 2);
}

}  // namespace
}  // namespace firstcontact::articulated::dynamic_boxes_test
