#include "common/duration_histogram.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace firstcontact::apps::duration_histogram_test {
namespace {

TEST(DurationHistogram, AnswersZeroWhenEmpty) {
  const DurationHistogram empty;
  EXPECT_EQ(empty.mean_us(), 0);
  EXPECT_EQ(empty.quantile_us(0.5), 0);
  EXPECT_EQ(empty.max_us(), 0);
}

TEST(DurationHistogram, QuantilesAreWithinOnePercentOverTwelveDecades) {
  std::mt19937_64 random(5);
  std::vector<std::int64_t> values;
  DurationHistogram histogram, half;
  for (int i = 0; i < 20'000; ++i) {
    const auto value = static_cast<std::int64_t>(random() >> (20 + random() % 44));
    values.push_back(value);
    (i % 2 ? histogram : half).add(value);
  }
  histogram.merge(half);
  std::sort(values.begin(), values.end());
  EXPECT_EQ(histogram.count(), 20'000);
  EXPECT_EQ(histogram.max_us(), static_cast<double>(values.back()) * 1e-3);
  for (const double share : {0.01, 0.25, 0.5, 0.9, 0.99}) {
    const double exact =
        static_cast<double>(values[static_cast<std::size_t>(share * 20'000) - 1]) * 1e-3;
    EXPECT_NEAR(histogram.quantile_us(share), exact, 0.01 * exact + 1e-9) << share;
  }
}

TEST(DurationHistogram, CountsNegativeDurationsAsZero) {
  DurationHistogram histogram;
  histogram.add(-5);
  EXPECT_EQ(histogram.mean_us(), 0);
  EXPECT_EQ(histogram.count(), 1);
}

}  // namespace
}  // namespace firstcontact::apps::duration_histogram_test
