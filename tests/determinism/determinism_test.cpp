#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <cfenv>

#include "answer_digest.h"
#include "support/float_settings.h"

namespace firstcontact::test::determinism_test {
namespace {

constexpr int kCount = 6;

const std::vector<ClassDigest>& reference() {
  static const std::vector<ClassDigest> digests = digest_answers(kCount, 1);
  return digests;
}

void expect_same_as_reference(const std::string& setting, int threads = 1) {
  const std::vector<ClassDigest> digests = digest_answers(kCount, threads);
  ASSERT_EQ(digests.size(), reference().size());
  for (std::size_t i = 0; i < digests.size(); ++i)
    EXPECT_EQ(digests[i].digest, reference()[i].digest) << digests[i].name << ", " << setting;
}

TEST(Determinism, TheReferenceHasHitsAndFreeAnswers) {
  int positives = 0, queries = 0;
  for (const ClassDigest& d : reference()) {
    positives += d.positives;
    queries += d.queries;
  }
  EXPECT_GT(positives, queries / 5);
  EXPECT_LT(positives, queries * 9 / 10);
}

TEST(Determinism, SameBitsForAnyThreadCount) {
  expect_same_as_reference("2 threads", 2);
  expect_same_as_reference("7 threads", 7);
}

TEST(Determinism, SameBitsForEverySimdTarget) {
  int targets = 0;
  for (std::int64_t left = hwy::SupportedTargets(); left != 0; left &= left - 1) {
    const std::int64_t target = left & -left;
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    expect_same_as_reference(hwy::TargetName(target));
    ++targets;
  }
  hwy::SetSupportedTargetsForTest(0);
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
  EXPECT_GE(targets, 1);
}

TEST(Determinism, SameBitsInEveryRoundingModeOfTheHost) {
  for (const int mode : {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
    std::fesetround(mode);
    expect_same_as_reference("rounding mode " + std::to_string(mode));
    EXPECT_EQ(std::fegetround(), mode) << "the caller's mode must be kept";
    std::fesetround(FE_TONEAREST);
  }
}

TEST(Determinism, SameBitsWhenTheHostFlushesToZero) {
  if (!can_flush_to_zero())
    GTEST_SKIP() << "this processor's flush-to-zero switch is not known to the tests";
  const FlushToZero flush;
  expect_same_as_reference("flush to zero");
  EXPECT_TRUE(underflows_to_zero()) << "the caller's setting must be kept";
}

}  // namespace
}  // namespace firstcontact::test::determinism_test
