// The integer seam: the same answers from GMP and from cpp_int.
#include "exact/integer.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace firstcontact::exact::integer_test {
namespace {

constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kMin = std::numeric_limits<std::int64_t>::min();

TEST(Integer, HoldsTheEndsOfInt64) {
  EXPECT_EQ(Integer(kMax).to_int64(), kMax);
  EXPECT_EQ(Integer(kMin).to_int64(), kMin);
  EXPECT_EQ(Integer().sign(), 0);
  EXPECT_EQ(Integer(kMin).sign(), -1);
}

TEST(Integer, IsWrittenAndReadInDecimals) {
  EXPECT_EQ(Integer().to_decimal(), "0");
  EXPECT_EQ(Integer(-10).to_decimal(), "-10");
  EXPECT_EQ((Integer(1) << 100).to_decimal(), "1267650600228229401496703205376");
  EXPECT_EQ(Integer::from_decimal("1267650600228229401496703205376"), Integer(1) << 100);
  EXPECT_EQ(Integer::from_decimal("0"), Integer());
  EXPECT_EQ(Integer::from_decimal("000"), Integer());
  EXPECT_EQ(Integer::from_decimal("0010"), Integer(10));
  for (Integer power = 1; power.bit_length() < 200; power *= 7)
    EXPECT_EQ(Integer::from_decimal(power.to_decimal()), power);
}

TEST(Integer, GrowsBeyondOneWord) {
  // (2^63 - 1)^2 = 2^126 - 2^64 + 1
  const Integer square = Integer(kMax) * Integer(kMax);
  EXPECT_EQ(square, (Integer(1) << 126) - (Integer(1) << 64) + 1);
  EXPECT_EQ(square.bit_length(), 126);
  EXPECT_EQ(square / Integer(kMax), Integer(kMax));
}

TEST(Integer, CountsBitsAndTrailingZerosOfEitherSign) {
  EXPECT_EQ(Integer(0).bit_length(), 0);
  EXPECT_EQ(Integer(0).trailing_zeros(), 0);
  EXPECT_EQ(Integer(-1).bit_length(), 1);
  EXPECT_EQ((Integer(-12) << 100).bit_length(), 104);
  EXPECT_EQ((Integer(-12) << 100).trailing_zeros(), 102);
}

TEST(Integer, ShiftsRightAndDividesTowardZero) {
  EXPECT_EQ(Integer(-7) >> 1, Integer(-3));
  EXPECT_EQ(Integer(7) >> 1, Integer(3));
  EXPECT_EQ(Integer(-1) >> 200, Integer(0));
  EXPECT_EQ(Integer(-7) / Integer(2), Integer(-3));
  EXPECT_EQ(Integer(7) / Integer(-2), Integer(-3));
}

TEST(Integer, ComputesInPlaceAlsoOnItself) {
  Integer a = 6;
  a.add_product(a, a);
  EXPECT_EQ(a, Integer(42));
  a.subtract_product(Integer(2), a);
  EXPECT_EQ(a, Integer(-42));
  a *= a;
  EXPECT_EQ(a, Integer(1764));
  a *= -2;
  EXPECT_EQ(a, Integer(-3528));
  a.divide_exactly(Integer(-49));
  EXPECT_EQ(a, Integer(72));
  EXPECT_EQ(abs(-a), a);
}

TEST(Integer, GreatestCommonDivisorIsNotNegative) {
  EXPECT_EQ(greatest_common_divisor(Integer(-12) << 90, Integer(18) << 80), Integer(3) << 81);
  EXPECT_EQ(greatest_common_divisor(Integer(0), Integer(-5)), Integer(5));
}

TEST(Integer, CopiesAndMovesKeepTheValue) {
  const Integer a = Integer(3) << 300;
  Integer b = a;
  EXPECT_EQ(a, b);
  Integer c = std::move(b);
  EXPECT_EQ(a, c);
  b = std::move(c);
  EXPECT_EQ(a, b);
  Integer d;
  d = b;
  EXPECT_EQ(a, d);
}

TEST(Integer, OrdersBySignAndSize) {
  EXPECT_LT(-(Integer(1) << 200), Integer(kMin));
  EXPECT_LT(Integer(kMax), Integer(1) << 63);
  EXPECT_GT(Integer(1), Integer(-1));
}

TEST(SplitDouble, IsExactOverTheWholeRange) {
  const double values[] = {1.0,
                           -1.0,
                           0.1,
                           3e-310,
                           std::numeric_limits<double>::denorm_min(),
                           -std::numeric_limits<double>::max(),
                           std::numeric_limits<double>::min(),
                           6.0,
                           0x1.fffffffffffffp-1022};
  for (const double value : values) {
    const SplitDouble parts = split(value);
    EXPECT_EQ(parts.mantissa % 2 == 0, false) << value;
    EXPECT_EQ(std::ldexp(static_cast<double>(parts.mantissa), parts.exponent), value);
  }
  for (const double zero : {0.0, -0.0}) {
    EXPECT_EQ(split(zero).mantissa, 0);
    EXPECT_EQ(split(zero).exponent, 0);
  }
}

}  // namespace
}  // namespace firstcontact::exact::integer_test
