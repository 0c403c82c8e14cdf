#include "narrow/published/tight_inclusion_fast_queue.h"

#include <algorithm>

namespace firstcontact::narrow::tight_inclusion {

void SegmentStack::clear() {
  boxes_.clear();
  segments_.clear();
}

void SegmentStack::push(BoxList& list, std::size_t begin, int level) {
  const std::size_t first = boxes_.size();
  for (std::size_t i = begin; i < list.count; ++i) boxes_.push_back(list[i]);
  segments_.push_back({first, boxes_.size(), level});
  list.count = begin;
}

int SegmentStack::pop(BoxList& list, double t_end) {
  Segment& top = segments_.back();
  const int level = top.level;
  const std::size_t taken = std::min(kChunkBoxes, top.end - top.begin);
  for (std::size_t i = 0; i < taken && boxes_[top.begin].t < t_end; ++i, ++top.begin)
    list.append(boxes_[top.begin]);
  // The segment is sorted by time: if one box was dropped, so are all after it.
  if (list.count < taken || top.begin == top.end) {
    segments_.pop_back();
    boxes_.resize(segments_.empty() ? 0 : segments_.back().end);
  }
  return level;
}

}  // namespace firstcontact::narrow::tight_inclusion
