#pragma once
/// The poses of a scene's frames over one interval of time, each computed when it is first asked
/// for.
#include <deque>
#include <vector>

#include "articulated/certified/chain_poses.h"
#include "articulated/model/scene_index.h"

namespace firstcontact::articulated {

class PoseCache {
 public:
  /// Forgets everything; `poses` must stay.
  void reset(const ChainPoses& poses, std::size_t places, double t0, double t1);

  double t0() const { return t0_; }
  double t1() const { return t1_; }
  /// A reference is good until `reset`.
  const motion::PosedBody& at(int place);

 private:
  struct Slot {
    CubicPose cubic;
    motion::PosedBody posed;
    bool has_posed = false;
  };
  std::size_t slot_of(int place);

  const ChainPoses* poses_ = nullptr;
  double t0_ = -1, t1_ = -1;  // before the first reset
  std::vector<std::int32_t> slots_of_places_;
  std::deque<Slot> slots_;  ///< references stay good while it grows
  std::size_t used_ = 0;    ///< slots since the last reset
  std::vector<int> missing_;
};

}  // namespace firstcontact::articulated
