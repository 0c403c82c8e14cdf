#pragma once
/// Data about a scene that the certified search needs and that no motion changes.
#include <cstdint>
#include <vector>

#include "articulated/certified/chain_poses.h"
#include "articulated/model/hull_cache.h"
#include "articulated/model/scene_data.h"
#include "motion/posed_interval.h"

namespace firstcontact::articulated {

struct WorldBox {
  Vec3 low = Vec3::Constant(std::numeric_limits<double>::infinity()), high = -low;
  void add(const WorldBox& other) {
    low = low.cwiseMin(other.low);
    high = high.cwiseMax(other.high);
  }
  /// Whether the boxes are more than `separation` apart along an axis. False if a number is NaN.
  bool apart(const WorldBox& other, double separation) const {
    return ((other.low - high).array() > separation).any() ||
           ((low - other.high).array() > separation).any();
  }
};

class SceneIndex {
 public:
  explicit SceneIndex(const articulated::SceneData& scene);

  /// Chain indices of the frames of a pair's two shapes; -1 if fixed in the common frame.
  struct PairFrames {
    int a = -1, b = -1;
    int common_link = -1;  ///< see PairCertificate
  };
  const std::vector<ChainFrame>& chain() const { return chain_; }
  const PairFrames& frames_of(int shape_pair) const { return pair_frames_[shape_pair]; }

  /// The pose of a resting shape in the world.
  const motion::PosedBody& resting(int shape) const { return resting_[shape]; }
  /// The pose of a link as seen from its own frame.
  const motion::PosedBody& identity() const { return identity_; }
  const WorldBox& resting_box(int shape) const { return resting_boxes_[shape]; }

  /// The hull of a shape; null if it has so many triangles that the hull would be expensive and of
  /// little use.
  const geometry::ConvexHull* hull(int shape) const {
    return has_hull_[shape] ? &hulls_.of(scene_, static_cast<std::size_t>(shape)) : nullptr;
  }

  /// Some shape of a pair is a solid.
  bool has_solids() const { return has_solids_; }

  /// Shape pairs of which both shapes have frames.
  const std::vector<int>& moving_pairs() const { return moving_pairs_; }
  /// A shape in a frame that has pairs with resting shapes.
  struct Mover {
    int shape = -1;
    int chain_index = -1;               ///< of its frame as seen from the world
    std::vector<std::int32_t> pair_of;  ///< by the resting shape's number; -1: no pair
  };
  const std::vector<Mover>& movers() const { return movers_; }
  /// Appends the shape pairs of a mover with resting shapes whose boxes are not more than their
  /// pair's separation from `box`.
  void find(const Mover& mover, const WorldBox& box, std::vector<int>& shape_pairs) const;

 private:
  /// A node of the tree over resting shapes; begin and end are indices in order_.
  struct TreeNode {
    WorldBox box;
    std::int32_t begin = 0, end = 0, children = -1;
  };
  int chain_index_of(int base, int frame);
  void build_tree();

  const articulated::SceneData& scene_;
  std::vector<ChainFrame> chain_;
  std::vector<std::vector<int>> chain_indices_;  ///< by base + 1, then frame
  std::vector<PairFrames> pair_frames_;
  std::vector<motion::PosedBody> resting_;
  HullCache hulls_;
  std::vector<std::uint8_t> has_hull_;
  std::vector<WorldBox> resting_boxes_;
  motion::PosedBody identity_;
  std::vector<int> moving_pairs_, resting_shapes_;
  std::vector<Mover> movers_;
  std::vector<std::int32_t> order_;
  std::vector<TreeNode> tree_;
  double largest_separation_ = 0;
  bool has_solids_ = false;
};

}  // namespace firstcontact::articulated
