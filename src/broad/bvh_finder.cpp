// Bounding volume hierarchy. The tree is in box_tree.h, its order in spatial_order.cpp, the
// traversal in box_kernel.cpp.
#include "broad/box_kernel.h"
#include "broad/cost_note.h"
#include "broad/finders.h"

namespace firstcontact::broad {

namespace {

constexpr std::size_t kLeafBlocksPerTask = 32;

constexpr const char* kTreeCostReason =
    "many boxes are long and thin, in several directions, and pass each other closely";

class BvhFinder final : public PairFinder {
 public:
  void update(std::span<const Box> boxes, int threads) override { tree_.update(boxes, threads); }

  bool self_pairs(const Traversal& traversal) const override {
    TraversalRun run(traversal);
    const bool done = run.for_ranges(
        tree_.leaves().blocks.size(), kLeafBlocksPerTask,
        [&](auto begin, auto end, PairSink& sink) { tree_self_pairs(tree_, begin, end, sink); });
    note_.set(kTreeCostReason, tree_.count(), run.cost());
    return done;
  }

  bool pairs_with(std::span<const Box> queries, const Traversal& traversal) override {
    TraversalRun run(traversal);
    // Fewer queries than before may be a sample of them: their order is not worth keeping.
    BoxTree sample;
    BoxTree& packed = queries.size() < queries_.count() ? sample : queries_;
    if (tree_.count() > 0) packed.update(queries, traversal.threads);
    const std::size_t blocks = tree_.count() > 0 ? packed.leaves().blocks.size() : 0;
    const bool done =
        run.for_ranges(blocks, kLeafBlocksPerTask, [&](auto begin, auto end, PairSink& sink) {
          tree_pairs_with(tree_, packed.leaves(), begin, end, sink);
        });
    note_.set(kTreeCostReason, tree_.count() + queries.size(), run.cost());
    return done;
  }

  std::string note() const override { return note_.get(); }

 private:
  BoxTree tree_;
  /// The largest list of queries so far, for its order.
  BoxTree queries_;
  mutable CostNote note_;
};

}  // namespace

std::unique_ptr<PairFinder> make_bvh_finder() { return std::make_unique<BvhFinder>(); }

}  // namespace firstcontact::broad
