// Enclosures of sine, cosine and the factors of a turn, against 100-digit arithmetic.
#include "verify/motion_weights.h"

#include <gtest/gtest.h>

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>

#include "verify/motion_samples.h"
#include "verify/rational_trigonometry.h"

namespace firstcontact::test::motion_weights_test {
namespace {

using exact::Integer;
using verify::Ball;
using verify::Dyadic;
using verify::kBallBits;
using verify::TimeInterval;
using verify::TimePolynomial;
using Real = boost::multiprecision::cpp_bin_float_100;

Real real(const Integer& value) {
  constexpr std::int64_t kChunk = 60;
  Integer rest = abs(value);
  Real sum = 0;
  for (int i = 0; rest.sign() != 0; ++i, rest >>= kChunk)
    sum +=
        ldexp(Real((rest - ((rest >> kChunk) << kChunk)).to_int64()), static_cast<int>(kChunk) * i);
  return value.sign() < 0 ? Real(-sum) : sum;
}

Real real(const Dyadic& value) {
  return ldexp(real(value.numerator), -static_cast<int>(value.scale));
}

/// 332 bits of a Real, less what is lost in a few operations on numbers up to 1000.
const Real kRealError = ldexp(Real(1), -300);

bool contains(const Ball& ball, const Real& value) {
  const Real distance = abs(ldexp(value, static_cast<int>(kBallBits)) - real(ball.middle));
  return distance <=
         real(ball.radius) + ldexp(kRealError, static_cast<int>(kBallBits)) * (1 + abs(value));
}

bool is_narrow(const Ball& ball) { return ball.radius.bit_length() <= kBallBits - 220; }

TEST(MotionWeights, DyadicsAreTheDoublesThemselves) {
  for (const double value :
       {0.0, 1.0, -0.75, 1000.0, 0x1p-1074, 0x1.fffffffffffffp1023, -0x1.23p-300})
    EXPECT_EQ(real(verify::dyadic(value)), Real(value)) << value;
}

TEST(MotionWeights, SineAndCosineHaveTheirKnownDigits) {
  const struct {
    double angle;
    const char *sine, *cosine;
  } known[] = {
      {1, "0.84147098480789650665250232163029899962256306079837",
       "0.54030230586813971740093660744297660373231042061792"},
      {-0.5, "-0.47942553860420300027328793521557138808180336794060",
       "0.87758256189037271611628158260382965199164519710974"},
      {1000, "0.82687954053200256025588742910921814121272496784779",
       "0.56237907629070299107824922660539596875581182173820"},
  };
  const Real digits("1e-50");
  for (const auto& [angle, sine, cosine] : known) {
    const auto balls = verify::sine_cosine(Ball::of(verify::dyadic(angle)));
    EXPECT_LT(abs(ldexp(real(balls.sine.middle), -static_cast<int>(kBallBits)) - Real(sine)),
              digits)
        << angle;
    EXPECT_LT(abs(ldexp(real(balls.cosine.middle), -static_cast<int>(kBallBits)) - Real(cosine)),
              digits)
        << angle;
    EXPECT_TRUE(is_narrow(balls.sine) && is_narrow(balls.cosine)) << angle;
  }
}

/// Angles of every magnitude up to 1000, and 0.
double random_angle(Draw& draw) {
  if (draw.below(20) == 0) return 0;
  const double size = draw.below(2) == 0
                          ? draw.uniform(0, 1000)
                          : std::ldexp(draw.uniform(1, 2), 9 - static_cast<int>(draw.below(120)));
  return draw.below(2) == 0 ? std::min(size, 1000.0) : -std::min(size, 1000.0);
}

Real first_factor(const Real& a, const Real& t) { return a == 0 ? t : Real(sin(a * t) / a); }

Real second_factor(const Real& a, const Real& t) {
  const Real s = first_factor(a / 2, t);  // (1 − cos y) = 2 sin²(y / 2)
  return s * s / 2;
}

TEST(MotionWeights, TheFactorsOfATurnAreEnclosedNarrowly) {
  Draw draw(21);
  for (int i = 0; i < 600; ++i) {
    const double angle = random_angle(draw),
                 time = i % 10 == 0 ? std::ldexp(draw.uniform(), -60) : draw.uniform();
    const verify::TurnBalls balls = verify::turn(verify::dyadic(angle), verify::dyadic(time));
    const Real a = angle, t = time;
    ASSERT_TRUE(contains(balls.sine, sin(a * t))) << angle << " " << time;
    ASSERT_TRUE(contains(balls.cosine, cos(a * t))) << angle << " " << time;
    ASSERT_TRUE(contains(balls.first, first_factor(a, t))) << angle << " " << time;
    ASSERT_TRUE(contains(balls.second, second_factor(a, t))) << angle << " " << time;
    for (const Ball& ball : {balls.sine, balls.cosine, balls.first, balls.second})
      ASSERT_TRUE(is_narrow(ball)) << angle << " " << time;
  }
}

// The radius of the angle itself must reach the result: the ends of the angle's interval are
// members too.
TEST(MotionWeights, AWideAngleGivesWideSines) {
  const Ball angle = {Integer(3) << (kBallBits - 1), Integer(1) << (kBallBits - 10)};
  const auto balls = verify::sine_cosine(angle);
  for (const double value : {1.5 - 0x1p-10, 1.5, 1.5 + 0x1p-10}) {
    EXPECT_TRUE(contains(balls.sine, sin(Real(value))));
    EXPECT_TRUE(contains(balls.cosine, cos(Real(value))));
  }
}

TEST(MotionWeights, BallsContainWhatTheirOperationsGive) {
  Draw draw(22);
  for (int i = 0; i < 300; ++i) {
    const double x = draw.uniform(-8, 8), y = draw.uniform(-8, 8);
    Ball a = Ball::of(verify::dyadic(x)), b = Ball::of(verify::dyadic(y));
    a.radius = Integer(static_cast<std::int64_t>(draw.below(1000))) << (kBallBits - 20);
    b.radius = Integer(static_cast<std::int64_t>(draw.below(1000))) << (kBallBits - 20);
    for (const int side_a : {-1, 1})
      for (const int side_b : {-1, 1}) {
        const Real p =
            ldexp(real(a.middle) + side_a * real(a.radius), -static_cast<int>(kBallBits));
        const Real q =
            ldexp(real(b.middle) + side_b * real(b.radius), -static_cast<int>(kBallBits));
        EXPECT_TRUE(contains(a + b, p + q));
        EXPECT_TRUE(contains(a - b, p - q));
        EXPECT_TRUE(contains(a * b, p * q));
        EXPECT_TRUE(contains(-a, -p));
        Ball third = a, quotient = a;
        third /= 3;
        quotient /= verify::dyadic(-0.375);
        EXPECT_TRUE(contains(third, p / 3));
        EXPECT_TRUE(contains(quotient, p / Real(-0.375)));
      }
  }
}

Real value_of(const TimePolynomial& polynomial, const Real& s) {
  std::vector<Real> values;
  for (const Integer& coefficient : polynomial.coefficients) values.push_back(real(coefficient));
  for (std::size_t n = values.size() - 1; n > 0; --n)
    for (std::size_t k = 0; k < n; ++k) values[k] = (1 - s) * values[k] + s * values[k + 1];
  return values[0];
}

TEST(MotionWeights, PolynomialsAreWithinTheirErrorsAllOverTheInterval) {
  Draw draw(23);
  Real worst = 0;
  for (int i = 0; i < 300; ++i) {
    const double angle = random_angle(draw);
    // Unit 2^-128 or, for a third of them, finer than a ball.
    const std::int64_t bits = i % 3 == 0 ? 300 : 128;
    const auto time = [&](double t) {
      return Integer(static_cast<std::int64_t>(std::ldexp(t, 60))) << (bits - 60);
    };
    const double begin = draw.uniform(),
                 end = std::min(
                     1.0, begin + std::ldexp(draw.uniform(), -static_cast<int>(draw.below(30))));
    const TimeInterval interval = {time(begin), time(end), bits};
    const auto [first, second] = verify::turn_polynomials(verify::dyadic(angle), interval);
    const TimePolynomial straight = verify::time_polynomial(interval, verify::kTurningDegree);
    const Real unit = ldexp(Real(1), static_cast<int>(bits)), slack = unit * kRealError * 1024;
    for (int step = 0; step <= 8; ++step) {
      const Real s = Real(step) / 8,
                 t = ((1 - s) * real(interval.begin) + s * real(interval.end)) / unit;
      const Real off_first = abs(value_of(first, s) - first_factor(angle, t) * unit);
      ASSERT_LE(off_first, real(first.error) + slack) << angle << " " << begin << " " << end;
      ASSERT_LE(abs(value_of(second, s) - second_factor(angle, t) * unit),
                real(second.error) + slack)
          << angle << " " << begin;
      ASSERT_LE(abs(value_of(straight, s) - t * unit), real(straight.error) + slack);
      if (verify::turns_little(verify::dyadic(angle), interval) && first.error > Integer(1) << 40)
        worst = std::max(worst, Real(off_first / real(first.error)));
    }
  }
  // The bound is not far from what is needed.
  EXPECT_GT(worst, 0.5);
}

TEST(MotionWeights, TimeItselfIsExactInDegreeOne) {
  const TimePolynomial time = verify::time_polynomial({Integer(5), Integer(12), 7}, 1);
  EXPECT_TRUE(time.coefficients.size() == 2 && time.coefficients[0] == Integer(5) &&
              time.coefficients[1] == Integer(12));
  EXPECT_EQ(time.error.sign(), 0);
}

}  // namespace
}  // namespace firstcontact::test::motion_weights_test
