#include "narrow/certified/plane_side.h"

#include <algorithm>
#include <cmath>

#include "narrow/certified/separating_directions.h"

namespace firstcontact::narrow {
namespace {

// Newton's method stops after a step below this. The remaining error is about its square, which is
// less than the width to which the time of a contact is needed.
constexpr double kSmallStep = 0x1p-22;
constexpr int kPlainNewtonSteps = 6, kMostNewtonSteps = 16;

double blend(double a, double b, double t) { return (1 - t) * a + t * b; }

/// Zeros in (0, 1) of the quadratic with these Bernstein coefficients, in ascending order.
int zeros_of_quadratic(double b0, double b1, double b2, double (&zeros)[2]) {
  if ((b0 > 0 && b1 > 0 && b2 > 0) || (b0 < 0 && b1 < 0 && b2 < 0)) return 0;
  const double a = b0 - 2 * b1 + b2, half_b = b1 - b0;
  const double discriminant = half_b * half_b - a * b0;
  if (!(discriminant > 0)) return 0;
  const double q = -(half_b + std::copysign(std::sqrt(discriminant), half_b));
  double first = q / a, second = b0 / q;
  if (first > second) std::swap(first, second);
  int count = 0;
  for (const double zero : {first, second})
    if (zero > 0 && zero < 1) zeros[count++] = zero;
  return count;
}

}  // namespace

PlaneSide::PlaneSide(const GapCorners& corners) {
  const auto cubic = PlaneCubic<ScalarLanes>::make(ScalarLanes(), corners.t0, corners.t1,
                                                   corners.count, corners.largest);
  std::copy(cubic.coefficient, cubic.coefficient + 4, bernstein_);
  const auto& b = bernstein_;
  power_[0] = b[0];
  power_[1] = 3 * (b[1] - b[0]);
  power_[2] = 3 * ((b[2] - b[1]) - (b[1] - b[0]));
  power_[3] = (b[3] - b[0]) - 3 * (b[2] - b[1]);
  const double largest = std::max({std::abs(b[0]), std::abs(b[1]), std::abs(b[2]), std::abs(b[3])});
  error_ = (cubic.error + kRestrictionRoundings * kUnitRoundoff * largest) * kRoundUp;
}

bool PlaneSide::clear(double a, double b, int halvings) const {
  // Bernstein coefficients over [a, b] by blossoming: aa1 is the polar form at (a, a, 1), and so
  // on.
  const auto& c = bernstein_;
  const double a00 = blend(c[0], c[1], a), a01 = blend(c[1], c[2], a), a11 = blend(c[2], c[3], a);
  const double b00 = blend(c[0], c[1], b), b01 = blend(c[1], c[2], b), b11 = blend(c[2], c[3], b);
  const double aa0 = blend(a00, a01, a), aa1 = blend(a01, a11, a), ab0 = blend(a00, a01, b),
               ab1 = blend(a01, a11, b);
  const double bb0 = blend(b00, b01, b), bb1 = blend(b01, b11, b);
  const double first = blend(aa0, aa1, a), second = blend(aa0, aa1, b), third = blend(ab0, ab1, b),
               last = blend(bb0, bb1, b);
  const bool above = first > error_ && last > error_, below = first < -error_ && last < -error_;
  if (!above && !below) return false;
  if (above ? second > error_ && third > error_ : second < -error_ && third < -error_) return true;
  const double middle = a + (b - a) / 2;
  return halvings > 0 && clear(a, middle, halvings - 1) && clear(middle, b, halvings - 1);
}

double PlaneSide::crossing_between(double a, double b, double value_a, double value_b) const {
  double t = a + (b - a) * (value_a / (value_a - value_b));
  for (int i = 0; i < kPlainNewtonSteps; ++i) {
    const double step = value(t) / slope(t);
    t = std::min(std::max(t - step, a), b);
    if (std::abs(step) < kSmallStep) return t;
  }
  // Plain Newton did not converge: keep the zero between a and b, and halve where Newton leaves
  // them.
  t = a + (b - a) / 2;
  for (int i = 0; i < kMostNewtonSteps; ++i) {
    const double at_t = value(t);
    if ((at_t < 0) == (value_a < 0))
      a = t;
    else
      b = t;
    double next = t - at_t / slope(t);
    if (!(next >= a && next <= b)) next = a + (b - a) / 2;
    const double step = std::abs(next - t);
    t = next;
    if (step < kSmallStep) break;
  }
  return t;
}

int PlaneSide::crossings(double until, double (&times)[kMostCrossings]) const {
  const auto& b = bernstein_;
  double turns[2];
  const int turn_count = zeros_of_quadratic(b[1] - b[0], b[2] - b[1], b[3] - b[2], turns);
  int count = 0;
  double from = 0, value_from = b[0];
  for (int i = 0; i <= turn_count && from < until; ++i) {
    const double to = i < turn_count ? std::min(turns[i], until) : until;
    const double value_to = value(to);
    if ((value_from < 0) != (value_to < 0))
      times[count++] = crossing_between(from, to, value_from, value_to);
    from = to;
    value_from = value_to;
  }
  return count;
}

}  // namespace firstcontact::narrow
