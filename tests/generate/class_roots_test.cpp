/// Roots of the coplanarity cubic, in exact arithmetic.
#include <gtest/gtest.h>

#include "generate/class_queries.h"
#include "generate/exact_motion.h"

namespace firstcontact::test::class_roots_test {
namespace {

constexpr std::uint64_t kCount = 500;

/// Exactly `roots` different ones in (0, 1), and at each the sign changes.
void expect_simple_roots(const Query& query, int roots) {
  const Polynomial f = coplanarity(query);
  ASSERT_FALSE(f.empty());
  EXPECT_NE(value(f, 0), 0);
  EXPECT_NE(value(f, 1), 0);
  EXPECT_EQ(count_roots(f, 0, 1), roots);
  const Polynomial multiple = greatest_common_divisor(f, derivative(f));
  EXPECT_EQ(count_roots(multiple, 0, 1), 0);
}

/// One root in (0, 1), a double one: the sign is the same before and after.
bool has_double_root(const Polynomial& f) {
  if (f.empty() || value(f, 0).sign() * value(f, 1).sign() != 1 || count_roots(f, 0, 1) != 1)
    return false;
  return count_roots(greatest_common_divisor(f, derivative(f)), 0, 1) == 1;
}

TEST(CoplanarClass, HasACubicThatIsIdenticallyZero) {
  for_queries("coplanar", kCount,
              [](const Query& query) { EXPECT_TRUE(coplanarity(query).empty()); });
}

TEST(TwoRootsClass, HasTwoSignChanges) {
  for_queries("two-roots", kCount, [](const Query& query) { expect_simple_roots(query, 2); });
}

TEST(ThreeRootsClass, HasThreeSignChanges) {
  for_queries("three-roots", kCount, [](const Query& query) { expect_simple_roots(query, 3); });
}

TEST(DoubleRootClass, TouchesZeroAndGoesBack) {
  for_queries("double-root", kCount,
              [](const Query& query) { EXPECT_TRUE(has_double_root(coplanarity(query))); });
}

/// The nudged ones have two roots that are close, or none.
TEST(FastRotationClass, TouchesTangentiallyOrNearlySo) {
  for (const Kind kind : {Kind::VertexFace, Kind::EdgeEdge}) {
    int tangential = 0, twice = 0, never = 0;
    for_queries("fast-rotation", kind, kCount, [&](const Query& query) {
      const Polynomial f = coplanarity(query);
      ASSERT_FALSE(f.empty());
      const int roots = count_roots(f, 0, 1);
      if (has_double_root(f)) {
        ++tangential;
      } else if (roots == 2) {
        ++twice;
      } else {
        EXPECT_EQ(roots, 0);
        ++never;
      }
    });
    EXPECT_GE(tangential, 150);
    EXPECT_GE(twice, 50);
    EXPECT_GE(never, 50);
  }
}

TEST(InflectionPointClass, HasAnInflectionPointInTheStep) {
  for (const Kind kind : {Kind::VertexFace, Kind::EdgeEdge}) {
    const double found = share("inflection-point", kind, kCount, [](const Query& query) {
      const Polynomial curvature = derivative(derivative(coplanarity(query)));
      return curvature.size() == 2 && count_roots(curvature, 0, 1) == 1;
    });
    EXPECT_GE(found, 0.6);
  }
}

TEST(PrintedClasses, StartWithTheAppendixAsPrinted) {
  const auto first = [](std::string_view name) {
    return generate::make_query(*generate::find_query_class(name), Kind::VertexFace, kSeed, 0);
  };
  const Query hourglass = first("hourglass");
  EXPECT_EQ(hourglass.t0[0], Vec3(0.1, 0.1, 0.1));
  EXPECT_EQ(hourglass.t1[2], Vec3(0, 1, 0));
  EXPECT_TRUE(generate::with_truth(hourglass).truth);
  // The polynomial printed in appendix C is this one up to sign.
  const Polynomial f = coplanarity(first("inflection-point"));
  const Polynomial printed = {3, -44, 120, -72};
  EXPECT_TRUE(f == printed || f == printed * Polynomial{-1});
  const Query corner = first("coplanar-corner");
  EXPECT_EQ(corner.t0[3], Vec3(1, 1.57, 1));
  EXPECT_TRUE(coplanarity(corner).empty());
  const auto result = generate::with_truth(corner);
  EXPECT_TRUE(result.truth);
  EXPECT_NEAR(result.toi, (0.57 - 0.5) / (0.57 - 0.28), 1e-9);
}

TEST(PrintedClasses, KeepTheirGapForEdgeEdge) {
  for (const char* name : {"hourglass", "inflection-point", "coplanar-corner"}) {
    const auto found = generate::find_query_class(name);
    const Query face = generate::make_query(*found, Kind::VertexFace, kSeed, 0);
    const Query edges = generate::make_query(*found, Kind::EdgeEdge, kSeed, 0);
    EXPECT_EQ(face.t0[0] - face.t0[1], edges.t0[0] - edges.t0[2]) << name;
    EXPECT_EQ(face.t0[0] - face.t0[2], edges.t0[0] - edges.t0[3]) << name;
    EXPECT_TRUE((face.t0[0] - face.t0[3]).isApprox(edges.t0[1] - edges.t0[2])) << name;
    EXPECT_TRUE(!generate::with_truth(face).truth || generate::with_truth(edges).truth) << name;
  }
}

}  // namespace
}  // namespace firstcontact::test::class_roots_test
