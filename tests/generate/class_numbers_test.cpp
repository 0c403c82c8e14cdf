/// The numbers themselves: the ends of the double range, and the distance from the origin.
#include <gtest/gtest.h>

#include <cfloat>
#include <cmath>
#include <set>

#include "generate/class_queries.h"

namespace firstcontact::class_numbers_test {
namespace {

using test::for_queries;
using test::largest_coordinate;
using test::share;

constexpr std::uint64_t kCount = 1000;

TEST(Scales, ReachBeyondTheEndsInEveryClassThatIsScaled) {
  const std::set<std::string_view> not_scaled = {"largest-doubles", "subnormal", "random-bits"};
  for (const auto& c : generate::query_classes()) {
    if (not_scaled.contains(c.name)) continue;
    double largest = 0, smallest = 1;
    for_queries(c.name, 2000, [&](const Query& query) {
      largest = std::max(largest, largest_coordinate(query));
      if (largest_coordinate(query) > 0) smallest = std::min(smallest, largest_coordinate(query));
    });
    EXPECT_GT(largest, 1e300) << c.name;
    EXPECT_LT(smallest, 1e-300) << c.name;
  }
}

TEST(Scales, LeaveMostQueriesAtOrdinarySize) {
  for (const auto& c : generate::query_classes()) {
    if (c.name == "largest-doubles" || c.name == "subnormal" || c.name == "random-bits") continue;
    const double ordinary = share(c.name, Kind::EdgeEdge, kCount, [](const Query& query) {
      const double largest = largest_coordinate(query);
      return largest > 1e-3 && largest < 1e16;
    });
    EXPECT_GT(ordinary, 0.7) << c.name;
  }
}

TEST(LargestDoublesClass, ReachesTheLastBinadeAndOverflowsInDifferences) {
  for (const Kind kind : {Kind::VertexFace, Kind::EdgeEdge}) {
    for_queries("largest-doubles", kind, kCount,
                [](const Query& query) { EXPECT_GE(largest_coordinate(query), 0x1p1023); });
    const double overflows = share("largest-doubles", kind, kCount, [](const Query& query) {
      return std::isinf((query.t0[0] - query.t0[3]).cwiseAbs().maxCoeff()) ||
             std::isinf((query.t1[0] - query.t0[0]).cwiseAbs().maxCoeff());
    });
    EXPECT_GT(overflows, 0.2);
  }
}

TEST(SubnormalClass, HasOnlySubnormalCoordinates) {
  for_queries("subnormal", kCount,
              [](const Query& query) { EXPECT_LT(largest_coordinate(query), DBL_MIN); });
}

TEST(FarOffsetClass, IsManyTimesItsSizeFromTheOrigin) {
  const auto distance_in_sizes = [](const Query& query) {
    Vec3 size = Vec3::Zero();
    for (std::size_t i = 0; i < 4; ++i) {
      size = size.cwiseMax((query.t0[i] - query.t0[0]).cwiseAbs())
                 .cwiseMax((query.t1[i] - query.t0[0]).cwiseAbs());
    }
    return largest_coordinate(query) / size.maxCoeff();
  };
  for (const Kind kind : {Kind::VertexFace, Kind::EdgeEdge}) {
    for_queries("far-offset", kind, kCount,
                [&](const Query& query) { EXPECT_GT(distance_in_sizes(query), 0x1p8); });
    EXPECT_GT(share("far-offset", kind, kCount,
                    [&](const Query& query) { return distance_in_sizes(query) > 0x1p40; }),
              0.1);
  }
}

TEST(RandomBitsClass, MixesTheWholeRangeInOneQuery) {
  for (const Kind kind : {Kind::VertexFace, Kind::EdgeEdge}) {
    const double mixed = share("random-bits", kind, kCount, [](const Query& query) {
      bool tiny = false, huge = false;
      test::for_coordinates(query, [&](double x) {
        tiny = tiny || (x != 0 && std::abs(x) < 1e-200);
        huge = huge || std::abs(x) > 1e200;
      });
      return tiny && huge;
    });
    EXPECT_GT(mixed, 0.25);
  }
}

}  // namespace
}  // namespace firstcontact::class_numbers_test
