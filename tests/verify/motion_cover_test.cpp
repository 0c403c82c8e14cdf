#include "verify/motion_cover.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "verify/motion_samples.h"

namespace firstcontact::test::motion_cover_test {
namespace {

using verify::CellBox;
using verify::cover;
using verify::CoverAnswer;

bool has(const CellBox& box, int i, int j, int k) {
  const std::array<int, 3> cell = {i, j, k};
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (cell[axis] < box.low[axis] || cell[axis] >= box.high[axis]) return false;
  return true;
}

bool lies_in_none(const std::vector<CellBox>& boxes, int i, int j, int k) {
  return std::none_of(boxes.begin(), boxes.end(),
                      [&](const CellBox& box) { return has(box, i, j, k); });
}

/// Splits boxes at random, as a search does, until there are `count`.
std::vector<CellBox> split_at_random(const CellBox& domain, std::size_t count, Draw& draw) {
  std::vector<CellBox> boxes = {domain};
  while (boxes.size() < count) {
    const std::size_t i = draw.below(boxes.size()), axis = draw.below(3);
    const int width = boxes[i].high[axis] - boxes[i].low[axis];
    if (width < 2) continue;
    CellBox other = boxes[i];
    const int at =
        boxes[i].low[axis] + 1 + static_cast<int>(draw.below(static_cast<std::size_t>(width) - 1));
    boxes[i].high[axis] = other.low[axis] = at;
    boxes.push_back(other);
  }
  return boxes;
}

TEST(MotionCover, RandomBoxesAreJudgedAsCellByCell) {
  Draw draw(11);
  int covered = 0;
  constexpr int kTrials = 4000, kSide = 4;
  const CellBox domain = {{0, 0, 0}, {kSide, kSide, kSide}};
  for (int trial = 0; trial < kTrials; ++trial) {
    std::vector<CellBox> boxes(draw.below(80));
    for (CellBox& box : boxes)
      for (std::size_t axis = 0; axis < 3; ++axis) {
        box.low[axis] = static_cast<int>(draw.below(5)) - 1;
        box.high[axis] = box.low[axis] + static_cast<int>(draw.below(7));  // sometimes empty
      }
    bool all = true;
    for (int i = 0; i < kSide; ++i)
      for (int j = 0; j < kSide; ++j)
        for (int k = 0; k < kSide; ++k) all = all && !lies_in_none(boxes, i, j, k);
    const CoverAnswer answer = cover(boxes, domain);
    ASSERT_EQ(answer.outcome, all ? CoverAnswer::Covered : CoverAnswer::Uncovered);
    covered += all ? 1 : 0;
    if (!all) {
      const auto [i, j, k] = answer.gap.low;
      ASSERT_TRUE(has(domain, i, j, k) && lies_in_none(boxes, i, j, k));
    }
  }
  EXPECT_GT(covered, kTrials / 10);
  EXPECT_LT(covered, kTrials * 9 / 10);
}

TEST(MotionCover, SplitBoxesCoverAndAnyOneMissingIsFound) {
  Draw draw(12);
  const CellBox domain = {{0, 0, 0}, {600, 600, 1000}};
  std::vector<CellBox> boxes = split_at_random(domain, 30000, draw);
  EXPECT_EQ(cover(boxes, domain).outcome, CoverAnswer::Covered);
  for (int trial = 0; trial < 5; ++trial) {
    const std::size_t i = draw.below(boxes.size());
    const CellBox missing = boxes[i];
    boxes.erase(boxes.begin() + static_cast<std::ptrdiff_t>(i));
    const CoverAnswer answer = cover(boxes, domain);
    ASSERT_EQ(answer.outcome, CoverAnswer::Uncovered);
    EXPECT_TRUE(has(missing, answer.gap.low[0], answer.gap.low[1], answer.gap.low[2]));
    boxes.push_back(missing);
  }
}

TEST(MotionCover, AnEmptyDomainIsCoveredAndNoBoxesCoverNothing) {
  EXPECT_EQ(cover({}, {{0, 0, 0}, {0, 5, 5}}).outcome, CoverAnswer::Covered);
  EXPECT_EQ(cover({}, {{0, 0, 0}, {1, 1, 1}}).outcome, CoverAnswer::Uncovered);
}

// Long bars along all three axes, each across all others: no cut is free. The answer may be "given
// up", but not wrong and not late.
TEST(MotionCover, EntangledBarsAreNotTakenForACover) {
  constexpr int kSide = 200;
  std::vector<CellBox> boxes;
  for (std::size_t axis = 0; axis < 3; ++axis)
    for (int i = 0; i < kSide; ++i)
      for (int j = (i + static_cast<int>(axis)) % 2; j < kSide; j += 2) {
        CellBox bar = {{i, i, i}, {i + 1, i + 1, i + 1}};
        bar.low[axis] = 0, bar.high[axis] = kSide;
        bar.low[(axis + 1) % 3] = j, bar.high[(axis + 1) % 3] = j + 1;
        boxes.push_back(bar);
      }
  EXPECT_NE(cover(boxes, {{0, 0, 0}, {kSide, kSide, kSide}}).outcome, CoverAnswer::Covered);
}

}  // namespace
}  // namespace firstcontact::test::motion_cover_test
