#include <gtest/gtest.h>

#include <cmath>
#include <string_view>

#include "baselines/methods.h"
#include "baselines/parity_surface.h"
#include "baselines/quadratic_root.h"
#include "generate/classes.h"
#include "generate/random.h"
#include "generated_queries.h"

namespace firstcontact::baselines::rrp_test {
namespace {

using exact::Integer;
using exact::Polynomial;

Polynomial quadratic(std::int64_t c0, std::int64_t c1, std::int64_t c2) {
  const Polynomial t(Integer(0), Integer(1));
  return Polynomial(Integer(c0), Integer(c1)) + Polynomial(Integer(c2)) * t * t;
}

TEST(QuadraticRoot, SignsAgreeWithFloatingPointWhereThatIsClear) {
  generate::Random random({5});  // seed 5
  int roots = 0, zeros = 0;
  for (int i = 0; i < 3000; ++i) {
    std::int64_t p[3], q[3];
    for (std::int64_t& c : p) c = random.between(-6, 6);
    for (std::int64_t& c : q) c = random.between(-6, 6);
    if (p[1] == 0 && p[2] == 0) continue;
    std::vector<double> expected;
    const double discriminant = static_cast<double>(p[1] * p[1] - 4 * p[0] * p[2]);
    if (p[2] == 0) expected = {-static_cast<double>(p[0]) / static_cast<double>(p[1])};
    if (p[2] != 0 && discriminant >= 0)
      for (const int side : {-1, 1})
        expected.push_back((-static_cast<double>(p[1]) + side * std::sqrt(discriminant)) /
                           static_cast<double>(2 * p[2]));
    if (p[2] != 0 && discriminant == 0) expected.pop_back();
    const std::vector<QuadraticRoot> found = QuadraticRoot::roots_of(quadratic(p[0], p[1], p[2]));
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t k = 0; k < found.size(); ++k, ++roots) {
      const double t = expected[k];
      const double value = static_cast<double>(q[0]) +
                           t * (static_cast<double>(q[1]) + t * static_cast<double>(q[2]));
      const int sign = found[k].sign_of(quadratic(q[0], q[1], q[2]));
      zeros += sign == 0;
      ASSERT_EQ(sign, std::abs(value) < 1e-9 ? 0 : value > 0 ? 1 : -1) << i;
      ASSERT_EQ(found[k].sign_of(quadratic(p[0], p[1], p[2])), 0);
    }
  }
  EXPECT_GT(roots, 2000);
  EXPECT_GT(zeros, 20);
}

TEST(Rrp, TellsASingleCrossingFromNone) {
  for (const Query& query : test::mirrored(test::falling_vertex()))
    EXPECT_TRUE(rrp().solve(query, {}).contact);
  for (const Query& query : test::mirrored(test::falling_edge()))
    EXPECT_TRUE(rrp().solve(query, {}).contact);
  for (const Query& query : test::mirrored(test::falling_vertex(-0.3)))
    EXPECT_FALSE(rrp().solve(query, {}).contact);
  for (const Query& query : test::mirrored(test::falling_edge(0.6)))
    EXPECT_FALSE(rrp().solve(query, {}).contact);
}

TEST(Rrp, MissesAnEvenNumberOfCrossings) {
  const Query vertex_face = test::vertex_through_and_back(),
              edge_edge = generate::published_inflection_point(Kind::EdgeEdge);
  for (const Query& query : {vertex_face, edge_edge}) {
    ASSERT_TRUE(generate::with_truth(query).truth);
    EXPECT_FALSE(rrp().solve(query, {}).contact);
  }
}

/// A corner of the gap lies on the first ray, so that one cannot count. All coordinates are
/// integers, and odd on every axis.
TEST(Rrp, ShootsAgainWhenARayMeetsACorner) {
  generate::Random random({7});  // seed 7
  const auto ray = RayDirections().next<double>();
  int hits = 0;
  for (int i = 0; i < 200; ++i) {
    Query query;
    query.t0[0] = query.t1[0] = Vec3::Zero();
    for (std::size_t k = 1; k < 4; ++k)
      for (int axis = 0; axis < 3; ++axis) {
        query.t0[k][axis] = static_cast<double>(random.signed_integer(19));
        query.t1[k][axis] = static_cast<double>(random.signed_integer(19));
      }
    query.t0[1] = {-ray[0], -ray[1], -ray[2]};
    const generate::GeneratedQuery truth = generate::with_truth(query);
    const Answer answer = rrp().solve(query, {});
    ASSERT_GE(answer.checks, 2);
    ASSERT_TRUE(truth.truth || !answer.contact);
    hits += answer.contact;
  }
  EXPECT_GT(hits, 5);
}

TEST(Rrp, HasNoFalsePositiveOnGeneratedQueriesAndMissesFew) {
  int queries = 0, hits = 0, misses = 0;
  test::for_each_generated(
      53, 100, [&](const generate::QueryClass& query_class, const generate::GeneratedQuery& truth) {
        const Answer answer = rrp().solve(truth.query, {});
        ++queries;
        hits += truth.truth;
        misses += truth.truth && !answer.contact;
        EXPECT_FALSE(answer.exhausted);
        EXPECT_TRUE(truth.truth || !answer.contact) << "false positive: " << query_class.name;
      });
  EXPECT_GT(hits, queries / 3);
  EXPECT_LT(hits, queries * 3 / 4);
  EXPECT_GT(misses, 0);
  EXPECT_LT(misses, hits / 5);
}

/// Where the gap never spans space, the contacts are whole curves in the domain, which reach its
/// boundary: parity is not needed.
TEST(Rrp, FindsEveryContactOfFlatMotions) {
  int hits = 0, queries = 0;
  for (const std::string_view name :
       {"coplanar", "degenerate-gap", "collinear-edges", "parallel-edges"})
    for (const Kind kind : {Kind::VertexFace, Kind::EdgeEdge}) {
      const generate::QueryClass query_class = *generate::find_query_class(name);
      if (kind == Kind::VertexFace && !query_class.vertex_face) continue;
      for (std::uint64_t i = 0; i < 200; ++i, ++queries) {
        const generate::GeneratedQuery truth =
            generate::with_truth(generate::make_query(query_class, kind, 59, i));
        hits += truth.truth;
        ASSERT_EQ(rrp().solve(truth.query, {}).contact, truth.truth) << name << " " << i;
      }
    }
  EXPECT_GT(hits, queries / 4);
  EXPECT_LT(hits, queries * 3 / 4);
}

}  // namespace
}  // namespace firstcontact::baselines::rrp_test
