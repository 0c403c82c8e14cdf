#pragma once
/// Boxes in groups of eight, stored coordinate by coordinate, so that one SIMD instruction compares
/// several of them.
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "broad/pair_finder.h"

namespace firstcontact::broad {

/// Number of boxes per block: as many doubles as the widest SIMD registers hold.
inline constexpr std::size_t kBlockBoxes = 8;

/// An unused lane holds the empty box (min = +infinity, max = -infinity), which overlaps nothing
/// and does not change a union.
struct alignas(64) BoxBlock {
  double min[3][kBlockBoxes], max[3][kBlockBoxes];

  void set(std::size_t lane, const Box& box) {
    for (int k = 0; k < 3; ++k) {
      min[k][lane] = box.min[k];
      max[k][lane] = box.max[k];
    }
  }
  void clear(std::size_t lane) {
    for (int k = 0; k < 3; ++k) {
      min[k][lane] = std::numeric_limits<double>::infinity();
      max[k][lane] = -std::numeric_limits<double>::infinity();
    }
  }
  Box get(std::size_t lane) const {
    return {{min[0][lane], min[1][lane], min[2][lane]}, {max[0][lane], max[1][lane], max[2][lane]}};
  }
  /// The smallest box around all lanes, empty if none is used.
  Box bounds() const;
};

/// A list of boxes in blocks. A box has the slot 8 * block + lane; `ids[slot]` is its index in the
/// original list, or -1 in an unused slot.
struct BoxBlocks {
  std::vector<BoxBlock> blocks;
  std::vector<std::int32_t> ids;
};

/// Packs the boxes in the order of `ids` (-1: unused), whose size is a multiple of kBlockBoxes.
BoxBlocks pack(std::span<const Box> boxes, std::vector<std::int32_t> ids, int threads);

/// Replaces the coordinates by those of moved boxes; keeps the order.
void repack(std::span<const Box> boxes, int threads, BoxBlocks& packed);

/// 0, 1, … count - 1, padded with -1 to a multiple of kBlockBoxes.
std::vector<std::int32_t> natural_order(std::size_t count);

}  // namespace firstcontact::broad
