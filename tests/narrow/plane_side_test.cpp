// The plane of the gap set as a cubic in time: its error bounds without rounding, what it proves,
// and where it looks for contacts.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "narrow/bounds_support.h"
#include "narrow/certified/nearest_direction.h"
#include "narrow/certified/scalar_settling.h"
#include "narrow/certified_support.h"

namespace firstcontact::narrow::plane_side_test {
namespace {

using test::dot;
using test::exact_hull;
using test::hard_query;
using test::hard_time;
using test::Observed;
using test::Random;
using test::Scaled;
using test::ScaledVector;

using Cubic = PlaneCubic<ScalarLanes>;

const ScalarLanes kLanes;

PlaneSide<ScalarLanes> plane_of(const GapCorners& corners) {
  return {kLanes, corners.t0, corners.t1, corners.count, corners.largest};
}

/// Times in (0, until] at which the plane passes through the origin.
std::vector<double> crossings(const GapCorners& corners, double until) {
  const auto plane = plane_of(corners);
  const auto parts = plane.parts_until(until);
  std::vector<double> times;
  for (int i = 0; i < 3; ++i)
    if (plane.crosses(parts, i)) times.push_back(plane.crossing(parts, i));
  return times;
}

/// A corner and the two sides that span the hull.
struct Frame {
  ScaledVector corner, e, f;
};

Frame frame_of(const std::vector<ScaledVector>& hull) {
  return {hull[0], hull[1] - hull[0], hull.back() - hull[0]};
}

/// Three times the Bernstein coefficients over [a, b].
std::vector<Scaled> exact_cubic(const Frame& a, const Frame& b) {
  const ScaledVector first = cross(a.e, a.f), middle = cross(a.e, b.f) + cross(b.e, a.f),
                     last = cross(b.e, b.f);
  return {Scaled(3) * dot(a.corner, first), dot(b.corner, first) + dot(a.corner, middle),
          dot(b.corner, middle) + dot(a.corner, last), Scaled(3) * dot(b.corner, last)};
}

int sign_of(const Scaled& value) { return value.mantissa.sign(); }

/// Sign of F·(e x f) at t, without rounding.
int exact_side(const Query& query, double t) {
  const Frame frame = frame_of(test::exact_corners(query, t));
  return sign_of(dot(frame.corner, test::cross(frame.e, frame.f)));
}

/// Seed 111. Over [a, b], from blended corners, as the separating directions do it.
TEST(PlaneSide, CoefficientAndNormalErrorsHoldAndAreNotVeryLoose) {
  Random random(111);
  Observed coefficient, normal;
  for (int i = 0; i < 12'000; ++i) {
    const Query query = hard_query(random, i);
    const GapCorners corners = gap_corners(query);
    if (corners.count < 3) continue;
    const double a = hard_time(random), b = hard_time(random);
    const Hull start = hull_at(corners, a), end = hull_at(corners, b);
    const Cubic cubic =
        Cubic::make(ScalarLanes(), start.corner, end.corner, corners.count, corners.largest);
    const Frame exact_a = frame_of(exact_hull(query, corners, a)),
                exact_b = frame_of(exact_hull(query, corners, b));
    const std::vector<Scaled> exact = exact_cubic(exact_a, exact_b);
    for (std::size_t k = 0; k < 4; ++k)
      coefficient.add(cubic.coefficient[k], exact[k], cubic.error, "cubic " + std::to_string(i));

    const double normal_error =
        kUnitRoundoff * cubic.largest_side *
        (kNormalRoundings * corners.largest + kNormalSideRoundings * cubic.largest_side);
    const ScaledVector exact_normal[3] = {
        cross(exact_a.e, exact_a.f),
        Scaled(0.5) * (cross(exact_a.e, exact_b.f) + cross(exact_b.e, exact_a.f)),
        cross(exact_b.e, exact_b.f)};
    for (int k = 0; k < 3; ++k)
      normal.add((k == 1 ? 0.5 : 1) * cubic.normal[k].x, exact_normal[k][0], normal_error / 3,
                 "normal " + std::to_string(i));
  }
  EXPECT_GT(coefficient.worst(), 0.005);
  EXPECT_GT(normal.worst(), 0.01);
}

/// Seed 112. Where a part of [0, 1] is called clear, the exact sign is the same throughout; parts
/// that end close to a crossing included.
TEST(PlaneSide, ClearMeansOneSideThroughout) {
  Random random(112);
  int clear = 0, close = 0, samples = 0;
  for (int i = 0; i < 8000; ++i) {
    const Query query = hard_query(random, i);
    const GapCorners corners = gap_corners(query);
    if (corners.count < 3) continue;
    ++samples;
    const auto plane = plane_of(corners);
    const std::vector<double> times = crossings(corners, 1);
    double a = hard_time(random), b = hard_time(random);
    const bool ends_close = !times.empty() && i % 2 == 0;
    if (ends_close) {
      b = std::min(1.0,
                   std::max(0.0, times[0] + std::ldexp(random.real(),
                                                       -static_cast<int>(random.integer(20, 53)))));
      a = b - std::ldexp(b, -static_cast<int>(random.integer(0, 50)));
    }
    if (a > b) std::swap(a, b);
    if (!plane.clear(true, a, b)) continue;
    ++clear;
    close += ends_close;
    const int side = exact_side(query, a);
    EXPECT_NE(side, 0) << i;
    for (const double share : {0.25, 0.5, 0.9, 0.999, 1.0})
      EXPECT_EQ(exact_side(query, a + (b - a) * share), side) << i;
  }
  EXPECT_GT(clear, samples / 4);
  EXPECT_GT(close, samples / 20);
}

/// Seed 113. Small integers: every sign change between neighbours of a fine grid has its crossing
/// between them.
TEST(PlaneSide, FindsEveryCrossing) {
  Random random(113);
  constexpr int kGrid = 64;
  int found[4] = {};
  for (int i = 0; i < 900; ++i) {
    Query query;
    query.kind = i % 2 ? Kind::VertexFace : Kind::EdgeEdge;
    for (int j = 0; j < 4; ++j)
      for (Vec3* point : {&query.t0[j], &query.t1[j]}) *point = random.lattice(50, 1);
    const double until = i % 3 == 0 ? 0.75 : 1;
    const std::vector<double> times = crossings(gap_corners(query), until);
    ++found[times.size()];
    for (std::size_t k = 1; k < times.size(); ++k) EXPECT_LE(times[k - 1], times[k]);
    for (int cell = 0; cell < kGrid; ++cell) {
      const double from = until * cell / kGrid, to = until * (cell + 1) / kGrid;
      if (exact_side(query, from) * exact_side(query, to) >= 0) continue;
      bool between = false;
      for (const double t : times) between = between || (t >= from && t <= to);
      EXPECT_TRUE(between) << i << " in [" << from << ", " << to << "]";
    }
  }
  for (const int times_seen : found) EXPECT_GT(times_seen, 5);
}

TEST(PlaneSide, FlatPairIsNeverClear) {
  Query query;
  query.kind = Kind::EdgeEdge;
  for (auto* points : {&query.t0, &query.t1})
    *points = {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(1, 3, 0)};
  query.t1[0].x() = 0.5;
  EXPECT_FALSE(plane_of(gap_corners(query)).clear(true, 0, 1));
  EXPECT_FALSE(plane_of(gap_corners(query)).clear(true, 0.5, 0.5));
}

}  // namespace
}  // namespace firstcontact::narrow::plane_side_test
