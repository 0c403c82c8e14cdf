// Recomputes the error bounds of docs/math/certified-advance.md without rounding, in the evaluation
// order of the code.
#include "narrow/certified/error_bounds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "narrow/bounds_support.h"
#include "narrow/certified/confirm_contact.h"
#include "narrow/certified/nearest_direction.h"
#include "narrow/certified/segment_check.h"
#include "narrow/certified_support.h"

namespace firstcontact::narrow::error_bounds_test {
namespace {

using test::dot;
using test::exact_hull;
using test::exactly;
using test::hard_query;
using test::hard_time;
using test::Observed;
using test::Random;
using test::Scaled;
using test::ScaledVector;

Vector unit(const Vector& v) {
  const double length = std::sqrt(narrow::dot(v, v));
  return length > 0 ? (1 / length) * v : Vector{1, 0, 0};
}

/// Random, or nearly perpendicular to a corner at t so that the height cancels, or along an axis.
Vector hard_direction(Random& random, const GapCorners& corners, double t) {
  const Vec3 v = random.vector();
  Vector n = {v.x(), v.y(), v.z()};
  const std::int64_t mode = random.integer(0, 3);
  if (mode == 0) return unit(n);
  if (mode == 1) n.x *= 0x1p-40;
  if (mode >= 2) n = cross(n, hull_at(corners, t).corner[0]);
  return unit(n);
}

constexpr int kSamples = 12'000;

/// Seed 101. The two orders of evaluation: heights at both ends, then blended (the advance);
/// corners blended, then the height (the separating directions).
TEST(ErrorBounds, HeightErrorHoldsInBothOrdersAndIsNotLoose) {
  Random random(101);
  Observed blended_heights, blended_corners;
  for (int i = 0; i < kSamples; ++i) {
    const Query query = hard_query(random, i);
    const GapCorners corners = gap_corners(query);
    const double t = hard_time(random);
    const Vector n = hard_direction(random, corners, t);
    const Heights h = SegmentCheck(corners, 0, Norm::L2).heights(n);
    const Hull hull = hull_at(corners, t);
    const std::vector<ScaledVector> exact = exact_hull(query, corners, t);
    const double bound = height_error(n, corners.reach);
    for (int c = 0; c < corners.count; ++c) {
      const Scaled height = dot(exactly(n), exact[c]);
      blended_heights.add((1 - t) * h.t0[c] + t * h.t1[c], height, bound,
                          "heights " + std::to_string(i));
      blended_corners.add(narrow::dot(n, hull.corner[c]), height, bound,
                          "corners " + std::to_string(i));
    }
  }
  EXPECT_GT(blended_heights.worst(), 0.25);
  EXPECT_GT(blended_corners.worst(), 0.25);
}

/// Seed 102. Directions that are not normalised, as the separating directions are not: normals of
/// the hull.
TEST(ErrorBounds, HeightErrorHoldsForNormals) {
  Random random(102);
  Observed observed;
  for (int i = 0; i < kSamples; ++i) {
    const Query query = hard_query(random, i);
    const GapCorners corners = gap_corners(query);
    if (corners.count < 3) continue;
    const double t = hard_time(random);
    const Hull hull = hull_at(corners, t);
    const Vector n = cross(hull.corner[1] - hull.corner[0], hull.corner[2] - hull.corner[0]);
    const std::vector<ScaledVector> exact = exact_hull(query, corners, t);
    for (int c = 0; c < corners.count; ++c)
      observed.add(narrow::dot(n, hull.corner[c]), dot(exactly(n), exact[c]),
                   height_error(n, corners.reach), "normal " + std::to_string(i));
  }
  EXPECT_GT(observed.worst(), 0.2);
}

/// Seed 103. The middle Bernstein coefficient under a moving direction, in the order of
/// SegmentCheck::proves_moving.
TEST(ErrorBounds, MovingHeightErrorHoldsAndIsNotLoose) {
  Random random(103);
  Observed observed;
  const Scaled half(0.5);
  for (int i = 0; i < kSamples; ++i) {
    const Query query = hard_query(random, i);
    const GapCorners corners = gap_corners(query);
    const double a = hard_time(random), b = hard_time(random);
    const Vector n0 = hard_direction(random, corners, a), n1 = hard_direction(random, corners, b);
    const SegmentCheck check(corners, 0, Norm::L2);
    const Heights h0 = check.heights(n0), h1 = check.heights(n1);
    const std::vector<ScaledVector> at_a = exact_hull(query, corners, a),
                                    at_b = exact_hull(query, corners, b);
    for (int c = 0; c < corners.count; ++c) {
      const double middle =
          0.5 * (((1 - b) * h0.t0[c] + b * h0.t1[c]) + ((1 - a) * h1.t0[c] + a * h1.t1[c]));
      const auto index = static_cast<std::size_t>(c);
      const Scaled exact = half * (dot(exactly(n0), at_b[index]) + dot(exactly(n1), at_a[index]));
      observed.add(middle, exact, moving_height_error(n0, n1, corners.reach),
                   "middle " + std::to_string(i));
    }
  }
  EXPECT_GT(observed.worst(), 0.15);
}

/// Seed 104. The margin is never below the error of the height plus separation times dual norm, and
/// hardly above.
TEST(ErrorBounds, MarginCoversSeparationTimesTheDualNorm) {
  Random random(104);
  double loosest = 0;
  for (int i = 0; i < kSamples; ++i) {
    const GapCorners corners = gap_corners(hard_query(random, i));
    Vector n = hard_direction(random, corners, hard_time(random));
    if (i % 3 == 0) n = std::ldexp(1.0, -static_cast<int>(random.integer(0, 1060))) * n;
    const double separation =
        std::ldexp(std::abs(random.real()), static_cast<int>(random.integer(-100, 20)));
    const Scaled error(height_error(n, corners.reach));
    const ScaledVector exact_n = exactly(n);
    const Scaled sum =
        test::magnitude(exact_n[0]) + test::magnitude(exact_n[1]) + test::magnitude(exact_n[2]);
    const Scaled cube_excess =
        Scaled(SegmentCheck(corners, separation, Norm::Linf).margin(n)) - error;
    EXPECT_GE(cube_excess.compare(Scaled(separation) * sum), 0) << i;
    const Scaled ball_excess =
        Scaled(SegmentCheck(corners, separation, Norm::L2).margin(n)) - error;
    const Scaled squared = Scaled(separation) * Scaled(separation) * dot(exact_n, exact_n);
    EXPECT_TRUE(ball_excess.mantissa.sign() >= 0 &&
                (ball_excess * ball_excess).compare(squared) >= 0)
        << i;
    const Scaled total = error + Scaled(separation) * sum;
    loosest = std::max(loosest, (error + cube_excess).to_double() / total.to_double());
  }
  EXPECT_GT(loosest, 1);
  EXPECT_LT(loosest, 1 + 16 * kUnitRoundoff);
}

/// Seed 105. The distance that nearest_direction and cube_direction give is never below the exact
/// one by more than kHullPointRoundings; and somewhere it is below it by a fiftieth of that.
TEST(ErrorBounds, HullPointErrorHoldsAndIsNotLoose) {
  Random random(105);
  int below = 0;
  for (int i = 0; i < 6000; ++i) {
    const Query query = hard_query(random, i);
    const GapCorners corners = gap_corners(query);
    const double t = hard_time(random);
    const Hull hull = hull_at(corners, t);
    for (const Norm norm : {Norm::L2, Norm::Linf}) {
      const double distance =
          norm == Norm::L2 ? nearest_direction(hull).distance : cube_direction(hull).distance;
      const auto reaches = [&](double roundings) {
        Scaled reach = Scaled(distance) + Scaled(roundings * kUnitRoundoff * corners.largest);
        reach.exponent += corners.exponent;
        return test::within(query, t, reach, norm);
      };
      EXPECT_TRUE(reaches(kHullPointRoundings)) << i;
      below += !reaches(kHullPointRoundings / 50);
    }
  }
  EXPECT_GT(below, 20);
}

/// The bounds of touches_between-inl.h: blended corners, determinant, sides. Seed 106.
TEST(ErrorBounds, ConfirmationBoundsHoldAndAreNotLoose) {
  Random random(106);
  Observed blended, determinant, side, area;
  for (int i = 0; i < kSamples; ++i) {
    const Query query = hard_query(random, i);
    const GapCorners corners = gap_corners(query);
    if (corners.count < 3) continue;
    const double t = hard_time(random), later = hard_time(random);
    const Hull a = hull_at(corners, t), b = hull_at(corners, later);
    const std::vector<ScaledVector> exact_a = exact_hull(query, corners, t),
                                    exact_b = exact_hull(query, corners, later);
    const double error = kBlendedRoundings * kUnitRoundoff * corners.largest;
    double largest = 0;
    for (const Hull* hull : {&a, &b})
      for (int c = 0; c < hull->count; ++c)
        largest = std::max({largest, std::abs(hull->corner[c].x), std::abs(hull->corner[c].y),
                            std::abs(hull->corner[c].z)});
    largest += error;
    for (int c = 0; c < a.count; ++c) blended.add(a.corner[c].x, exact_a[c][0], error, "blend");

    determinant.add(
        narrow::dot(a.corner[0], cross(a.corner[1], a.corner[2])),
        dot(exact_a[0], test::cross(exact_a[1], exact_a[2])),
        20 * error * largest * largest + 40 * kUnitRoundoff * largest * largest * largest,
        "determinant");
    const Vector n = cross(a.corner[1] - a.corner[0], a.corner[2] - a.corner[0]);
    const double product = 5 * error * largest + 16 * kUnitRoundoff * largest * largest;
    const double mean = 0.5 * (narrow::dot(cross(a.corner[0], b.corner[1]), n) +
                               narrow::dot(cross(b.corner[0], a.corner[1]), n));
    const Scaled exact_mean = Scaled(0.5) * (dot(test::cross(exact_a[0], exact_b[1]), exactly(n)) +
                                             dot(test::cross(exact_b[0], exact_a[1]), exactly(n)));
    side.add(mean, exact_mean,
             (std::abs(n.x) + std::abs(n.y) + std::abs(n.z)) * product + kUnderflow, "side");
    area.add(a.corner[0].x * a.corner[1].y - a.corner[0].y * a.corner[1].x,
             exact_a[0][0] * exact_a[1][1] - exact_a[0][1] * exact_a[1][0], product, "area");
  }
  EXPECT_GT(blended.worst(), 0.25);
  EXPECT_GT(determinant.worst(), 0.02);
  EXPECT_GT(side.worst(), 0.02);
  EXPECT_GT(area.worst(), 0.04);
}

}  // namespace
}  // namespace firstcontact::narrow::error_bounds_test
