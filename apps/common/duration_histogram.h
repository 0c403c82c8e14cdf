#pragma once
/// Durations of millions of calls in constant memory: mean and maximum are exact, quantiles within
/// one percent.
#include <array>
#include <cstddef>
#include <cstdint>

namespace firstcontact::apps {

class DurationHistogram {
 public:
  /// Negative durations (a noisy clock) count as zero.
  void add(std::int64_t nanoseconds);
  void merge(const DurationHistogram& other);

  std::int64_t count() const { return count_; }
  /// Microseconds; 0 when nothing was added.
  double mean_us() const;
  double max_us() const;
  /// `share` in [0, 1]: 0.5 is the median.
  double quantile_us(double share) const;

 private:
  // Values below 2^kSubBits nanoseconds have a bucket each; above, every power of two has
  // 2^kSubBits buckets.
  static constexpr int kSubBits = 6;
  static constexpr std::size_t kBuckets = (64 - kSubBits + 1) << kSubBits;
  static std::size_t bucket_of(std::uint64_t nanoseconds);
  static double bucket_middle(std::size_t bucket);

  std::array<std::int64_t, kBuckets> buckets_{};
  std::int64_t count_ = 0, max_ = 0;
  double sum_ = 0;
};

/// What one pair of calls to the clock costs, in nanoseconds: to be subtracted from what is
/// measured with it.
std::int64_t clock_cost_ns();

/// Nanoseconds of a clock that never goes back.
std::int64_t now_ns();

/// Seconds that have passed since `start`, a time of now_ns.
double seconds_since(std::int64_t start);

}  // namespace firstcontact::apps
