#include "broad/box_tree.h"

#include <algorithm>
#include <utility>

#include "broad/spatial_order.h"
#include "parallel/parallel.h"

namespace firstcontact::broad {

namespace {

constexpr std::size_t kTreeBlocksPerTask = 512;
/// The tree is rebuilt when its nodes have grown more than this on average.
constexpr double kAcceptedGrowth = 1.75;

/// A quarter of the sum of the extents, which cannot overflow; 0 for an empty box.
double perimeter(const Box& box) {
  double sum = 0;
  for (int k = 0; k < 3; ++k) sum += std::max(0.0, 0.25 * box.max[k] - 0.25 * box.min[k]);
  return sum;
}

}  // namespace

void BoxTree::update(std::span<const Box> boxes, int threads) {
  // If memory runs out below, the next update builds the tree anew.
  const std::size_t before = std::exchange(count_, 0);
  if (boxes.size() == before && before > 0) {
    refit(boxes, threads);
    if (growth() <= kAcceptedGrowth) {
      count_ = before;
      return;
    }
  }
  build(boxes, threads);
}

void BoxTree::build(std::span<const Box> boxes, int threads) {
  count_ = 0;
  leaves_ = pack(boxes, spatial_order(boxes, threads), threads);
  levels_.clear();
  for (std::size_t count = leaves_.blocks.size(); count > 1 || (count == 1 && levels_.empty());) {
    count = (count + kBlockBoxes - 1) / kBlockBoxes;
    levels_.emplace_back(count);
  }
  fit_levels(threads);
  built_perimeters_ = perimeters();
  count_ = boxes.size();
}

void BoxTree::refit(std::span<const Box> boxes, int threads) {
  repack(boxes, threads, leaves_);
  fit_levels(threads);
}

void BoxTree::fit_levels(int threads) {
  const std::vector<BoxBlock>* below = &leaves_.blocks;
  for (std::vector<BoxBlock>& level : levels_) {
    parallel::parallel_for(
        level.size(), kTreeBlocksPerTask, threads, [&](std::size_t begin, std::size_t end) {
          for (std::size_t block = begin; block < end; ++block) {
            for (std::size_t lane = 0; lane < kBlockBoxes; ++lane) {
              const std::size_t child = kBlockBoxes * block + lane;
              child < below->size() ? level[block].set(lane, (*below)[child].bounds())
                                    : level[block].clear(lane);
            }
          }
        });
    below = &level;
  }
}

std::vector<double> BoxTree::perimeters() const {
  std::vector<double> out;
  for (const std::vector<BoxBlock>& level : levels_) {
    for (const BoxBlock& block : level)
      for (std::size_t lane = 0; lane < kBlockBoxes; ++lane)
        out.push_back(perimeter(block.get(lane)));
  }
  return out;
}

double BoxTree::growth() const {
  const std::vector<double> now = perimeters();
  double sum = 0;
  std::size_t used = 0;
  for (std::size_t i = 0; i < now.size(); ++i) {
    if (now[i] == 0 && built_perimeters_[i] == 0) continue;
    sum += now[i] < kLargestGrowth * built_perimeters_[i] ? now[i] / built_perimeters_[i]
                                                          : kLargestGrowth;
    ++used;
  }
  return used > 0 ? sum / static_cast<double>(used) : 1;
}

}  // namespace firstcontact::broad
