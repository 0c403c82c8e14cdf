#include <firstcontact/firstcontact.h>
#include <gtest/gtest.h>

#include <cmath>

#include "support/contacts.h"

namespace firstcontact::solve_test {
namespace {

constexpr Method kAllMethods[] = {Method::Certified, Method::Exact, Method::TightInclusion,
                                  Method::TightInclusionFast};

PointSegment2D bullet() {
  return {.p_t0 = {0.5, 3.5},
          .s0_t0 = {5, 1},
          .s1_t0 = {5, 6},
          .p_t1 = {9.5, 3.5},
          .s0_t1 = {5, 1},
          .s1_t1 = {5, 6}};
}

TEST(Solve, TheBulletHitsTheWallAtOneHalf) {
  for (const Method method : kAllMethods) {
    Options options;
    options.method = method;
    const Result result = solve(bullet(), options);
    EXPECT_TRUE(test::is_later_contact(result));
    EXPECT_LE(result.toi, 0.5);
    EXPECT_NEAR(result.toi, 0.5, 1e-6);
  }
}

TEST(Solve, TMaxJustBeforeTheContactIsFreeAndExactlyAtItIsNot) {
  Options options;
  options.exact = true;
  options.t_max = 0.5;
  EXPECT_TRUE(test::is_later_contact(solve(bullet(), options)));
  options.t_max = std::nextafter(0.5, 0);
  const Result before = solve(bullet(), options);
  EXPECT_EQ(before.status, Status::Free);
  EXPECT_EQ(before.toi, options.t_max);
}

TEST(Solve, ExactTimesAreEnclosedAsTightlyAsAsked) {
  const PointPoint query = {
      .p_t0 = {0, 0, 0}, .q_t0 = {1, 1, 0}, .p_t1 = {1, 0, 0}, .q_t1 = {1, 0, 0}};
  for (const double width : {1.0, 0x1p-10, 0x1p-30, 0x1p-50, 1e-300}) {
    Options options;
    options.method = Method::Exact;
    options.toi_width = width;
    options.min_separation = 0.5;  // the distance is sqrt(2) (1 - t): reached at 1 - sqrt(1/8)
    const Result result = solve(query, options);
    ASSERT_TRUE(test::is_later_contact(result));
    EXPECT_LE(result.toi_upper - result.toi, std::max(width, 0x1p-52));
    EXPECT_LE(result.toi, 1 - std::sqrt(0.125) + 1e-15);
    EXPECT_GE(result.toi_upper, 1 - std::sqrt(0.125) - 1e-15);
  }
}

TEST(Solve, AFirstTimeThatIsTinyButNotZeroIsAHitWithAPositiveTime) {
  const double tiny = 0x1p-60;
  const PointPoint query = {
      .p_t0 = {tiny, 0, 0}, .q_t0 = {0, 0, 0}, .p_t1 = {tiny - 1, 0, 0}, .q_t1 = {0, 0, 0}};
  Options options;
  options.exact = true;
  const Result result = solve(query, options);
  EXPECT_TRUE(test::is_later_contact(result));
  EXPECT_GT(result.toi, 0);
  EXPECT_LE(result.toi, tiny);
  EXPECT_GE(result.toi_upper, tiny);
}

TEST(Solve, StatusNamesAreTheEnumerators) {
  EXPECT_STREQ(to_string(Status::Free), "Free");
  EXPECT_STREQ(to_string(Status::Cancelled), "Cancelled");
  EXPECT_STREQ(to_string(Status::Undecided), "Undecided");
}

}  // namespace
}  // namespace firstcontact::solve_test
