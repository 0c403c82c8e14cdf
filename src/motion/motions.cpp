// The library's own motions as control poses.
//
// Screw. Around the middle m of an interval of half width h, with t = m + h s, s in [-1, 1], let a
// be the angle, d = a h s, D = |a| h, f = sin(a m)/a, g = (1 − cos(a m))/a² and c = cos(a m). Then
//   sin(a t)/a        = f cos d + c (sin d / a)
//   (1 − cos(a t))/a² = g cos d + (1 − cos d)/a² + f (sin d / a)
// and, from the Taylor series with s⁴ and s⁵ replaced by the lower powers nearest to them
// (Chebyshev: s⁴ ≈ s² − 1/8 within 1/8, s⁵ ≈ 5/4 s³ − 5/16 s within 1/16),
//   cos d          = 1 − D⁴/192 + s² (D⁴/24 − D²/2)           within a² E, E = h² (D²/192 + D⁴/720)
//   (1 − cos d)/a² = h² (D²/192 + s² (1/2 − D²/24))           within E
//   sin d / a      = h (s (1 − D⁴/384) + s³ (D⁴/96 − D²/6))   within H, H = h (D⁴/1920 + D⁶/5040).
// The errors of cos d and (1 − cos d)/a² are the same function up to a factor of −a²: their sum in
// the formula of (1 − cos(a t))/a² is off by |g − 1/a²| a² E = |c| E.
// Both factors are cubics in s, written in Bernstein form by their values at the corners of the
// blossom.
#include <firstcontact/motion.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "arith/fixed_order.h"
#include "arith/trigonometry.h"
#include "arith/unit_roundoff.h"
#include "geometry/norm_bound.h"

