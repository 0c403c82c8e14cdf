#pragma once
/// The poses of a scene's frames over one interval of time. Each is computed when it is first asked
/// for.
#include <cstdint>
#include <deque>
#include <vector>

#include "articulated/certified/chain_poses.h"

namespace firstcontact::articulated {

class PoseCache {
 public:
  /// Forgets all poses and begins another interval. `poses` must stay. `interval_id` tells this
  /// interval from all others of the same search.
  void reset(const ChainPoses& poses, double t0, double t1, std::int64_t interval_id);

  double t0() const { return t0_; }
  double t1() const { return t1_; }
  std::int64_t interval_id() const { return interval_id_; }
  /// The reference is valid until `reset`.
  const motion::PosedBody& at(int chain_index);

 private:
  struct Slot {
    CubicPose cubic;
    motion::PosedBody posed;
    bool has_posed = false;
  };
  std::size_t slot_of(int chain_index);

  const ChainPoses* poses_ = nullptr;
  double t0_ = -1, t1_ = -1;  // before the first reset
  std::int64_t interval_id_ = 0;
  std::vector<std::int32_t> slots_by_chain_index_;
  std::deque<Slot> slots_;  ///< references to its elements stay valid while it grows
  std::size_t used_ = 0;    ///< slots in use since the last reset
  std::vector<int> missing_;
};

}  // namespace firstcontact::articulated
