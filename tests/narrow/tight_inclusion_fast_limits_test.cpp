// Separation, tolerance, budget, memory, and the ends of the double range.
#include <gtest/gtest.h>

#include <limits>
#include <thread>

#include "narrow/published/tight_inclusion_fast.h"
#include "narrow/published/tight_inclusion_fast_queue.h"
#include "narrow/tight_inclusion_support.h"
#include "narrow/validate.h"
#include "support/contacts.h"

namespace firstcontact::narrow::tight_inclusion_fast_limits_test {
namespace {

using test::KnownContact;
using test::Random;
using test::tight_inclusion_options;

Result solve_checked(const Query& query, const Options& options) {
  EXPECT_EQ(find_fault(query, options), nullptr);
  return solve_tight_inclusion_fast(query, options);
}

/// A point falls from height 1 to -1 through the plane z = 0, in which a large triangle lies.
VertexFace falling_point() {
  VertexFace q;
  q.p_t0 = {0, 0, 1};
  q.p_t1 = {0, 0, -1};
  q.v0_t0 = q.v0_t1 = {-1, -1, 0};
  q.v1_t0 = q.v1_t1 = {2, -1, 0};
  q.v2_t0 = q.v2_t1 = {-1, 2, 0};
  return q;
}

/// A triangle that slides in its own plane, in which the point rests: every box near the plane
/// holds a contact at all times after 0.25.
VertexFace sliding_triangle() {
  VertexFace q;
  q.p_t0 = q.p_t1 = {0.5, 0.25, 0};
  q.v0_t0 = {1, 0, 0};
  q.v1_t0 = {3, 0, 0};
  q.v2_t0 = {1, 2, 0};
  q.v0_t1 = {-1, 0, 0};
  q.v1_t1 = {1, 0, 0};
  q.v2_t1 = {-1, 2, 0};
  return q;
}

TEST(TightInclusionFastSeparation, ReportsTheTimeTheDistanceIsReached) {
  for (const double d : {1e-10, 1e-3, 0.25, 0.5}) {
    Options options = tight_inclusion_options();
    options.min_separation = d;
    const Result result = solve_checked(falling_point(), options);
    EXPECT_TRUE(test::is_later_contact(result));
    EXPECT_LE(result.toi, (1 - d) / 2 + 1e-16);
    EXPECT_NEAR(result.toi, (1 - d) / 2, 2e-6);
  }
}

TEST(TightInclusionFastSeparation, CountsDistanceExactlyEqualAsContact) {
  VertexFace q = falling_point();
  q.p_t1 = {0, 0, 0.25};
  Options options = tight_inclusion_options();
  options.min_separation = 0.25;
  EXPECT_TRUE(test::is_later_contact(solve_checked(q, options)));
  options.min_separation = 0.25 - 1e-5;
  EXPECT_EQ(solve_checked(q, options).status, Status::Free);
}

TEST(TightInclusionFastSeparation, MeasuresTheChebyshevDistance) {
  PointPoint points;
  points.p_t0 = points.p_t1 = Vec3::Zero();
  points.q_t0 = points.q_t1 = {0.9, 0.9, 0.9};
  Options options = tight_inclusion_options();
  options.min_separation = 1;
  EXPECT_TRUE(test::is_contact_at_start(solve_checked(points, options)));
  options.min_separation = 0.89;
  EXPECT_EQ(solve_checked(points, options).status, Status::Free);
}

TEST(TightInclusionFastSeparation, MayBeLargerThanEveryCoordinate) {
  for (const double d : {10.0, 1e10, 1e300, std::numeric_limits<double>::max()}) {
    Options options = tight_inclusion_options();
    options.min_separation = d;
    const Result result = solve_checked(falling_point(), options);
    EXPECT_TRUE(test::is_contact_at_start(result)) << d;
    EXPECT_EQ(result.tolerance, 0) << d;
  }
}

/// Seed 21. Two points whose distance on one axis is exactly d at a lattice time, at any scale.
TEST(TightInclusionFastSeparation, NeverMissesADistanceReachedExactly) {
  Random random(21);
  for (const int exponent : {-1060, -1000, -300, -53, 0, 300, 960})
    for (int i = 0; i < 1000; ++i) {
      const std::int64_t size = std::int64_t{1} << 30;
      KnownContact known = i % 2 ? test::edge_crosses_edge(random, size)
                                 : test::vertex_on_triangle(random, i % 4, size);
      const double d =
          static_cast<double>(random.integer(0, std::int64_t{1} << random.integer(0, 44)));
      for (int j = known.query.kind == Kind::EdgeEdge ? 2 : 1; j < 4; ++j) {
        known.query.t0[j].y() += d;
        known.query.t1[j].y() += d;
      }
      const double factor = std::ldexp(1.0, exponent);
      test::scale(known.query, factor);
      Options options = tight_inclusion_options();
      options.min_separation = d * factor;
      const Result result = solve_checked(known.query, options);
      EXPECT_TRUE(!result.free()) << "2^" << exponent << " query " << i;
      EXPECT_LE(result.toi, known.toi) << "2^" << exponent << " query " << i;
    }
}

TEST(TightInclusionFastTolerance, IsReachedAndReported) {
  for (const double tolerance : {1e-1, 1e-3, 1e-6, 1e-9, 1e-12}) {
    Options options = tight_inclusion_options();
    options.tolerance = tolerance;
    const Result result = solve_checked(falling_point(), options);
    EXPECT_TRUE(test::is_later_contact(result));
    EXPECT_GT(result.tolerance, 0);
    EXPECT_LE(result.tolerance, tolerance);
    // The height at toi is what separates the pair.
    EXPECT_LE(1 - 2 * result.toi, result.tolerance);
  }
}

TEST(TightInclusionFastTolerance, BelowRoundingErrorStillEnds) {
  for (const double tolerance : {0.0, 1e-18, 1e-300, 0x1p-1074}) {
    Options options = tight_inclusion_options();
    options.tolerance = tolerance;
    const Result result = solve_checked(falling_point(), options);
    EXPECT_TRUE(test::is_later_contact(result));
    EXPECT_LE(result.toi, 0.5);
    EXPECT_GE(result.toi, 0.5 - 1e-13);
    EXPECT_LE(result.tolerance, 1e-13);
  }
}

TEST(TightInclusionFastTolerance, LargerThanTheQueryMakesEverythingTouch) {
  for (const double tolerance : {10.0, 1e300, std::numeric_limits<double>::max()}) {
    Options options = tight_inclusion_options();
    options.tolerance = tolerance;
    const Result result = solve_checked(falling_point(), options);
    EXPECT_TRUE(test::is_contact_at_start(result));
    EXPECT_GE(result.tolerance, 1);
    EXPECT_LE(result.tolerance, 3.1);
  }
}

TEST(TightInclusionFastTolerance, DefaultsToAPartOfTheLargestGap) {
  Options relative = tight_inclusion_options();
  for (const double size : {1e-200, 1.0, 1e200}) {
    Query query = falling_point();
    test::scale(query, size);
    Options absolute = tight_inclusion_options();
    absolute.tolerance =
        kRelativeTolerance * 2 * size;  // largest gap component: from p to v1 or v2
    const Result one = solve_checked(query, relative), other = solve_checked(query, absolute);
    EXPECT_EQ(one.toi, other.toi) << size;
    EXPECT_EQ(one.checks, other.checks) << size;
  }
}

TEST(TightInclusionFastBudget, ExhaustionIsNeverFreeAndTheTimeIsSafe) {
  const Query query = test::nearly_touching_edges(1e-4);
  Options options = tight_inclusion_options();
  options.tolerance = 1e-5;
  const Result full = solve_checked(query, options);
  ASSERT_EQ(full.status, Status::Free);
  ASSERT_GT(full.checks, 1000);
  double last = 0;
  for (std::int64_t budget = 1; budget < full.checks; budget += 1 + budget / 7) {
    options.max_checks = budget;
    const Result result = solve_checked(query, options);
    EXPECT_EQ(result.status, Status::Undecided) << budget;
    EXPECT_EQ(result.checks, budget);
    EXPECT_GE(result.toi, last) << "more work never proves less";
    EXPECT_GT(result.tolerance, 0);
    last = result.toi;
  }
  EXPECT_GT(last, 0);
  options.max_checks = full.checks;
  EXPECT_EQ(solve_checked(query, options).status, Status::Free);
}

/// Seed 22. Whatever the budget, a known contact is neither lost nor passed.
TEST(TightInclusionFastBudget, NeverPassesAKnownContact) {
  Random random(22);
  int exhausted = 0;
  for (int i = 0; i < 5000; ++i) {
    const KnownContact known =
        i % 2 ? test::edge_crosses_edge(random) : test::vertex_on_triangle(random, i % 4);
    Options options = tight_inclusion_options();
    options.max_checks = random.integer(1, 2000);
    const Result result = solve_checked(known.query, options);
    exhausted += result.status == Status::Undecided;
    EXPECT_TRUE(!result.free()) << i;
    EXPECT_LE(result.toi, known.toi) << i;
    EXPECT_LE(result.checks, options.max_checks) << i;
  }
  EXPECT_GT(exhausted, 1000);
  EXPECT_LT(exhausted, 4500);
}

TEST(TightInclusionFastBudget, EndsSoonWhenContactFillsTheParameterSpace) {
  const Result result = solve_checked(sliding_triangle(), tight_inclusion_options());
  EXPECT_TRUE(test::is_later_contact(result));
  EXPECT_LE(result.toi, 0.25);
  EXPECT_NEAR(result.toi, 0.25, 1e-5);
}

/// Levels of this query would hold millions of boxes; it takes ten million checks to prove it free.
TEST(TightInclusionFastMemory, StaysBoundedWithAHugeBudget) {
  const Query query = test::nearly_touching_edges(3e-5);
  Options options = tight_inclusion_options();
  options.tolerance = 3e-6;
  options.max_checks = 1'000'000'000'000;
  tight_inclusion::Workspace workspace;
  const Result result = tight_inclusion::solve_in(workspace, query, options);
  EXPECT_EQ(result.status, Status::Free);
  EXPECT_GT(result.checks, 5'000'000);
  EXPECT_LE(workspace.bytes(), tight_inclusion::kMaxQueueBytes);
  EXPECT_GT(workspace.waiting.bytes(), 0u) << "the query must overflow a level";
  EXPECT_LE(tight_inclusion::kMaxQueueBytes, std::size_t{4} << 20);
}

TEST(TightInclusionFastRange, NothingOverflowsAtTheEndOfTheDoubleRange) {
  constexpr double kHuge = std::numeric_limits<double>::max();
  VertexFace q;
  q.p_t0 = {0, 0, kHuge};
  q.p_t1 = {0, 0, -kHuge};
  q.v0_t0 = q.v0_t1 = {-kHuge, -kHuge, 0};
  q.v1_t0 = q.v1_t1 = {kHuge, -kHuge, 0};
  q.v2_t0 = q.v2_t1 = {0, kHuge, 0};
  const Result hit = solve_checked(q, tight_inclusion_options());
  EXPECT_TRUE(test::is_later_contact(hit));
  EXPECT_NEAR(hit.toi, 0.5, 1e-5);
  EXPECT_LE(hit.toi, 0.5);
  EXPECT_TRUE(std::isfinite(hit.tolerance));
  q.p_t0.x() = q.p_t1.x() = kHuge;
  q.p_t0.y() = q.p_t1.y() = kHuge;
  const Result free = solve_checked(q, tight_inclusion_options());
  EXPECT_EQ(free.status, Status::Free);
  Options options = tight_inclusion_options();
  options.max_checks = 1;
  q.p_t0 = {0, 0, kHuge};
  q.p_t1 = {0, 0, -kHuge};
  const Result exhausted = solve_checked(q, options);
  EXPECT_EQ(exhausted.status, Status::Undecided);
  EXPECT_EQ(exhausted.toi, 0);
  EXPECT_TRUE(std::isfinite(exhausted.tolerance));
}

TEST(TightInclusionFastRange, WorksOnSubnormalCoordinates) {
  Query query = falling_point();
  test::scale(query, 0x1p-1074);
  const Result hit = solve_checked(query, tight_inclusion_options());
  EXPECT_TRUE(test::is_later_contact(hit));
  EXPECT_NEAR(hit.toi, 0.5, 1e-5);
  EXPECT_LE(hit.toi, 0.5);
  EXPECT_EQ(hit.tolerance, 0x1p-1074) << "the smallest length that is not zero";
  for (int i = 1; i < 4; ++i) query.t0[i].z() = query.t1[i].z() = -0x1p-1073;
  EXPECT_EQ(solve_checked(query, tight_inclusion_options()).status, Status::Free);
}

/// Scaling by a power of two changes nothing but the lengths. Seed 23.
TEST(TightInclusionFastRange, AnswersScaleExactly) {
  Random random(23);
  int hits = 0;
  for (int i = 0; i < 500; ++i) {
    Query query;
    query.kind = i % 2 ? Kind::EdgeEdge : Kind::VertexFace;
    for (int j = 0; j < 4; ++j) {
      query.t0[j] = random.vector();
      query.t1[j] = random.vector();
    }
    const Result one = solve_checked(query, tight_inclusion_options());
    hits += !one.free();
    for (const int exponent : {-900, -3, 7, 1000}) {
      Query scaled = query;
      test::scale(scaled, std::ldexp(1.0, exponent));
      const Result other = solve_checked(scaled, tight_inclusion_options());
      EXPECT_EQ(one.status, other.status);
      EXPECT_EQ(one.toi, other.toi);
      EXPECT_EQ(one.checks, other.checks);
      EXPECT_EQ(std::ldexp(one.tolerance, exponent), other.tolerance);
    }
  }
  EXPECT_GT(hits, 50);
  EXPECT_LT(hits, 450);
}

TEST(TightInclusionFastRange, SceneExtentWidensTheFilterAndKeepsTheHits) {
  Random random(24);
  for (int i = 0; i < 500; ++i) {
    KnownContact known =
        i % 2 ? test::edge_crosses_edge(random) : test::vertex_on_triangle(random, i % 4);
    test::scale(known.query, 0x1p-50);
    for (const double extent : {8.0, 1e6, 1e300}) {
      Options options = tight_inclusion_options();
      options.scene_extent = Vec3::Constant(extent);
      const Result result = solve_checked(known.query, options);
      EXPECT_TRUE(!result.free()) << i;
      EXPECT_LE(result.toi, known.toi) << i;
    }
  }
}

TEST(TightInclusionFastThreads, EveryThreadGivesTheSameAnswer) {
  const Query query = test::nearly_touching_edges(1e-4);
  const Result here = solve_checked(query, tight_inclusion_options());
  Result there;
  std::thread([&] { there = solve_tight_inclusion_fast(query, tight_inclusion_options()); }).join();
  EXPECT_EQ(here.status, there.status);
  EXPECT_EQ(here.toi, there.toi);
  EXPECT_EQ(here.checks, there.checks);
  EXPECT_EQ(here.tolerance, there.tolerance);
}

}  // namespace
}  // namespace firstcontact::narrow::tight_inclusion_fast_limits_test
