// Spatial hash with cells of many sizes (hash_grid.h). A box is compared with boxes of its own
// level and of the coarser ones, where few cells are near it. Boxes and queries each have a grid,
// so that the search always goes from the smaller box of a pair to the larger one.
#include <algorithm>
#include <memory>

#include "broad/box_kernel.h"
#include "broad/cost_note.h"
#include "broad/finders.h"
#include "broad/hash_grid.h"

namespace firstcontact::broad {

namespace {

constexpr std::size_t kBoxesPerTask = 256;

/// Finds the boxes in `grid`, from level `least` on, that overlap the box in a slot of another
/// grid.
bool find_partners(const HashGrid& from, std::size_t slot, const HashGrid& grid, int least,
                   PairOrder order, PairSink& sink) {
  const Box box = from.box(slot);
  const auto& levels = grid.levels();
  for (auto level = std::lower_bound(levels.begin(), levels.end(), least); level != levels.end();
       ++level) {
    sink.tests += kBlockBoxes;  // finding the cells costs about this
    const bool going_on = grid.near(box, *level, [&](std::size_t begin, std::size_t end) {
      sink.tests += end - begin;
      return run_pairs(grid.boxes(), begin, end, box, from.id(slot), order, sink);
    });
    if (!going_on) return false;
  }
  return true;
}

/// The same within one grid; in the box's own level only those in later slots.
bool find_later_partners(const HashGrid& grid, std::size_t slot, PairSink& sink) {
  const Box box = grid.box(slot);
  const bool going_on = grid.near(box, grid.level(slot), [&](std::size_t begin, std::size_t end) {
    begin = std::max(begin, slot + 1);
    if (begin >= end) return true;
    sink.tests += end - begin;
    return run_pairs(grid.boxes(), begin, end, box, grid.id(slot), PairOrder::SmallerFirst, sink);
  });
  return going_on &&
         find_partners(grid, slot, grid, grid.level(slot) + 1, PairOrder::SmallerFirst, sink);
}

constexpr const char* kHashCostReason =
    "many boxes are long and thin and share the cells of their length, or the sizes are too many";

class HashFinder final : public PairFinder {
 public:
  void update(std::span<const Box> boxes, int threads) override {
    grid_ = std::make_unique<HashGrid>(boxes, threads);
  }

  bool self_pairs(const Traversal& traversal) const override {
    TraversalRun run(traversal);
    const bool done = run.for_ranges(size(), kBoxesPerTask,
                                     [&](std::size_t begin, std::size_t end, PairSink& sink) {
                                       for (std::size_t i = begin; i < end; ++i)
                                         if (!find_later_partners(*grid_, i, sink)) return;
                                     });
    note_.set(kHashCostReason, size(), run.cost());
    return done;
  }

  bool pairs_with(std::span<const Box> queries, const Traversal& traversal) override {
    TraversalRun run(traversal);
    const std::size_t count = size() > 0 ? queries.size() : 0;
    const HashGrid others(queries.first(count), traversal.threads);
    const bool done = run.for_ranges(
        count + (count > 0 ? size() : 0), kBoxesPerTask, [&](auto begin, auto end, PairSink& sink) {
          for (std::size_t i = begin; i < end; ++i) {
            const bool going_on =
                i < count
                    ? find_partners(others, i, *grid_, others.level(i), PairOrder::QueryFirst, sink)
                    : find_partners(*grid_, i - count, others, grid_->level(i - count) + 1,
                                    PairOrder::QuerySecond, sink);
            if (!going_on) return;
          }
        });
    note_.set(kHashCostReason, size() + queries.size(), run.cost());
    return done;
  }

  std::string note() const override { return note_.get(); }

 private:
  std::size_t size() const { return grid_ ? grid_->size() : 0; }

  std::unique_ptr<HashGrid> grid_;
  mutable CostNote note_;
};

}  // namespace

std::unique_ptr<PairFinder> make_hash_finder() { return std::make_unique<HashFinder>(); }

}  // namespace firstcontact::broad
