// Every finder against a plain double loop over all pairs. Seeds are the numbers given to Random.
#include <gtest/gtest.h>

#include "scenes.h"

namespace firstcontact::test::pair_finder_test {
namespace {

using broad::Box;
using generate::Random;

INSTANTIATE_TEST_SUITE_P(Broad, EveryFinder, testing::ValuesIn(kMethods), method_name);

bool all_may_overlap(Family family) {
  return family == Family::Identical || family == Family::AllOverlapping;
}

TEST_P(EveryFinder, FindsExactlyTheOverlappingPairsOfSmallScenes) {
  for (const Family family : kFamilies) {
    std::size_t found = 0, possible = 0, scenes = 0;
    for (const std::size_t count :
         {0, 1, 2, 3, 5, 7, 8, 9, 15, 16, 17, 31, 64, 65, 100, 200, 300}) {
      for (std::uint64_t seed = 0; seed < 6; ++seed) {
        Random random{41, static_cast<std::uint64_t>(family), count, seed};
        const std::vector<Box> boxes = make_scene(family, count, random);
        const auto finder = make();
        finder->update(boxes, 1);
        const Pairs expected = naive_self_pairs(boxes);
        ASSERT_EQ(self_pairs(*finder), expected)
            << name(family) << ", " << count << " boxes, seed " << seed;
        found += expected.size();
        possible += count * (count - 1) / 2 * (count > 0);
        ++scenes;
      }
    }
    EXPECT_GE(scenes, 100u);
    EXPECT_GT(found, 500u) << name(family);
    EXPECT_LT(found, all_may_overlap(family) ? possible + 1 : possible * 9 / 10) << name(family);
  }
}

TEST_P(EveryFinder, FindsExactlyTheOverlappingPairsOfTwoSmallScenes) {
  for (const Family family : kFamilies) {
    // Queries of the same family, and of another one.
    for (const Family others : {family, Family::MixedScales}) {
      std::size_t found = 0;
      for (const std::size_t count : {0, 1, 3, 8, 17, 65, 200}) {
        for (const std::size_t queries : {0, 1, 2, 9, 64, 150}) {
          Random random{42, static_cast<std::uint64_t>(family), static_cast<std::uint64_t>(others),
                        count, queries};
          const std::vector<Box> boxes = make_scene(family, count, random),
                                 asked = make_scene(others, queries, random);
          const auto finder = make();
          finder->update(boxes, 1);
          const Pairs expected = naive_pairs_with(asked, boxes);
          ASSERT_EQ(pairs_with(*finder, asked), expected)
              << name(family) << " asked by " << name(others) << ", " << count << ", " << queries;
          found += expected.size();
        }
      }
      EXPECT_GT(found, others == family ? 100u : 0u) << name(family);
    }
  }
}

/// Nearly all of millions of pairs overlap, or a good part of them.
bool has_many_pairs(Family family) {
  return all_may_overlap(family) || family == Family::MixedScales ||
         family == Family::LargestFinite || family == Family::Slabs;
}

TEST_P(EveryFinder, FindsExactlyTheOverlappingPairsOfLargerScenes) {
  for (const Family family : kFamilies) {
    Random random{43, static_cast<std::uint64_t>(family)};
    const std::vector<Box> boxes = make_scene(family, 4500, random),
                           asked = make_scene(family, 60, random);
    const auto finder = make();
    finder->update(boxes, 2);
    const Pairs expected_with = naive_pairs_with(asked, boxes);
    EXPECT_GT(expected_with.size(), 10u) << name(family);
    ASSERT_TRUE(pairs_with(*finder, asked, 2) == expected_with) << name(family);
    if (has_many_pairs(family)) continue;
    const Pairs expected = naive_self_pairs(boxes);
    EXPECT_GT(expected.size(), 1000u) << name(family);
    ASSERT_TRUE(self_pairs(*finder, 2) == expected) << name(family);
  }
}

TEST_P(EveryFinder, FindsTheSamePairsWithAnyNumberOfThreads) {
  Random random{44};
  const std::vector<Box> boxes = make_scene(Family::Scattered, 4500, random),
                         asked = make_scene(Family::Scattered, 4200, random);
  const Pairs expected = naive_self_pairs(boxes), expected_with = naive_pairs_with(asked, boxes);
  ASSERT_GT(expected.size(), 4000u);
  for (const int threads : {0, 1, 2, 5}) {
    const auto finder = make();
    finder->update(boxes, threads);
    ASSERT_EQ(self_pairs(*finder, threads), expected) << threads;
    ASSERT_EQ(pairs_with(*finder, asked, threads), expected_with) << threads;
  }
}

TEST_P(EveryFinder, FindsThePairsAmongTwentyThousandBoxesOfManySizes) {
  Random random{45};
  std::vector<Box> boxes = make_scene(Family::Scattered, 20000, random);
  for (std::size_t i = 0; i < boxes.size();
       ++i) {  // one in 1000 up to a thousand times as large, half of the others far smaller
    const double factor = i % 1000 == 0 ? 1000 * random.unit()
                          : i % 2 == 0  ? 1
                                        : 1e-9 * random.unit();
    for (int k = 0; k < 3; ++k) {
      const double extent = boxes[i].max[k] - boxes[i].min[k];
      boxes[i].max[k] = boxes[i].min[k] + factor * extent;
    }
  }
  const auto finder = make();
  finder->update(boxes, 2);
  const Pairs expected = naive_self_pairs(boxes);
  EXPECT_GT(expected.size(), 30000u);
  EXPECT_LT(expected.size(), 2000000u);
  ASSERT_TRUE(self_pairs(*finder, 2) == expected);
  EXPECT_EQ(finder->note().empty(), GetParam() != broad::Method::Brute) << finder->note();
}

TEST_P(EveryFinder, IsEmptyBeforeTheFirstUpdateAndAfterAnEmptyOne) {
  const std::vector<Box> one = {{{0, 0, 0}, {1, 1, 1}}};
  const auto finder = make();
  EXPECT_TRUE(self_pairs(*finder).empty());
  EXPECT_TRUE(pairs_with(*finder, one).empty());
  finder->update(one, 1);
  EXPECT_EQ(pairs_with(*finder, one), (Pairs{{0, 0}}));
  finder->update({}, 1);
  EXPECT_TRUE(self_pairs(*finder).empty());
  EXPECT_TRUE(pairs_with(*finder, one).empty());
}

TEST_P(EveryFinder, TreatsBothZerosAsEqual) {
  const std::vector<Box> boxes = {{{-1, -1, -1}, {-0.0, -0.0, -0.0}},
                                  {{0.0, 0.0, 0.0}, {1, 1, 1}},
                                  {{-0.0, 0, 0}, {-0.0, 0, 0}}};
  const auto finder = make();
  finder->update(boxes, 1);
  EXPECT_EQ(self_pairs(*finder), (Pairs{{0, 1}, {0, 2}, {1, 2}}));
}

}  // namespace
}  // namespace firstcontact::test::pair_finder_test
