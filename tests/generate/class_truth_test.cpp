/// Truth by the exact oracle: balanced, and enclosed as promised.
#include <gtest/gtest.h>

#include "generate/class_queries.h"

namespace firstcontact::class_truth_test {
namespace {

using generate::GeneratedQuery;
using generate::with_truth;

constexpr std::uint64_t kCount = 1000;

class QueryClassTruth : public testing::TestWithParam<generate::QueryClass> {};

TEST_P(QueryClassTruth, HasBothAnswersInBalance) {
  for (const Kind kind : {Kind::VertexFace, Kind::EdgeEdge}) {
    if (!test::makes(GetParam(), kind)) continue;
    const double hits = test::share(GetParam().name, kind, kCount,
                                    [](const Query& query) { return with_truth(query).truth; });
    EXPECT_GE(hits, 0.15) << (kind == Kind::VertexFace ? "vertex-face" : "edge-edge");
    EXPECT_LE(hits, 0.85) << (kind == Kind::VertexFace ? "vertex-face" : "edge-edge");
  }
}

TEST_P(QueryClassTruth, EnclosesTheFirstTime) {
  test::for_queries(GetParam().name, 300, [](const Query& query) {
    const GeneratedQuery result = with_truth(query);
    if (result.truth) {
      EXPECT_GE(result.toi, 0);
      EXPECT_LE(result.toi, result.toi_upper);
      EXPECT_LE(result.toi_upper, 1);
      EXPECT_LE(result.toi_upper - result.toi, 0x1p-30);
    } else {
      EXPECT_EQ(result.toi, 1);
      EXPECT_EQ(result.toi_upper, 1);
    }
  });
}

/// A class name without its hyphens, as test names must be.
std::string test_name(const testing::TestParamInfo<generate::QueryClass>& parameter) {
  std::string name(parameter.param.name);
  std::erase(name, '-');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Generated, QueryClassTruth,
                         testing::ValuesIn(generate::query_classes().begin(),
                                           generate::query_classes().end()),
                         test_name);

void expect_touch_at(std::string_view name, Kind kind, double time) {
  int exact = 0, other = 0, free = 0;
  test::for_queries(name, kind, kCount, [&](const Query& query) {
    const GeneratedQuery result = with_truth(query);
    if (!result.truth) {
      ++free;
    } else if (result.toi == time && result.toi_upper == time) {
      ++exact;
    } else {
      ++other;
    }
  });
  EXPECT_GE(exact, 400) << name;
  EXPECT_GE(other, 50) << name;
  EXPECT_GE(free, 150) << name;
}

TEST(QueryClassTimes, TouchAtStartHasContactsAtExactlyZeroJustAfterAndNone) {
  expect_touch_at("touch-at-start", Kind::VertexFace, 0);
  expect_touch_at("touch-at-start", Kind::EdgeEdge, 0);
}

TEST(QueryClassTimes, TouchAtEndHasFirstContactsAtExactlyOneEarlierAndNone) {
  expect_touch_at("touch-at-end", Kind::VertexFace, 1);
  expect_touch_at("touch-at-end", Kind::EdgeEdge, 1);
}

}  // namespace
}  // namespace firstcontact::class_truth_test
