// Proofs made by hand: what is accepted, what is refused, and with which words.
#include "verify/verify.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "support/float_settings.h"

namespace firstcontact::test::verify_test {
namespace {

using verify::PairProof;
using verify::Verdict;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// A point that comes down from height 3 to height `end` over a face in z = 0, and the direction
/// up.
PairProof falling_point(double end) {
  VertexFace q;
  q.p_t0 = {1, 1, 3};
  q.p_t1 = {1, 1, end};
  q.v0_t0 = q.v0_t1 = {0, 0, 0};
  q.v1_t0 = q.v1_t1 = {4, 0, 0};
  q.v2_t0 = q.v2_t1 = {0, 4, 0};
  return {q, 0, Norm::L2, 1, {{0, 1, {0, 0, 1}, {0, 0, 1}}}};
}

void expect_refused(const PairProof& proof, const std::string& words) {
  const Verdict verdict = verify::verify(proof);
  EXPECT_FALSE(verdict.proven);
  EXPECT_NE(verdict.reason.find(words), std::string::npos)
      << "'" << verdict.reason << "' lacks '" << words << "'";
}

void expect_proven(const PairProof& proof) {
  const Verdict verdict = verify::verify(proof);
  EXPECT_TRUE(verdict.proven) << verdict.reason;
  EXPECT_TRUE(verdict.reason.empty());
}

TEST(Verify, AcceptsAPointThatStopsAboveTheFace) {
  expect_proven(falling_point(std::numeric_limits<double>::denorm_min()));
}

TEST(Verify, RefusesAPointThatTouchesTheFaceOrPassesIt) {
  expect_refused(falling_point(0),
                 "segment 1, corner 1 (p - v0): the last coefficient of its height is zero");
  expect_refused(falling_point(-1),
                 "segment 1, corner 1 (p - v0): the last coefficient of its height is negative");
}

// Touches at t = 1/2. Whatever the directions, one of the two halves fails.
TEST(Verify, RefusesEveryDirectionForAPairThatTouches) {
  for (int x = -2; x <= 2; ++x)
    for (int y = -2; y <= 2; ++y)
      for (int z = -2; z <= 2; ++z)
        for (const double w : {-2.0, 1.0, 5.0}) {
          const Vec3 n0(x, y, z), n1(w * x, y, -z);
          PairProof proof = falling_point(-3);
          proof.segments = {{0, 0.5, n0, n1}, {0.5, 1, n1, n0}};
          EXPECT_FALSE(verify::verify(proof).proven) << n0.transpose();
        }
}

TEST(Verify, RefusesSegmentsThatStopShortOfTheContact) {
  PairProof proof = falling_point(-3);
  proof.segments[0].t1 = std::nextafter(0.5, 0);
  expect_refused(proof, "does not end at t_max");
  proof.t_max = proof.segments[0].t1;
  expect_proven(proof);
  proof.t_max = proof.segments[0].t1 = 0.5;
  expect_refused(proof, "is zero");
}

TEST(Verify, ComparesTheMiddleCoefficientOfAMovingDirection) {
  // One point walks from (1, 0) to (-1, 0) by way of nowhere: straight through q. The directions at
  // the ends separate, the middle not.
  PointPoint q;
  q.p_t0 = {1, 0, 0};
  q.p_t1 = {-1, 0, 0};
  q.q_t0 = q.q_t1 = {0, 0, 0};
  expect_refused({q, 0, Norm::L2, 1, {{0, 1, {1, 0, 0}, {-1, 0, 0}}}},
                 "corner 1 (p - q): the middle coefficient of its height is negative");
  // A quarter turn around q at a distance: n = (1, 0) to (0, 1) is a proof that no fixed direction
  // is needed for.
  q.p_t1 = {0, 1, 0};
  expect_refused({q, 0, Norm::L2, 1, {{0, 1, {1, 0, 0}, {0, 1, 0}}}},
                 "middle coefficient of its height is zero");
  expect_proven({q, 0, Norm::L2, 1, {{0, 1, {1, 0.125, 0}, {0.125, 1, 0}}}});
}

TEST(Verify, MeasuresEuclideanSeparationExactly) {
  // Distance 5 throughout, along (3, 4).
  PointPoint q;
  q.p_t0 = q.p_t1 = {3, 4, 0};
  q.q_t0 = q.q_t1 = {0, 0, 0};
  PairProof proof = {q, std::nextafter(5, 0), Norm::L2, 1, {{0, 1, {3, 4, 0}, {3, 4, 0}}}};
  expect_proven(proof);
  proof.separation = 5;
  expect_refused(proof, "does not exceed the separation");
  // Twice the length of one direction alone: the margin is that of the longer one.
  proof.separation = 4;
  proof.segments[0].n1 = {6, 8, 0};
  expect_refused(proof, "the first coefficient of its height does not exceed the separation");
  proof.separation = 2.25;
  expect_proven(proof);
  proof.separation = 2.5;
  expect_refused(proof, "the first coefficient of its height does not exceed the separation");
}

TEST(Verify, MeasuresChebyshevSeparationExactly) {
  PointPoint q;
  q.p_t0 = q.p_t1 = {3, 4, 0};
  q.q_t0 = q.q_t1 = {0, 0, 0};
  PairProof proof = {q, std::nextafter(4, 0), Norm::Linf, 1, {{0, 1, {0, 1, 0}, {0, 1, 0}}}};
  expect_proven(proof);
  proof.separation = 4;
  expect_refused(proof, "does not exceed the separation");
  // (1, 1) has the dual norm 2: it proves distances up to 7/2 only.
  proof.segments[0].n0 = proof.segments[0].n1 = {1, 1, 0};
  proof.separation = std::nextafter(3.5, 0);
  expect_proven(proof);
  proof.separation = 3.5;
  expect_refused(proof, "does not exceed the separation");
}

TEST(Verify, ChecksEveryCornerOfEveryKind) {
  const Vec3 up(0, 0, 1), far(0, 0, -1), beyond(0, 0, 2), here(0, 0, 0);
  for (const Kind kind : {Kind::VertexFace, Kind::EdgeEdge, Kind::PointEdge, Kind::PointPoint}) {
    Query query;
    query.kind = kind;
    const int first_count = kind == Kind::EdgeEdge ? 2 : 1;
    for (int i = 0; i < 4; ++i) query.t0[i] = query.t1[i] = i < first_count ? here : far;
    const PairProof proof = {query, 0, Norm::L2, 1, {{0, 1, up, up}}};
    expect_proven(proof);
    // One point of the second primitive goes above the first: each corner must notice.
    for (int i = first_count; i < point_count(kind); ++i)
      for (const auto points : {&Query::t0, &Query::t1}) {
        PairProof bad = proof;
        (bad.query.*points)[i] = beyond;
        expect_refused(bad, "corner");
      }
    for (int i = 0; i < first_count; ++i) {
      PairProof bad = proof;
      bad.query.t1[i] = {0, 0, -5};
      expect_refused(bad, "corner");
    }
  }
}

TEST(Verify, ChecksPlanarPairs) {
  PointSegment2D q;
  q.p_t0 = q.p_t1 = {0, 1};
  q.s0_t0 = q.s0_t1 = {-1, 0};
  q.s1_t0 = q.s1_t1 = {1, 0};
  PairProof proof = {q, 0, Norm::L2, 1, {{0, 1, {0, 1, 0}, {0, 1, 0}}}};
  expect_proven(proof);
  proof.query.t1[2].z() = 1;
  expect_refused(proof, "planar");
}

TEST(Verify, WantsSegmentsInOrderWithoutAGap) {
  const Vec3 up(0, 0, 1);
  PairProof proof = falling_point(1);
  proof.segments = {{0, 0.25, up, up}, {0.25, 0.25, up, up}, {0.25, 1, up, up}};
  expect_proven(proof);
  const PairProof good = proof;
  proof.segments.clear();
  expect_refused(proof, "no segments");
  proof = good;
  proof.segments[0].t0 = 0x1p-1074;
  expect_refused(proof, "segment 1 does not start at 0");
  proof = good;
  proof.segments[2].t0 = std::nextafter(0.25, 1);
  expect_refused(proof, "segment 3 does not start where the one before ends");
  proof = good;
  proof.segments[2].t1 = std::nextafter(1, 0);
  expect_refused(proof, "segment 3, the last, does not end at t_max");
  proof = good;
  std::swap(proof.segments[0], proof.segments[2]);
  expect_refused(proof, "segment 1 does not start at 0");
  proof = good;
  proof.segments.insert(proof.segments.begin() + 1, proof.segments[0]);
  expect_refused(proof, "segment 2 does not start where the one before ends");
  proof = good;
  proof.segments = {{0, 1, up, up}, {1, 0.5, up, up}, {0.5, 1, up, up}};
  expect_refused(proof, "segment 2 ends before it starts");
  proof = good;
  proof.t_max = 0.5;
  expect_refused(proof, "does not end at t_max");
}

TEST(Verify, AcceptsOneInstantWhenTMaxIsZero) {
  PairProof proof = falling_point(-1);
  proof.t_max = 0;
  proof.segments[0].t1 = 0;
  expect_proven(proof);
  proof.segments[0].n0 = {0, 0, -1};
  expect_refused(proof, "segment 1, corner 1");
  proof.segments.clear();
  expect_refused(proof, "no segments");
}

TEST(Verify, RefusesAZeroDirection) {
  PairProof proof = falling_point(1);
  proof.segments[0].n0 = {0, 0, 0};
  expect_refused(proof, "is zero");
}

TEST(Verify, RefusesNumbersThatAreNotFiniteOrOutOfRange) {
  for (const double bad : {kNaN, kInfinity, -kInfinity}) {
    for (int k = 0; k < 3; ++k) {
      PairProof proof = falling_point(1);
      proof.query.t1[2][k] = bad;
      expect_refused(proof, "coordinate");
      proof = falling_point(1);
      proof.segments[0].n1[k] = bad;
      expect_refused(proof, "segment 1: a direction is not finite");
    }
    PairProof proof = falling_point(1);
    proof.separation = bad;
    expect_refused(proof, "separation");
    proof = falling_point(1);
    proof.t_max = bad;
    expect_refused(proof, "t_max");
    proof = falling_point(1);
    proof.segments[0].t1 = bad;
    expect_refused(proof, "segment 1: a time is not finite");
  }
  PairProof proof = falling_point(1);
  proof.separation = -0x1p-1074;
  expect_refused(proof, "separation");
  for (const double bad : {-0.5, std::nextafter(1, 2)}) {
    proof = falling_point(1);
    proof.t_max = proof.segments[0].t1 = bad;
    expect_refused(proof, "t_max");
  }
  proof = falling_point(1);
  proof.query.kind = static_cast<Kind>(17);
  expect_refused(proof, "kind");
  proof = falling_point(1);
  proof.norm = static_cast<Norm>(17);
  expect_refused(proof, "norm");
}

TEST(Verify, SubnormalGapsCountUnderFlushToZeroToo) {
  if (!can_flush_to_zero()) GTEST_SKIP() << "this machine cannot flush to zero";
  PairProof proof = falling_point(0x1p-1074);
  const FlushToZero flush;
  expect_proven(proof);
  proof.query.t1[0].z() = -0x1p-1074;
  expect_refused(proof, "is negative");
}

TEST(Verify, TakesTheWholeRangeOfDoublesWithoutRounding) {
  constexpr double kHuge = std::numeric_limits<double>::max(),
                   kTiny = std::numeric_limits<double>::denorm_min();
  PointPoint q;
  q.p_t0 = q.p_t1 = {kHuge, kTiny, 0};
  q.q_t0 = q.q_t1 = {-kHuge, 0, 0};
  expect_proven({q, 0, Norm::L2, 1, {{0, 1, {0, kTiny, kHuge}, {0, kTiny, kHuge}}}});
  expect_proven({q, kHuge, Norm::L2, 1, {{0, 1, {kHuge, 0, 0}, {kHuge, 0, 0}}}});
  expect_refused({q, 0, Norm::L2, 1, {{0, 1, {-kTiny, kHuge, 0}, {-kTiny, kHuge, 0}}}},
                 "is negative");
}

}  // namespace
}  // namespace firstcontact::test::verify_test
