#include "step/sort_impacts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace firstcontact::step::sort_impacts_test {
namespace {

/// Different pairs at a few times, in any order.
std::vector<Impact> random_impacts(std::size_t count, std::uint64_t seed) {
  std::mt19937_64 engine(seed);
  std::vector<Impact> impacts(count);
  for (std::size_t i = 0; i < count; ++i) {
    impacts[i].toi = static_cast<double>(engine() % 5) / 4;
    impacts[i].pair.kind = i % 2 ? Kind::EdgeEdge : Kind::VertexFace;
    impacts[i].pair.a = static_cast<int>(i / 3);
    impacts[i].pair.b = static_cast<int>(i);
    impacts[i].u = static_cast<double>(i);
  }
  std::shuffle(impacts.begin(), impacts.end(), engine);
  return impacts;
}

/// Lists of one to four impacts, one after the other.
ImpactLists lists_of(const std::vector<Impact>& impacts) {
  ImpactLists lists;
  for (std::size_t begin = 0, size = 1; begin < impacts.size(); begin += size) {
    size = std::min(1 + lists.size() % 4, impacts.size() - begin);
    lists.emplace_back(impacts.data() + begin, impacts.data() + begin + size);
  }
  return lists;
}

TEST(SortedImpacts, AreThoseOfOneThreadForEverySizeAndThreadCount) {
  for (const std::size_t count : {0, 1, 2, 3, 7, 8, 9, 15, 17, 100, 5000}) {
    const std::vector<Impact> impacts = random_impacts(count, 16 + count);
    std::vector<Impact> expected = impacts;
    std::sort(expected.begin(), expected.end());
    for (const int threads : {1, 2, 3, 0}) {
      const std::vector<Impact> sorted = sorted_impacts(lists_of(impacts), threads);
      ASSERT_EQ(sorted.size(), count);
      for (std::size_t i = 0; i < count; ++i) {
        EXPECT_EQ(sorted[i].pair, expected[i].pair) << "place " << i << " of " << count;
        EXPECT_EQ(sorted[i].toi, expected[i].toi);
        EXPECT_EQ(sorted[i].u, expected[i].u);
      }
    }
  }
}

}  // namespace
}  // namespace firstcontact::step::sort_impacts_test
