// Bounding volume hierarchy. The tree is in box_tree.h, its order in spatial_order.cpp, the
// traversal in box_kernel.cpp.
#include "broad/box_kernel.h"
#include "broad/cost_note.h"
#include "broad/finders.h"
#include "broad/spatial_order.h"

namespace firstcontact::broad {

namespace {

constexpr std::size_t kLeafBlocksPerTask = 32;
/// The tree is rebuilt when its nodes have grown more than this on average.
constexpr double kAcceptedGrowth = 1.75;

constexpr const char* kTreeCostReason =
    "many boxes are long and thin, in several directions, and pass each other closely";

class BvhFinder final : public PairFinder {
 public:
  void update(std::span<const Box> boxes, int threads) override {
    const bool kept = boxes.size() == count_ && count_ > 0;
    count_ = 0;  // if memory runs out below, the next update rebuilds the tree
    if (kept) tree_.refit(boxes, threads);
    if (!kept || tree_.growth() > kAcceptedGrowth) tree_.build(boxes, threads);
    count_ = boxes.size();
  }

  bool self_pairs(const Traversal& traversal) const override {
    TraversalRun run(traversal);
    const bool done = run.for_ranges(
        tree_.leaves().blocks.size(), kLeafBlocksPerTask,
        [&](auto begin, auto end, PairSink& sink) { tree_self_pairs(tree_, begin, end, sink); });
    note_.set(kTreeCostReason, count_, run.cost());
    return done;
  }

  bool pairs_with(std::span<const Box> queries, const Traversal& traversal) const override {
    TraversalRun run(traversal);
    BoxBlocks packed;
    if (count_ > 0)
      packed = pack(queries, spatial_order(queries, traversal.threads), traversal.threads);
    const bool done = run.for_ranges(packed.blocks.size(), kLeafBlocksPerTask,
                                     [&](auto begin, auto end, PairSink& sink) {
                                       tree_pairs_with(tree_, packed, begin, end, sink);
                                     });
    note_.set(kTreeCostReason, count_ + queries.size(), run.cost());
    return done;
  }

  std::string note() const override { return note_.get(); }

 private:
  BoxTree tree_;
  std::size_t count_ = 0;
  mutable CostNote note_;
};

}  // namespace

std::unique_ptr<PairFinder> make_bvh_finder() { return std::make_unique<BvhFinder>(); }

}  // namespace firstcontact::broad
