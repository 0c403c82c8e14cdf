// What both interval root finders, irf and uirf, do.
#include <gtest/gtest.h>

#include <cfenv>
#include <cmath>

#include "baselines/methods.h"
#include "generated_queries.h"

namespace firstcontact::baselines::interval_root_finders_test {
namespace {

class IntervalRootFinders : public testing::TestWithParam<Method> {
 protected:
  static Answer solve(const Query& query, const Settings& settings = {}) {
    return GetParam().solve(query, settings);
  }
};

INSTANTIATE_TEST_SUITE_P(Both, IntervalRootFinders, testing::Values(irf(), uirf()),
                         [](const auto& method) { return std::string(method.param.name); });

TEST_P(IntervalRootFinders, GiveTheTimeWithinTheTolerance) {
  for (const Query& query : {Query(test::falling_vertex()), Query(test::falling_edge())})
    for (const double tolerance : {1e-3, 1e-6, 1e-9}) {
      Settings settings;
      settings.tolerance = tolerance;
      const Answer answer = solve(query, settings);
      EXPECT_TRUE(answer.contact);
      EXPECT_FALSE(answer.exhausted);
      EXPECT_LE(answer.toi, 0.5);
      EXPECT_GE(answer.toi, 0.5 - 2 * tolerance);
    }
}

TEST_P(IntervalRootFinders, GiveTheEarliestOfTwoTimes) {
  const Answer answer = solve(test::vertex_through_and_back());
  EXPECT_TRUE(answer.contact);
  EXPECT_LE(answer.toi, 0.25);
  EXPECT_GE(answer.toi, 0.25 - 1e-4);
}

TEST_P(IntervalRootFinders, SayFreeBesideThePrimitiveWhereItIsOnlyCoplanar) {
  for (const Query& query : {Query(test::falling_vertex(-0.3)), Query(test::falling_edge(0.6))}) {
    const Answer answer = solve(query);
    EXPECT_FALSE(answer.contact);
    EXPECT_TRUE(std::isnan(answer.toi));
  }
}

TEST_P(IntervalRootFinders, RunningOutOfChecksIsContactAtASafeTime) {
  const bool needs_many_checks = GetParam().name == "irf";
  for (const std::int64_t checks : {0, 1, 10, 50}) {
    if (checks > 10 && !needs_many_checks) continue;
    Settings settings;
    settings.max_checks = checks;
    const Answer answer = solve(test::falling_vertex(), settings);
    EXPECT_TRUE(answer.contact);
    EXPECT_TRUE(answer.exhausted);
    EXPECT_EQ(answer.checks, checks);
    EXPECT_LE(answer.toi, 0.5);
  }
}

TEST_P(IntervalRootFinders, LeaveTheRoundingModeAsItWas) {
  solve(test::falling_vertex());
  EXPECT_EQ(std::fegetround(), FE_TONEAREST);
  volatile double one = 1, tiny = 0x1p-60;
  EXPECT_EQ(one + tiny, 1);
}

TEST_P(IntervalRootFinders, NeverMissAndAreNeverLateOnGeneratedQueries) {
  const bool only_time = GetParam().name == "uirf";
  const std::uint64_t seed = only_time ? 43 : 41;
  const int queries_of_each = only_time ? 60 : 40;
  Settings settings;
  settings.max_checks = 2'000;
  int queries = 0, hits = 0, decided = 0;
  test::for_each_generated(
      seed, queries_of_each,
      [&](const generate::QueryClass& query_class, const generate::GeneratedQuery& truth) {
        const Answer answer = solve(truth.query, settings);
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
}  // namespace firstcontact::baselines::interval_root_finders_test
