// Sweep and prune: boxes in the order of their lower ends along one axis; a box is compared with
// those that begin within it.
//
//   1. Choose the axis in which the fewest boxes overlap, and cut a second one into strips
//   (sweep_strips.h).
//   2. In each strip, compare what starts there with itself and with what reaches in: each box
//   scans the part of the other list
//      whose lower ends lie between its own two ends. Of two lists, each scans the other, once with
//      equal lower ends and once without.
#include <algorithm>

#include "broad/box_kernel.h"
#include "broad/cost_note.h"
#include "broad/finders.h"
#include "broad/sweep_strips.h"

namespace firstcontact::broad {

namespace {

/// Boxes of a list that scan another list (or the rest of their own).
struct Scan {
  enum class From { Next, SameLow, LaterLow };

  const StripLists* scanning;
  Places scanning_places;
  const StripLists* scanned;
  Places scanned_places;
  From from;
  PairOrder order;
};

/// Adds a scan, cut into pieces of a size for one task.
void add(std::vector<Scan>& scans, Scan scan) {
  constexpr std::size_t kPiece = 256;
  if (scan.scanned_places.begin == scan.scanned_places.end) return;
  const Places all = scan.scanning_places;
  for (std::size_t begin = all.begin; begin < all.end; begin += kPiece) {
    scan.scanning_places = {begin, std::min(all.end, begin + kPiece)};
    scans.push_back(scan);
  }
}

/// The first place whose low end is at least (after: more than) `low`.
std::size_t find_low(const StripLists& lists, Places places, double low, bool after) {
  while (places.begin < places.end) {
    const std::size_t middle = places.begin + (places.end - places.begin) / 2;
    const double there = lists.low(middle);
    if (there < low || (after && there == low)) {
      places.begin = middle + 1;
    } else {
      places.end = middle;
    }
  }
  return places.begin;
}

void run_scan(const Scan& scan, PairSink& sink) {
  for (std::size_t i = scan.scanning_places.begin; i < scan.scanning_places.end; ++i) {
    const Box box = scan.scanning->listed.blocks[i / kBlockBoxes].get(i % kBlockBoxes);
    const int axis = scan.scanning->axis;
    const Places places = scan.scanned_places;
    const std::size_t begin =
        scan.from == Scan::From::Next
            ? i + 1
            : find_low(*scan.scanned, places, box.min[axis], scan.from == Scan::From::LaterLow);
    const std::size_t end = find_low(*scan.scanned, {begin, places.end}, box.max[axis], true);
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
      const Places starting = lists.starting[s], reaching = lists.reaching_in[s];
      add(scans, {&lists, starting, &lists, starting, Scan::From::Next, kOrder});
      add(scans, {&lists, starting, &lists, reaching, Scan::From::SameLow, kOrder});
      add(scans, {&lists, reaching, &lists, starting, Scan::From::LaterLow, kOrder});
    }
    const bool done = run_scans(scans, run);
    note_.set(kSweepCostReason, boxes_.size(), run.cost());
    return done;
  }

  bool pairs_with(std::span<const Box> queries, const Traversal& traversal) const override {
    TraversalRun run(traversal);
    const StripChoice choice = choose_strips(boxes_, queries, traversal.threads);
    const StripLists lists(boxes_, choice.boxes, choice.strips, traversal.threads);
    const StripLists others(queries, choice.queries, choice.strips, traversal.threads);
    std::vector<Scan> scans;
    for (std::size_t s = 0; s < choice.strips.count(); ++s) {
      const auto compare = [&](Places theirs, Places ours) {
        add(scans, {&others, theirs, &lists, ours, Scan::From::SameLow, PairOrder::QueryFirst});
        add(scans, {&lists, ours, &others, theirs, Scan::From::LaterLow, PairOrder::QuerySecond});
      };
      compare(others.starting[s], lists.starting[s]);
      compare(others.starting[s], lists.reaching_in[s]);
      compare(others.reaching_in[s], lists.starting[s]);
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
