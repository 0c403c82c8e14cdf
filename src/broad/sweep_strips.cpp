#include "broad/sweep_strips.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <utility>

#include "parallel/parallel.h"

namespace firstcontact::broad {

namespace {

constexpr std::size_t kAxisSample = 512, kStripSample = 4096;
/// The sample should be listed at most this many times its number. Then kMostListings nearly always
/// holds for all boxes.
constexpr std::size_t kWantedListings = 2;
constexpr std::size_t kBoxesPerStrip = 32, kMostStrips = 4096;

std::vector<Box> sample(std::span<const Box> boxes, std::size_t most) {
  const std::size_t count = std::min(most, boxes.size());
  std::vector<Box> out;
  for (std::size_t i = 0; i < count; ++i) out.push_back(boxes[i * boxes.size() / count]);
  return out;
}

/// The three axes in the order of their number of overlaps, the fewest first.
std::array<int, 3> axes_by_overlaps(const std::vector<Box>& some, const std::vector<Box>& others) {
  std::array<std::pair<std::size_t, int>, 3> overlaps;
  for (int k = 0; k < 3; ++k) {
    std::size_t count = 0;
    for (const Box& a : some)
      for (const Box& b : others)
        count += static_cast<std::size_t>((a.min[k] <= b.max[k]) & (b.min[k] <= a.max[k]));
    overlaps[k] = {count, k};
  }
  std::sort(overlaps.begin(), overlaps.end());
  return {overlaps[0].second, overlaps[1].second, overlaps[2].second};
}

std::vector<StripSpan> spans_of(std::span<const Box> boxes, const Strips& strips, int threads) {
  std::vector<StripSpan> spans(boxes.size());
  parallel::parallel_for(boxes.size(), 4096, threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      spans[i] = {strips.of(boxes[i].min[strips.strip_axis]),
                  strips.of(boxes[i].max[strips.strip_axis])};
  });
  return spans;
}

std::size_t listings(const std::vector<StripSpan>& spans) {
  std::size_t count = 0;
  for (const StripSpan& span : spans) count += span.last - span.first + 1;
  return count;
}

/// The bounds that divide `lows`, which are in ascending order, into that many strips.
std::vector<double> quantiles(const std::vector<double>& lows, std::size_t strips) {
  std::vector<double> bounds;
  for (std::size_t i = 1; i < strips; ++i) bounds.push_back(lows[i * lows.size() / strips]);
  bounds.erase(std::unique(bounds.begin(), bounds.end()), bounds.end());
  return bounds;
}

}  // namespace

std::uint32_t Strips::of(double coordinate) const {
  return static_cast<std::uint32_t>(std::upper_bound(bounds.begin(), bounds.end(), coordinate) -
                                    bounds.begin());
}

StripChoice choose_strips(std::span<const Box> boxes, std::span<const Box> queries, int threads) {
  const std::size_t total = boxes.size() + queries.size();
  const std::array<int, 3> axes = axes_by_overlaps(
      sample(boxes, kAxisSample), sample(queries.empty() ? boxes : queries, kAxisSample));
  StripChoice choice{{axes[0], axes[1], {}},
                     std::vector<StripSpan>(boxes.size()),
                     std::vector<StripSpan>(queries.size())};
  Strips& strips = choice.strips;

  std::vector<Box> some = sample(boxes, kStripSample);
  const std::vector<Box> others = sample(queries, kStripSample);
  some.insert(some.end(), others.begin(), others.end());
  std::vector<double> lows;
  for (const Box& box : some) lows.push_back(box.min[strips.strip_axis]);
  std::sort(lows.begin(), lows.end());
  for (std::size_t count = std::min(kMostStrips, std::bit_floor(total / kBoxesPerStrip)); count > 1;
       count /= 2) {
    strips.bounds = quantiles(lows, count);
    if (listings(spans_of(some, strips, 1)) > kWantedListings * some.size()) continue;
    choice.boxes = spans_of(boxes, strips, threads);
    choice.queries = spans_of(queries, strips, threads);
    if (listings(choice.boxes) + listings(choice.queries) <= kMostListings * total) return choice;
  }
  return {{axes[0], axes[1], {}},
          std::vector<StripSpan>(boxes.size()),
          std::vector<StripSpan>(queries.size())};
}

StripLists::StripLists(std::span<const Box> boxes, const std::vector<StripSpan>& spans,
                       const Strips& strips, int threads)
    : axis(strips.sweep_axis), starting(strips.count()), extending_in(strips.count()) {
  const auto each_listing = [&](const auto& list) {
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      list(starting[spans[i].first], i);
      for (std::size_t strip = spans[i].first + 1; strip <= spans[i].last; ++strip)
        list(extending_in[strip], i);
    }
  };
  each_listing([](SlotRange& slots, std::size_t) { ++slots.end; });
  std::size_t next = 0;
  for (std::size_t strip = 0; strip < strips.count(); ++strip) {
    for (SlotRange* slots : {&starting[strip], &extending_in[strip]}) {
      slots->begin = next;
      next += std::exchange(slots->end, next);
    }
  }
  std::vector<std::int32_t> ids = natural_order(next);
  each_listing(
      [&](SlotRange& slots, std::size_t i) { ids[slots.end++] = static_cast<std::int32_t>(i); });

  parallel::parallel_for(strips.count(), 1, threads, [&](std::size_t begin, std::size_t end) {
    std::vector<std::pair<double, std::int32_t>> keys;
    for (std::size_t strip = begin; strip < end; ++strip) {
      for (const SlotRange& slots : {starting[strip], extending_in[strip]}) {
        keys.clear();
        for (std::size_t i = slots.begin; i < slots.end; ++i)
          keys.emplace_back(boxes[ids[i]].min[axis], ids[i]);
        std::sort(keys.begin(), keys.end());
        for (std::size_t i = slots.begin; i < slots.end; ++i) ids[i] = keys[i - slots.begin].second;
      }
    }
  });
  // The slots after the last listing are unused.
  std::fill(ids.begin() + static_cast<std::ptrdiff_t>(next), ids.end(), -1);
  listed = pack(boxes, std::move(ids), threads);
}

}  // namespace firstcontact::broad
