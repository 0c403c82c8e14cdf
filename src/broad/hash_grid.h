#pragma once
/// A grid with many cell sizes. Every box lies in one cell of the level that fits its size, so huge
/// and tiny boxes can be mixed.
///
/// Level e has cells with sides of 2^(2e). A box belongs to the lowest level whose cells are not
/// smaller than the box, nor than the spacing of doubles at its coordinates. It is stored in the
/// cell of its lower corner. Boxes of one row of cells (those along x) are stored next to each
/// other, in ascending order of x; a hash table finds rows. Every box takes one slot, whatever its
/// size.
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "broad/box_blocks.h"

namespace firstcontact::broad {

class HashGrid {
 public:
  HashGrid(std::span<const Box> boxes, int threads);

  const BoxBlocks& boxes() const { return boxes_; }
  std::size_t size() const { return level_.size(); }
  Box box(std::size_t slot) const {
    return boxes_.blocks[slot / kBlockBoxes].get(slot % kBlockBoxes);
  }
  std::int32_t id(std::size_t slot) const { return boxes_.ids[slot]; }
  int level(std::size_t slot) const { return level_[slot]; }
  /// The levels that have boxes, in ascending order.
  const std::vector<int>& levels() const { return levels_; }

  /// Calls `scan(begin, end)` with at most nine disjoint ranges of slots, which hold all boxes of a
  /// level that overlap the box. Stops and returns false when `scan` does. Precondition: the box's
  /// own level (`level_of`) is not higher.
  template <class Scan>
  bool near(const Box& box, int level, const Scan& scan) const;

  static int level_of(const Box& box);

 private:
  struct Row {
    std::int64_t y = 0, z = 0;
    std::int32_t level = 0;
    std::uint32_t begin = 0, end = 0;  ///< slots; an empty range marks a free entry of the table
  };
  struct Key {
    std::int64_t x, y, z;
    std::int32_t level, id;
  };

  static double cells_per_unit(int level);
  static std::int64_t cell(double coordinate, double cells_per_unit);
  static std::uint64_t hash(std::int64_t y, std::int64_t z, int level);
  /// The row, or one with an empty range.
  Row find_row(std::int64_t y, std::int64_t z, int level) const;
  /// The first slot in [begin, end) of one row whose cell's x is at least `x`.
  std::size_t find_x(std::size_t begin, std::size_t end, std::int64_t x) const;
  std::vector<Key> sorted_keys(std::span<const Box> boxes, int threads) const;
  void add_row(const Row& row);

  BoxBlocks boxes_;
  std::vector<std::int64_t> x_;  ///< by slot, the cell's x
  std::vector<std::int32_t> level_;
  std::vector<int> levels_;
  std::vector<Row> table_;  ///< open addressing, at most half full; its size is a power of two
};

template <class Scan>
bool HashGrid::near(const Box& box, int level, const Scan& scan) const {
  // A stored box extends at most into the next cell. So a box that overlaps begins in a cell that
  // `box` touches, or in the one before.
  const double scale = cells_per_unit(level);
  const std::int64_t x0 = cell(box.min[0], scale) - 1, x1 = cell(box.max[0], scale);
  const std::int64_t y0 = cell(box.min[1], scale) - 1, y1 = cell(box.max[1], scale);
  const std::int64_t z0 = cell(box.min[2], scale) - 1, z1 = cell(box.max[2], scale);
  for (std::int64_t z = z0; z <= z1; ++z) {
    for (std::int64_t y = y0; y <= y1; ++y) {
      const Row row = find_row(y, z, level);
      if (row.begin == row.end) continue;
      const std::size_t begin = find_x(row.begin, row.end, x0),
                        end = find_x(begin, row.end, x1 + 1);
      if (begin < end && !scan(begin, end)) return false;
    }
  }
  return true;
}

}  // namespace firstcontact::broad
