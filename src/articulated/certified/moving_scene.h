#pragma once
/// A scene and its motion: which pairs of nodes there are, and where they are over an interval of
/// time. The searches share one.
#include <firstcontact/scene_contact.h>

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "articulated/certified/pose_cache.h"
#include "articulated/model/contact_features.h"
#include "articulated/model/scene_index.h"
#include "motion/node_separation.h"

namespace firstcontact::articulated {

/// Nodes of the trees of a shape pair's two shapes that may touch in [first, last].
struct NodePair {
  std::int32_t shape_pair, a, b;
  double first, last;

  bool is_whole() const { return a == 0 && b == 0; }
};

/// Where two shapes touch, or come nearest to each other.
struct ShapeContact {
  int shape_pair = -1;  ///< -1: there is none
  int triangle_a = -1, triangle_b = -1;
  double time = 0;
  geometry::NearestPoints nearest = {};  ///< in the pair's common frame
  bool certain = false;  ///< they certainly meet there, or one lies in the other, a solid
  NestedSide nested = NestedSide::None;
  double error = 0;  ///< the distance is off by at most this

  bool exists() const { return shape_pair >= 0; }
};

class MovingScene {
 public:
  /// Everything given must stay.
  MovingScene(const SceneData& data, const SceneIndex& index,
              std::span<const ArticulatedMotion> motions, const SceneOptions& options);

  const SceneData& data() const { return data_; }
  const SceneIndex& index() const { return index_; }
  const SceneData::ShapePair& shapes_of(int shape_pair) const {
    return data_.shape_pairs[shape_pair];
  }
  const geometry::BodyTree& tree(int shape) const { return data_.shapes[shape].tree(); }
  /// The length up to which the pair's shapes may be apart and still count as touching.
  double tolerance_of(int shape_pair) const;

  /// Makes `cache` hold the poses over [t0, t1].
  void begin(PoseCache& cache, double t0, double t1) {
    cache.reset(poses_, t0, t1, ++interval_count_);
  }
  motion::NodesInMotion nodes(PoseCache& cache, const NodePair& pair) const;
  /// About how far the nodes travel over the interval of `cache`, in sum.
  double travel(const PoseCache& cache, const motion::NodesInMotion& nodes,
                const NodePair& pair) const;

  /// About how long the shapes take to travel this far at the time of the contact, at most 1.
  double time_to_travel(const ShapeContact& contact, double length);
  /// The triangles at the time of the contact, in the pair's common frame.
  std::pair<geometry::Triangle, geometry::Triangle> triangles_at(const ShapeContact& contact);
  /// From the pair's common frame to the world at t.
  AffineMap to_world(int shape_pair, double t) const;

 private:
  const SceneData& data_;
  const SceneIndex& index_;
  std::span<const ArticulatedMotion> motions_;
  const SceneOptions& options_;
  ChainPoses poses_;
  std::int64_t interval_count_ = 0;
  PoseCache instant_;
};

}  // namespace firstcontact::articulated
