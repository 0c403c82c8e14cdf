#include "broad/box_blocks.h"

#include <algorithm>
#include <utility>

#include "parallel/parallel.h"

namespace firstcontact::broad {

namespace {

constexpr std::size_t kPackedBlocksPerTask = 1024;

}  // namespace

Box BoxBlock::bounds() const {
  Box box;
  for (int k = 0; k < 3; ++k) {
    double low = min[k][0], high = max[k][0];
    for (std::size_t lane = 1; lane < kBlockBoxes; ++lane) {
      low = std::min(low, min[k][lane]);
      high = std::max(high, max[k][lane]);
    }
    box.min[k] = low;
    box.max[k] = high;
  }
  return box;
}

BoxBlocks pack(std::span<const Box> boxes, std::vector<std::int32_t> ids, int threads) {
  BoxBlocks packed;
  packed.ids = std::move(ids);
  packed.blocks.resize(packed.ids.size() / kBlockBoxes);
  repack(boxes, threads, packed);
  return packed;
}

void repack(std::span<const Box> boxes, int threads, BoxBlocks& packed) {
  parallel::parallel_for(
      packed.blocks.size(), kPackedBlocksPerTask, threads, [&](std::size_t begin, std::size_t end) {
        for (std::size_t block = begin; block < end; ++block) {
          for (std::size_t lane = 0; lane < kBlockBoxes; ++lane) {
            const std::int32_t id = packed.ids[kBlockBoxes * block + lane];
            id < 0 ? packed.blocks[block].clear(lane) : packed.blocks[block].set(lane, boxes[id]);
          }
        }
      });
}

std::vector<std::int32_t> natural_order(std::size_t count) {
  std::vector<std::int32_t> ids((count + kBlockBoxes - 1) / kBlockBoxes * kBlockBoxes, -1);
  for (std::size_t i = 0; i < count; ++i) ids[i] = static_cast<std::int32_t>(i);
  return ids;
}

}  // namespace firstcontact::broad
