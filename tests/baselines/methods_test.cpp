#include "baselines/methods.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string_view>
#include <vector>

#include "generated_queries.h"

namespace firstcontact::baselines::methods_test {
namespace {

TEST(Methods, AreListedInTheOrderOfTheComparison) {
  std::vector<std::string_view> names;
  for (const Method& method : methods()) names.push_back(method.name);
  EXPECT_EQ(names, (std::vector<std::string_view>{"irf", "uirf", "fprf", "tccd", "rp", "rrp", "bsc",
                                                  "msrf", "accd"}));
}

TEST(Methods, AreFoundByNameAndOnlyByTheirs) {
  for (const Method& method : methods()) EXPECT_EQ(find_method(method.name), &method);
  for (const std::string_view name : {"", "FPRF", "fpr", "certified", "accd "})
    EXPECT_EQ(find_method(name), nullptr) << name;
}

TEST(Methods, AreDescribedInFull) {
  for (const Method& method : methods()) {
    EXPECT_FALSE(method.title.empty()) << method.name;
    EXPECT_FALSE(method.reference.empty()) << method.name;
    ASSERT_NE(method.solve, nullptr) << method.name;
    EXPECT_GE(method.default_tolerance, 0) << method.name;
    EXPECT_TRUE(!method.tolerance_meaning.empty() || method.default_tolerance == 0) << method.name;
  }
}

TEST(Methods, AllTellASimpleContactFromNoneAndGiveTimesAsTheySay) {
  for (const Method& method : methods()) {
    for (const Query& query : {Query(test::falling_vertex()), Query(test::falling_edge())}) {
      const Answer answer = method.solve(query, {});
      EXPECT_TRUE(answer.contact) << method.name;
      EXPECT_FALSE(answer.exhausted) << method.name;
      EXPECT_EQ(std::isnan(answer.toi), !method.gives_time) << method.name;
      EXPECT_TRUE(!method.gives_time || std::abs(answer.toi - 0.5) < 0.1)
          << method.name << ' ' << answer.toi;
    }
    for (const Query& query : {Query(test::falling_vertex(-0.6)), Query(test::falling_edge(0.9))}) {
      const Answer answer = method.solve(query, {});
      EXPECT_FALSE(answer.contact) << method.name;
      EXPECT_FALSE(answer.exhausted) << method.name;
    }
  }
}

TEST(Methods, KeepToTheirChecksWhereTheyUseThem) {
  for (const Method& method : methods())
    if (method.uses_max_checks) {
      const Answer answer = method.solve(test::falling_edge(), {.tolerance = {}, .max_checks = 2});
      EXPECT_TRUE(answer.exhausted) << method.name;
      EXPECT_LE(answer.checks, 2) << method.name;
    }
}

}  // namespace
}  // namespace firstcontact::baselines::methods_test
