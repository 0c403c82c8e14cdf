#include <gtest/gtest.h>

#include "baselines/methods.h"
#include "generated_queries.h"

namespace firstcontact::baselines::fprf_test {
namespace {

TEST(Fprf, GivesTheTimeOfASimpleCrossing) {
  const Answer vertex_face = fprf().solve(test::falling_vertex(), {}),
               edge_edge = fprf().solve(test::falling_edge(), {});
  EXPECT_TRUE(vertex_face.contact);
  EXPECT_NEAR(vertex_face.toi, 0.5, 1e-7);
  EXPECT_TRUE(edge_edge.contact);
  EXPECT_NEAR(edge_edge.toi, 0.5, 1e-7);
}

TEST(Fprf, GivesTheEarliestOfTwoTimes) {
  const Answer answer = fprf().solve(test::vertex_through_and_back(), {.tolerance = 1e-8});
  EXPECT_TRUE(answer.contact);
  EXPECT_NEAR(answer.toi, 0.25, 1e-6);
}

TEST(Fprf, SaysFreeBesideThePrimitive) {
  EXPECT_FALSE(fprf().solve(test::falling_vertex(-0.3), {}).contact);
  EXPECT_FALSE(fprf().solve(test::falling_edge(0.6), {}).contact);
}

TEST(Fprf, FollowsAPointThatSlidesIntoAFaceInItsPlane) {
  VertexFace q = test::falling_vertex();
  q.p_t0 = {-1, 0.25, 0};
  q.p_t1 = {1, 0.25, 0};
  const Answer answer = fprf().solve(q, {});
  EXPECT_TRUE(answer.contact);
  EXPECT_NEAR(answer.toi, 0.5, 1e-7);
  q.p_t1 = {-0.5, 0.25, 0};
  EXPECT_FALSE(fprf().solve(q, {}).contact);
}

TEST(Fprf, TakesItsToleranceForADistance) {
  VertexFace q = test::falling_vertex();
  q.p_t1.z() = 1e-3;
  EXPECT_FALSE(fprf().solve(q, {.tolerance = 0.9e-3}).contact);
  EXPECT_TRUE(fprf().solve(q, {.tolerance = 1.1e-3}).contact);
}

TEST(Fprf, DoesNotSeeParallelEdges) {
  EdgeEdge q = test::falling_edge();
  q.ea0_t0 = {0.25, 0, 1};
  q.ea1_t0 = {0.75, 0, 1};
  q.ea0_t1 = {0.25, 0, -1};
  q.ea1_t1 = {0.75, 0, -1};
  ASSERT_TRUE(generate::with_truth(q).truth);
  EXPECT_FALSE(fprf().solve(q, {.tolerance = 1e-6}).contact);
}

TEST(Fprf, MissesGenericContactsByTheRoundingOfADoubleRoot) {
  const generate::QueryClass random = *generate::find_query_class("random");
  int hits = 0, found = 0, found_with_tolerance = 0;
  for (const Kind kind : {Kind::VertexFace, Kind::EdgeEdge})
    for (std::uint64_t i = 0; i < 1500; ++i) {
      const generate::GeneratedQuery truth =
          generate::with_truth(generate::make_query(random, kind, 31, i));
      const double size = (truth.query.t0[0] - truth.query.t0[3]).norm();
      if (!truth.truth || size < 1e-3 || size > 1e3) continue;
      ++hits;
      found += fprf().solve(truth.query, {}).contact;
      found_with_tolerance += fprf().solve(truth.query, {.tolerance = 1e-6 * size}).contact;
    }
  EXPECT_GT(hits, 100);
  EXPECT_GT(found, hits / 3);
  EXPECT_LT(found, hits * 9 / 10);
  EXPECT_GT(found_with_tolerance, hits * 95 / 100);
}

}  // namespace
}  // namespace firstcontact::baselines::fprf_test
