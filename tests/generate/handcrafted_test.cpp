// The handcrafted set: its size, its classes, its truth.
#include "generate/handcrafted.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <set>
#include <string>

#include "generate/class_queries.h"

namespace firstcontact::handcrafted_test {
namespace {

using generate::handcrafted_groups;
using generate::HandcraftedGroup;
using generate::make_handcrafted;

constexpr Kind kBoth[] = {Kind::VertexFace, Kind::EdgeEdge};

bool same_bits(const Query& a, const Query& b) {
  return a.kind == b.kind && std::memcmp(a.t0.data(), b.t0.data(), sizeof a.t0) == 0 &&
         std::memcmp(a.t1.data(), b.t1.data(), sizeof a.t1) == 0;
}

TEST(Handcrafted, HasThePublishedNumberOfQueries) {
  std::size_t vertex_face = 0, edge_edge = 0;
  std::set<std::string_view> names;
  for (const HandcraftedGroup& group : handcrafted_groups()) {
    EXPECT_EQ(make_handcrafted(group, Kind::VertexFace, 1).size(), group.vertex_face) << group.name;
    EXPECT_EQ(make_handcrafted(group, Kind::EdgeEdge, 1).size(), group.edge_edge) << group.name;
    vertex_face += group.vertex_face;
    edge_edge += group.edge_edge;
    EXPECT_TRUE(names.insert(group.name).second) << group.name;
  }
  EXPECT_EQ(vertex_face, 12'000u);
  EXPECT_EQ(edge_edge, 15'000u);
}

TEST(Handcrafted, HasEveryDegeneracyThePaperNamesAndIsMostlyScenes) {
  std::size_t scenes = 0, all = 0;
  std::set<std::string_view> names;
  for (const HandcraftedGroup& group : handcrafted_groups()) {
    names.insert(group.name);
    all += group.vertex_face + group.edge_edge;
    if (group.name.starts_with("scene-")) scenes += group.vertex_face + group.edge_edge;
  }
  for (const char* name :
       {"point-point", "near-collision", "coplanar", "degenerate-gap", "two-roots", "three-roots"})
    EXPECT_TRUE(names.contains(name)) << name;
  EXPECT_EQ(3 * scenes, 2 * all);
}

TEST(Handcrafted, IsTheSameFromTheSameSeedOnly) {
  for (const HandcraftedGroup& group : handcrafted_groups())
    for (const Kind kind : kBoth) {
      SCOPED_TRACE(group.name);
      const std::vector<Query> a = make_handcrafted(group, kind, 3),
                               b = make_handcrafted(group, kind, 3);
      ASSERT_EQ(a.size(), b.size());
      std::size_t same = 0;
      for (std::size_t i = 0; i < a.size(); ++i) same += same_bits(a[i], b[i]);
      EXPECT_EQ(same, a.size());
      const std::vector<Query> c = make_handcrafted(group, kind, 4);
      same = 0;
      for (std::size_t i = 0; i < a.size(); ++i) same += same_bits(a[i], c[i]);
      EXPECT_LT(same, a.size() / 2);
    }
}

/// Absolute tolerances of the methods mean what they mean on the published set.
TEST(Handcrafted, IsOfSizeOneWithoutNegativeZeros) {
  for (const HandcraftedGroup& group : handcrafted_groups())
    for (const Kind kind : kBoth) {
      SCOPED_TRACE(group.name);
      for (const Query& query : make_handcrafted(group, kind, 2)) {
        const double largest = test::largest_coordinate(query);
        EXPECT_GE(largest, 0.25);
        EXPECT_LE(largest, 8);
        test::for_coordinates(
            query, [](double x) { EXPECT_TRUE(std::isfinite(x) && (x != 0 || !std::signbit(x))); });
      }
    }
}

/// Every group has contacts and misses, by the exact oracle; seed 1, every fourth query.
TEST(Handcrafted, HasBothAnswersInEveryGroup) {
  for (const HandcraftedGroup& group : handcrafted_groups())
    for (const Kind kind : kBoth) {
      const std::vector<Query> queries = make_handcrafted(group, kind, 1);
      std::size_t hits = 0, all = 0;
      for (std::size_t i = 0; i < queries.size(); i += 4, ++all)
        hits += generate::with_truth(queries[i]).truth;
      EXPECT_GE(static_cast<double>(hits), 0.01 * static_cast<double>(all)) << group.name;
      EXPECT_LE(static_cast<double>(hits), 0.8 * static_cast<double>(all)) << group.name;
    }
}

TEST(Handcrafted, ScenesAskOnlyOfPairsThatMove) {
  for (const HandcraftedGroup& group : handcrafted_groups()) {
    if (!group.name.starts_with("scene-")) continue;
    for (const Kind kind : kBoth)
      for (const Query& query : make_handcrafted(group, kind, 1))
        EXPECT_NE(query.t0, query.t1) << group.name;
  }
}

TEST(Handcrafted, OfAnotherKindOrNameIsEmpty) {
  EXPECT_TRUE(make_handcrafted(handcrafted_groups()[0], Kind::PointEdge, 1).empty());
  EXPECT_TRUE(make_handcrafted({"no-such-group", "", 10, 10}, Kind::VertexFace, 1).empty());
}

}  // namespace
}  // namespace firstcontact::handcrafted_test
