#include "articulated/certified/pose_cache.h"

namespace firstcontact::articulated {

void PoseCache::reset(const ChainPoses& poses, double t0, double t1, std::int64_t interval_id) {
  poses_ = &poses;
  t0_ = t0;
  t1_ = t1;
  interval_id_ = interval_id;
  slots_by_chain_index_.assign(poses.size(), -1);
  used_ = 0;
}

// Computes the poses of all ancestors that are missing, outermost first. Chains may be long, so
// there is no recursion.
std::size_t PoseCache::slot_of(int chain_index) {
  const auto known = [&](int at) { return slots_by_chain_index_[at]; };
  missing_.clear();
  for (int at = chain_index; at >= 0 && known(at) < 0; at = poses_->parent(at))
    missing_.push_back(at);
  for (; !missing_.empty(); missing_.pop_back()) {
    const int at = missing_.back(), parent = poses_->parent(at);
    if (used_ == slots_.size()) slots_.emplace_back();
    Slot& slot = slots_[used_];
    slot.has_posed = false;
    poses_->over(t0_, t1_, at, parent < 0 ? nullptr : &slots_[known(parent)].cubic, slot.cubic);
    slots_by_chain_index_[at] = static_cast<std::int32_t>(used_++);
  }
  return static_cast<std::size_t>(known(chain_index));
}

const motion::PosedBody& PoseCache::at(int chain_index) {
  Slot& slot = slots_[slot_of(chain_index)];
  if (!slot.has_posed) {
    slot.posed = posed(slot.cubic, poses_->rests(chain_index));
    slot.has_posed = true;
  }
  return slot.posed;
}

}  // namespace firstcontact::articulated
