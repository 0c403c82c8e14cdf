#include <gtest/gtest.h>

#include <cfenv>
#include <cmath>

#include "baselines/interval_motion.h"
#include "baselines/methods.h"
#include "generate/random.h"
#include "generated_queries.h"

namespace firstcontact::baselines {
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

TEST(Irf, GivesTheTimeWithinTheTolerance) {
  for (const Query& query : {Query(test::falling_vertex()), Query(test::falling_edge())})
    for (const double tolerance : {1e-3, 1e-6, 1e-9}) {
      Settings settings;
      settings.tolerance = tolerance;
      const Answer answer = irf().solve(query, settings);
      EXPECT_TRUE(answer.contact);
      EXPECT_FALSE(answer.exhausted);
      EXPECT_LE(answer.toi, 0.5);
      EXPECT_GE(answer.toi, 0.5 - 2 * tolerance);
    }
}

TEST(Irf, GivesTheEarliestOfTwoTimes) {
  const Answer answer = irf().solve(test::vertex_through_and_back(), {});
  EXPECT_TRUE(answer.contact);
  EXPECT_LE(answer.toi, 0.25);
  EXPECT_GE(answer.toi, 0.25 - 1e-4);
}

TEST(Irf, SaysFreeBesideThePrimitive) {
  for (const Query& query : {Query(test::falling_vertex(-0.3)), Query(test::falling_edge(0.6))}) {
    const Answer answer = irf().solve(query, {});
    EXPECT_FALSE(answer.contact);
    EXPECT_TRUE(std::isnan(answer.toi));
  }
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

TEST(Irf, RunningOutOfChecksIsContactAtASafeTime) {
  for (const std::int64_t checks : {0, 1, 10, 50}) {
    Settings settings;
    settings.max_checks = checks;
    const Answer answer = irf().solve(test::falling_vertex(), settings);
    EXPECT_TRUE(answer.contact);
    EXPECT_TRUE(answer.exhausted);
    EXPECT_EQ(answer.checks, checks);
    EXPECT_LE(answer.toi, 0.5);
  }
}

TEST(Irf, LeavesTheRoundingModeAsItWas) {
  irf().solve(test::falling_vertex(), {});
  EXPECT_EQ(std::fegetround(), FE_TONEAREST);
  volatile double one = 1, tiny = 0x1p-60;
  EXPECT_EQ(one + tiny, 1);
}

TEST(Irf, NeverMissesAndIsNeverLateOnGeneratedQueries) {
  Settings settings;
  settings.max_checks = 2'000;
  int queries = 0, hits = 0, decided = 0;
  test::for_each_generated(
      41, 40, [&](const generate::QueryClass& query_class, const generate::GeneratedQuery& truth) {
        const Answer answer = irf().solve(truth.query, settings);
        ++queries;
        decided += !answer.exhausted;
        if (!truth.truth) return;
        ++hits;
        EXPECT_TRUE(answer.contact) << "missed: " << query_class.name;
        EXPECT_LE(answer.toi, truth.toi_upper) << "late: " << query_class.name;
      });
  EXPECT_GT(hits, queries / 3);
  EXPECT_LT(hits, queries * 3 / 4);
  EXPECT_GT(decided, queries / 2);
}

}  // namespace
}  // namespace firstcontact::baselines
