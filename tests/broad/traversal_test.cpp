// How pairs are handed over: stopping, exceptions, progress, memory, what note() says, and the same
// pairs on every instruction set.
#include <gtest/gtest.h>

#include <atomic>
#include <mutex>
#include <stdexcept>

#include "broad/cost_note.h"
#include "scenes.h"
#include "support/simd_targets.h"

namespace firstcontact::test::traversal_test {
namespace {

using broad::Box;
using broad::IndexPair;
using broad::Traversal;
using generate::Random;

class TraversalOf : public EveryFinder {
 protected:
  /// 8000 boxes of 12 thousand pairs or more, and as many queries.
  void SetUp() override {
    Random random{61};
    boxes_ = make_scene(Family::Scattered, 8000, random);
    finder_ = make();
    finder_->update(boxes_, 2);
  }

  bool run(bool self, const Traversal& traversal) const {
    return self ? finder_->self_pairs(traversal) : finder_->pairs_with(boxes_, traversal);
  }

  std::vector<Box> boxes_;
  std::unique_ptr<broad::PairFinder> finder_;
};
INSTANTIATE_TEST_SUITE_P(Broad, TraversalOf, testing::ValuesIn(kMethods), method_name);

TEST_P(TraversalOf, StopsSoonAfterVisitReturnsFalse) {
  for (const bool self : {true, false}) {
    for (const int threads : {1, 2, 4}) {
      std::atomic<int> calls = 0;
      Traversal traversal;
      traversal.threads = threads;
      traversal.visit = [&](std::span<const IndexPair>) { return ++calls < 3; };
      EXPECT_FALSE(run(self, traversal));
      EXPECT_GE(calls, 3);
      EXPECT_LE(calls, 3 + threads);
    }
  }
}

TEST_P(TraversalOf, RethrowsWhatVisitThrowsAndCanBeUsedAgain) {
  for (const bool self : {true, false}) {
    for (const int threads : {1, 3}) {
      std::atomic<int> calls = 0;
      Traversal traversal;
      traversal.threads = threads;
      traversal.visit = [&](std::span<const IndexPair>) -> bool {
        if (++calls == 2) throw std::runtime_error("enough");
        return true;
      };
      EXPECT_THROW(run(self, traversal), std::runtime_error);
      // Other threads may go on until they see it, for as long as the one that throws is kept
      // waiting.
      if (threads == 1) {
        EXPECT_EQ(calls, 2);
      }
    }
  }
  const std::vector<Box> few(boxes_.begin(), boxes_.begin() + 100);
  const Pairs expected = naive_pairs_with(few, boxes_);
  EXPECT_GT(expected.size(), 100u);  // each with itself, and more
  EXPECT_EQ(pairs_with(*finder_, few), expected);
}

TEST_P(TraversalOf, ReportsProgressThatRisesToOneAndNeverTwiceAtATime) {
  for (const bool self : {true, false}) {
    for (const int threads : {1, 4}) {
      std::vector<double> seen;
      std::atomic<bool> busy = false;
      Traversal traversal;
      traversal.threads = threads;
      traversal.visit = [](std::span<const IndexPair>) { return true; };
      traversal.progress = [&](double share) {
        EXPECT_FALSE(busy.exchange(true));
        seen.push_back(share);
        busy = false;
      };
      EXPECT_TRUE(run(self, traversal));
      ASSERT_GE(seen.size(), 3u);
      EXPECT_GE(seen.front(), 0);
      for (std::size_t i = 1; i < seen.size(); ++i) EXPECT_GT(seen[i], seen[i - 1]);
      EXPECT_EQ(seen.back(), 1);
    }
  }
}

TEST_P(TraversalOf, ReportsProgressOfEmptyInputAndNoneAfterAStop) {
  const auto empty = make();
  std::vector<double> seen;
  Traversal traversal;
  traversal.threads = 1;
  traversal.visit = [](std::span<const IndexPair>) { return false; };
  traversal.progress = [&](double share) { seen.push_back(share); };
  EXPECT_TRUE(empty->self_pairs(traversal));
  EXPECT_EQ(seen, std::vector<double>{1});
  seen.clear();
  EXPECT_FALSE(run(true, traversal));
  for (const double share : seen) EXPECT_LT(share, 1);
}

TEST_P(TraversalOf, HandsOverMillionsOfPairsInBlocks) {
  Random random{62};
  const std::size_t count = 3000;
  const std::vector<Box> boxes = make_scene(Family::AllOverlapping, count, random);
  finder_->update(boxes, 2);
  std::atomic<std::size_t> pairs = 0, sum = 0, blocks = 0;
  Traversal traversal;
  traversal.threads = 2;
  traversal.visit = [&](std::span<const IndexPair> block) {
    EXPECT_LE(block.size(), Traversal::kBlock);
    std::size_t here = 0;
    for (const IndexPair& pair : block)
      here += static_cast<std::size_t>(pair.first) * count + static_cast<std::size_t>(pair.second);
    pairs += block.size();
    sum += here;
    ++blocks;
    return true;
  };
  EXPECT_TRUE(finder_->self_pairs(traversal));
  std::size_t expected_sum = 0;
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t j = i + 1; j < count; ++j) expected_sum += i * count + j;
  EXPECT_EQ(pairs, count * (count - 1) / 2);
  EXPECT_EQ(sum, expected_sum);
  EXPECT_LE(blocks, pairs / Traversal::kBlock * 3 / 2)
      << "blocks are nearly full when there is much to hand over";
}

TEST_P(TraversalOf, FindsTheSamePairsOnEveryInstructionSet) {
  Random random{63};
  const std::vector<Box> asked = make_scene(Family::MixedScales, 500, random);
  const std::vector<Box> boxes = make_scene(Family::Lattice, 1500, random);
  const Pairs expected = naive_self_pairs(boxes), expected_with = naive_pairs_with(asked, boxes);
  ASSERT_GT(expected.size(), 1000u);
  ASSERT_GT(expected_with.size(), 100u);
  std::size_t targets_run = 0;
  Pairs order;  // as the first target hands them over
  for (const std::int64_t target : targets()) {
    const Target only(target);
    const auto finder = make();
    finder->update(boxes, 1);
    Pairs unsorted;
    Traversal traversal;
    traversal.threads = 1;
    traversal.visit = [&](std::span<const IndexPair> block) {
      unsorted.insert(unsorted.end(), block.begin(), block.end());
      return true;
    };
    finder->self_pairs(traversal);
    if (targets_run == 0) order = unsorted;
    EXPECT_EQ(unsorted, order) << hwy::TargetName(target);
    EXPECT_EQ(self_pairs(*finder), expected) << hwy::TargetName(target);
    EXPECT_EQ(pairs_with(*finder, asked), expected_with) << hwy::TargetName(target);
    ++targets_run;
  }
  EXPECT_GE(targets_run, 1u);
}

TEST_P(TraversalOf, NotesTheNumberOfTestsWhenItIsFarMoreThanThePairsExplain) {
  self_pairs(*finder_);
  const bool brute = GetParam() == broad::Method::Brute;
  EXPECT_EQ(finder_->note().find("3.2e+07 box tests (4e+03 a box) for 8000 boxes") == 0, brute)
      << finder_->note();
  EXPECT_EQ(finder_->note().empty(), !brute) << finder_->note();

  // Rods through the whole scene, along all three axes, that hardly touch: only the tree gets along
  // with them.
  Random random{64};
  std::vector<Box> rods = make_scene(Family::Points, 20000, random);
  for (std::size_t i = 0; i < rods.size(); ++i) {
    for (std::size_t k = 0; k < 3; ++k) rods[i].min[k] = rods[i].max[k] = random.unit();
    rods[i].min[i % 3] = 0, rods[i].max[i % 3] = 1;
  }
  finder_->update(rods, 2);
  EXPECT_LT(self_pairs(*finder_, 2).size(), 20000u);
  EXPECT_EQ(finder_->note().empty(), GetParam() == broad::Method::Bvh) << finder_->note();

  finder_->update(boxes_, 2);  // a note is about the last traversal
  self_pairs(*finder_);
  EXPECT_EQ(finder_->note().empty(), !brute) << finder_->note();
}

TEST_P(TraversalOf, NotesNothingWhenAllPairsOverlap) {
  Random random{65};
  finder_->update(make_scene(Family::AllOverlapping, 500, random), 1);
  EXPECT_EQ(self_pairs(*finder_).size(), 500u * 499u / 2);
  EXPECT_EQ(finder_->note(), "");
}

TEST(CostNote, SpeaksUpBeyondTheExpectedNumberOfTestsOnly) {
  broad::CostNote note;
  const std::size_t count = 1 << 20;
  broad::TraversalCost cost{0, 1000000};
  const double expected = broad::CostNote::expected_tests(count, cost);
  EXPECT_NEAR(expected, 64e6 + 128.0 * 20 * (1 << 20), 1e4);
  cost.tests = static_cast<std::uint64_t>(0.99 * expected);
  note.set("why", count, cost);
  EXPECT_EQ(note.get(), "");
  cost.tests = 5000000000;
  note.set("why", count, cost);
  EXPECT_EQ(note.get(),
            "5e+09 box tests (4.77e+03 a box) for 1048576 boxes with 1e+06 overlapping pairs: why");
  note.set("why", 0, {});
  EXPECT_EQ(note.get(), "");
}

}  // namespace
}  // namespace firstcontact::test::traversal_test
