#include <gtest/gtest.h>

#include "baselines/methods.h"
#include "exact/oracle.h"
#include "generated_queries.h"

namespace firstcontact::baselines::msrf_test {
namespace {

TEST(Msrf, GivesTheTimeAtWhichTheSeparationIsReached) {
  for (const Query& query : {Query(test::falling_vertex()), Query(test::falling_edge())}) {
    const Answer answer = msrf().solve(query, {.tolerance = {}, .min_separation = 0.2});
    EXPECT_TRUE(answer.contact);
    EXPECT_NEAR(answer.toi, 0.4, 1e-9);
  }
}

TEST(Msrf, SeesSidesAndCorners) {
  // 0.3 beside a side, and beside an end point; a distance of 0.5 is first reached at a height of
  // 0.4.
  VertexFace beside_side = test::falling_vertex(-0.25 - 0.3);
  EdgeEdge beside_end = test::falling_edge(0.5 + 0.3);
  for (const Query& query : {Query(beside_side), Query(beside_end)}) {
    EXPECT_FALSE(msrf().solve(query, {.tolerance = {}, .min_separation = 0.29}).contact);
    const Answer answer = msrf().solve(query, {.tolerance = {}, .min_separation = 0.5});
    EXPECT_TRUE(answer.contact);
    EXPECT_NEAR(answer.toi, 0.3, 1e-9);
  }
  VertexFace beside_corner = test::falling_vertex();
  beside_corner.p_t0 = {-0.3, -0.4, 2};
  beside_corner.p_t1 = {-0.3, -0.4, -2};
  EXPECT_FALSE(msrf().solve(beside_corner, {.tolerance = {}, .min_separation = 0.49}).contact);
  EXPECT_NEAR(msrf().solve(beside_corner, {.tolerance = {}, .min_separation = 1.3}).toi, 0.2, 1e-9);
}

TEST(Msrf, UsesItsToleranceWhereNoSeparationIsAsked) {
  VertexFace q = test::falling_vertex();
  q.p_t1.z() = 1e-3;
  EXPECT_FALSE(msrf().solve(q, {}).contact);
  EXPECT_TRUE(msrf().solve(q, {.tolerance = 1.1e-3}).contact);
  EXPECT_FALSE(msrf().solve(q, {.tolerance = 1.1e-3, .min_separation = 0.9e-3}).contact);
}

/// The smaller the separation, the less of it is left of the rounding of a polynomial of degree 6.
TEST(Msrf, MissesContactsOfSmallSeparations) {
  const generate::QueryClass random = *generate::find_query_class("random");
  int hits = 0, missed_wide = 0, missed_narrow = 0;
  for (const Kind kind : {Kind::VertexFace, Kind::EdgeEdge})
    for (std::uint64_t i = 0; i < 1500; ++i) {
      const Query query = generate::make_query(random, kind, 32, i);
      const double size = (query.t0[0] - query.t0[3]).norm();
      if (size < 1e-3 || size > 1e3 || !exact::decide(query).contact) continue;
      ++hits;
      missed_wide += !msrf().solve(query, {.tolerance = {}, .min_separation = 1e-3 * size}).contact;
      missed_narrow += !msrf().solve(query, {.tolerance = {}, .min_separation = 1e-30}).contact;
    }
  EXPECT_GT(hits, 100);
  EXPECT_LT(missed_wide, hits / 50);
  EXPECT_GT(missed_narrow, hits / 10);
  EXPECT_LT(missed_narrow, hits * 2 / 3);
}

TEST(Msrf, ReportsParallelEdgesWhereverTheyAre) {
  EdgeEdge q = test::falling_edge();
  q.ea0_t0 = q.ea0_t1 = {0, 0, 5};
  q.ea1_t0 = q.ea1_t1 = {1, 0, 5};
  ASSERT_FALSE(generate::with_truth(q).truth);
  EXPECT_TRUE(msrf().solve(q, {}).contact);
}

}  // namespace
}  // namespace firstcontact::baselines::msrf_test
