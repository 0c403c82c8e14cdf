#include "common/duration_histogram.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <limits>

namespace firstcontact::apps {

std::size_t DurationHistogram::bucket_of(std::uint64_t value) {
  if (value < (1u << kSubBits)) return value;
  const int shift = static_cast<int>(std::bit_width(value)) - 1 - kSubBits;
  return ((static_cast<std::size_t>(shift) + 1) << kSubBits) +
         ((value >> shift) & ((1u << kSubBits) - 1));
}

double DurationHistogram::bucket_middle(std::size_t bucket) {
  if (bucket < (1u << kSubBits)) return static_cast<double>(bucket);
  const int shift = static_cast<int>(bucket >> kSubBits) - 1;
  const double low =
      std::ldexp(static_cast<double>((bucket & ((1u << kSubBits) - 1)) + (1u << kSubBits)), shift);
  return low + std::ldexp(0.5, shift) - 0.5;
}

void DurationHistogram::add(std::int64_t nanoseconds) {
  nanoseconds = std::max<std::int64_t>(nanoseconds, 0);
  ++buckets_[bucket_of(static_cast<std::uint64_t>(nanoseconds))];
  ++count_;
  sum_ += static_cast<double>(nanoseconds);
  max_ = std::max(max_, nanoseconds);
}

void DurationHistogram::merge(const DurationHistogram& other) {
  for (std::size_t i = 0; i < kBuckets; ++i) buckets_[i] += other.buckets_[i];
  count_ += other.count_;
  sum_ += other.sum_;
  max_ = std::max(max_, other.max_);
}

double DurationHistogram::mean_us() const {
  return count_ ? sum_ / static_cast<double>(count_) * 1e-3 : 0;
}
double DurationHistogram::max_us() const { return static_cast<double>(max_) * 1e-3; }

double DurationHistogram::quantile_us(double share) const {
  if (count_ == 0) return 0;
  const auto rank = std::clamp<std::int64_t>(
      static_cast<std::int64_t>(std::ceil(share * static_cast<double>(count_))), 1, count_);
  std::int64_t seen = 0;
  for (std::size_t i = 0; i < kBuckets; ++i) {
    seen += buckets_[i];
    if (seen >= rank) return std::min(bucket_middle(i) * 1e-3, max_us());
  }
  return max_us();
}

double seconds_since(std::int64_t start) { return 1e-9 * static_cast<double>(now_ns() - start); }

std::int64_t now_ns() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

std::int64_t clock_cost_ns() {
  std::int64_t least = std::numeric_limits<std::int64_t>::max();
  for (int i = 0; i < 10'000; ++i) {
    const std::int64_t start = now_ns();
    least = std::min(least, now_ns() - start);
  }
  return least;
}

}  // namespace firstcontact::apps
