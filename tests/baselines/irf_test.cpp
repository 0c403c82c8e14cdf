#include <gtest/gtest.h>

#include <cmath>

#include "baselines/interval_motion.h"
#include "baselines/methods.h"
#include "generate/random.h"
#include "generated_queries.h"

namespace firstcontact::baselines::irf_test {
namespace {

TEST(IntervalArithmetic, EnclosesSumsDifferencesAndProductsByNeighbours) {
  generate::Random random({3});  // seed 3
  int inexact = 0;
  for (int i = 0; i < 2000; ++i) {
    const double x = random.symmetric(), y = random.symmetric();
    Interval product, sum, difference;
    {
      const UpwardRounding rounding;
      const auto compute = [&]() __attribute__((noinline)) {
        product = Interval(x) * Interval(y);
        sum = Interval(x) + Interval(y);
        difference = Interval(x) - Interval(y);
      };
      compute();
    }
    // A fused multiply-add has the sign of the exact result.
    ASSERT_GE(std::fma(x, y, -product.lower()), 0);
    ASSERT_LE(std::fma(x, y, -product.upper()), 0);
    ASSERT_LE(product.upper(), std::nextafter(product.lower(), 2));
    // Both ends lie around the nearest double, at most one apart.
    ASSERT_LE(sum.lower(), x + y);
    ASSERT_GE(sum.upper(), x + y);
    ASSERT_LE(sum.upper(), std::nextafter(sum.lower(), 4));
    ASSERT_LE(difference.lower(), x - y);
    ASSERT_GE(difference.upper(), x - y);
    inexact += product.lower() < product.upper();
  }
  EXPECT_GT(inexact, 1900);
}

/// Beside the side u + v = 1, which no box of parameters fits.
TEST(Irf, ReportsWhatIsBelowItsTolerance) {
  const Query query = test::falling_vertex(0.5 + 1e-8);
  ASSERT_FALSE(generate::with_truth(query).truth);
  EXPECT_TRUE(irf().solve(query, {}).contact);
  Settings finer;
  finer.tolerance = 1e-9;
  EXPECT_FALSE(irf().solve(query, finer).contact);
}

}  // namespace
}  // namespace firstcontact::baselines::irf_test
