#include <gtest/gtest.h>

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>

#include "baselines/bernstein_motion.h"
#include "baselines/methods.h"
#include "generate/random.h"
#include "generated_queries.h"

namespace firstcontact::baselines::tccd_test {
namespace {

/// Products of four differences of multiples of 2^-52 need less than 300 bits: exact, but for the
/// divisions by 3.
using Exact = boost::multiprecision::number<
    boost::multiprecision::cpp_bin_float<500, boost::multiprecision::digit_base_2>>;

TEST(Tccd, TellsACrossingFromNone) {
  for (const Query& query : test::mirrored(test::falling_vertex()))
    EXPECT_TRUE(tccd().solve(query, {}).contact);
  for (const Query& query : test::mirrored(test::falling_edge()))
    EXPECT_TRUE(tccd().solve(query, {}).contact);
  for (const Query& query : test::mirrored(test::falling_vertex(-0.3)))
    EXPECT_FALSE(tccd().solve(query, {}).contact);
  for (const Query& query : test::mirrored(test::falling_edge(0.6)))
    EXPECT_FALSE(tccd().solve(query, {}).contact);
}

TEST(Tccd, HasNoTime) { EXPECT_TRUE(std::isnan(tccd().solve(test::falling_vertex(), {}).toi)); }

TEST(Tccd, FindsBothRootsOfAMotionThroughAndBack) {
  EXPECT_TRUE(tccd().solve(test::vertex_through_and_back(), {}).contact);
}

TEST(Tccd, ReportsEveryCoplanarMotion) {
  VertexFace q = test::falling_vertex();
  q.p_t0 = q.p_t1 = {100, 100, 0};
  ASSERT_FALSE(generate::with_truth(q).truth);
  EXPECT_TRUE(tccd().solve(q, {}).contact);

  int free = 0;
  for (const Kind kind : {Kind::VertexFace, Kind::EdgeEdge})
    for (std::uint64_t i = 0; i < 300; ++i) {
      const generate::GeneratedQuery truth = generate::with_truth(
          generate::make_query(*generate::find_query_class("coplanar"), kind, 33, i));
      free += !truth.truth;
      EXPECT_TRUE(tccd().solve(truth.query, {}).contact);
    }
  EXPECT_GT(free, 200);
}

TEST(Tccd, NeverMissesOnGeneratedQueries) {
  int hits = 0, positives = 0, queries = 0;
  test::for_each_generated(
      34, 100, [&](const generate::QueryClass& query_class, const generate::GeneratedQuery& truth) {
        const bool contact = tccd().solve(truth.query, {}).contact;
        EXPECT_TRUE(contact || !truth.truth) << query_class.name;
        ++queries;
        hits += truth.truth;
        positives += contact;
      });
  EXPECT_GT(hits, queries * 2 / 5);
  EXPECT_LT(positives, queries * 19 / 20);
}

/// Error of the computed coefficients in units of their bounds.
struct Share {
  double coplanar = 0, side = 0;
};

Share measured_share(const Query& query) {
  const bernstein::Forms<double> computed = bernstein::forms<double>(query);
  const bernstein::Forms<Exact> exact = bernstein::forms<Exact>(query);
  const bernstein::FormBounds bounds = bernstein::form_bounds(query);
  const auto share = [](double value, const Exact& truth, double bound) {
    return static_cast<double>(abs(Exact(value) - truth)) / bound;
  };
  Share worst;
  for (std::size_t i = 0; i < 4; ++i)
    worst.coplanar =
        std::max(worst.coplanar, share(computed.coplanar[i], exact.coplanar[i], bounds.coplanar));
  for (std::size_t side = 0; side < computed.side_count; ++side)
    for (std::size_t i = 0; i < 5; ++i)
      worst.side =
          std::max(worst.side, share(computed.sides[side][i], exact.sides[side][i], bounds.side));
  return worst;
}

/// Seed 35. Random errors add up to a small part of a worst-case bound; far below a hundredth, the
/// bound would be needlessly wide.
TEST(BernsteinMotion, ErrorsStayWithinTheBoundsAndUseSomeOfThem) {
  generate::Random random{35};
  Share worst;
  for (int i = 0; i < 1500; ++i) {
    Query query;
    query.kind = i % 2 ? Kind::EdgeEdge : Kind::VertexFace;
    for (auto* points : {&query.t0, &query.t1})
      for (Vec3& p : *points)
        for (double& x : p) x = random.symmetric();
    const Share share = measured_share(query);
    worst.coplanar = std::max(worst.coplanar, share.coplanar);
    worst.side = std::max(worst.side, share.side);
  }
  EXPECT_LT(worst.coplanar, 1);
  EXPECT_GT(worst.coplanar, 0.01);
  EXPECT_LT(worst.side, 1);
  EXPECT_GT(worst.side, 0.005);
}

}  // namespace
}  // namespace firstcontact::baselines::tccd_test
