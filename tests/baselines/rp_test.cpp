#include <gtest/gtest.h>

#include <algorithm>

#include "baselines/methods.h"
#include "generate/classes.h"
#include "generated_queries.h"

namespace firstcontact::baselines::rp_test {
namespace {

TEST(Rp, TellsASingleCrossingFromNone) {
  for (const Query& query : test::mirrored(test::falling_vertex()))
    EXPECT_TRUE(rp().solve(query, {}).contact);
  for (const Query& query : test::mirrored(test::falling_edge()))
    EXPECT_TRUE(rp().solve(query, {}).contact);
  for (const Query& query : test::mirrored(test::falling_vertex(-0.3)))
    EXPECT_FALSE(rp().solve(query, {}).contact);
  for (const Query& query : test::mirrored(test::falling_edge(0.6)))
    EXPECT_FALSE(rp().solve(query, {}).contact);
}

TEST(Rp, ReportsContactAtTheRimOfTheDomain) {
  EXPECT_TRUE(rp().solve(test::falling_vertex(-0.25), {}).contact);
  EXPECT_TRUE(rp().solve(test::falling_edge(0.5), {}).contact);
  VertexFace at_start = test::falling_vertex();
  at_start.p_t0.z() = 0;
  EXPECT_TRUE(rp().solve(at_start, {}).contact);
}

TEST(Rp, MissesAnEvenNumberOfCrossings) {
  const Query vertex_face = test::vertex_through_and_back(),
              edge_edge = generate::published_inflection_point(Kind::EdgeEdge);
  for (const Query& query : {vertex_face, edge_edge}) {
    ASSERT_TRUE(generate::with_truth(query).truth);
    EXPECT_FALSE(rp().solve(query, {}).contact);
  }
}

/// Appendix B of Wang et al. 2021. Whether a ray meets the part that is counted wrongly depends on
/// how the query lies.
TEST(Rp, MissesTheHourglassFromSomeSides) {
  const Query hourglass = generate::published_hourglass(Kind::VertexFace);
  ASSERT_TRUE(generate::with_truth(hourglass).truth);
  const std::vector<Query> all = test::mirrored(hourglass);
  const auto misses = std::count_if(all.begin(), all.end(),
                                    [](const Query& q) { return !rp().solve(q, {}).contact; });
  EXPECT_GT(misses, 0);
  EXPECT_LT(misses, 48);
  for (const Query& query : all) EXPECT_TRUE(rrp().solve(query, {}).contact);
}

TEST(Rp, RoundingBreaksWhatExactParityGetsRight) {
  const generate::QueryClass slivers = *generate::find_query_class("sliver"),
                             close = *generate::find_query_class("near-collision");
  int misses = 0, alarms = 0, hits = 0;
  for (const Kind kind : {Kind::VertexFace, Kind::EdgeEdge})
    for (const generate::QueryClass& query_class : {slivers, close})
      for (std::uint64_t i = 0; i < 300; ++i) {
        const generate::GeneratedQuery truth =
            generate::with_truth(generate::make_query(query_class, kind, 47, i));
        hits += truth.truth;
        if (rrp().solve(truth.query, {}).contact != truth.truth) continue;
        const bool contact = rp().solve(truth.query, {}).contact;
        misses += truth.truth && !contact;
        alarms += !truth.truth && contact;
      }
  EXPECT_GT(hits, 400);
  EXPECT_LT(hits, 800);
  EXPECT_GT(misses, 20);
  EXPECT_GT(alarms, 20);
}

/// Products of three small lengths are zero, and all of the surface seems to pass through the
/// origin's plane; then products of two, and the origin seems to lie on everything.
TEST(Rp, LosesItsSignsToUnderflow) {
  const auto scaled = [](Query query, double factor) {
    for (std::size_t i = 0; i < 4; ++i) {
      query.t0[i] *= factor;
      query.t1[i] *= factor;
    }
    return query;
  };
  const Query hit = test::falling_vertex(), miss = test::falling_vertex(-0.3);
  EXPECT_FALSE(rp().solve(scaled(hit, 0x1p-400), {}).contact);
  EXPECT_TRUE(rp().solve(scaled(miss, 0x1p-600), {}).contact);
  EXPECT_TRUE(rrp().solve(scaled(hit, 0x1p-400), {}).contact);
  EXPECT_FALSE(rrp().solve(scaled(miss, 0x1p-600), {}).contact);
}

}  // namespace
}  // namespace firstcontact::baselines::rp_test
