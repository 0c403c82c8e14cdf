// A box is treated as a point with six coordinates: those of its centre and its three half extents.
// The points are split at the median of the coordinate in which they spread most, recursively down
// to groups of eight. Because the extents are among the coordinates, huge boxes are split from tiny
// ones, and boxes long in x from boxes long in y, where this matters more than their position.
//
//   1. If there are many boxes, split only a sample, into a few hundred cells, and sort all boxes
//      into these cells.
//   2. Split the boxes of every cell exactly. Cells are independent of each other.
#include "broad/spatial_order.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <limits>
#include <utility>

#include "broad/box_blocks.h"
#include "parallel/parallel.h"

namespace firstcontact::broad {

namespace {

constexpr int kAxes = 6;
/// A cell has about this many boxes, and takes a multiple of kCellAlignment slots (eight groups of
/// eight).
constexpr std::size_t kCellBoxes = 512, kCellAlignment = 64;
constexpr std::size_t kSamplesPerCell = 16;
constexpr std::size_t kMaxSortChunks = 64;

/// One coordinate of the point of a box. The ends are halved before adding, so that nothing
/// overflows.
struct Axis {
  int k = 0;
  double sign = 1;

  double of(const Box& box) const { return 0.5 * box.max[k] + sign * (0.5 * box.min[k]); }
};

struct Entry {
  double key;
  std::int32_t id;
};

Axis widest_axis(std::span<const Box> boxes, std::span<const std::int32_t> ids) {
  double low[kAxes], high[kAxes];
  std::fill_n(low, kAxes, std::numeric_limits<double>::infinity());
  std::fill_n(high, kAxes, -std::numeric_limits<double>::infinity());
  for (const std::int32_t id : ids) {
    const Box& box = boxes[id];
    for (int k = 0; k < 3; ++k) {
      const double a = 0.5 * box.min[k], b = 0.5 * box.max[k];
      const double centre = b + a, half = b - a;
      low[k] = std::min(low[k], centre);
      high[k] = std::max(high[k], centre);
      low[3 + k] = std::min(low[3 + k], half);
      high[3 + k] = std::max(high[3 + k], half);
    }
  }
  int widest = 0;
  double width = -1;
  for (int i = 0; i < kAxes; ++i) {
    const double w = 0.5 * high[i] - 0.5 * low[i];
    if (w > width) {
      width = w;
      widest = i;
    }
  }
  return widest < 3 ? Axis{widest, 1} : Axis{widest - 3, -1};
}

/// Splits the boxes so that the `left` first have the smaller coordinates. Returns the coordinate
/// at which it did.
double split_at(std::span<const Box> boxes, std::span<std::int32_t> ids, std::size_t left,
                Axis axis, std::vector<Entry>& entries) {
  entries.resize(ids.size());
  for (std::size_t i = 0; i < ids.size(); ++i) entries[i] = {axis.of(boxes[ids[i]]), ids[i]};
  const auto middle = entries.begin() + static_cast<std::ptrdiff_t>(left);
  std::nth_element(entries.begin(), middle, entries.end(),
                   [](const Entry& a, const Entry& b) { return a.key < b.key; });
  for (std::size_t i = 0; i < ids.size(); ++i) ids[i] = entries[i].id;
  return middle->key;
}

/// Orders the boxes of a cell so that aligned runs of 8, 16, 32, … of them are compact.
void order_cell(std::span<const Box> boxes, std::span<std::int32_t> ids,
                std::vector<Entry>& entries) {
  while (ids.size() > kBlockBoxes) {
    const std::size_t groups = (ids.size() + kBlockBoxes - 1) / kBlockBoxes;
    const std::size_t left = kBlockBoxes * std::bit_floor(groups - 1);
    split_at(boxes, ids, left, widest_axis(boxes, ids), entries);
    order_cell(boxes, ids.subspan(left), entries);
    ids = ids.first(left);
  }
}

/// A complete binary tree of splits. The root is node 1, and node i has the children 2i and 2i + 1;
/// the cells are below the splits.
class Cells {
 public:
  Cells(std::span<const Box> boxes, std::size_t count) : splits_(count) {
    const std::size_t samples = kSamplesPerCell * count;
    std::vector<std::int32_t> ids(samples);
    for (std::size_t i = 0; i < samples; ++i)
      ids[i] = static_cast<std::int32_t>(i * boxes.size() / samples);
    std::vector<Entry> entries;
    split(boxes, ids, 1, entries);
  }

