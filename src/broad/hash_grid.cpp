#include "broad/hash_grid.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <tuple>
#include <utility>

#include "parallel/parallel.h"

namespace firstcontact::broad {

namespace {

/// Levels e = -500 … 512 have cells of 2^-1000 … 2^1024.
constexpr int kLowestLevel = -500;
constexpr std::size_t kBuckets = 256, kMaxGridChunks = 64;

constexpr std::uint64_t mix(std::uint64_t z) {
  z = (z ^ (z >> 32)) * 0xd6e8feb86659fd93u;
  z = (z ^ (z >> 32)) * 0xd6e8feb86659fd93u;
  return z ^ (z >> 32);
}

}  // namespace

double HashGrid::cells_per_unit(int level) { return std::ldexp(1.0, -2 * level); }

std::int64_t HashGrid::cell(double coordinate, double cells_per_unit) {
  // Multiplying by a power of two and rounding down are both monotone, even if the product is
  // subnormal.
  const double product = coordinate * cells_per_unit;
  const auto towards_zero = static_cast<std::int64_t>(product);
  return towards_zero - (static_cast<double>(towards_zero) > product ? 1 : 0);
}

int HashGrid::level_of(const Box& box) {
  double extent = 0, largest = 0;  // both halved, so that they do not overflow
  for (int k = 0; k < 3; ++k) {
    extent = std::max(extent, 0.5 * box.max[k] - 0.5 * box.min[k]);
    largest = std::max({largest, std::abs(0.5 * box.min[k]), std::abs(0.5 * box.max[k])});
  }
  const double least =
      std::max({extent, std::ldexp(largest, -52), std::ldexp(1.0, 2 * kLowestLevel - 2)});
  // Rounded up, so that 2^(2 level) >= 2 * least.
  int level = (std::ilogb(least) + 3 + 1024) / 2 - 512;
  // `near` requires that a box extends at most into the next cell, but the extent was rounded.
  const auto extends_too_far = [&] {
    const double scale = cells_per_unit(level);
    for (int k = 0; k < 3; ++k)
      if (cell(box.max[k], scale) - cell(box.min[k], scale) > 1) return true;
    return false;
  };
  while (extends_too_far()) ++level;
  return level;
}

std::uint64_t HashGrid::hash(std::int64_t y, std::int64_t z, int level) {
  return mix(
      mix(static_cast<std::uint64_t>(y) + 0x9e3779b97f4a7c15u * static_cast<std::uint64_t>(level)) ^
      static_cast<std::uint64_t>(z));
}

HashGrid::Row HashGrid::find_row(std::int64_t y, std::int64_t z, int level) const {
  if (table_.empty()) return {};
  for (std::uint64_t entry = hash(y, z, level);; ++entry) {
    const Row& row = table_[entry & (table_.size() - 1)];
    if (row.begin == row.end || (row.y == y && row.z == z && row.level == level)) return row;
  }
}

std::size_t HashGrid::find_x(std::size_t begin, std::size_t end, std::int64_t x) const {
  if (end - begin <= 8) {
    while (begin < end && x_[begin] < x) ++begin;
    return begin;
  }
  const auto first = x_.begin();
  return static_cast<std::size_t>(std::lower_bound(first + static_cast<std::ptrdiff_t>(begin),
                                                   first + static_cast<std::ptrdiff_t>(end), x) -
                                  first);
}

/// The keys sorted by row, and by x within a row: first into buckets by the row's hash, then within
/// each bucket.
std::vector<HashGrid::Key> HashGrid::sorted_keys(std::span<const Box> boxes, int threads) const {
  const std::size_t n = boxes.size(),
                    chunk = std::max<std::size_t>(4096, (n + kMaxGridChunks - 1) / kMaxGridChunks);
  std::vector<Key> keys(n), sorted(n);
  std::vector<std::uint8_t> bucket(n);
  std::vector<std::array<std::size_t, kBuckets>> next_slot((n + chunk - 1) / chunk);
  parallel::parallel_for(n, chunk, threads, [&](std::size_t begin, std::size_t end) {
    std::array<std::size_t, kBuckets>& histogram = next_slot[begin / chunk];
    histogram.fill(0);
    for (std::size_t i = begin; i < end; ++i) {
      const Box& box = boxes[i];
      const int level = level_of(box);
      const double scale = cells_per_unit(level);
      keys[i] = {cell(box.min[0], scale), cell(box.min[1], scale), cell(box.min[2], scale), level,
                 static_cast<std::int32_t>(i)};
      bucket[i] = static_cast<std::uint8_t>(hash(keys[i].y, keys[i].z, level) >> 56);
      ++histogram[bucket[i]];
    }
  });
  std::array<std::size_t, kBuckets + 1> first{};
  std::size_t next = 0;
  for (std::size_t b = 0; b < kBuckets; ++b) {
    for (auto& histogram : next_slot) next += std::exchange(histogram[b], next);
    first[b + 1] = next;
  }
  parallel::parallel_for(n, chunk, threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      sorted[next_slot[begin / chunk][bucket[i]]++] = keys[i];
  });
  parallel::parallel_for(kBuckets, 1, threads, [&](std::size_t begin, std::size_t end) {
    const auto at = sorted.begin();
    std::sort(at + static_cast<std::ptrdiff_t>(first[begin]),
              at + static_cast<std::ptrdiff_t>(first[end]), [](const Key& a, const Key& b) {
                return std::tie(a.level, a.z, a.y, a.x, a.id) <
                       std::tie(b.level, b.z, b.y, b.x, b.id);
              });
  });
  return sorted;
}

void HashGrid::add_row(const Row& row) {
  std::uint64_t entry = hash(row.y, row.z, row.level);
  const auto at = [&]() -> Row& { return table_[entry & (table_.size() - 1)]; };
  while (at().begin != at().end) ++entry;
  at() = row;
}

HashGrid::HashGrid(std::span<const Box> boxes, int threads)
    : x_(boxes.size()), level_(boxes.size()) {
  const std::vector<Key> keys = sorted_keys(boxes, threads);
  std::vector<std::int32_t> ids = natural_order(keys.size());
  std::vector<Row> rows;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const Key& key = keys[i];
    ids[i] = key.id;
    x_[i] = key.x;
    level_[i] = key.level;
    if (i == 0 || keys[i - 1].y != key.y || keys[i - 1].z != key.z ||
        keys[i - 1].level != key.level)
      rows.push_back({key.y, key.z, key.level, static_cast<std::uint32_t>(i), 0});
    rows.back().end = static_cast<std::uint32_t>(i + 1);
  }
  if (!rows.empty()) table_.resize(std::bit_ceil(2 * rows.size()));
  for (const Row& row : rows) add_row(row);

  levels_ = level_;
  std::sort(levels_.begin(), levels_.end());
  levels_.erase(std::unique(levels_.begin(), levels_.end()), levels_.end());
  boxes_ = pack(boxes, std::move(ids), threads);
}

}  // namespace firstcontact::broad