namespace firstcontact {
namespace {

/// A cubic in s in [-1, 1], by the coefficients of its powers.
struct Cubic {
  double c0, c1, c2, c3;
  std::array<double, 4> bernstein() const {
    return {c0 - c1 + c2 - c3, c0 - c1 / 3 - c2 / 3 + c3, c0 + c1 / 3 - c2 / 3 - c3,
            c0 + c1 + c2 + c3};
  }
};

std::array<double, 4> control_times(double t0, double t1) {
  return {t0, t0 + (t1 - t0) / 3, t0 + (t1 - t0) * (2.0 / 3), t1};
}

}  // namespace

ControlPoses Rest::over(double t0, double t1) const {
  ControlPoses out;
  out.t0 = t0;
  out.t1 = t1;
  out.pose.fill(where_);
  return out;
}

ControlPoses LinearMotion::over(double t0, double t1) const {
  ControlPoses out;
  out.t0 = t0;
  out.t1 = t1;
  const auto times = control_times(t0, t1);
  for (std::size_t k = 0; k < 4; ++k) {
    const double t = times[k];
    out.pose[k].linear = (1 - t) * from_.linear + t * to_.linear;
    out.pose[k].offset = (1 - t) * from_.offset + t * to_.offset;
  }
  // The times of the inner control maps are off by 4 roundings, each entry by 4 more.
  const double linear = geometry::norm_bound(from_.linear) + geometry::norm_bound(to_.linear);
  const double offset = norm(from_.offset) + norm(to_.offset);
  out.turn_error = 32 * arith::kUnitRoundoff * linear;
  out.shift_error = 32 * arith::kUnitRoundoff * offset;
  return out;
}

double LinearMotion::path_length(double t0, double t1, const Vec3& centre, double radius) const {
  const double along = norm(to_.apply(centre) - from_.apply(centre));
  return (t1 - t0) * (along + geometry::norm_bound(to_.linear - from_.linear) * radius);
}

ScrewMotion::ScrewMotion(const ScrewCoefficients& coefficients)
    : coefficients_(coefficients),
      velocity_norm_(geometry::norm_bound(coefficients.velocity.linear)),
      bend_norm_(geometry::norm_bound(coefficients.bend.linear)),
      start_norm_(geometry::norm_bound(coefficients.start.linear)) {}

ControlPoses ScrewMotion::over(double t0, double t1) const {
  if (!(std::abs(coefficients_.angle) <= kLargestAngle)) {
    ControlPoses refused;
    refused.turn_error = std::numeric_limits<double>::quiet_NaN();
    return refused;
  }
  const ScrewCoefficients& m = coefficients_;
  const double a = m.angle, middle = 0.5 * (t0 + t1), h = 0.5 * (t1 - t0);
  const double D2 = a * h * (a * h), D4 = D2 * D2;
  const arith::TurnFactors at = arith::turn_factors(a, middle);
  const double f = at.first, g = at.second, c = 1 - a * a * g;

  const double cos0 = 1 - D4 / 192, cos2 = D4 / 24 - D2 / 2;
  const double sin1 = h * (1 - D4 / 384), sin3 = h * (D4 / 96 - D2 / 6);
  const Cubic first = {f * cos0, c * sin1, f * cos2, c * sin3};
  const Cubic second = {g * cos0 + h * h * D2 / 192, f * sin1, g * cos2 + h * h * (0.5 - D2 / 24),
                        f * sin3};

  ControlPoses out;
  out.t0 = t0;
  out.t1 = t1;
  const auto w1 = first.bernstein(), w2 = second.bernstein(), w3 = control_times(t0, t1);
  for (std::size_t k = 0; k < 4; ++k) {
    out.pose[k].linear = m.start.linear + w1[k] * m.velocity.linear + w2[k] * m.bend.linear;
    out.pose[k].offset =
        m.start.offset + w1[k] * m.velocity.offset + w2[k] * m.bend.offset + w3[k] * m.drift;
  }

  // Truncation, as derived above.
  const double E = h * h * (D2 / 192 + D4 / 720), H = h * (D4 / 1920 + D4 * D2 / 5040);
  // Rounding. The middle is off by half a rounding of 1, which moves f, g and c by as much times 1,
  // |f| and |a|; f, g are off by `at`, c by a² of g's and 4 roundings more. All of these are
  // multiplied by at most P (f, g) or h P (c, f). The cubics' own operations: 16 roundings of the
  // terms they are sums of; 8 more where they multiply the maps.
  const double P = 1 + D2 + D4 + D4 * D2;
  const double f_error = at.error + arith::kUnitRoundoff,
               g_error = at.second_error + std::abs(f) * arith::kUnitRoundoff;
  const double c_error = a * a * at.second_error + (4 + std::abs(a)) * arith::kUnitRoundoff;
  const double terms1 = (std::abs(f) + std::abs(c) * h) * P,
               terms2 = (g + std::abs(f) * h + h * h) * P;
  const double error1 = std::abs(f) * a * a * E + std::abs(c) * H + (f_error + c_error * h) * P +
                        24 * arith::kUnitRoundoff * terms1;
  const double error2 = std::abs(c) * E + std::abs(f) * H + (g_error + f_error * h) * P +
                        24 * arith::kUnitRoundoff * terms2;
  out.turn_error = 1.01 * (error1 * velocity_norm_ + error2 * bend_norm_) +
                   32 * arith::kUnitRoundoff * start_norm_;
  out.shift_error = 1.01 * (error1 * norm(m.velocity.offset) + error2 * norm(m.bend.offset)) +
                    32 * arith::kUnitRoundoff * (norm(m.start.offset) + norm(m.drift));
  return out;
}

double ScrewMotion::path_length(double t0, double t1, const Vec3& centre, double radius) const {
  const ScrewCoefficients& m = coefficients_;
  // |velocity·x| is the speed of the turn for a true screw, whatever t is.
  const double turn = norm(m.velocity.apply(centre)) + velocity_norm_ * radius;
  return (t1 - t0) * (turn + norm(m.drift));
}

}  // namespace firstcontact
