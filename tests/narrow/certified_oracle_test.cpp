// The certified solver against the exact oracle, on every generated class and on the kinds that the
// generator does not make.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "generate/generate.h"
#include "narrow/certified_compare.h"
#include "narrow/certified_support.h"

namespace firstcontact::test::certified_oracle_test {
namespace {

constexpr Kind kSmallKinds[] = {Kind::PointEdge, Kind::PointPoint, Kind::PointSegment2D};

/// Calls visit(query, name) for `count` queries of every class and kind, and as many of each small
/// kind.
template <class Visit>
void for_each_query(std::uint64_t seed, int count, const Visit& visit) {
  for (const generate::QueryClass& query_class : generate::query_classes())
    for (const Kind kind : {Kind::VertexFace, Kind::EdgeEdge}) {
      if (kind == Kind::VertexFace ? !query_class.vertex_face : !query_class.edge_edge) continue;
      for (int i = 0; i < count; ++i)
        visit(generate::make_query(query_class, kind, seed, static_cast<std::uint64_t>(i)),
              std::string(query_class.name) + (kind == Kind::VertexFace ? " vf " : " ee ") +
                  std::to_string(i));
    }
  Random random(seed);
  for (const Kind kind : kSmallKinds)
    for (int i = 0; i < count; ++i)
      visit(small_kind_query(random, kind, i),
            "kind " + std::to_string(static_cast<int>(kind)) + " query " + std::to_string(i));
}

/// Between a quarter and three quarters of the queries touch.
void expect_balanced(const Tally& tally) {
  EXPECT_GT(tally.contacts, tally.queries / 4);
  EXPECT_LT(tally.contacts, tally.queries * 3 / 4);
}

/// Seed 201. Also: the default budget never runs out, and no query takes more than a few hundred
/// checks.
TEST(CertifiedOracle, DefaultOptionsNeverMissAndAreNeverLate) {
  Tally tally;
  for_each_query(201, 80, [&](const Query& query, const std::string& what) {
    compare_with_oracle(query, {}, what, tally);
  });
  expect_balanced(tally);
  EXPECT_EQ(tally.exhausted, 0);
  EXPECT_LT(tally.most_checks, 500);
}

/// Seed 202. Zero false positives, and the first time lies in an interval of at most 2^-30.
TEST(CertifiedOracle, ExactModeAgreesEverywhere) {
  Tally tally;
  Options options;
  options.exact = true;
  for_each_query(202, 80, [&](const Query& query, const std::string& what) {
    compare_with_oracle(query, options, what, tally);
  });
  expect_balanced(tally);
  EXPECT_EQ(tally.false_positives, 0);
  EXPECT_EQ(tally.exhausted, 0);
  EXPECT_LT(tally.most_checks, 500);
}

/// Seed 203. In exact mode a given tolerance decides nothing: not even one as large as the query.
TEST(CertifiedOracle, ExactModeIgnoresTheTolerance) {
  Tally tally;
  for_each_query(203, 12, [&](const Query& query, const std::string& what) {
    Options options;
    options.exact = true;
    options.tolerance = std::min(size_of(query), 1e308);
    compare_with_oracle(query, options, what, tally);
  });
  expect_balanced(tally);
  EXPECT_EQ(tally.false_positives, 0);
}

/// Seed 204. A hit is within the tolerance at toi, from generous ones down to where only exact
/// answers are possible.
TEST(CertifiedOracle, HitsAreWithinTheGivenTolerance) {
  for (const double relative : {1e-3, 1e-9, 1e-12, 0.0}) {
    Tally tally;
    for_each_query(204, 16, [&](const Query& query, const std::string& what) {
      Options options;
      options.tolerance = relative * std::min(size_of(query), 1e308);
      compare_with_oracle(query, options, what + " tolerance " + std::to_string(relative), tally);
    });
    expect_balanced(tally);
    EXPECT_EQ(tally.exhausted, 0) << relative;
    if (relative == 0) {
      EXPECT_EQ(tally.false_positives, 0);
    }
  }
}

/// Seed 205. A time limit at random, on a coarse grid, at the first contact itself and one unit in
/// the last place before it.
TEST(CertifiedOracle, RespectsTheTimeLimit) {
  Random random(205);
  Tally limited, at_contact, before_contact;
  for_each_query(205, 24, [&](const Query& query, const std::string& what) {
    Options options;
    options.exact = random.integer(0, 1) == 1;
    options.t_max = random.integer(0, 1) == 1 ? std::abs(random.real())
                                              : static_cast<double>(random.integer(0, 8)) / 8;
    compare_with_oracle(query, options, what, limited);
    options.t_max = 1;
    const exact::Decision truth = truth_of(query, options);
    if (!truth.contact) return;
    options.t_max = truth.upper.round_up();
    compare_with_oracle(query, options, what + " at the contact", at_contact);
    if (options.t_max == 0) return;
    options.t_max = std::nextafter(truth.lower.round_down(), 0);
    compare_with_oracle(query, options, what + " before the contact", before_contact);
  });
  EXPECT_GT(limited.contacts, limited.queries / 8);
  EXPECT_EQ(at_contact.contacts, at_contact.queries);
  EXPECT_GT(at_contact.queries, 500);
  EXPECT_EQ(before_contact.contacts, 0);
  EXPECT_GT(before_contact.queries, 400);
  EXPECT_EQ(limited.exhausted + at_contact.exhausted + before_contact.exhausted, 0);
}

/// Seed 206. A small budget may run out, but then says so, and its toi is safe.
TEST(CertifiedOracle, SmallBudgetsAreNeverASilentFree) {
  Random random(206);
  Tally tally;
  for_each_query(206, 40, [&](const Query& query, const std::string& what) {
    Options options;
    options.max_checks = random.integer(1, 20);
    options.exact = random.integer(0, 1) == 1;
    const Result result = compare_with_oracle(
        query, options, what + " budget " + std::to_string(options.max_checks), tally);
    if (result.status == Status::Undecided) {
      EXPECT_LE(result.checks, options.max_checks + 2) << what;
    }
  });
  expect_balanced(tally);
  EXPECT_GT(tally.exhausted, tally.queries / 20);
}

/// A budget of one check is spent on the separating directions; they still prove what they can.
TEST(CertifiedOracle, OneCheckStillProvesWhatADirectionSeparates) {
  PointPoint pair;
  pair.p_t0 = pair.p_t1 = {0, 0, 0};
  pair.q_t0 = pair.q_t1 = {1, 0, 0};
  Options options;
  options.max_checks = 1;
  Tally tally;
  EXPECT_EQ(compare_with_oracle(pair, options, "separated", tally).status, Status::Free);
  pair.q_t1 = {-1, 1e-7, 0};
  EXPECT_EQ(compare_with_oracle(pair, options, "crossing", tally).status, Status::Undecided);
}

}  // namespace
}  // namespace firstcontact::test::certified_oracle_test
