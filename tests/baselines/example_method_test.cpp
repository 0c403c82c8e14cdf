#include <gtest/gtest.h>

#include "baselines/method.h"
#include "generated_queries.h"

namespace firstcontact::baselines {

Method swept();  // docs/guide/adding-a-method.md

namespace {

/// As the page says of its example: nothing is missed, and pairs that pass each other at a distance
/// are contacts.
TEST(ExampleMethod, MissesNothingAndReportsWhatPassesNearby) {
  int queries = 0, hits = 0, alarms = 0, cleared = 0;
  test::for_each_generated(
      23, 40, [&](const generate::QueryClass& query_class, const generate::GeneratedQuery& truth) {
        const bool contact = swept().solve(truth.query, {}).contact;
        ++queries;
        hits += truth.truth;
        alarms += contact && !truth.truth;
        cleared += !contact;
        EXPECT_TRUE(contact || !truth.truth) << "missed: " << query_class.name;
      });
  EXPECT_GT(hits, queries / 3);
  EXPECT_LT(hits, queries * 3 / 4);
  EXPECT_GT(alarms, queries / 20);
  EXPECT_GT(cleared, 0);
}

TEST(ExampleMethod, TellsASimpleContactFromADistantPair) {
  EXPECT_TRUE(swept().solve(test::falling_vertex(), {}).contact);
  EXPECT_TRUE(swept().solve(test::falling_edge(), {}).contact);
  EXPECT_FALSE(swept().solve(test::falling_vertex(-0.6), {}).contact);
  EXPECT_FALSE(swept().solve(test::falling_edge(0.9), {}).contact);
}

}  // namespace
}  // namespace firstcontact::baselines
