/// The list of classes, and that queries depend on nothing but their arguments.
#include <gtest/gtest.h>

#include <bit>
#include <cfenv>
#include <cmath>
#include <set>

#include "generate/class_queries.h"
#include "generate/random.h"
#include "support/float_settings.h"

namespace firstcontact::class_list_test {
namespace {

using generate::make_query;
using generate::query_classes;
using test::kSeed;

std::uint64_t digest(const Query& query, std::uint64_t start = 0) {
  std::uint64_t state = generate::mix(start + static_cast<std::uint64_t>(query.kind) + 1);
  test::for_coordinates(
      query, [&](double x) { state = generate::mix(state + std::bit_cast<std::uint64_t>(x)); });
  return state;
}

std::uint64_t digest_of_all(std::uint64_t count) {
  std::uint64_t state = 0;
  for (const auto& c : query_classes()) {
    test::for_queries(c.name, count, [&](const Query& query) { state = digest(query, state); });
  }
  return state;
}

TEST(QueryClasses, HaveUniqueKebabCaseNamesAndADescription) {
  std::set<std::string_view> names;
  for (const auto& c : query_classes()) {
    EXPECT_TRUE(names.insert(c.name).second) << c.name;
    EXPECT_EQ(c.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz-"), std::string_view::npos)
        << c.name;
    EXPECT_FALSE(c.description.empty()) << c.name;
    EXPECT_TRUE(c.vertex_face || c.edge_edge) << c.name;
  }
  EXPECT_EQ(names.size(), 26u);
}

TEST(QueryClasses, AreFoundByName) {
  for (const auto& c : query_classes()) {
    const auto found = generate::find_query_class(c.name);
    ASSERT_TRUE(found.has_value());
    EXPECT_EQ(found->name, c.name);
    EXPECT_EQ(found->description, c.description);
  }
  EXPECT_FALSE(generate::find_query_class("").has_value());
  EXPECT_FALSE(generate::find_query_class("Coplanar").has_value());
}

TEST(MakeQuery, LeavesPointsUnsetForAKindTheClassDoesNotMakeAndForAnUnknownClass) {
  const auto parallel = generate::find_query_class("parallel-edges");
  ASSERT_TRUE(parallel.has_value());
  const Query no_such_kind = make_query(*parallel, Kind::VertexFace, kSeed, 0);
  const Query planar = make_query(*parallel, Kind::PointSegment2D, kSeed, 0);
  const Query no_such_class =
      make_query({"no-such-class", "", true, true}, Kind::VertexFace, kSeed, 0);
  for (const Query& query : {no_such_kind, planar, no_such_class}) {
    test::for_coordinates(query, [](double x) { EXPECT_TRUE(std::isnan(x)); });
  }
}

TEST(MakeQuery, GivesFiniteCoordinatesWithoutNegativeZeros) {
  for (const auto& c : query_classes()) {
    test::for_queries(c.name, 2000, [](const Query& query) {
      bool good = true;
      test::for_coordinates(query, [&](double x) {
        good = good && std::isfinite(x) && !(x == 0 && std::signbit(x));
      });
      ASSERT_TRUE(good);
    });
  }
}

TEST(MakeQuery, GivesTheKindAskedFor) {
  for (const auto& c : query_classes()) {
    for (const Kind kind : {Kind::VertexFace, Kind::EdgeEdge}) {
      test::for_queries(c.name, kind, 10, [&](const Query& query) { EXPECT_EQ(query.kind, kind); });
    }
  }
}

/// Changes here change every generated data set: meant to be seen, then written down anew.
TEST(MakeQuery, GivesTheSameQueriesAsEver) { EXPECT_EQ(digest_of_all(500), 6782448984887111943u); }

TEST(MakeQuery, DependsOnSeedIndexKindAndClass) {
  std::set<std::uint64_t> seen;
  std::size_t made = 0;
  for (const auto& c : query_classes()) {
    for (const Kind kind : {Kind::VertexFace, Kind::EdgeEdge}) {
      if (!test::makes(c, kind)) continue;
      for (const std::uint64_t seed : {0, 1, 2}) {
        for (std::uint64_t index = 1; index < 100; ++index) {
          seen.insert(digest(make_query(c, kind, seed, index)));
          ++made;
        }
      }
    }
  }
  // Only the classes with few numbers (appendix C, subnormals) may repeat themselves now and then.
  EXPECT_GT(seen.size(), made * 98 / 100);
}

TEST(MakeQuery, IsTheSameInAnyRoundingModeAndWithFlushToZero) {
  const std::uint64_t expected = digest_of_all(50);
  for (const int mode : {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
    ASSERT_EQ(std::fesetround(mode), 0);
    const std::uint64_t found = digest_of_all(50);
    const int after = std::fegetround();
    std::fesetround(FE_TONEAREST);
    EXPECT_EQ(found, expected);
    EXPECT_EQ(after, mode);
  }
  if (!test::can_flush_to_zero()) GTEST_SKIP() << "flush-to-zero cannot be set here";
  std::uint64_t flushed = 0;
  {
    const test::FlushToZero flush;
    flushed = digest_of_all(50);
  }
  EXPECT_EQ(flushed, expected);
}

}  // namespace
}  // namespace firstcontact::class_list_test
