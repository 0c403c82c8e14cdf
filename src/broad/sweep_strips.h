#pragma once
/// Strips keep sweep and prune from comparing all boxes that overlap along the sweep axis.
///
/// A second axis is cut into strips. A box is listed in every strip that it overlaps: in the first
/// of them as starting there, in the others as extending in from before. Two overlapping boxes are
/// both in the strip where the later one starts, and at least one of them starts there. In every
/// other strip that they share, both extend in. So each pair is found once if boxes that extend in
/// are not compared with each other.
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "broad/box_blocks.h"

namespace firstcontact::broad {

struct Strips {
  int sweep_axis = 0, strip_axis = 1;
  std::vector<double> bounds;  ///< the ends between neighbouring strips, ascending

  std::size_t count() const { return bounds.size() + 1; }
  std::uint32_t of(double coordinate) const;
};

/// The first and the last strip that a box overlaps.
struct StripSpan {
  std::uint32_t first = 0, last = 0;
};

/// Strips, and which of them the boxes of two sets overlap.
struct StripChoice {
  Strips strips;
  std::vector<StripSpan> boxes, queries;
};

/// Chooses the axes along which the fewest pairs of a sample overlap, and as many strips as
/// possible with both sets together listed at most kMostListings times their number. If there are
/// no queries, it chooses for pairs among the boxes.
StripChoice choose_strips(std::span<const Box> boxes, std::span<const Box> queries, int threads);
inline constexpr std::size_t kMostListings = 3;

/// The slots [begin, end) of a list of boxes.
struct SlotRange {
  std::size_t begin = 0, end = 0;
};

/// The boxes of every strip, each list in ascending order along the sweep axis.
struct StripLists {
  StripLists(std::span<const Box> boxes, const std::vector<StripSpan>& spans, const Strips& strips,
             int threads);

  double low(std::size_t slot) const {
    return listed.blocks[slot / kBlockBoxes].min[axis][slot % kBlockBoxes];
  }

  int axis;
  BoxBlocks listed;
  std::vector<SlotRange> starting, extending_in;  ///< of each strip
};

}  // namespace firstcontact::broad
