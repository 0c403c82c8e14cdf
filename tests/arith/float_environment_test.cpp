#include "arith/float_environment.h"

#include <gtest/gtest.h>

#include <cfenv>

#include "support/float_settings.h"

namespace firstcontact::arith::float_environment_test {
namespace {

TEST(FloatEnvironmentGuard, SetsRoundToNearestAndRestoresTheCallersMode) {
  for (const int mode : {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO, FE_TONEAREST}) {
    std::fesetround(mode);
    {
      const FloatEnvironmentGuard guard;
      EXPECT_TRUE(test::rounds_to_nearest());
    }
    EXPECT_EQ(test::rounds_to_nearest(), mode == FE_TONEAREST);
  }
  std::fesetround(FE_TONEAREST);
}

TEST(FloatEnvironmentGuard, TurnsFlushToZeroOffAndOnAgain) {
  if (!test::can_flush_to_zero())
    GTEST_SKIP() << "this processor's flush-to-zero switch is not known to the tests";
  const test::FlushToZero flush;
  ASSERT_TRUE(test::underflows_to_zero());
  {
    const FloatEnvironmentGuard guard;
    EXPECT_FALSE(test::underflows_to_zero());
  }
  EXPECT_TRUE(test::underflows_to_zero());
}

}  // namespace
}  // namespace firstcontact::arith::float_environment_test
