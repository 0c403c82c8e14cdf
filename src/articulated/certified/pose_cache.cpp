#include "articulated/certified/pose_cache.h"

namespace firstcontact::articulated {

void PoseCache::reset(const ChainPoses& poses, std::size_t places, double t0, double t1) {
  poses_ = &poses;
  t0_ = t0, t1_ = t1;
  slots_of_places_.assign(places, -1);
  used_ = 0;
}

// From the nearest carrier that is known down to the place; chains may be long, so there is no
// recursion.
std::size_t PoseCache::slot_of(int place) {
  const auto known = [&](int at) { return slots_of_places_[at]; };
  missing_.clear();
  for (int at = place; at >= 0 && known(at) < 0; at = poses_->parent(static_cast<std::size_t>(at)))
    missing_.push_back(at);
  for (; !missing_.empty(); missing_.pop_back()) {
    const int at = missing_.back(), parent = poses_->parent(static_cast<std::size_t>(at));
    if (used_ == slots_.size()) slots_.emplace_back();
    Slot& slot = slots_[used_];
    slot.has_posed = false;
    poses_->over(t0_, t1_, static_cast<std::size_t>(at),
                 parent < 0 ? nullptr : &slots_[known(parent)].cubic, slot.cubic);
    slots_of_places_[at] = static_cast<std::int32_t>(used_++);
  }
  return static_cast<std::size_t>(known(place));
}

const motion::PosedBody& PoseCache::at(int place) {
  Slot& slot = slots_[slot_of(place)];
  if (!slot.has_posed) {
    slot.posed = posed(slot.cubic, poses_->rests(static_cast<std::size_t>(place)));
    slot.has_posed = true;
  }
  return slot.posed;
}

}  // namespace firstcontact::articulated
