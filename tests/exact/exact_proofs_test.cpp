// The searches for proofs of exact answers. Whether the proofs hold is tested with the verifier, in
// tests/verify/exact_proof_test.cpp.
#include <gtest/gtest.h>

#include <array>
#include <random>

#include "exact/free_proof.h"
#include "exact/oracle.h"
#include "exact/proof_numbers.h"
#include "exact/touch_proof.h"
#include "exact/touch_weights.h"

namespace firstcontact::exact::exact_proofs_test {
namespace {

constexpr std::uint64_t kSeed = 20250302;
constexpr std::array kKinds = {Kind::VertexFace, Kind::EdgeEdge, Kind::PointEdge, Kind::PointPoint};

/// Points with small whole coordinates, so that degenerate cases are common.
Query lattice_query(Kind kind, std::mt19937_64& engine, int size) {
  Query query;
  query.kind = kind;
  const auto coordinate = [&] {
    return static_cast<double>(static_cast<int>(engine() % static_cast<unsigned>(2 * size + 1)) -
                               size);
  };
  for (auto* points : {&query.t0, &query.t1})
    for (Vec3& point : *points) {
      const double x = coordinate(), y = coordinate(), z = coordinate();
      point = Vec3(x, y, z);
    }
  return query;
}

/// The corners at t = 0 of a gap whose corners follow each other around it.
RestingGap resting_gap(const Query& query, int separation) {
  const auto difference = [&](int a, int b) {
    std::array<Integer, 3> r;
    for (int k = 0; k < 3; ++k) r[k] = static_cast<std::int64_t>(query.t0[a][k] - query.t0[b][k]);
    return r;
  };
  RestingGap gap;
  gap.separation = separation;
  gap.count = query.kind == Kind::EdgeEdge ? 4 : point_count(query.kind) - 1;
  for (int i = 0; i < gap.count; ++i)
    gap.corner[i] = query.kind == Kind::EdgeEdge ? difference(i / 2, i == 0 || i == 3 ? 2 : 3)
                                                 : difference(0, i + 1);
  return gap;
}

TEST(TouchWeights, ExistExactlyForPairsThatTouchAtRest) {
  std::mt19937_64 engine(kSeed);
  int touching = 0, all = 0;
  for (int i = 0; i < 6000; ++i) {
    const Query query = lattice_query(kKinds[static_cast<std::size_t>(i) % 4], engine, 3);
    const int separation = static_cast<int>(engine() % 3);
    for (const Norm norm : {Norm::L2, Norm::Linf}) {
      const bool touches = decide(query, {static_cast<double>(separation), norm, 0, 30}).contact;
      const auto weights = touch_weights(resting_gap(query, separation), norm);
      ASSERT_EQ(weights.has_value(), touches) << "query " << i;
      touching += touches ? 1 : 0;
      ++all;
      if (!weights) continue;
      Integer sum;
      for (const Integer& weight : *weights) {
        EXPECT_GE(weight.sign(), 0);
        sum += weight;
      }
      EXPECT_GT(sum.sign(), 0);
    }
  }
  EXPECT_GT(touching, all / 10);
  EXPECT_LT(touching, all * 9 / 10);
}

TEST(FreeProof, ExistsExactlyForFreePairsAndFollowsItself) {
  std::mt19937_64 engine(kSeed + 1);
  int free = 0, all = 0;
  for (int i = 0; i < 3000; ++i) {
    const Query query = lattice_query(kKinds[static_cast<std::size_t>(i) % 4], engine, 4);
    const double separation = static_cast<double>(engine() % 2);
    for (const Norm norm : {Norm::L2, Norm::Linf}) {
      const Request request = {separation, norm, 0.75, 30};
      const Decision decision = decide(query, request);
      // A search where the pair touches would go on until it is given up, except where it meets
      // that very time; so it is asked for pairs that touch throughout or never.
      if (decision.contact && decision.upper.round_up() > 0) continue;
      const auto segments = prove_free(query, request, 0.75, false);
      ASSERT_EQ(segments.has_value(), !decision.contact) << "query " << i;
      ++all;
      if (!segments) continue;
      ++free;
      ASSERT_FALSE(segments->empty());
      EXPECT_EQ(segments->front().t0.number, 0);
      EXPECT_EQ(segments->back().t1.number, 0.75);
      for (std::size_t k = 1; k < segments->size(); ++k) {
        EXPECT_EQ((*segments)[k].t0.number, (*segments)[k - 1].t1.number);
        EXPECT_EQ((*segments)[k].t0.fraction, (*segments)[k - 1].t1.fraction);
      }
    }
  }
  EXPECT_GT(free, all / 3);
  EXPECT_LT(free, all);
}

TEST(TouchProof, ExistsForEveryContactAndItsTimesAreWithinTheBounds) {
  std::mt19937_64 engine(kSeed + 2);
  int instants = 0, crossings = 0, roots = 0;
  for (int i = 0; i < 3000; ++i) {
    Query query = lattice_query(kKinds[static_cast<std::size_t>(i) % 4], engine, 3);
    // In a plane a point passes a segment at the root of a quadratic.
    for (auto* points : {&query.t0, &query.t1})
      for (Vec3& point : *points)
        if (i % 3 == 0) point.z() = 0;
    const double separation = static_cast<double>(engine() % 2);
    for (const Norm norm : {Norm::L2, Norm::Linf}) {
      const Request request = {separation, norm, 1, 30};
      const Decision decision = decide(query, request);
      if (!decision.contact) continue;
      const double toi = decision.lower.round_down(), toi_upper = decision.upper.round_up();
      const auto proof = prove_touch(query, request, toi, toi_upper);
      ASSERT_TRUE(proof.has_value()) << "query " << i;
      EXPECT_EQ(proof->toi, toi);
      EXPECT_EQ(proof->toi_upper, toi_upper);
      EXPECT_TRUE(!proof->from.fraction.empty() || proof->from.number >= toi);
      EXPECT_TRUE(!proof->to.fraction.empty() || proof->to.number <= toi_upper);
      ++(proof->is_instant() ? instants : proof->is_crossing() ? crossings : roots);
    }
  }
  EXPECT_GT(instants, 500);
  EXPECT_GT(crossings, 50);
  EXPECT_GT(roots, 5);
}

TEST(ExactNumber, IsADoubleWhereThereIsOne) {
  const auto is_double = [](std::int64_t m, std::int64_t e, double value) {
    const ExactNumber number = exact_number(m, e);
    return number.fraction.empty() && number.number == value;
  };
  EXPECT_TRUE(is_double(0, 5, 0));
  EXPECT_TRUE(is_double(3, -1, 1.5));
  EXPECT_TRUE(is_double(-6, -2, -1.5));
  EXPECT_TRUE(is_double(1, -1074, 5e-324));
  EXPECT_TRUE(is_double(std::int64_t{1} << 60, -60, 1));
  EXPECT_EQ(exact_number((std::int64_t{1} << 53) + 1, 0).fraction, "9007199254740993");
  EXPECT_EQ(exact_number(-((std::int64_t{1} << 53) + 1), -1).fraction, "-9007199254740993/2");
  EXPECT_EQ(exact_number(1, -1075).fraction.substr(0, 2), "1/");
  EXPECT_EQ(exact_number(1, 1024).fraction.size(), 309u);
}

}  // namespace
}  // namespace firstcontact::exact::exact_proofs_test
