#include "articulated/certified/moving_scene.h"

#include <algorithm>

#include "geometry/point_in_solid.h"
#include "motion/first_contact.h"

namespace firstcontact::articulated {

MovingScene::MovingScene(const SceneData& data, const SceneIndex& index,
                         std::span<const ArticulatedMotion> motions, const SceneOptions& options)
    : data_(data),
      index_(index),
      motions_(motions),
      options_(options),
      poses_(data, index.chain(), motions) {}

double MovingScene::tolerance_of(int shape_pair) const {
  if (options_.tolerance) return *options_.tolerance;
  const auto& pair = shapes_of(shape_pair);
  const auto &a = data_.shapes[pair.a], &b = data_.shapes[pair.b];
  return motion::kRelativeMotionTolerance *
         std::max(a.tree().nodes[0].radius + a.radius, b.tree().nodes[0].radius + b.radius);
}

motion::NodesInMotion MovingScene::nodes(PoseCache& cache, const NodePair& pair) const {
  const auto& shapes = shapes_of(pair.shape_pair);
  const SceneIndex::PairFrames& frames = index_.frames_of(pair.shape_pair);
  const auto &a = data_.shapes[shapes.a], &b = data_.shapes[shapes.b];
  const motion::PosedBody& pose_a = frames.a >= 0 ? cache.at(frames.a) : index_.identity();
  const motion::PosedBody& pose_b = frames.b >= 0 ? cache.at(frames.b)
                                    : b.frame < 0 ? index_.resting(shapes.b)
                                                  : index_.identity();
  return {pose_a, pose_b, a.tree().nodes[pair.a], b.tree().nodes[pair.b]};
}

double MovingScene::travel(const PoseCache& cache, const motion::NodesInMotion& nodes,
                           const NodePair& pair) const {
  const SceneIndex::PairFrames& frames = index_.frames_of(pair.shape_pair);
  const double width = cache.t1() - cache.t0();
  double sum = 0;
  if (frames.a >= 0)
    sum += nodes.a.path_length(nodes.node_a.centre) +
           poses_.turn(frames.a) * width * nodes.node_a.radius;
  if (frames.b >= 0)
    sum += nodes.b.path_length(nodes.node_b.centre) +
           poses_.turn(frames.b) * width * nodes.node_b.radius;
  return sum;
}

double MovingScene::time_to_travel(const ShapeContact& contact, double length) {
  constexpr double kWidth = 0x1p-10;
  const double t0 = std::max(0.0, contact.time - kWidth), t1 = std::min(1.0, contact.time + kWidth);
  begin(instant_, t0, t1);
  const NodePair whole = {contact.shape_pair, 0, 0, t0, t1};
  const double speed = travel(instant_, nodes(instant_, whole), whole) / (t1 - t0);
  return length < speed ? length / speed : 1;
}

std::pair<geometry::Triangle, geometry::Triangle> MovingScene::triangles_at(
    const ShapeContact& contact) {
  begin(instant_, contact.time, contact.time);
  const auto& shapes = shapes_of(contact.shape_pair);
  const motion::NodesInMotion both = nodes(instant_, {contact.shape_pair, 0, 0, 0, 0});
  return {geometry::placed_triangle(tree(shapes.a), both.a.middle(), contact.triangle_a),
          geometry::placed_triangle(tree(shapes.b), both.b.middle(), contact.triangle_b)};
}

AffineMap MovingScene::to_world(int shape_pair, double t) const {
  const int link = index_.frames_of(shape_pair).common_link;
  if (link < 0) return {};
  const int model = data_.frames[data_.shapes[shapes_of(shape_pair).a].frame].model;
  const Pose pose = poses_at(data_.description.models[model].model, motions_[model], t)[link];
  return {pose.rotation, pose.position};
}

}  // namespace firstcontact::articulated
