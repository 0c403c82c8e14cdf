#pragma once
/// Proves the nodes or the whole shapes of a pair apart over an interval of time, by directions.
#include <vector>

#include "articulated/certified/moving_scene.h"
#include "articulated/certified/scene_proofs.h"
#include "motion/search_end.h"

namespace firstcontact::articulated {

class PairSeparation {
 public:
  /// Everything given must stay. `proofs` may be null.
  PairSeparation(const MovingScene& scene, motion::CheckBudget& budget, SceneProofs* proofs);

  enum class Boxes {
    Apart,     ///< over all of the pair's window, which may have become smaller otherwise
    Open,      ///< no direction was found that proves them apart over the whole window
    Unusable,  ///< the poses overflowed, which they do not on shorter intervals
  };
  /// By the boxes of the nodes. Apart means farther apart than `separation`.
  Boxes separate_boxes(PoseCache& cache, NodePair& pair, double separation);

  enum class Hulls {
    Apart,          ///< over all of the pair's window
    ApartInMiddle,  ///< at the middle of the interval; the window may have become smaller
    Unknown,        ///< the hulls overlap at the middle of the interval, or there are none
  };
  /// By the convex hulls of the whole shapes: where links are nearly convex and near each other,
  /// one direction does what hundreds of pairs of boxes would be needed for.
  Hulls separate_hulls(PoseCache& cache, NodePair& pair, double separation);

  /// The box of a shape over the interval of `cache`, in the world.
  const WorldBox& box_of(PoseCache& cache, int shape, int chain_index);

 private:
  bool are_whole_boxes_apart(PoseCache& cache, const NodePair& pair, double separation);
  /// True: `gap`, the gap along n, leaves nothing of the pair's window.
  bool narrow(PoseCache& cache, const motion::NodesInMotion& nodes, const Vec3& n,
              const motion::Heights& gap, NodePair& pair);

  const MovingScene& scene_;
  motion::CheckBudget& budget_;
  SceneProofs* proofs_;
  std::vector<WorldBox> boxes_;              ///< by shape
  std::vector<std::int64_t> box_intervals_;  ///< for which interval the box was computed
};

}  // namespace firstcontact::articulated
