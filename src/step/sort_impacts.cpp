// An impact has some 150 bytes, so short keys are sorted, and every impact is copied once. Parts of
// the keys are sorted by several threads and then merged two by two.
#include "step/sort_impacts.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <tuple>

#include "parallel/parallel.h"

namespace firstcontact::step {
namespace {

// A power of two: enough for threads to share, and few enough to merge.
constexpr std::size_t kParts = 8;

/// What operator< compares, and the impact it belongs to.
struct SortKey {
  double toi;
  std::int32_t kind, a, b;
  const Impact* impact;

  friend bool operator<(const SortKey& x, const SortKey& y) {
    return std::tie(x.toi, x.kind, x.a, x.b) < std::tie(y.toi, y.kind, y.a, y.b);
  }
};

SortKey key_of(const Impact& impact) {
  return {impact.toi, static_cast<std::int32_t>(impact.pair.kind), impact.pair.a, impact.pair.b,
          &impact};
}

}  // namespace

std::vector<Impact> sorted_impacts(const ImpactLists& lists, int threads) {
  // Part i has the keys of some lists that follow each other: begin[i] to begin[i + 1] - 1.
  const auto first_list = [&](std::size_t part) { return part * lists.size() / kParts; };
  std::array<std::size_t, kParts + 1> begin = {};
  for (std::size_t part = 0; part < kParts; ++part) {
    begin[part + 1] = begin[part];
    for (std::size_t i = first_list(part); i < first_list(part + 1); ++i)
      begin[part + 1] += lists[i].size();
  }
  std::vector<SortKey> keys(begin.back()), merged(begin.back());
  parallel::parallel_for(kParts, 1, threads, [&](std::size_t part, std::size_t) {
    SortKey* next = keys.data() + begin[part];
    for (std::size_t i = first_list(part); i < first_list(part + 1); ++i)
      next = std::transform(lists[i].begin(), lists[i].end(), next, key_of);
    std::sort(keys.data() + begin[part], next);
  });
  for (std::size_t width = 1; width < kParts; width *= 2) {
    parallel::parallel_for(kParts / (2 * width), 1, threads, [&](std::size_t i, std::size_t) {
      const auto at = [&](std::size_t half) { return begin[(2 * i + half) * width]; };
      const SortKey* from = keys.data();
      std::merge(from + at(0), from + at(1), from + at(1), from + at(2), merged.data() + at(0));
    });
    keys.swap(merged);
  }
  std::vector<Impact> sorted;
  sorted.reserve(keys.size());
  for (const SortKey& key : keys) sorted.push_back(*key.impact);
  return sorted;
}

}  // namespace firstcontact::step
