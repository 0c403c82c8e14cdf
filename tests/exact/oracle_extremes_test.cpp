// The ends of the double range, mixed scales, signed zeros, and enclosures of any width.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "exact/oracle.h"
#include "exact/slow_check.h"
#include "exact/test_queries.h"

namespace firstcontact::test::oracle_extremes_test {
namespace {

using exact::decide;
using exact::Decision;
using exact::Request;

constexpr double kLargest = std::numeric_limits<double>::max();
constexpr double kTiny = std::numeric_limits<double>::denorm_min();

VertexFace falling_on_face(double size, double from, double to) {
  VertexFace q;
  q.p_t0 = {0, 0, from};
  q.p_t1 = {0, 0, to};
  q.v0_t0 = q.v0_t1 = {-size, -size, 0};
  q.v1_t0 = q.v1_t1 = {size, -size, 0};
  q.v2_t0 = q.v2_t1 = {0, size, 0};
  return q;
}

TEST(Extremes, CrossesHalfWayAtEveryScale) {
  for (const double size : {kLargest, 1.0, std::numeric_limits<double>::min(), kTiny}) {
    for (const double height : {kLargest, 1.0, std::numeric_limits<double>::min(), kTiny}) {
      const Decision decision = decide(falling_on_face(size, height, -height));
      ASSERT_TRUE(decision.contact) << size << ' ' << height;
      EXPECT_EQ(decision.lower.round_down(), 0.5);
      EXPECT_EQ(decision.upper.round_up(), 0.5);
    }
  }
}

TEST(Extremes, FindsATimeFarBelowTheSmallestDouble) {
  // Contact at kTiny / (kTiny + kLargest), about 2^-2098.
  const VertexFace q = falling_on_face(1, kTiny, -kLargest);
  Request request;
  request.width_bits = 2200;
  const Decision decision = decide(q, request);
  ASSERT_TRUE(decision.contact);
  const Rational time = to_rational(kTiny) / (to_rational(kTiny) + to_rational(kLargest));
  EXPECT_LE(to_rational(decision.lower), time);
  EXPECT_GE(to_rational(decision.upper), time);
  EXPECT_GT(decision.lower.mantissa.sign(), 0);
  EXPECT_EQ(decision.lower.round_down(), 0);
  EXPECT_EQ(decision.upper.round_up(), kTiny);
  EXPECT_TRUE(decide(q, {0, Norm::L2, kTiny, 30}).contact);
  EXPECT_FALSE(decide(q, {0, Norm::L2, 0, 30}).contact);
}

TEST(Extremes, SeparatesByTheLastBitAtBothEndsOfTheRange) {
  EXPECT_FALSE(decide(falling_on_face(1, kLargest, kTiny)).contact);
  EXPECT_TRUE(decide(falling_on_face(1, kLargest, 0)).contact);
  for (const Norm norm : {Norm::L2, Norm::Linf}) {
    EXPECT_TRUE(decide(falling_on_face(1, kLargest, kTiny), {kTiny, norm, 1, 30}).contact);
    EXPECT_FALSE(decide(falling_on_face(1, kLargest, 2 * kTiny), {kTiny, norm, 1, 30}).contact);
    EXPECT_TRUE(decide(falling_on_face(1, kLargest, kLargest), {kLargest, norm, 1, 30}).contact);
    EXPECT_FALSE(decide(falling_on_face(kTiny, kLargest, kLargest),
                        {std::nextafter(kLargest, 0), norm, 1, 30})
                     .contact);
  }
}

TEST(Extremes, MixesScalesInOneEdgePair) {
  EdgeEdge q;
  q.ea0_t0 = {-kLargest, 0, kTiny}, q.ea1_t0 = {kLargest, 0, kTiny};
  q.ea0_t1 = {-kLargest, 0, -kTiny}, q.ea1_t1 = {kLargest, 0, -kTiny};
  q.eb0_t0 = q.eb0_t1 = {kTiny, -kTiny, 0}, q.eb1_t0 = q.eb1_t1 = {1, kLargest, 0};
  const Decision decision = decide(q);
  ASSERT_TRUE(decision.contact);
  EXPECT_EQ(decision.lower.round_down(), 0.5);
  EXPECT_EQ(decision.upper.round_up(), 0.5);
  q.eb0_t0.y() = q.eb0_t1.y() = kTiny;  // the edge b ends just beside edge a
  EXPECT_FALSE(decide(q).contact);
  EXPECT_TRUE(decide(q, {kTiny, Norm::Linf, 1, 30}).contact);
}

TEST(Extremes, TakesNegativeZeroAsZero) {
  QueryMaker maker(99);
  int hits = 0, zeros = 0;
  for (int i = 0; i < 400; ++i) {
    const Query query = maker.random(kAllKinds[i % 5], 1);
    Query negative = query;
    for (auto* points : {&negative.t0, &negative.t1})
      for (Vec3& point : *points)
        for (int k = 0; k < 3; ++k)
          if (point[k] == 0) {
            point[k] = -0.0;
            ++zeros;
          }
    const Decision a = decide(query), b = decide(negative);
    EXPECT_EQ(a.contact, b.contact);
    EXPECT_EQ(to_rational(a.lower), to_rational(b.lower));
    EXPECT_EQ(to_rational(a.upper), to_rational(b.upper));
    hits += a.contact;
  }
  EXPECT_GT(hits, 100);
  EXPECT_GT(zeros, 1000);
}

TEST(Enclosure, IsAsNarrowAsAskedAndStaysInsideTheTimeRange) {
  QueryMaker maker(4);
  int narrow = 0, exact_times = 0;
  for (int i = 0; i < 600; ++i) {
    const Query query = maker.any(kAllKinds[i % 5]);
    Request request;
    request.norm = i % 2 ? Norm::L2 : Norm::Linf;
    request.min_separation = i % 3 ? 0 : 0.1;
    request.t_max = std::array{1.0, 0.7, 0x1p-3, 1.0}[i % 4];
    Rational previous_lower = 0, previous_upper = to_rational(request.t_max);
    for (const int bits : {0, 10, 30, 64, 200}) {
      request.width_bits = bits;
      const Decision decision = decide(query, request);
      if (!decision.contact) break;
      const Rational lower = to_rational(decision.lower), upper = to_rational(decision.upper);
      EXPECT_LE(to_rational(std::ldexp(1.0, bits)) * (upper - lower), 1);
      // Enclosures of the same number, each inside [0, t_max].
      EXPECT_GE(lower, 0);
      EXPECT_LE(upper, to_rational(request.t_max));
      EXPECT_LE(lower, previous_upper);
      EXPECT_GE(upper, previous_lower);
      previous_lower = lower;
      previous_upper = upper;
      narrow += bits == 200 && lower < upper;
      exact_times += bits == 200 && lower == upper;
    }
  }
  EXPECT_GT(narrow, 30);
  EXPECT_GT(exact_times, 100);
}

TEST(Enclosure, BracketsTheVerdictWhenUsedAsTMax) {
  QueryMaker maker(21);
  int hits = 0;
  for (int i = 0; i < 1000; ++i) {
    const Query query = maker.any(kAllKinds[i % 5]);
    Request request;
    request.norm = i % 2 ? Norm::L2 : Norm::Linf;
    request.min_separation = i % 3 ? 0 : 0.1;
    request.width_bits = 60;
    const Decision decision = decide(query, request);
    if (!decision.contact) continue;
    ++hits;
    request.t_max = decision.upper.round_up();
    EXPECT_TRUE(decide(query, request).contact);
    const double before = decision.lower.round_down();
    if (before == 0 && decision.lower.mantissa.sign() == 0 && decision.upper.mantissa.sign() == 0)
      continue;
    // Strictly before the first contact.
    request.t_max = std::nextafter(before, 0);
    if (before > 0) {
      EXPECT_FALSE(decide(query, request).contact);
    }
  }
  EXPECT_GT(hits, 400);
}

}  // namespace
}  // namespace firstcontact::test::oracle_extremes_test
