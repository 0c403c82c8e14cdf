// Proofs of the solver, changed: the verifier must notice whatever matters.
#include <firstcontact/solve.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "verify/proof_samples.h"
#include "verify/rational_check.h"
#include "verify/verify.h"

namespace firstcontact::test::mutation_test {
namespace {

using verify::PairProof;
using verify::verify;

constexpr std::uint64_t kSeed = 20240612;

/// Proofs of the solver that verify, and enough of several segments among them.
class Mutation : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    proofs_ = make_proofs(kSeed, 30);
    std::size_t several = 0;
    for (const PairProof& proof : proofs_) {
      ASSERT_TRUE(verify(proof).proven);
      several += proof.segments.size() > 1 ? 1 : 0;
    }
    ASSERT_GT(proofs_.size(), 1000u);
    ASSERT_GT(several, 100u);
  }

  /// The mutated proof and a word that the reason must have.
  static void expect_refused(const PairProof& mutated, const std::string& word) {
    const verify::Verdict verdict = verify(mutated);
    EXPECT_FALSE(verdict.proven);
    EXPECT_NE(verdict.reason.find(word), std::string::npos) << verdict.reason;
  }

  static std::vector<PairProof> proofs_;
};

std::vector<PairProof> Mutation::proofs_;

/// By the exact oracle.
bool touches(const PairProof& proof) {
  Options options;
  options.method = Method::Exact;
  options.min_separation = proof.separation;
  options.norm = proof.norm;
  options.t_max = proof.t_max;
  const Result result = solve(proof.query, options);
  EXPECT_NE(result.status, Status::InvalidInput) << result.message;
  return !result.free();
}

// What is left does not cover [0, t_max] in order: no direction can mend that. A segment of no
// length is needed only if it is alone.
TEST_F(Mutation, AMissingDoubledOrMovedSegmentFails) {
  for (const PairProof& proof : proofs_)
    for (std::size_t i = 0; i < proof.segments.size(); ++i) {
      if (proof.segments[i].t0 == proof.segments[i].t1 && proof.segments.size() > 1) continue;
      PairProof without = proof;
      without.segments.erase(without.segments.begin() + static_cast<std::ptrdiff_t>(i));
      expect_refused(without, "segment");
      if (proof.segments[i].t0 == proof.segments[i].t1) continue;
      PairProof doubled = proof;
      doubled.segments.insert(doubled.segments.begin() + static_cast<std::ptrdiff_t>(i),
                              proof.segments[i]);
      expect_refused(doubled, "does not start where the one before ends");
      if (i == 0) continue;
      PairProof swapped = proof;
      std::swap(swapped.segments[i], swapped.segments[0]);
      expect_refused(swapped, "does not start");
    }
}

// The smallest change of a time leaves a gap, an overlap or another end.
TEST_F(Mutation, AnyChangeOfATimeFails) {
  for (const PairProof& proof : proofs_)
    for (std::size_t i = 0; i < proof.segments.size(); ++i)
      for (const double towards : {-2.0, 2.0}) {
        PairProof mutated = proof;
        mutated.segments[i].t0 = std::nextafter(mutated.segments[i].t0, towards);
        expect_refused(mutated, "segment");
        mutated = proof;
        mutated.segments[i].t1 = std::nextafter(mutated.segments[i].t1, towards);
        expect_refused(mutated, "segment");
      }
  for (const PairProof& proof : proofs_)
    for (const double towards : {-2.0, 2.0}) {
      PairProof mutated = proof;
      mutated.t_max = std::nextafter(mutated.t_max, towards);
      expect_refused(mutated, "t_max");
    }
}

// The coefficients at the ends are products with one direction: they were positive, so now they are
// negative, or zero.
TEST_F(Mutation, ANegatedOrZeroDirectionFails) {
  for (const PairProof& proof : proofs_)
    for (std::size_t i = 0; i < proof.segments.size(); ++i)
      for (Vec3 CertificateSegment::*n : {&CertificateSegment::n0, &CertificateSegment::n1})
        for (const double factor : {-1.0, 0.0}) {
          PairProof mutated = proof;
          mutated.segments[i].*n *= factor;
          expect_refused(mutated, "segment " + std::to_string(i + 1) + ", corner");
        }
}

