// Minimum separations in both norms against the exact oracle.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "generate/generate.h"
#include "narrow/certified_compare.h"
#include "narrow/certified_support.h"
#include "support/contacts.h"

namespace firstcontact::test::certified_separation_test {
namespace {

/// From 1e-30 of the size to the size itself; the size of a query whose gaps overflow counts as
/// 1e308.
double random_separation(Random& random, const Query& query) {
  const double size = std::min(size_of(query), 1e308);
  return random.integer(0, 7) == 0 ? size : size * std::pow(10.0, -30 * std::abs(random.real()));
}

Query random_query(Random& random, std::uint64_t seed, int i) {
  const auto classes = generate::query_classes();
  const generate::QueryClass& query_class = classes[static_cast<std::size_t>(i) % classes.size()];
  const Kind kind = kEveryKind[static_cast<std::size_t>(i / 7) % 5];
  if (kind != Kind::VertexFace && kind != Kind::EdgeEdge) return small_kind_query(random, kind, i);
  const bool possible = kind == Kind::VertexFace ? query_class.vertex_face : query_class.edge_edge;
  return generate::make_query(query_class, possible ? kind : Kind::EdgeEdge, seed,
                              static_cast<std::uint64_t>(i));
}

void compare_separations(Norm norm, bool exact, std::uint64_t seed, int count) {
  Random random(seed);
  Tally tally;
  for (int i = 0; i < count; ++i) {
    const Query query = random_query(random, seed, i);
    Options options;
    options.norm = norm;
    options.exact = exact;
    options.min_separation = random_separation(random, query);
    if (i % 6 == 0) options.t_max = std::abs(random.real());
    if (i % 6 == 1) options.tolerance = 1e-12 * std::min(size_of(query), 1e308);
    if (i % 6 == 2) options.tolerance = 1e-3 * std::min(size_of(query), 1e308);
    if (i % 6 == 3) options.tolerance = 0;
    compare_with_oracle(
        query, options,
        "query " + std::to_string(i) + " separation " + std::to_string(options.min_separation),
        tally);
  }
  EXPECT_GT(tally.contacts, tally.queries / 4);
  EXPECT_LT(tally.contacts, tally.queries * 4 / 5);
  EXPECT_EQ(tally.exhausted, 0);
  EXPECT_LT(tally.most_checks, 500);
  if (exact) {
    EXPECT_EQ(tally.false_positives, 0);
  }
}

TEST(CertifiedSeparation, EuclideanAgreesWithTheOracleSeed301) {
  compare_separations(Norm::L2, false, 301, 2400);
}
TEST(CertifiedSeparation, ChebyshevAgreesWithTheOracleSeed302) {
  compare_separations(Norm::Linf, false, 302, 2400);
}
TEST(CertifiedSeparation, ExactEuclideanAgreesWithTheOracleSeed303) {
  compare_separations(Norm::L2, true, 303, 2400);
}
TEST(CertifiedSeparation, ExactChebyshevAgreesWithTheOracleSeed304) {
  compare_separations(Norm::Linf, true, 304, 2400);
}

/// p rests at `height` above a large face: the distance is known exactly in both norms.
Query resting_above(double height) {
  VertexFace pair;
  pair.p_t0 = pair.p_t1 = {0, 0, height};
  pair.v0_t0 = pair.v0_t1 = {-3, -3, 0};
  pair.v1_t0 = pair.v1_t1 = {3, -3, 0};
  pair.v2_t0 = pair.v2_t1 = {0, 5, 0};
  return pair;
}

TEST(CertifiedSeparation, DistanceExactlyTheSeparationIsContact) {
  for (const Norm norm : {Norm::L2, Norm::Linf})
    for (const double distance : {1.0, 0.1, 1e-3, 1e-12, 0x1p-40, 1e-30})
      for (const bool exact : {false, true}) {
        Options options;
        options.norm = norm;
        options.exact = exact;
        options.tolerance = 0;
        options.min_separation = distance;
        Tally tally;
        EXPECT_TRUE(test::is_contact_at_start(
            compare_with_oracle(resting_above(distance), options, "at the separation", tally)));
        options.min_separation = std::nextafter(distance, 0);
        EXPECT_EQ(
            compare_with_oracle(resting_above(distance), options, "just beyond", tally).status,
            Status::Free)
            << distance;
      }
}

/// Seed 305. Pythagorean triples: the Euclidean distance of two points is an integer, along no
/// axis; so is that of a point that passes.
TEST(CertifiedSeparation, DistanceExactlyTheSeparationIsContactAlongNoAxis) {
  Random random(305);
  constexpr int kTriples[][4] = {
      {2, 3, 6, 7}, {1, 4, 8, 9}, {6, 6, 7, 11}, {3, 4, 12, 13}, {2, 10, 11, 15}};
  for (int i = 0; i < 400; ++i) {
    const int* triple = kTriples[i % 5];
    const double scale = std::ldexp(static_cast<double>(random.integer(1, 1000)),
                                    static_cast<int>(random.integer(-300, 300)));
    PointPoint pair;
    pair.q_t0 = pair.q_t1 = {0, 0, 0};
    pair.p_t0 = pair.p_t1 = Vec3(triple[0], triple[1], triple[2]) * scale;
    // Perpendicular to the gap: the nearest moment is in the middle.
    const Vec3 along = Vec3(triple[1], -triple[0], 0) * scale;
    if (i % 2 == 0) {
      pair.p_t0 += along;
      pair.p_t1 -= along;
    }
    Options options;
    options.exact = i % 4 < 2;
    options.tolerance = 0;
    options.min_separation = triple[3] * scale;
    Tally tally;
    const Result touching =
        compare_with_oracle(pair, options, "triple " + std::to_string(i), tally);
    EXPECT_TRUE(!touching.free());
    options.min_separation = std::nextafter(options.min_separation, 0);
    EXPECT_EQ(
        compare_with_oracle(pair, options, "below, triple " + std::to_string(i), tally).status,
        Status::Free);
  }
}

/// A face so thin that the squared length of its normal underflows. Its normal separates it from
/// the point, but only by 1: with the length taken for zero, the margin of an Euclidean separation
/// vanished and a contact was missed.
TEST(CertifiedSeparation, NormalWhoseSquareUnderflowsProvesNothing) {
  for (const int exponent : {-520, -530, -535, -537, -538, -540, -560, -600, -1000, -1074}) {
    VertexFace pair;
    pair.p_t0 = pair.p_t1 = {0, 0, 1};
    pair.v0_t0 = pair.v0_t1 = {-1, 0, 0};
    pair.v1_t0 = pair.v1_t1 = {1, 0, 0};
    pair.v2_t0 = pair.v2_t1 = {0, std::ldexp(1.3, exponent), 0};
    for (const Norm norm : {Norm::L2, Norm::Linf})
      for (const double separation : {0.5, 1.0, 1.1, 2.0}) {
        Options options;
        options.norm = norm;
        options.min_separation = separation;
        Tally tally;
        const Result result =
            compare_with_oracle(pair, options, "thin by 2^" + std::to_string(exponent), tally);
        EXPECT_EQ(!result.free(), separation >= 1);
      }
  }
}

}  // namespace
}  // namespace firstcontact::test::certified_separation_test
