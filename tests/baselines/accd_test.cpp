#include <gtest/gtest.h>

#include <cmath>

#include "baselines/methods.h"
#include "generated_queries.h"
#include "narrow/closest_point.h"

namespace firstcontact::baselines::accd_test {
namespace {

TEST(Accd, StopsAtAShareOfTheFirstGap) {
  for (const Query& query : {Query(test::falling_vertex()), Query(test::falling_edge())})
    for (const double share : {0.1, 0.01}) {
      const Answer answer = accd().solve(query, {.tolerance = share});
      EXPECT_TRUE(answer.contact);
      EXPECT_LE(answer.toi, 0.5);
      EXPECT_GE(answer.toi, 0.5 * (1 - share) * (1 - share) - 1e-9);
    }
}

TEST(Accd, SaysFreeBesideThePrimitiveAndWhenNothingMoves) {
  EXPECT_FALSE(accd().solve(test::falling_vertex(-0.6), {}).contact);
  EXPECT_FALSE(accd().solve(test::falling_edge(0.9), {}).contact);
  VertexFace still = test::falling_vertex();
  still.p_t1 = still.p_t0;
  EXPECT_FALSE(accd().solve(still, {}).contact);
}

TEST(Accd, ReportsATouchAtTheStart) {
  VertexFace q = test::falling_vertex();
  q.p_t0.z() = 0;
  const Answer answer = accd().solve(q, {});
  EXPECT_TRUE(answer.contact);
  EXPECT_EQ(answer.toi, 0);
}

TEST(Accd, ReportsAStopShortOfATenthOfTheFirstGap) {
  VertexFace q = test::falling_vertex();
  q.p_t1.z() = 0.05;
  ASSERT_FALSE(generate::with_truth(q).truth);
  EXPECT_TRUE(accd().solve(q, {}).contact);
  EXPECT_FALSE(accd().solve(q, {.tolerance = 0.01}).contact);
}

TEST(Accd, KeepsTheSeparation) {
  VertexFace q = test::falling_vertex();
  const Answer answer = accd().solve(q, {.tolerance = 0.01, .min_separation = 0.2});
  EXPECT_TRUE(answer.contact);
  EXPECT_LE(answer.toi, 0.4);
  EXPECT_GE(answer.toi, 0.39);
  q.p_t1.z() = 0.3;
  EXPECT_FALSE(accd().solve(q, {.tolerance = {}, .min_separation = 0.2}).contact);
}

TEST(Accd, RunningOutOfChecksIsContactAtTheTimeReached) {
  const Answer answer = accd().solve(test::falling_vertex(), {.tolerance = {}, .max_checks = 2});
  EXPECT_TRUE(answer.contact);
  EXPECT_TRUE(answer.exhausted);
  EXPECT_EQ(answer.checks, 2);
  EXPECT_NEAR(answer.toi, 0.45, 1e-12);
}

/// Sizes at which squares neither over- nor underflow, near the origin, and not almost touching at
/// the start.
bool within_its_limits(const Query& query) {
  double size = 0, far = 0;
  for (const auto* points : {&query.t0, &query.t1})
    for (const Vec3& p : *points) {
      far = std::max(far, p.cwiseAbs().maxCoeff());
      for (const Vec3& q : *points) size = std::max(size, (p - q).cwiseAbs().maxCoeff());
    }
  return size > 1e-6 && size < 1e6 && far < 1e6 * size &&
         narrow::closest_point(query.kind, query.t0).gap.norm() > 1e-6 * size;
}

TEST(Accd, NeitherMissesNorIsLateWithinItsLimits) {
  int queries = 0, hits = 0, positives = 0;
  test::for_each_generated(
      36, 200, [&](const generate::QueryClass& query_class, const generate::GeneratedQuery& truth) {
        if (!within_its_limits(truth.query)) return;
        const Answer answer = accd().solve(truth.query, {});
        ++queries;
        hits += truth.truth;
        positives += answer.contact;
        if (!truth.truth) return;
        EXPECT_TRUE(answer.contact) << query_class.name;
        EXPECT_LE(answer.toi, truth.toi_upper) << query_class.name;
      });
  EXPECT_GT(queries, 3000);
  EXPECT_GT(hits, queries / 3);
  EXPECT_GT(positives, hits);
  EXPECT_LT(positives, queries);
}

/// Its distance squares lengths: at 1e-165 a gap is not told from none, and what stays apart is a
/// contact.
TEST(Accd, TakesTinyGapsForNone) {
  Query query = test::falling_vertex(-0.6);
  for (auto* points : {&query.t0, &query.t1})
    for (Vec3& p : *points) p *= 1e-165;
  ASSERT_FALSE(generate::with_truth(query).truth);
  EXPECT_TRUE(accd().solve(query, {}).contact);
}

}  // namespace
}  // namespace firstcontact::baselines::accd_test
