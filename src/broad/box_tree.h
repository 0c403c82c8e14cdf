#pragma once
/// A hierarchy of axis-aligned boxes over axis-aligned boxes, in blocks of eight. (The hierarchy of
/// oriented boxes over a body's triangles is geometry/body_tree.h.)
///
/// The order of the boxes determines the shape: block b of level 0 holds the bounds of the leaf
/// blocks 8b to 8b + 7, and so on up to a level of one block. So the tree needs no pointers, and
/// refitting it to moved boxes takes one pass.
#include <cstddef>
#include <span>
#include <vector>

#include "broad/box_blocks.h"

namespace firstcontact::broad {

class BoxTree {
 public:
  /// Orders the boxes and builds the tree.
  void build(std::span<const Box> boxes, int threads);

  /// Refits the tree to the boxes if there are as many as before; builds it anew if there are not,
  /// or if its nodes have grown too much.
  void update(std::span<const Box> boxes, int threads);

  /// Fits the tree to moved boxes in the same order. Precondition: as many boxes as at the build.
  void refit(std::span<const Box> boxes, int threads);

  /// How much the nodes have grown since the build: the mean, over all nodes that are not points,
  /// of the ratio of the node's perimeter to that at the build, where each ratio counts at most as
  /// kLargestGrowth. 1 directly after a build.
  double growth() const;
  static constexpr double kLargestGrowth = 128;

  /// Number of boxes.
  std::size_t count() const { return count_; }
  const BoxBlocks& leaves() const { return leaves_; }
  /// From the bounds of the leaf blocks up to a level of one block; none without boxes.
  const std::vector<std::vector<BoxBlock>>& levels() const { return levels_; }

 private:
  void fit_levels(int threads);
  std::vector<double> perimeters() const;

  std::size_t count_ = 0;
  BoxBlocks leaves_;
  std::vector<std::vector<BoxBlock>> levels_;
  std::vector<double> built_perimeters_;  ///< of the nodes at the build, level by level
};

}  // namespace firstcontact::broad
