// Dyadic::round_down and round_up: directed rounding of mantissa * 2^exponent of any size.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "exact/oracle.h"

namespace firstcontact::exact::dyadic_test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kLargest = std::numeric_limits<double>::max();
constexpr double kTiny = std::numeric_limits<double>::denorm_min();

void expect_rounds(const Dyadic& value, double down, double up) {
  EXPECT_EQ(value.round_down(), down);
  EXPECT_EQ(value.round_up(), up);
  const Dyadic opposite = {-value.mantissa, value.exponent};
  EXPECT_EQ(opposite.round_down(), -up);
  EXPECT_EQ(opposite.round_up(), -down);
}

TEST(Dyadic, KeepsEveryDouble) {
  for (const double value :
       {1.0, 0.1, 1e-310, kTiny, kLargest, std::numeric_limits<double>::min()}) {
    const SplitDouble parts = split(value);
    expect_rounds({parts.mantissa, parts.exponent}, value, value);
    // The same number written with a longer mantissa.
    expect_rounds({Integer(parts.mantissa) << 1500, parts.exponent - 1500}, value, value);
  }
  EXPECT_EQ(Dyadic{}.round_down(), 0);
  EXPECT_EQ(Dyadic{}.round_up(), 0);
}

TEST(Dyadic, RoundsToTheNeighboursOfWhatIsNoDouble) {
  const double next = std::nextafter(1.0, 2.0);
  expect_rounds({(Integer(1) << 53) + 1, -53}, 1.0, next);
  expect_rounds({(Integer(1) << 2000) + 1, -2000}, 1.0, next);
  // Just below 1: the carry goes into the exponent.
  expect_rounds({(Integer(1) << 2000) - 1, -2000}, std::nextafter(1.0, 0.0), 1.0);
}

TEST(Dyadic, RoundsToSubnormals) {
  expect_rounds({1, -1075}, 0.0, kTiny);
  expect_rounds({3, -1075}, kTiny, 2 * kTiny);
  expect_rounds({1, -100000}, 0.0, kTiny);
  // Just below the smallest normal number: between the largest subnormal and it.
  expect_rounds({(Integer(1) << 100) - 1, -1122}, 0x0.fffffffffffffp-1022, 0x1p-1022);
}

TEST(Dyadic, RoundsBeyondTheLargestDouble) {
  expect_rounds({1, 1024}, kLargest, kInfinity);
  expect_rounds({1, 100000}, kLargest, kInfinity);
  expect_rounds({(Integer(1) << 54) - 1, 970}, kLargest, kInfinity);
}

TEST(Dyadic, EnclosesRandomNumbersBetweenNeighbours) {
  std::mt19937_64 engine(7);
  for (int i = 0; i < 2000; ++i) {
    // A double plus a fraction of its last place is between the double and its successor.
    const auto mantissa = static_cast<std::int64_t>((engine() >> 11) | (std::uint64_t{1} << 52));
    const int exponent = static_cast<int>(engine() % 2040) - 1074;
    if (exponent > 970) continue;
    const double below = std::ldexp(static_cast<double>(mantissa), exponent);
    const auto fraction = static_cast<std::int64_t>(engine() >> 14) + 1;
    Dyadic value = {(Integer(mantissa) << 60) + fraction, exponent - 60};
    expect_rounds(value, below, std::nextafter(below, kInfinity));
  }
}

}  // namespace
}  // namespace firstcontact::exact::dyadic_test
