#include "articulated/pose_cache.h"

namespace firstcontact::articulated {

void PoseCache::reset(const ChainPoses& poses, std::size_t places, double t0, double t1) {
  poses_ = &poses;
  t0_ = t0, t1_ = t1;
  slots_of_places_.assign(places, -1);
  slots_.clear();
  slots_.reserve(places);  // so that references stay good
}

std::size_t PoseCache::slot_of(int place) {
  std::int32_t& slot = slots_of_places_[static_cast<std::size_t>(place)];
  if (slot < 0) {
    const int parent = poses_->parent(static_cast<std::size_t>(place));
    const CubicPose* carrier = parent < 0 ? nullptr : &slots_[slot_of(parent)].cubic;
    slot = static_cast<std::int32_t>(slots_.size());
    slots_.emplace_back();
    poses_->over(t0_, t1_, static_cast<std::size_t>(place), carrier, slots_.back().cubic);
  }
  return static_cast<std::size_t>(slot);
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
