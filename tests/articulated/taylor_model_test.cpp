// Intervals and Taylor models against 50 digits: they contain, and they are not wide.
#include "arith/taylor_model.h"

#include <gtest/gtest.h>

#include <boost/multiprecision/cpp_bin_float.hpp>

#include "generate/random.h"

namespace firstcontact::arith::taylor_model_test {
namespace {

using generate::Random;
using Exact = boost::multiprecision::cpp_bin_float_50;

Exact cubic(const TaylorModel& f, double s) {
  const Exact x = s;
  return Exact(f.c[0]) + x * (Exact(f.c[1]) + x * (Exact(f.c[2]) + x * Exact(f.c[3])));
}

bool contains(const TaylorModel& f, double s, const Exact& value) {
  const Exact rest = value - cubic(f, s);
  return rest >= Exact(f.rest.low) && rest <= Exact(f.rest.high);
}

constexpr int kSamples = 32;
double sample(int i) { return -1 + 2.0 * i / kSamples; }

double power_of_ten(Random& random, int low, int high) {
  double x = 1 + 9 * random.unit();
  for (int i = random.between(low, high); i != 0; i += i < 0 ? 1 : -1) x *= i < 0 ? 0.1 : 10;
  return x;
}

TEST(Interval, OperationsContainExactResults) {
  Random random({1});
  for (int i = 0; i < 2000; ++i) {
    const double x = random.symmetric() * power_of_ten(random, -20, 20),
                 y = random.symmetric() * power_of_ten(random, -20, 20);
    const Interval a = {x, x}, b = {y, y};
    const Exact sum = Exact(x) + Exact(y), product = Exact(x) * Exact(y),
                difference = Exact(x) - Exact(y);
    EXPECT_TRUE(sum >= Exact((a + b).low) && sum <= Exact((a + b).high));
    EXPECT_TRUE(difference >= Exact((a - b).low) && difference <= Exact((a - b).high));
    EXPECT_TRUE(product >= Exact((a * b).low) && product <= Exact((a * b).high));
    EXPECT_TRUE(product >= Exact((a * y).low) && product <= Exact((a * y).high));
    EXPECT_LE((a * b).width(), 0x1p-50 * std::abs(x * y) + 0x1p-1000);
  }
}

TEST(Interval, SineAndCosineContainSamplesAndAreTight) {
  Random random({2});
  int extremes = 0;
  for (int i = 0; i < 120; ++i) {
    const double low = 100 * random.symmetric(), width = 7 * random.unit();
    const Interval angle = {low, low + width}, s = sine(angle), c = cosine(angle);
    double least = 2, most = -2;
    for (int k = 0; k <= 60; ++k) {
      const Exact x = Exact(angle.low) + (Exact(angle.high) - Exact(angle.low)) * k / 60,
                  y = sin(x), z = cos(x);
      ASSERT_TRUE(y >= Exact(s.low) && y <= Exact(s.high));
      ASSERT_TRUE(z >= Exact(c.low) && z <= Exact(c.high));
      least = std::min(least, static_cast<double>(y));
      most = std::max(most, static_cast<double>(y));
    }
    // Samples miss an extremum by at most half the square of half their distance.
    EXPECT_NEAR(s.low, least, width * width / 28800 + 1e-12);
    EXPECT_NEAR(s.high, most, width * width / 28800 + 1e-12);
    extremes += s.high == 1;
  }
  EXPECT_GT(extremes, 30);
  EXPECT_EQ(sine({0, 1e9}).low, -1);
}

TEST(TaylorModel, TurnContainsDenseSamplesInFiftyDigits) {
  Random random({3});
  for (int i = 0; i < 160; ++i) {
    const double middle = i % 2 == 0 ? 1000 * random.symmetric() : 3 * random.symmetric();
    const double half_width =
        i % 8 == 7 ? 5 * random.symmetric() : random.symmetric() * power_of_ten(random, -6, -1);
    const TaylorTurn turn = taylor_turn(middle, half_width, 0);
    for (int k = 0; k <= kSamples; ++k) {
      const Exact angle = Exact(middle) + Exact(half_width) * Exact(sample(k));
      ASSERT_TRUE(contains(turn.sine, sample(k), sin(angle)));
      ASSERT_TRUE(contains(turn.cosine, sample(k), cos(angle)));
    }
    const double w = std::abs(half_width);
    if (w < 1) {
      EXPECT_LE(turn.sine.rest.width(), w * w * w * w / 24 + w * w * w * w * w / 60 + 1e-14);
    }
  }
}

TEST(TaylorModel, AnglesOffByTheirErrorStayContained) {
  const TaylorTurn turn = taylor_turn(1, 0.1, 1e-3);
  for (int k = 0; k <= kSamples; ++k)
    for (const double off : {-1e-3, 1e-3}) {
      const Exact angle = Exact(1) + Exact(0.1) * Exact(sample(k)) + Exact(off);
      EXPECT_TRUE(contains(turn.sine, sample(k), sin(angle)));
      EXPECT_TRUE(contains(turn.cosine, sample(k), cos(angle)));
    }
}

TEST(TaylorModel, SumsAndProductsContainDenseSamplesInFiftyDigits) {
  Random random({4});
  for (int i = 0; i < 40; ++i) {
    TaylorModel product(1.0), sum;
    std::vector<std::pair<double, double>> angles;
    for (int k = 0; k < 6; ++k) {
      const double middle = 3 * random.symmetric();
      angles.emplace_back(middle, 0.3 * random.symmetric());
      const TaylorTurn turn = taylor_turn(angles.back().first, angles.back().second, 0);
      product = product * turn.sine + turn.cosine * 0.7;
      sum = sum + product * -1.3;
    }
    for (int k = 0; k <= kSamples; ++k) {
      Exact true_product = 1, true_sum = 0;
      for (const auto& [middle, half_width] : angles) {
        const Exact angle = Exact(middle) + Exact(half_width) * Exact(sample(k));
        true_product = true_product * sin(angle) + cos(angle) * Exact(0.7);
        true_sum += true_product * Exact(-1.3);
      }
      ASSERT_TRUE(contains(product, sample(k), true_product));
      ASSERT_TRUE(contains(sum, sample(k), true_sum));
    }
    EXPECT_LT(product.rest.width(), 0.2);
  }
}

TEST(TaylorModel, RangeIsThatOfTheCubicAtItsExtrema) {
  Random random({5});
  int inner = 0;
  for (int i = 0; i < 600; ++i) {
    TaylorModel f;
    for (double& c : f.c) c = random.symmetric() * power_of_ten(random, -3, 0);
    if (i % 3 == 0) {  // the derivative has nearly a double root
      const double root = random.symmetric(), c3 = random.symmetric();
      f.c = {random.symmetric(), 3 * c3 * root * root, -3 * c3 * root, c3 * (1 + 1e-15 * i)};
    }
    if (i % 7 == 0) f.c[3] = 0;
    if (i % 14 == 0) f.c[2] = 0;
    const Interval found = range(f);
    double low = 1e300, high = -1e300;
    for (int k = 0; k <= 2000; ++k) {
      const double s = -1 + k / 1000.0;
      const long double x = s, value = f.c[0] + x * (f.c[1] + x * (f.c[2] + x * f.c[3]));
      ASSERT_TRUE(value >= found.low && value <= found.high);
      low = std::min(low, static_cast<double>(value));
      high = std::max(high, static_cast<double>(value));
    }
    // Samples miss an extremum by at most |f''| h²/2.
    const double slack = 1e-6 * f.size() + 1e-10 * f.size();
    EXPECT_NEAR(found.low, low, slack);
    EXPECT_NEAR(found.high, high, slack);
    const double ends =
        std::max(f.c[0] + f.c[1] + f.c[2] + f.c[3], f.c[0] - f.c[1] + f.c[2] - f.c[3]);
    inner += high > ends + 1e-9;
  }
  EXPECT_GT(inner, 80);
}

}  // namespace
}  // namespace firstcontact::arith::taylor_model_test
