#include "verify/units.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "support/float_settings.h"

namespace firstcontact::test::units_test {
namespace {

using exact::Integer;
using verify::compare;
using verify::Unit;

constexpr double kTiny = std::numeric_limits<double>::denorm_min();
constexpr double kHuge = std::numeric_limits<double>::max();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(Units, OnlyInfinitiesAndNanAreNotFinite) {
  for (const double value : {0.0, -0.0, 1.0, kTiny, -kTiny, kHuge, -kHuge})
    EXPECT_TRUE(verify::is_finite(value)) << value;
  for (const double value : {kInfinity, -kInfinity, std::nan(""), -std::nan("")})
    EXPECT_FALSE(verify::is_finite(value)) << value;
}

TEST(Units, CompareOrdersAsTheRealNumbers) {
  const std::vector<double> rising = {-kHuge,    -1, -0x1p-1022,           -kTiny, 0, kTiny,
                                      0x1p-1022, 1,  std::nextafter(1, 2), kHuge};
  for (std::size_t i = 0; i < rising.size(); ++i)
    for (std::size_t j = 0; j < rising.size(); ++j)
      EXPECT_EQ(compare(rising[i], rising[j]), i < j   ? -1
                                               : i > j ? 1
                                                       : 0)
          << rising[i] << " " << rising[j];
  EXPECT_EQ(compare(0.0, -0.0), 0);
}

TEST(Units, SubnormalNumbersCountUnderFlushToZeroToo) {
  if (!can_flush_to_zero()) GTEST_SKIP() << "this machine cannot flush to zero";
  const FlushToZero flush;
  EXPECT_EQ(compare(kTiny, 0), 1);
  Unit unit;
  unit.cover(kTiny);
  EXPECT_TRUE(unit.of(kTiny) == Integer(1));
}

TEST(Units, NumbersAreIntegersInTheFinestUnitCovered) {
  Unit unit;
  for (const double value : {0.0, 6.0, 0.75, -40.0}) unit.cover(value);
  EXPECT_TRUE(unit.of(0.75) == Integer(3));
  EXPECT_TRUE(unit.of(6) == Integer(24));
  EXPECT_TRUE(unit.of(-40) == Integer(-160));
  EXPECT_TRUE(unit.of(-0.0) == Integer(0));
  EXPECT_TRUE(unit.of(0.25) == Integer(1));
}

TEST(Units, TheWholeRangeOfDoublesFitsOneUnit) {
  Unit unit;
  unit.cover(kTiny);
  EXPECT_TRUE(unit.of(-kTiny) == Integer(-1));
  EXPECT_TRUE(unit.of(0x1p+1023) == Integer(1) << (1023 + 1074));
  EXPECT_TRUE(unit.of(kHuge) == ((Integer(1) << 53) - Integer(1)) << (971 + 1074));
}

TEST(Units, RandomBitPatternsScaleExactly) {
  constexpr std::uint64_t kSeed = 7;
  std::mt19937_64 engine(kSeed);
  int finite = 0;
  for (int i = 0; i < 2000; ++i) {
    const double value = std::bit_cast<double>(engine());
    if (!std::isfinite(value)) continue;
    ++finite;
    // 2^1074 value, by hand from frexp.
    int exponent = 0;
    const auto mantissa = static_cast<std::int64_t>(std::ldexp(std::frexp(value, &exponent), 53));
    const int shift = exponent - 53 + 1074;
    Unit unit;
    unit.cover(kTiny);
    EXPECT_TRUE(unit.of(value) ==
                (shift >= 0 ? Integer(mantissa) << shift : Integer(mantissa) >> -shift))
        << value;
  }
  EXPECT_GT(finite, 1900);
}

}  // namespace
}  // namespace firstcontact::test::units_test
