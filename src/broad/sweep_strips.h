#pragma once
/// Strips: what keeps sweep and prune from comparing all boxes that overlap along the sweep axis.
///
/// A second axis is cut into strips. A box is listed in every strip it reaches: in the first of
/// them as starting there, in the others as reaching in from before. Two boxes that overlap are
/// together in the strip where the later one starts, and there at least one of them starts; in
/// every other strip they share both reach in. So each pair is found once if boxes reaching in are
/// not compared with each other.
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "broad/box_blocks.h"

namespace firstcontact::broad {

struct Strips {
  int sweep_axis = 0, strip_axis = 1;
  std::vector<double> bounds;  ///< where a strip ends and the next one begins, ascending

  std::size_t count() const { return bounds.size() + 1; }
  std::uint32_t of(double coordinate) const;
};

/// The first and the last strip a box reaches.
struct StripSpan {
  std::uint32_t first = 0, last = 0;
};

/// Strips, and which of them the boxes of two sets reach.
struct StripChoice {
  Strips strips;
  std::vector<StripSpan> boxes, queries;
};

/// The axes in which the fewest pairs of a sample overlap, and as many strips as the boxes are not
/// too wide for: both sets together are listed at most kMostListings times their number. Without
/// queries it is for pairs among the boxes.
StripChoice choose_strips(std::span<const Box> boxes, std::span<const Box> queries, int threads);
inline constexpr std::size_t kMostListings = 3;

/// Part of a list of boxes, [begin, end).
struct Places {
  std::size_t begin = 0, end = 0;
};

/// The boxes in every strip, each list ascending along the sweep axis.
struct StripLists {
  StripLists(std::span<const Box> boxes, const std::vector<StripSpan>& spans, const Strips& strips,
             int threads);

  double low(std::size_t place) const {
    return listed.blocks[place / kBlockBoxes].min[axis][place % kBlockBoxes];
  }

  int axis;
  BoxBlocks listed;
  std::vector<Places> starting, reaching_in;  ///< of each strip
};

}  // namespace firstcontact::broad
