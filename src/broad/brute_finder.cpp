// Compares every box with every other. It is the reference, and the fastest for a few dozen boxes.
#include <algorithm>

#include "broad/box_kernel.h"
#include "broad/cost_note.h"
#include "broad/finders.h"

namespace firstcontact::broad {

namespace {

/// Boxes are compared in tiles of this many, so that the coordinates of both sides stay in the
/// first-level cache.
constexpr std::size_t kTile = 256;

class BruteFinder final : public PairFinder {
 public:
  void update(std::span<const Box> boxes, int threads) override {
    boxes_ = pack(boxes, natural_order(boxes.size()), threads);
    count_ = boxes.size();
  }

  bool self_pairs(const Traversal& traversal) const override {
    return compare(count_, traversal, true, [&](std::size_t i) {
      return boxes_.blocks[i / kBlockBoxes].get(i % kBlockBoxes);
    });
  }

  bool pairs_with(std::span<const Box> queries, const Traversal& traversal) override {
    return compare(queries.size(), traversal, false, [&](std::size_t i) { return queries[i]; });
  }

  std::string note() const override { return note_.get(); }

 private:
  template <class Query>
  bool compare(std::size_t queries, const Traversal& traversal, bool self,
               const Query& query) const {
    const PairOrder order = self ? PairOrder::SmallerFirst : PairOrder::QueryFirst;
    TraversalRun run(traversal);
    const bool done =
        run.for_ranges(queries, kTile, [&](std::size_t begin, std::size_t end, PairSink& sink) {
          for (std::size_t tile = self ? begin : 0; tile < count_; tile += kTile) {
            const std::size_t tile_end = std::min(count_, tile + kTile);
            for (std::size_t i = begin; i < end; ++i) {
              const std::size_t from = self ? std::max(tile, i + 1) : tile;
              if (from >= tile_end) continue;
              sink.tests += tile_end - from;
              if (!run_pairs(boxes_, from, tile_end, query(i), static_cast<std::int32_t>(i), order,
                             sink))
                return;
            }
          }
        });
    note_.set("brute force compares every pair", self ? count_ : count_ + queries, run.cost());
    return done;
  }

  BoxBlocks boxes_;
  std::size_t count_ = 0;
  mutable CostNote note_;
};

}  // namespace

std::unique_ptr<PairFinder> make_brute_finder() { return std::make_unique<BruteFinder>(); }

}  // namespace firstcontact::broad
