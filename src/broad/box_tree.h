#pragma once
/// A bounding volume hierarchy over boxes in blocks of eight.
///
/// The shape is implied by the order of the boxes: block b of level 0 holds the bounds of the leaf
/// blocks 8b to 8b + 7, and so on up to a level of one block. So the tree needs no pointers, and
/// taking moved boxes in the same order (refitting) is one pass.
#include <cstddef>
#include <span>
#include <vector>

#include "broad/box_blocks.h"

namespace firstcontact::broad {

class BoxTree {
 public:
  /// Orders the boxes anew.
  void build(std::span<const Box> boxes, int threads);

  /// Keeps the order. Precondition: as many boxes as were built from.
  void refit(std::span<const Box> boxes, int threads);

  /// How much the nodes have grown since the last build: the mean, over all nodes that are not
  /// points, of the node's perimeter relative to that at the build, each counted as kLargestGrowth
  /// at most. 1 directly after a build.
  double growth() const;
  static constexpr double kLargestGrowth = 128;

  const BoxBlocks& leaves() const { return leaves_; }
  /// From the bounds of the leaf blocks up to a level of one block; none without boxes.
  const std::vector<std::vector<BoxBlock>>& levels() const { return levels_; }

 private:
  void fit_levels(int threads);
  std::vector<double> perimeters() const;

  BoxBlocks leaves_;
  std::vector<std::vector<BoxBlock>> levels_;
  std::vector<double> built_perimeters_;  ///< of the nodes, level by level
};

}  // namespace firstcontact::broad
