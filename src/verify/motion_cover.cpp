// Decides whether boxes cover a box by cutting it recursively.
//
// A cell of the subdivision carries the boxes that meet it. It is covered if one of them contains
// it, and a gap if there is none. Otherwise some box has a face inside the cell, and the cell is
// cut along such a face. Boxes on both sides of the cut go both ways, so a cut through few boxes is
// preferred, and then one in the middle. Where the boxes come from recursive splitting there is
// always a cut through none: the first split that separated them.
//
// The half with fewer boxes is done first, so that only few cells wait at a time.
#include "verify/motion_cover.h"

#include <algorithm>
#include <utility>

namespace firstcontact::verify {
namespace {

using Items = std::vector<std::int32_t>;  // indices of boxes

constexpr std::size_t kAxes = 3;
/// Cost of a box that lies on both sides of a cut, in boxes of the larger side.
constexpr std::size_t kCrossingCost = 4;
/// Limits of work and memory for each given box, in boxes examined and kept, and a constant part.
constexpr std::size_t kWorkPerBox = 1000, kKeptPerBox = 64, kAllowedAnyway = 100'000;

struct Cut {
  std::size_t axis = 0;
  std::int32_t at = 0;
  std::size_t cost = 0;
  bool found = false;
};

/// The best cut across `axis` so far.
void improve(Cut& best, const std::vector<CellBox>& boxes, const Items& items, const CellBox& cell,
             std::size_t axis) {
  std::vector<std::int32_t> lows, highs;
  for (const std::int32_t item : items) {
    lows.push_back(boxes[item].low[axis]);
    highs.push_back(boxes[item].high[axis]);
  }
  std::sort(lows.begin(), lows.end());
  std::sort(highs.begin(), highs.end());
  const auto consider = [&](std::int32_t at) {
    if (at <= cell.low[axis] || at >= cell.high[axis]) return;
    const auto left =
        static_cast<std::size_t>(std::lower_bound(lows.begin(), lows.end(), at) - lows.begin());
    const auto right =
        static_cast<std::size_t>(highs.end() - std::upper_bound(highs.begin(), highs.end(), at));
    const std::size_t crossing = left + right - items.size();
    const std::size_t cost = std::max(left, right) + kCrossingCost * crossing;
    if (!best.found || cost < best.cost) best = {axis, at, cost, true};
  };
  for (std::size_t i = 0; i < lows.size(); ++i) {
    if (i == 0 || lows[i] != lows[i - 1]) consider(lows[i]);
    if (i == 0 || highs[i] != highs[i - 1]) consider(highs[i]);
  }
}

bool meets(const CellBox& box, const CellBox& cell) {
  for (std::size_t axis = 0; axis < kAxes; ++axis)
    if (box.low[axis] >= cell.high[axis] || box.high[axis] <= cell.low[axis]) return false;
  return true;
}

bool contains(const CellBox& box, const CellBox& cell) {
  for (std::size_t axis = 0; axis < kAxes; ++axis)
    if (box.low[axis] > cell.low[axis] || box.high[axis] < cell.high[axis]) return false;
  return true;
}

bool is_empty(const CellBox& box) {
  for (std::size_t axis = 0; axis < kAxes; ++axis)
    if (box.low[axis] >= box.high[axis]) return true;
  return false;
}

struct Cell {
  CellBox box;
  Items items;
};

}  // namespace

CoverAnswer cover(const std::vector<CellBox>& boxes, const CellBox& domain) {
  if (is_empty(domain)) return {};
  const auto meeting = [&](const Items& items, const CellBox& box) {
    Items kept;
    for (const std::int32_t item : items)
      if (!is_empty(boxes[item]) && meets(boxes[item], box)) kept.push_back(item);
    return kept;
  };
  Items all(boxes.size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<std::int32_t>(i);
  std::vector<Cell> waiting;
  waiting.push_back({domain, meeting(all, domain)});
  std::size_t work = 0, kept = waiting.back().items.size();
  while (!waiting.empty()) {
    const Cell cell = std::move(waiting.back());
    waiting.pop_back();
    kept -= cell.items.size();
    work += cell.items.size();
    if (cell.items.empty()) return {CoverAnswer::Uncovered, cell.box};
    if (std::any_of(cell.items.begin(), cell.items.end(),
                    [&](std::int32_t item) { return contains(boxes[item], cell.box); }))
      continue;
    Cut cut;
    for (std::size_t axis = 0; axis < kAxes; ++axis)
      improve(cut, boxes, cell.items, cell.box, axis);
    CellBox first = cell.box, second = cell.box;
    first.high[cut.axis] = second.low[cut.axis] = cut.at;
    Cell halves[2] = {{first, meeting(cell.items, first)}, {second, meeting(cell.items, second)}};
    if (halves[0].items.size() < halves[1].items.size()) std::swap(halves[0], halves[1]);
    for (Cell& half : halves) {
      kept += half.items.size();
      waiting.push_back(std::move(half));
    }
    if (work > kAllowedAnyway + kWorkPerBox * boxes.size() ||
        kept > kAllowedAnyway + kKeptPerBox * boxes.size())
      return {CoverAnswer::GivenUp, cell.box};
  }
  return {};
}

}  // namespace firstcontact::verify
