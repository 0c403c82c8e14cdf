// The stated error bounds against 50 digits, and on many more points against the C library's
// extended precision where there is one.
#include "arith/trigonometry.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace firstcontact::arith::trigonometry_test {
namespace {

using Exact = boost::multiprecision::cpp_bin_float_50;

/// More than enough beside bounds of 2^-53; false where long double is double.
constexpr bool kExtended = std::numeric_limits<long double>::digits >= 64;
constexpr unsigned kSeed = 20261;

double random_sign(std::mt19937_64& random) { return random() % 2 == 0 ? 1 : -1; }
double uniform(std::mt19937_64& random, double low, double high) {
  return low + (high - low) * (static_cast<double>(random() >> 11) * 0x1p-53);
}
/// Uniform in its logarithm.
double spread(std::mt19937_64& random, double low, double high) {
  return random_sign(random) * std::exp2(uniform(random, std::log2(low), std::log2(high)));
}

/// A few doubles from a multiple of pi/2 (or of pi/4, where the reduction changes over), of either
/// sign.
double near_multiple(std::mt19937_64& random) {
  const auto k = static_cast<double>(random() % 1300000);
  double x = k * 0x1.921fb54442d18p-1;
  const int steps = static_cast<int>(random() % 5);
  for (int i = 0; i < steps; ++i) x = std::nextafter(x, random() % 2 == 0 ? 0 : 1e9);
  if (random() % 4 == 0) x += spread(random, 1e-18, 1e-3);
  return random_sign(random) * std::min(x, kLargestReducedAngle);
}

double random_angle(std::mt19937_64& random) {
  switch (random() % 4) {
    case 0: return uniform(random, -7, 7);
    case 1: return spread(random, 1e-320, kLargestReducedAngle);
    case 2: return near_multiple(random);
    default: return uniform(random, -kLargestReducedAngle, kLargestReducedAngle);
  }
}

const std::vector<double>& special_angles() {
  static const std::vector<double> angles = {0.0,
                                             -0.0,
                                             5e-324,
                                             1e-300,
                                             -1e-20,
                                             0x1p-27,
                                             0.5,
                                             0x1.921fb54442d18p-1,
                                             0x1.921fb54442d18p+0,
                                             0x1.921fb54442d18p+1,
                                             -0x1.921fb54442d18p+2,
                                             0x1.2d97c7f3321d2p+2,
                                             1000,
                                             kLargestReducedAngle,
                                             -kLargestReducedAngle,
                                             std::nextafter(kLargestReducedAngle, 0)};
  return angles;
}

template <class Real>
void expect_sine_cosine_within_bound(double angle) {
  using std::abs, std::sin, std::cos;
  const SineCosine got = sine_cosine(angle);
  ASSERT_LE(got.error, kSineCosineError) << angle;
  ASSERT_LE(abs(sin(Real(angle)) - Real(got.sine)), Real(got.error)) << angle;
  ASSERT_LE(abs(cos(Real(angle)) - Real(got.cosine)), Real(got.error)) << angle;
}

TEST(SineCosine, StayWithinTheirBoundAgainstFiftyDigits) {
  for (const double angle : special_angles()) expect_sine_cosine_within_bound<Exact>(angle);
  std::mt19937_64 random(kSeed);
  for (int i = 0; i < 4000 && !HasFatalFailure(); ++i)
    expect_sine_cosine_within_bound<Exact>(random_angle(random));
}

TEST(SineCosine, StayWithinTheirBoundOnAHundredThousandAngles) {
  if (!kExtended)
    GTEST_SKIP() << "long double has no more digits than double here: only the test with fifty "
                    "digits was run";
  std::mt19937_64 random(kSeed + 1);
  for (int i = 0; i < 100000 && !HasFatalFailure(); ++i)
    expect_sine_cosine_within_bound<long double>(random_angle(random));
}

TEST(SineCosine, SayNothingBeyondTheLargestAngle) {
  for (const double angle :
       {std::nextafter(kLargestReducedAngle, 1e9), -1e300, std::numeric_limits<double>::infinity(),
        std::numeric_limits<double>::quiet_NaN()}) {
    const SineCosine got = sine_cosine(angle);
    EXPECT_EQ(got.sine, 0);
    EXPECT_EQ(got.cosine, 0);
    EXPECT_EQ(got.error, 1);
  }
}

constexpr double kArcTangentError = 0x1p-50;

template <class Real>
void expect_arc_tangent_within_bound(double y, double x) {
  using std::abs, std::atan2;
  const double got = arc_tangent2(y, x);
  ASSERT_LE(abs(atan2(Real(y), Real(x)) - Real(got)), Real(kArcTangentError)) << y << ' ' << x;
  ASSERT_LE(abs(got), 0x1.921fb54442d18p+1 + kArcTangentError);
}

struct Plane {
  double y, x;
};

Plane random_plane(std::mt19937_64& random) {
  switch (random() % 4) {
    case 0: {
      const double y = uniform(random, -1, 1);
      return {y, uniform(random, -1, 1)};
    }
    case 1: {
      const double y = spread(random, 1e-300, 1e300);
      return {y, spread(random, 1e-300, 1e300)};
    }
    case 2: {  // near a diagonal, where the halves of the octant meet
      const double y = spread(random, 1e-5, 1e5);
      return {y, random_sign(random) * y * (1 + uniform(random, -1e-14, 1e-14))};
    }
    default: {  // near an axis
      const double small = spread(random, 1e-20, 1e-5), large = spread(random, 0.1, 10);
      return random() % 2 == 0 ? Plane{small, large} : Plane{large, small};
    }
  }
}

TEST(ArcTangent, StaysWithinItsBoundAgainstFiftyDigits) {
  std::mt19937_64 random(kSeed + 2);
  for (int i = 0; i < 3000 && !HasFatalFailure(); ++i) {
    const Plane p = random_plane(random);
    expect_arc_tangent_within_bound<Exact>(p.y, p.x);
  }
}

TEST(ArcTangent, StaysWithinItsBoundOnAHundredThousandPoints) {
  if (!kExtended)
    GTEST_SKIP() << "long double has no more digits than double here: only the test with fifty "
                    "digits was run";
  std::mt19937_64 random(kSeed + 3);
  for (int i = 0; i < 100000 && !HasFatalFailure(); ++i) {
    const Plane p = random_plane(random);
    expect_arc_tangent_within_bound<long double>(p.y, p.x);
  }
}

TEST(ArcTangent, KnowsTheAxesAndTheOrigin) {
  EXPECT_EQ(arc_tangent2(0, 0), 0);
  EXPECT_EQ(arc_tangent2(0, 3), 0);
  EXPECT_NEAR(arc_tangent2(2, 0), 0x1.921fb54442d18p+0, kArcTangentError);
  EXPECT_NEAR(arc_tangent2(-2, 0), -0x1.921fb54442d18p+0, kArcTangentError);
  EXPECT_NEAR(arc_tangent2(0, -1), 0x1.921fb54442d18p+1, kArcTangentError);
  EXPECT_NEAR(arc_tangent2(5e-324, 5e-324), 0x1.921fb54442d18p-1, kArcTangentError);
}

template <class Real>
void expect_factors_within_bound(double a, double t) {
  using std::abs, std::sin;
  const TurnFactors got = turn_factors(a, t);
  Real first(t), second = Real(t) * Real(t) / 2;
  if (a != 0) {
    const Real half = sin(Real(a) * Real(t) / 2);
    first = sin(Real(a) * Real(t)) / Real(a);
    second = 2 * (half / Real(a)) * (half / Real(a));
  }
  ASSERT_LE(abs(first - Real(got.first)), Real(got.error)) << a << ' ' << t;
  ASSERT_LE(abs(second - Real(got.second)), Real(got.second_error)) << a << ' ' << t;
  ASSERT_LE(got.second_error, got.error) << a << ' ' << t;
}

double random_time(std::mt19937_64& random) {
  switch (random() % 4) {
    case 0: return 1;
    case 1: return std::abs(spread(random, 1e-300, 1));
    default: return uniform(random, 0, 1);
  }
}

TEST(TurnFactors, StayWithinTheirBoundAgainstFiftyDigits) {
  for (const double a : {0.0, 5e-324, 1e-300, 1e-12, 1e-6, 0.1, 0.5, std::nextafter(0.5, 1),
                         0x1.921fb54442d18p+1, 1000.0})
    for (const double t : {0.0, 5e-324, 1e-16, 0.25, 0.5, std::nextafter(1.0, 0), 1.0})
      expect_factors_within_bound<Exact>(a, t);
  std::mt19937_64 random(kSeed + 4);
  for (int i = 0; i < 4000 && !HasFatalFailure(); ++i) {
    const double a = random_angle(random), t = random_time(random);
    expect_factors_within_bound<Exact>(a, t);
  }
}

TEST(TurnFactors, StayWithinTheirBoundOnAHundredThousandPoints) {
  if (!kExtended)
    GTEST_SKIP() << "long double has no more digits than double here: only the test with fifty "
                    "digits was run";
  std::mt19937_64 random(kSeed + 5);
  for (int i = 0; i < 100000 && !HasFatalFailure(); ++i) {
    // Where a t is large its rounding is the library's too: a t is exact in neither, so that the
    // angle is kept moderate.
    const double a = random() % 2 == 0 ? uniform(random, -20, 20) : spread(random, 1e-300, 100),
                 t = random_time(random);
    expect_factors_within_bound<long double>(a, t);
  }
}

TEST(TurnFactors, HaveSmallBoundsForEveryAngleOfAScrew) {
  std::mt19937_64 random(kSeed + 6);
  for (int i = 0; i < 1000; ++i) {
    const double a = uniform(random, 0, 1000), t = random_time(random);
    const TurnFactors got = turn_factors(a, t);
    EXPECT_LE(got.error, 2e-15) << a << ' ' << t;
    EXPECT_LE(got.second_error, 5e-15 * (1 + a * t) / (1 + a * a)) << a << ' ' << t;
  }
}

}  // namespace
}  // namespace firstcontact::arith::trigonometry_test
