#include <gtest/gtest.h>

#include "baselines/methods.h"
#include "exact/gap.h"
#include "generate/classes.h"
#include "generated_queries.h"

namespace firstcontact::baselines::bsc_test {
namespace {

/// The coplanarity cubic, up to its sign.
exact::Polynomial coplanarity_cubic(const Query& query) {
  const exact::Gap gap = exact::make_gap(query, 0, 1);
  return dot(gap.corner[0], cross(gap.corner[1], gap.corner[2]));
}

/// Is the normal zero at a root of the cubic?
bool normal_vanishes(const Query& query) {
  const exact::Gap gap = exact::make_gap(query, 0, 1);
  const auto normal = cross(gap.corner[1] - gap.corner[0], gap.corner[2] - gap.corner[0]);
  return greatest_common_divisor(coplanarity_cubic(query), dot(normal, normal)).degree() > 0;
}

bool has_inflection(const exact::Polynomial& cubic) {
  const exact::Polynomial bend = cubic.derivative().derivative();
  return bend.degree() == 1 && bend.bernstein().variations() == 1;
}

TEST(Bsc, TellsASingleCrossingFromNone) {
  for (const Query& query : test::mirrored(test::falling_vertex()))
    EXPECT_TRUE(bsc().solve(query, {}).contact);
  for (const Query& query : test::mirrored(test::falling_edge()))
    EXPECT_TRUE(bsc().solve(query, {}).contact);
  for (const Query& query : test::mirrored(test::falling_vertex(-0.3)))
    EXPECT_FALSE(bsc().solve(query, {}).contact);
  for (const Query& query : test::mirrored(test::falling_edge(0.6)))
    EXPECT_FALSE(bsc().solve(query, {}).contact);
}

TEST(Bsc, ReportsContactAtTheRimOfTheDomain) {
  EXPECT_TRUE(bsc().solve(test::falling_vertex(-0.25), {}).contact);
  EXPECT_TRUE(bsc().solve(test::falling_edge(0.5), {}).contact);
  VertexFace at_an_end = test::falling_vertex();
  at_an_end.p_t0.z() = 0;
  EXPECT_TRUE(bsc().solve(at_an_end, {}).contact);
  std::swap(at_an_end.p_t0, at_an_end.p_t1);
  EXPECT_TRUE(bsc().solve(at_an_end, {}).contact);
}

/// Shifted sideways, the vertex meets the face at the first root only, the second only, or none of
/// them.
TEST(Bsc, TellsTheTwoRootsApart) {
  const VertexFace both = test::vertex_through_and_back();
  EXPECT_TRUE(bsc().solve(both, {}).contact);
  for (const double from : {-40.0, 40.0})
    for (const double to : {-40.0, 40.0, 0.0}) {
      VertexFace query = both;
      query.p_t0.y() = from;
      query.p_t1.y() = to;
      ASSERT_FALSE(has_inflection(coplanarity_cubic(query)));
      EXPECT_EQ(bsc().solve(query, {}).contact, generate::with_truth(query).truth)
          << from << " " << to;
    }
}

/// Appendix C of Wang et al. 2021, first case: an inflection point, so contact is reported although
/// there is none.
TEST(Bsc, ReportsAnInflectionPointAsContact) {
  const Query query = generate::published_inflection_point(Kind::VertexFace);
  ASSERT_FALSE(generate::with_truth(query).truth);
  EXPECT_TRUE(bsc().solve(query, {}).contact);
}

/// Appendix C, second case: all of it in one plane, so that no coefficient has a sign.
TEST(Bsc, MissesTheCornerThatSlidesWithinItsPlane) {
  for (const Kind kind : {Kind::VertexFace, Kind::EdgeEdge}) {
    const Query query = generate::published_coplanar_corner(kind);
    ASSERT_TRUE(coplanarity_cubic(query).is_zero());
    ASSERT_TRUE(generate::with_truth(query).truth);
    EXPECT_FALSE(bsc().solve(query, {}).contact);
  }
}

TEST(Bsc, IsExactExceptForFlatMotionsInflectionsAndVanishingNormals) {
  int queries = 0, hits = 0, misses = 0, alarms = 0, decided_hits = 0;
  test::for_each_generated(
      61, 80, [&](const generate::QueryClass& query_class, const generate::GeneratedQuery& truth) {
        const exact::Polynomial cubic = coplanarity_cubic(truth.query);
        const bool contact = bsc().solve(truth.query, {}).contact;
        ++queries;
        hits += truth.truth;
        misses += truth.truth && !contact;
        alarms += !truth.truth && contact;
        decided_hits += truth.truth && contact && !has_inflection(cubic);
        EXPECT_TRUE(contact || !truth.truth || cubic.is_zero()) << "missed: " << query_class.name;
        EXPECT_TRUE(!contact || truth.truth || has_inflection(cubic) ||
                    normal_vanishes(truth.query))
            << "false positive: " << query_class.name;
      });
  EXPECT_GT(hits, queries / 3);
  EXPECT_LT(hits, queries * 3 / 4);
  EXPECT_GT(misses, 100);
  EXPECT_GT(alarms, 100);
  EXPECT_GT(decided_hits, hits / 3);
}

}  // namespace
}  // namespace firstcontact::baselines::bsc_test
