#include "motion/posed_interval.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "generate/random.h"

namespace firstcontact::motion::posed_interval_test {
namespace {

using generate::Random;

long double value(const Heights& c, long double s) {
  const long double r = 1 - s;
  return r * r * r * c[0] + 3 * r * r * s * c[1] + 3 * r * s * s * c[2] + s * s * s * c[3];
}

void expect_positive_outside(const Heights& gap) {
  const Window window = where_not_positive(gap);
  constexpr int kSamples = 200;
  for (int i = 0; i <= kSamples; ++i) {
    const double s = static_cast<double>(i) / kSamples;
    if (!window.empty() && s >= window.first && s <= window.last) continue;
    ASSERT_GT(value(gap, s), 0) << "at " << s << " of " << gap[0] << ' ' << gap[1] << ' ' << gap[2]
                                << ' ' << gap[3];
  }
  // Right at the edges of the window too.
  if (window.empty()) return;
  ASSERT_TRUE(window.first == 0 || value(gap, window.first * (1 - 1e-9)) > 0) << window.first;
  ASSERT_TRUE(window.last == 1 || value(gap, 1 - (1 - window.last) * (1 - 1e-9)) > 0)
      << window.last;
}

TEST(WhereNotPositive, LeavesOutNothingThatIsNotPositive) {
  Random random = {21, generate::hash("windows")};
  int windows = 0, empty = 0;
  for (int i = 0; i < 20000 && !HasFatalFailure(); ++i) {
    Heights gap;
    for (double& c : gap) {
      c = random.symmetric() + 0.3;
      if (random.chance(1, 4)) c *= std::exp2(-40 * random.unit());
    }
    expect_positive_outside(gap);
    const Window window = where_not_positive(gap);
    windows += !window.empty() && (window.first > 0 || window.last < 1);
    empty += window.empty();
  }
  EXPECT_GE(windows, 5000);
  EXPECT_GE(empty, 1000);
}

// A line from the first coefficient to the first that is not positive crosses 0 at 0.444; the
// polynomial does at 0.42, because the second coefficient lies below that line. Taken as the
// window's beginning it lost contacts.
TEST(WhereNotPositive, SeesCoefficientsBelowTheLineFromTheEnd) {
  const Heights falling = {1, 1e-6, -0.5, -0.5}, rising = {-0.5, -0.5, 1e-6, 1};
  expect_positive_outside(falling);
  expect_positive_outside(rising);
  EXPECT_LE(where_not_positive(falling).first, 0.34);
  EXPECT_GE(where_not_positive(rising).last, 0.66);
}

TEST(WhereNotPositive, KnowsTheSimpleCases) {
  EXPECT_TRUE(where_not_positive({1, 2, 3, 4}).empty());
  EXPECT_EQ(where_not_positive({-1, -1, -1, -1}).first, 0);
  EXPECT_EQ(where_not_positive({-1, -1, -1, -1}).last, 1);
  EXPECT_FALSE(where_not_positive({0, 1, 1, 1}).empty());
  EXPECT_FALSE(where_not_positive({1, 1, 1, 0}).empty());
  const Window half = where_not_positive({3, 1, -1, -3});
  EXPECT_NEAR(half.first, 0.5, 1e-9);
  EXPECT_EQ(half.last, 1);
}

TEST(WhereNotPositive, GivesEverythingForNotANumber) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (std::size_t k = 0; k < 4; ++k) {
    Heights gap = {1, 1, 1, 1};
    gap[k] = nan;
    EXPECT_EQ(where_not_positive(gap).first, 0);
    EXPECT_EQ(where_not_positive(gap).last, 1);
  }
}

}  // namespace
}  // namespace firstcontact::motion::posed_interval_test
