// The published traversal. What it shares with the fast one (filters, scaling) is tested there.
#include "narrow/published/tight_inclusion.h"

#include <firstcontact/query_files.h>
#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <cstdlib>

#include "generate/generate.h"
#include "io/query_reader.h"
#include "narrow/tight_inclusion_support.h"
#include "support/contacts.h"

namespace firstcontact::narrow::tight_inclusion_test {
namespace {

using test::KnownContact;
using test::Random;

Options small_budget() {
  Options options = test::tight_inclusion_options();
  options.max_checks = 3'000;
  return options;
}

TEST(TightInclusion, NeverMissesAndIsNeverLateOnGeneratedQueries) {
  int hits = 0, queries = 0, decided_hits = 0;
  for (const generate::QueryClass& query_class : generate::query_classes())
    for (const Kind kind : {Kind::VertexFace, Kind::EdgeEdge}) {
      if (!(kind == Kind::VertexFace ? query_class.vertex_face : query_class.edge_edge)) continue;
      for (int i = 0; i < 60; ++i) {
        const generate::GeneratedQuery truth =
            generate::with_truth(generate::make_query(query_class, kind, 31, i));
        const Result result = solve_tight_inclusion(truth.query, small_budget());
        ++queries;
        if (!truth.truth) continue;
        ++hits;
        decided_hits += result.status == Status::Contact;
        ASSERT_NE(result.status, Status::Free) << "missed: " << query_class.name << " " << i;
        ASSERT_LE(result.toi, truth.toi_upper) << "late: " << query_class.name << " " << i;
      }
    }
  EXPECT_GT(hits, queries / 3);
  EXPECT_LT(hits, queries * 3 / 4);
  EXPECT_GT(decided_hits, hits / 2);
}

TEST(TightInclusion, FindsEveryKnownContactAtAnyScale) {
  Random random(17);
  for (const int exponent : {-1040, -300, -20, 0, 10, 300, 960})
    for (int i = 0; i < 40; ++i) {
      KnownContact known =
          i % 2 ? test::end_point_on_edge(random) : test::vertex_on_triangle(random, i / 2 % 4);
      test::scale(known.query, std::ldexp(1, exponent - 40));
      const Result result = solve_tight_inclusion(known.query, small_budget());
      ASSERT_NE(result.status, Status::Free) << exponent << " " << i;
      ASSERT_LE(result.toi, known.toi);
    }
}

TEST(TightInclusion, RespectsTMaxAlsoWithoutATimeSplit) {
  const PointPoint query = {
      .p_t0 = {0, 0, 0}, .q_t0 = {1, 0, 0}, .p_t1 = {1, 0, 0}, .q_t1 = {0, 0, 0}};  // meet at 0.5
  Options options = test::tight_inclusion_options();
  for (const double t_max : {0.0, 0.25, 0.4999}) {
    options.t_max = t_max;
    EXPECT_EQ(solve_tight_inclusion(query, options).status, Status::Free) << t_max;
  }
  options.t_max = 0.5;
  const Result result = solve_tight_inclusion(query, options);
  EXPECT_TRUE(test::is_later_contact(result));
  EXPECT_LE(result.toi, 0.5);
}

TEST(TightInclusion, ASeparationIsReachedInTimeAndCheaply) {
  Random random(29);
  int hits = 0;
  for (int i = 0; i < 200; ++i) {
    const KnownContact known =
        i % 2 ? test::edge_crosses_edge(random, 64) : test::vertex_on_triangle(random, 3, 64);
    for (const double separation : {1.0, 1e3, 1e5}) {
      Options options = test::tight_inclusion_options();
      options.min_separation = separation;
      options.max_checks = 100'000;
      const Result result = solve_tight_inclusion(known.query, options);
      ASSERT_NE(result.status, Status::Free);
      ASSERT_LE(result.toi, known.toi);
      hits += result.status != Status::Undecided;
    }
  }
  EXPECT_GT(hits, 590);
}

TEST(TightInclusion, RunningOutOfChecksGivesASafeTime) {
  const PointEdge query = {.p_t0 = {0, 0, 1},
                           .e0_t0 = {-1, 0, 0},
                           .e1_t0 = {1, 0, 0},
                           .p_t1 = {0, 0, -1},
                           .e0_t1 = {-1, 0, 0},
                           .e1_t1 = {1, 0, 0}};
  Options options = test::tight_inclusion_options();
  for (const std::int64_t checks : {1, 2, 5, 9, 20}) {
    options.max_checks = checks;
    const Result result = solve_tight_inclusion(query, options);
    ASSERT_NE(result.status, Status::Free);
    EXPECT_LE(result.toi, 0.5);
    EXPECT_LE(result.checks, checks);
  }
  options.max_checks = 1;
  EXPECT_EQ(solve_tight_inclusion(query, options).status, Status::Undecided);
}

TEST(TightInclusion, AHugeBudgetStopsAtTheEndOfTheQueue) {
  const Query query = test::nearly_touching_edges(3e-6);  // levels of millions of boxes
  Options options = test::tight_inclusion_options();
  options.tolerance = 1e-7;
  options.max_checks = 1'000'000'000'000;
  const Result result = solve_tight_inclusion(query, options);
  EXPECT_EQ(result.status, Status::Undecided);
  EXPECT_LT(result.checks, std::int64_t{4} * static_cast<std::int64_t>(kMaxQueueBoxes));
}

TEST(TightInclusion, SameBitsOnEverySimdTarget) {
  Random random(23);
  for (int i = 0; i < 50; ++i) {
    const KnownContact known =
        i % 2 ? test::edge_crosses_edge(random) : test::vertex_on_triangle(random, 3);
    const Result best = solve_tight_inclusion(known.query, small_budget());
    for (std::int64_t left = hwy::SupportedTargets(); left != 0; left &= left - 1) {
      hwy::SetSupportedTargetsForTest(left & -left);
      hwy::GetChosenTarget().Update(hwy::SupportedTargets());
      const Result result = solve_tight_inclusion(known.query, small_budget());
      EXPECT_EQ(result.toi, best.toi);
      EXPECT_EQ(result.checks, best.checks);
      EXPECT_EQ(result.tolerance, best.tolerance);
      hwy::SetSupportedTargetsForTest(0);
      hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    }
  }
}

TEST(TightInclusion, MissesNoneOfThePublishedQueries) {
  const char* data = std::getenv("FIRSTCONTACT_DATA");
  if (!data)
    GTEST_SKIP() << "FIRSTCONTACT_DATA is not set: the published sample queries were not run";
  Options options = test::tight_inclusion_options();
  options.tolerance = 1e-6;
  options.max_checks = 20'000;
  int positives = 0, missed = 0;
  for (const io::QuerySource& source : io::find_query_files({std::string(data) + "/queries"})) {
    io::QueryReader reader(source.path, source.kind);
    for (io::TruthQuery item; reader.next(item);) {
      positives += item.truth;
      missed += item.truth && solve_tight_inclusion(item.query, options).status == Status::Free;
    }
  }
  EXPECT_GT(positives, 0);
  EXPECT_EQ(missed, 0);
}

}  // namespace
}  // namespace firstcontact::narrow::tight_inclusion_test
