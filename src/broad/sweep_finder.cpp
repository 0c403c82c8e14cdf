// Sweep and prune: boxes are sorted by their lower ends along one axis, and a box is compared with
// those that begin within it.
//
//   1. Choose the axis along which the fewest boxes overlap, and cut a second axis into strips
//      (sweep_strips.h).
//   2. In each strip, compare the boxes that start there with each other and with those that extend
//      into it. Each box scans the part of the other list whose lower ends lie between its own two
//      ends. Of two lists each scans the other, one including equal lower ends, the other not.
#include <algorithm>

#include "broad/box_kernel.h"
#include "broad/cost_note.h"
#include "broad/finders.h"
#include "broad/sweep_strips.h"

namespace firstcontact::broad {

namespace {

/// A range of boxes of one list that scan another list, or the rest of their own.
struct Scan {
  enum class From { Next, SameLow, LaterLow };

  const StripLists* scanning;
  SlotRange scanning_slots;
  const StripLists* scanned;
  SlotRange scanned_slots;
  From from;
  PairOrder order;
};

/// Adds a scan, cut into pieces for single tasks.
void add(std::vector<Scan>& scans, Scan scan) {
  constexpr std::size_t kPiece = 256;
  if (scan.scanned_slots.begin == scan.scanned_slots.end) return;
  const SlotRange all = scan.scanning_slots;
  for (std::size_t begin = all.begin; begin < all.end; begin += kPiece) {
    scan.scanning_slots = {begin, std::min(all.end, begin + kPiece)};
    scans.push_back(scan);
  }
}

/// The first slot whose lower end is at least `low` (greater than `low` if `after`).
std::size_t find_low(const StripLists& lists, SlotRange slots, double low, bool after) {
  while (slots.begin < slots.end) {
    const std::size_t middle = slots.begin + (slots.end - slots.begin) / 2;
    const double there = lists.low(middle);
    if (there < low || (after && there == low)) {
      slots.begin = middle + 1;
    } else {
      slots.end = middle;
    }
  }
  return slots.begin;
}

void run_scan(const Scan& scan, PairSink& sink) {
  for (std::size_t i = scan.scanning_slots.begin; i < scan.scanning_slots.end; ++i) {
    const Box box = scan.scanning->listed.blocks[i / kBlockBoxes].get(i % kBlockBoxes);
    const int axis = scan.scanning->axis;
    const SlotRange slots = scan.scanned_slots;
    const std::size_t begin =
        scan.from == Scan::From::Next
            ? i + 1
            : find_low(*scan.scanned, slots, box.min[axis], scan.from == Scan::From::LaterLow);
    const std::size_t end = find_low(*scan.scanned, {begin, slots.end}, box.max[axis], true);
    if (begin == end) continue;
    sink.tests += end - begin;
    if (!run_pairs(scan.scanned->listed, begin, end, box, scan.scanning->listed.ids[i], scan.order,
                   sink))
      return;
  }
}

bool run_scans(const std::vector<Scan>& scans, TraversalRun& run) {
  return run.for_ranges(scans.size(), 4, [&](std::size_t begin, std::size_t end, PairSink& sink) {
    for (std::size_t i = begin; i < end; ++i) run_scan(scans[i], sink);
  });
}

constexpr const char* kSweepCostReason = "too many boxes overlap along two or all three axes";

class SweepFinder final : public PairFinder {
 public:
  void update(std::span<const Box> boxes, int) override {
    boxes_.assign(boxes.begin(), boxes.end());
  }

  bool self_pairs(const Traversal& traversal) const override {
    TraversalRun run(traversal);
    const StripChoice choice = choose_strips(boxes_, {}, traversal.threads);
    const StripLists lists(boxes_, choice.boxes, choice.strips, traversal.threads);
    std::vector<Scan> scans;
    constexpr PairOrder kOrder = PairOrder::SmallerFirst;
    for (std::size_t s = 0; s < choice.strips.count(); ++s) {
      const SlotRange starting = lists.starting[s], extending = lists.extending_in[s];
      add(scans, {&lists, starting, &lists, starting, Scan::From::Next, kOrder});
      add(scans, {&lists, starting, &lists, extending, Scan::From::SameLow, kOrder});
      add(scans, {&lists, extending, &lists, starting, Scan::From::LaterLow, kOrder});
    }
    const bool done = run_scans(scans, run);
    note_.set(kSweepCostReason, boxes_.size(), run.cost());
    return done;
  }

  bool pairs_with(std::span<const Box> queries, const Traversal& traversal) override {
    TraversalRun run(traversal);
    const StripChoice choice = choose_strips(boxes_, queries, traversal.threads);
    const StripLists lists(boxes_, choice.boxes, choice.strips, traversal.threads);
    const StripLists others(queries, choice.queries, choice.strips, traversal.threads);
    std::vector<Scan> scans;
    for (std::size_t s = 0; s < choice.strips.count(); ++s) {
      const auto compare = [&](SlotRange theirs, SlotRange ours) {
        add(scans, {&others, theirs, &lists, ours, Scan::From::SameLow, PairOrder::QueryFirst});
        add(scans, {&lists, ours, &others, theirs, Scan::From::LaterLow, PairOrder::QuerySecond});
      };
      compare(others.starting[s], lists.starting[s]);
      compare(others.starting[s], lists.extending_in[s]);
      compare(others.extending_in[s], lists.starting[s]);
    }
    const bool done = run_scans(scans, run);
    note_.set(kSweepCostReason, boxes_.size() + queries.size(), run.cost());
    return done;
  }

  std::string note() const override { return note_.get(); }

 private:
  std::vector<Box> boxes_;
  mutable CostNote note_;
};

}  // namespace

std::unique_ptr<PairFinder> make_sweep_finder() { return std::make_unique<SweepFinder>(); }

}  // namespace firstcontact::broad