// Of the two signs of a component one makes n·F of the first corner smaller. So much of it that the
// product must become negative.
TEST_F(Mutation, AnyComponentOfADirectionFailsWhenItTurnsAgainstTheGap) {
  std::size_t tried = 0;
  for (const PairProof& proof : proofs_) {
    const Vec3 gap =
        proof.query.t0[0] -
        proof.query
            .t0[point_count(proof.query.kind) == 4 && proof.query.kind == Kind::EdgeEdge ? 2 : 1];
    if (!gap.allFinite()) continue;
    for (int k = 0; k < 3; ++k) {
      // |n_k| |gap_k| above the sum of the other two products, with room for rounding; the gap's
      // sign is exact.
      PairProof mutated = proof;
      Vec3& n = mutated.segments[0].n0;
      const double others =
          std::abs(n[(k + 1) % 3] * gap[(k + 1) % 3]) + std::abs(n[(k + 2) % 3] * gap[(k + 2) % 3]);
      const double size = 4 * others / std::abs(gap[k]) + 1;
      if (gap[k] == 0 || !std::isfinite(size)) continue;
      n[k] = gap[k] > 0 ? -size : size;
      ++tried;
      expect_refused(mutated, "segment 1, corner 1");
    }
  }
  EXPECT_GT(tried, proofs_.size());
}

// The first point on the path of a point of the other primitive: contact throughout.
TEST_F(Mutation, APointMovedOntoTheOtherPrimitiveFails) {
  for (const PairProof& proof : proofs_)
    for (int i = proof.query.kind == Kind::EdgeEdge ? 2 : 1; i < point_count(proof.query.kind);
         ++i) {
      PairProof mutated = proof;
      mutated.query.t0[0] = mutated.query.t0[i];
      mutated.query.t1[0] = mutated.query.t1[i];
      expect_refused(mutated, "corner");
      EXPECT_TRUE(touches(mutated));
      mutated = proof;
      mutated.query.t0[i] = mutated.query.t0[0];
      expect_refused(mutated, "corner");
      EXPECT_TRUE(touches(mutated));
    }
}

// The sum of all coordinates' magnitudes is beyond any distance.
TEST_F(Mutation, ASeparationBeyondTheDistanceFails) {
  std::size_t tried = 0;
  for (const PairProof& proof : proofs_) {
    const int b = proof.query.kind == Kind::EdgeEdge ? 2 : 1;
    PairProof mutated = proof;
    mutated.separation =
        2 * (proof.query.t0[0].cwiseAbs().sum() + proof.query.t0[b].cwiseAbs().sum());
    if (!std::isfinite(mutated.separation)) continue;
    ++tried;
    expect_refused(mutated, "does not exceed the separation");
    EXPECT_TRUE(touches(mutated));
  }
  EXPECT_GT(tried, proofs_.size() / 2);
}

/// One random change of one number, or of the order.
PairProof randomly_changed(const PairProof& proof, std::mt19937_64& engine) {
  PairProof mutated = proof;
  const auto below = [&](std::size_t bound) { return static_cast<std::size_t>(engine() % bound); };
  CertificateSegment& segment = mutated.segments[below(mutated.segments.size())];
  const auto points = static_cast<std::size_t>(point_count(proof.query.kind));
  const int axes = proof.query.kind == Kind::PointSegment2D ? 2 : 3;
  const int axis = static_cast<int>(below(static_cast<std::size_t>(axes)));
  Vec3& point = below(2) == 0 ? mutated.query.t0[below(points)] : mutated.query.t1[below(points)];
  Vec3& n = below(2) == 0 ? segment.n0 : segment.n1;
  switch (below(6)) {
    case 0: point[axis] = -point[axis]; break;
    case 1: point[axis] = proof.query.t0[below(points)][axis]; break;
    case 2: n[axis] = -n[axis]; break;
    case 3: n[axis] += below(2) == 0 ? 1 : -1; break;
    case 4: std::swap(n[0], n[axes - 1]); break;
    default:
      mutated.separation =
          2 * mutated.separation + (below(2) == 0 ? 0 : std::abs(proof.query.t0[0][axis]));
      break;
  }
  return std::isfinite(mutated.separation) ? mutated : proof;
}

TEST_F(Mutation, OfAnyNumberIsJudgedAsByRationalNumbersAndNeverProvesAContact) {
  std::mt19937_64 engine(kSeed);
  std::size_t refused = 0, touching = 0, changed = 0;
  for (const PairProof& proof : proofs_)
    for (int i = 0; i < 3; ++i) {
      const PairProof mutated = randomly_changed(proof, engine);
      const bool proven = verify(mutated).proven;
      EXPECT_EQ(proven, is_valid_proof(mutated));
      const bool contact = touches(mutated);
      EXPECT_FALSE(proven && contact);
      ++changed;
      refused += proven ? 0 : 1;
      touching += contact ? 1 : 0;
    }
  std::cout << changed << " changes, " << refused << " refused, " << touching
            << " of them for pairs that touch\n";
  EXPECT_GT(refused, changed / 10);
  EXPECT_GT(changed - refused, changed / 10);
  EXPECT_GT(touching, changed / 50);
}

}  // namespace
}  // namespace firstcontact::test::mutation_test
