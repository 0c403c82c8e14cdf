// Against the exact oracle: random pairs of every kind, with separation and time limit, and the
// published sample queries.
#include <firstcontact/query_files.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <string>

#include "exact/oracle.h"
#include "io/query_reader.h"
#include "narrow/published/tight_inclusion_fast.h"
#include "narrow/tight_inclusion_support.h"
#include "narrow/validate.h"

namespace firstcontact::narrow::tight_inclusion_fast_oracle_test {
namespace {

using test::Random;
using test::tight_inclusion_options;

struct Tally {
  int contacts = 0, free = 0, false_positives = 0, exhausted = 0;
};

exact::Decision decide(const Query& query, double separation, double t_max) {
  return exact::decide(
      query, {.min_separation = separation, .norm = Norm::Linf, .t_max = t_max, .width_bits = 40});
}

void compare(const Query& query, const Options& options, const std::string& what, Tally& tally) {
  ASSERT_EQ(find_fault(query, options), nullptr) << what;
  const exact::Decision truth = decide(query, options.min_separation, options.t_max);
  const Result result = solve_tight_inclusion_fast(query, options);
  ++(truth.contact ? tally.contacts : tally.free);
  tally.exhausted += result.status == Status::Undecided;
  tally.false_positives += !result.free() && !truth.contact;
  if (truth.contact) {
    EXPECT_TRUE(!result.free()) << what;
    EXPECT_LE(result.toi, truth.upper.round_up()) << what;
  }
  // An honest positive: within the tolerance at toi (or before; at t = 0 there is no before).
  if (result.status == Status::Contact) {
    const double reach = std::nextafter(options.min_separation + result.tolerance, HUGE_VAL);
    EXPECT_TRUE(decide(query, reach, result.toi).contact) << what;
  }
}

/// Small integers make every degenerate case common: parallel, collinear, flat, of size zero, at
/// rest.
Query small_integer_query(Random& random, Kind kind, int range) {
  Query query;
  query.kind = kind;
  for (int i = 0; i < 4; ++i)
    for (Vec3* point : {&query.t0[i], &query.t1[i]}) {
      *point = random.lattice(range, 1);
      if (kind == Kind::PointSegment2D) point->z() = 0;
    }
  return query;
}

/// Seed 41. At least a twentieth of the queries of each kind touches, and a twentieth does not.
TEST(TightInclusionFastOracle, NeverMissesAndIsNeverLateOnDegenerateQueries) {
  Random random(41);
  for (const Kind kind : {Kind::VertexFace, Kind::EdgeEdge, Kind::PointEdge, Kind::PointPoint,
                          Kind::PointSegment2D}) {
    Tally tally;
    for (int i = 0; i < 2000; ++i) {
      const Query query = small_integer_query(random, kind, i % 2 ? 1 : 3);
      Options options = tight_inclusion_options();
      options.max_checks = 20'000;
      if (i % 3 == 0) options.t_max = static_cast<double>(random.integer(0, 8)) / 8;
      if (i % 5 == 0) options.min_separation = static_cast<double>(random.integer(0, 8)) / 8;
      compare(query, options,
              "kind " + std::to_string(static_cast<int>(kind)) + " query " + std::to_string(i),
              tally);
    }
    EXPECT_GT(tally.contacts, 100) << static_cast<int>(kind);
    EXPECT_GT(tally.free, 100) << static_cast<int>(kind);
    EXPECT_LT(tally.exhausted, 100) << static_cast<int>(kind);
  }
}

/// Seed 42. Away from degeneracy the default tolerance leaves hardly a false positive.
TEST(TightInclusionFastOracle, AgreesOnRandomQueries) {
  Random random(42);
  Tally tally;
  for (int i = 0; i < 4000; ++i) {
    Query query;
    query.kind = i % 2 ? Kind::EdgeEdge : Kind::VertexFace;
    for (int j = 0; j < 4; ++j) {
      query.t0[j] = random.vector();
      query.t1[j] = random.vector();
    }
    Options options = tight_inclusion_options();
    if (i % 3 == 0) options.min_separation = 0.05;
    if (i % 4 == 0) options.t_max = std::abs(random.real());
    compare(query, options, "query " + std::to_string(i), tally);
  }
  EXPECT_GT(tally.contacts, 500);
  EXPECT_GT(tally.free, 500);
  EXPECT_LE(tally.false_positives, 2);
  EXPECT_EQ(tally.exhausted, 0);
}

/// The bounds on false positives are the published code's: 85 and 137.
TEST(TightInclusionFastOracle, MissesNoneOfThePublishedQueries) {
  const char* data = std::getenv("FIRSTCONTACT_DATA");
  if (!data)
    GTEST_SKIP() << "FIRSTCONTACT_DATA is not set: the published sample queries were not run";
  for (const Kind kind : {Kind::VertexFace, Kind::EdgeEdge}) {
    Tally tally;
    for (const io::QuerySource& source : io::find_query_files({std::string(data) + "/queries"})) {
      if (source.kind != kind) continue;
      io::QueryReader reader(source.path, kind);
      io::TruthQuery query;
      Options options = tight_inclusion_options();
      options.tolerance = 1e-6;
      for (int i = 0; reader.next(query); ++i)
        compare(query.query, options, source.path + " query " + std::to_string(i), tally);
    }
    EXPECT_GT(tally.contacts, 50);
    EXPECT_GT(tally.free, 1000);
    EXPECT_LE(tally.false_positives, kind == Kind::VertexFace ? 85 : 137);
    EXPECT_LE(tally.exhausted, 4);
  }
}

}  // namespace
}  // namespace firstcontact::narrow::tight_inclusion_fast_oracle_test
