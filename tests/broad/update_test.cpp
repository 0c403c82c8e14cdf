// Updating a finder again: the answer is that of the new boxes, however far they moved and whatever
// the finder kept.
#include <gtest/gtest.h>

#include <algorithm>

#include "broad/box_tree.h"
#include "scenes.h"

namespace firstcontact::test::update_test {
namespace {

using broad::Box;
using generate::Random;

class Update : public EveryFinder {};
INSTANTIATE_TEST_SUITE_P(Broad, Update, testing::ValuesIn(kMethods), method_name);

void move(std::vector<Box>& boxes, double distance, Random& random) {
  for (Box& box : boxes) {
    for (int k = 0; k < 3; ++k) {
      const double by = 0.5 * distance * random.symmetric();
      box.min[k] += by, box.max[k] += by;
    }
  }
}

TEST_P(Update, FollowsSmallAndLargeMotion) {
  for (const double distance : {1e-3, 0.05, 1.0, 1e6}) {
    Random random{51, static_cast<std::uint64_t>(1e3 * distance)};
    std::vector<Box> boxes = make_scene(Family::Scattered, 900, random);
    const std::vector<Box> asked = make_scene(Family::Scattered, 200, random);
    const auto finder = make();
    finder->update(boxes, 1);
    std::size_t found = 0;
    for (int step = 0; step < 6; ++step) {
      move(boxes, distance, random);
      finder->update(boxes, 1 + step % 2);
      const Pairs expected = naive_self_pairs(boxes);
      ASSERT_EQ(self_pairs(*finder), expected) << distance << ", step " << step;
      ASSERT_EQ(pairs_with(*finder, asked), naive_pairs_with(asked, boxes))
          << distance << ", step " << step;
      found += expected.size();
    }
    EXPECT_GE(found, distance <= 1 ? 500u : 0u);
  }
}

TEST_P(Update, FollowsTheQueries) {
  // Queries that move a little, that move far, of which a sample is asked, that get more or fewer.
  for (const double distance : {1e-3, 0.05, 1.0, 1e6}) {
    Random random{54, static_cast<std::uint64_t>(1e3 * distance)};
    const std::vector<Box> boxes = make_scene(Family::Scattered, 900, random);
    std::vector<Box> asked = make_scene(Family::Scattered, 400, random);
    const auto finder = make();
    finder->update(boxes, 1);
    std::size_t found = 0;
    for (int step = 0; step < 8; ++step) {
      move(asked, distance, random);
      if (step == 4) asked = make_scene(Family::Scattered, 500, random);
      if (step == 6) asked.resize(300);
      const std::vector<Box> sample(asked.begin(), asked.begin() + 50);
      for (const std::vector<Box>& queries : {sample, asked}) {
        const Pairs expected = naive_pairs_with(queries, boxes);
        ASSERT_EQ(pairs_with(*finder, queries, 1 + step % 2), expected)
            << distance << ", step " << step;
        found += expected.size();
      }
    }
    EXPECT_GE(found, distance <= 1 ? 500u : 0u);
  }
}

TEST_P(Update, FollowsAChangeToOtherBoxesOfTheSameNumber) {
  Random random{52};
  const auto finder = make();
  for (const Family family : kFamilies) {
    const std::vector<Box> boxes = make_scene(family, 300, random);
    finder->update(boxes, 1);
    ASSERT_EQ(self_pairs(*finder), naive_self_pairs(boxes)) << name(family);
  }
}

TEST_P(Update, FollowsAChangeOfTheNumber) {
  Random random{53};
  const auto finder = make();
  for (const std::size_t count : {300, 301, 8, 0, 4200, 1, 64}) {
    const std::vector<Box> boxes = make_scene(Family::Scattered, count, random);
    finder->update(boxes, 2);
    ASSERT_EQ(self_pairs(*finder, 2), naive_self_pairs(boxes)) << count;
  }
}

TEST(BoxTree, GrowthIsOneAfterABuildAndTellsLittleFromLargeMotion) {
  Random random{54};
  std::vector<Box> boxes = make_scene(Family::Scattered, 5000, random);
  broad::BoxTree tree;
  tree.build(boxes, 1);
  EXPECT_EQ(tree.growth(), 1);
  move(boxes, 0.01, random);
  tree.refit(boxes, 1);
  EXPECT_LT(tree.growth(), 1.3);
  std::reverse(boxes.begin(), boxes.end());  // every box goes to the place of another one
  tree.refit(boxes, 1);
  EXPECT_GT(tree.growth(), 3);
}

TEST(BoxTree, GrowthStaysFiniteWithOneBoxFlyingAwayAndWithPoints) {
  Random random{55};
  std::vector<Box> boxes = make_scene(Family::Scattered, 20000, random);
  broad::BoxTree tree;
  tree.build(boxes, 1);
  for (int k = 0; k < 3; ++k) boxes[7].min[k] = boxes[7].max[k] = 1.7e308;
  tree.refit(boxes, 1);
  EXPECT_LT(tree.growth(), 1.75) << "one box makes a few nodes large: no reason to build anew";

  std::vector<Box> points(100);  // all at the origin
  tree.build(points, 1);
  EXPECT_EQ(tree.growth(), 1);
  points[3].max[0] = 1e-300;
  tree.refit(points, 1);
  EXPECT_GT(tree.growth(), 1.75);
}

}  // namespace
}  // namespace firstcontact::test::update_test
