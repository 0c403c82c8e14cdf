// The oracle against an independent slow check, on thousands of random and degenerate queries.
#include <gtest/gtest.h>

#include "exact/oracle.h"
#include "exact/slow_check.h"
#include "exact/test_queries.h"

namespace firstcontact::test::oracle_slow_check_test {
namespace {

struct Tally {
  int queries = 0, hits = 0, decided = 0, decided_hits = 0;

  double share(int part) const { return static_cast<double>(part) / queries; }
};

std::string describe(const Query& query, const exact::Request& request) {
  std::ostringstream out;
  out.precision(17);
  out << name_of(query.kind) << " separation " << request.min_separation
      << (request.norm == Norm::L2 ? " L2" : " Linf") << " t_max " << request.t_max << '\n';
  for (const auto* points : {&query.t0, &query.t1})
    for (int i = 0; i < point_count(query.kind); ++i) out << (*points)[i].transpose() << '\n';
  return out.str();
}

void expect_agreement(const Query& query, const exact::Request& request, Tally& tally) {
  const SlowAnswer slow = slow_check(query, request.min_separation, request.norm, request.t_max);
  const exact::Decision decision = exact::decide(query, request);
  const Rational lower = to_rational(decision.lower), upper = to_rational(decision.upper);
  if (slow.free) {
    EXPECT_FALSE(decision.contact) << describe(query, request);
  }
  if (slow.contact_by) {
    EXPECT_TRUE(decision.contact) << describe(query, request);
    EXPECT_LE(lower, *slow.contact_by) << describe(query, request);
  }
  if (decision.contact) {
    EXPECT_GE(upper, slow.free_until) << describe(query, request);
    EXPECT_LE(upper - lower, Rational(1) / (1 << 30));
    EXPECT_LE(upper, to_rational(request.t_max));
    EXPECT_GE(lower, 0);
    if (lower == upper) {
      EXPECT_TRUE(in_contact_at(query, request.min_separation, request.norm, lower))
          << describe(query, request);
    }
  }
  ++tally.queries;
  tally.hits += decision.contact;
  tally.decided += slow.decided();
  tally.decided_hits += slow.contact_by.has_value();
}

constexpr int kQueriesPerKind = 400;
constexpr std::uint64_t kSeed = 20240601;

class SlowCheckTest : public testing::TestWithParam<Kind> {};

TEST_P(SlowCheckTest, AgreesWithoutSeparation) {
  QueryMaker maker(kSeed);
  Tally tally;
  for (int i = 0; i < kQueriesPerKind; ++i) {
    exact::Request request;
    request.t_max = maker.below(4) == 0 ? maker.below(9) / 8.0 : 1.0;
    expect_agreement(maker.any(GetParam()), request, tally);
  }
  EXPECT_GT(tally.share(tally.hits), 0.25);
  EXPECT_LT(tally.share(tally.hits), 0.75);
  EXPECT_GT(tally.share(tally.decided), 0.9);
  EXPECT_GT(tally.decided_hits, 0.9 * tally.hits);
}

void check_separation(Kind kind, Norm norm) {
  QueryMaker maker(kSeed + 1 + static_cast<int>(norm));
  Tally tally;
  for (int i = 0; i < kQueriesPerKind; ++i) {
    exact::Request request;
    request.norm = norm;
    request.min_separation = std::array{0x1p-10, 0.125, 0.25, 0.5, 0.3}[maker.below(5)];
    request.t_max = maker.below(4) == 0 ? maker.below(9) / 8.0 : 1.0;
    expect_agreement(maker.any(kind), request, tally);
  }
  EXPECT_GT(tally.share(tally.hits), 0.25);
  EXPECT_LT(tally.share(tally.hits), 0.9);
  EXPECT_GT(tally.share(tally.decided), 0.9);
  EXPECT_GT(tally.decided_hits, 0.9 * tally.hits);
}

TEST_P(SlowCheckTest, AgreesWithEuclideanSeparation) { check_separation(GetParam(), Norm::L2); }
TEST_P(SlowCheckTest, AgreesWithChebyshevSeparation) { check_separation(GetParam(), Norm::Linf); }

INSTANTIATE_TEST_SUITE_P(AllKinds, SlowCheckTest, testing::ValuesIn(kAllKinds),
                         [](const auto& param) {
                           std::string name = name_of(param.param);
                           std::erase(name, '-');
                           return name;
                         });

}  // namespace
}  // namespace firstcontact::test::oracle_slow_check_test