  std::size_t count() const { return splits_.size(); }

  std::size_t of(const Box& box) const {
    std::size_t node = 1;
    while (node < splits_.size())
      node = 2 * node + (splits_[node].axis.of(box) >= splits_[node].at ? 1 : 0);
    return node - splits_.size();
  }

 private:
  struct Split {
    Axis axis;
    double at = 0;
  };

  void split(std::span<const Box> boxes, std::span<std::int32_t> ids, std::size_t node,
             std::vector<Entry>& entries) {
    if (node >= splits_.size()) return;
    const std::size_t left = ids.size() / 2;
    const Axis axis = widest_axis(boxes, ids);
    splits_[node] = {axis, split_at(boxes, ids, left, axis, entries)};
    split(boxes, ids.first(left), 2 * node, entries);
    split(boxes, ids.subspan(left), 2 * node + 1, entries);
  }

  std::vector<Split> splits_;
};

/// The boxes sorted into cells.
struct Sorted {
  std::vector<std::int32_t> ids;
  std::vector<std::size_t> begin, count;  ///< of each cell
};

Sorted sort_into(const Cells& cells, std::span<const Box> boxes, int threads) {
  const std::size_t n = boxes.size(),
                    chunk = std::max<std::size_t>(4096, (n + kMaxSortChunks - 1) / kMaxSortChunks);
  const std::size_t chunks = (n + chunk - 1) / chunk;
  std::vector<std::uint32_t> cell(n);
  std::vector<std::vector<std::size_t>> next_slot(chunks, std::vector<std::size_t>(cells.count()));
  parallel::parallel_for(n, chunk, threads, [&](std::size_t begin, std::size_t end) {
    std::vector<std::size_t>& histogram = next_slot[begin / chunk];
    for (std::size_t i = begin; i < end; ++i) {
      cell[i] = static_cast<std::uint32_t>(cells.of(boxes[i]));
      ++histogram[cell[i]];
    }
  });
  Sorted sorted;
  std::size_t next = 0;
  for (std::size_t c = 0; c < cells.count(); ++c) {
    sorted.begin.push_back(next);
    for (std::vector<std::size_t>& histogram : next_slot) next += std::exchange(histogram[c], next);
    sorted.count.push_back(next - sorted.begin[c]);
    next = (next + kCellAlignment - 1) / kCellAlignment * kCellAlignment;
  }
  sorted.ids.assign(next, -1);
  parallel::parallel_for(n, chunk, threads, [&](std::size_t begin, std::size_t end) {
    std::vector<std::size_t>& at = next_slot[begin / chunk];
    for (std::size_t i = begin; i < end; ++i)
      sorted.ids[at[cell[i]]++] = static_cast<std::int32_t>(i);
  });
  return sorted;
}

}  // namespace

std::vector<std::int32_t> spatial_order(std::span<const Box> boxes, int threads) {
  if (boxes.size() < 8 * kCellBoxes) {
    std::vector<std::int32_t> ids = natural_order(boxes.size());
    std::vector<Entry> entries;
    order_cell(boxes, std::span(ids).first(boxes.size()), entries);
    return ids;
  }
  const Cells cells(boxes, std::bit_floor(boxes.size() / kCellBoxes));
  Sorted sorted = sort_into(cells, boxes, threads);
  parallel::parallel_for(cells.count(), 4, threads, [&](std::size_t begin, std::size_t end) {
    std::vector<Entry> entries;
    for (std::size_t c = begin; c < end; ++c)
      order_cell(boxes, std::span(sorted.ids).subspan(sorted.begin[c], sorted.count[c]), entries);
  });
  return std::move(sorted.ids);
}

}  // namespace firstcontact::broad
