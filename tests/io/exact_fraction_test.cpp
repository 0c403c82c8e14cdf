#include "io/exact_fraction.h"

#include <gmp.h>
#include <gtest/gtest.h>

#include <bit>
#include <cfenv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#ifdef __SSE2__
#include <immintrin.h>
#endif

namespace firstcontact::io::exact_fraction_test {
namespace {

std::uint64_t bits_of(double value) { return std::bit_cast<std::uint64_t>(value); }

std::string power_of_two(unsigned exponent) {
  mpz_t power;
  mpz_init(power);
  mpz_ui_pow_ui(power, 2, exponent);
  std::string out(mpz_sizeinbase(power, 10) + 2, '\0');
  out.resize(std::char_traits<char>::length(mpz_get_str(out.data(), 10, power)));
  mpz_clear(power);
  return out;
}

/// What was written, split at its comma and read again.
Fraction read_again(const std::string& text) {
  const std::size_t comma = text.find(',');
  return read_fraction(std::string_view(text).substr(0, comma),
                       std::string_view(text).substr(comma + 1));
}

std::string written(double value) {
  std::string out;
  append_fraction(out, value);
  return out;
}

double exact(const std::string& numerator, const std::string& denominator) {
  const Fraction fraction = read_fraction(numerator, denominator);
  EXPECT_EQ(fraction.status, FractionStatus::Exact) << numerator << "/" << denominator;
  return fraction.value;
}

FractionStatus status(const std::string& numerator, const std::string& denominator) {
  return read_fraction(numerator, denominator).status;
}

TEST(ExactFraction, ReadsUnreducedFractionsAsTheirValue) {
  EXPECT_EQ(exact("3", "6"), 0.5);
  EXPECT_EQ(exact("-12", "16"), -0.75);
  EXPECT_EQ(exact("21", "7"), 3.0);
  EXPECT_EQ(exact("007", "0004"), 1.75);
  EXPECT_EQ(exact("333333333333333333333333333333333333333333",
                  "111111111111111111111111111111111111111111"),
            3.0);
}

TEST(ExactFraction, ReadsEveryZeroAsPlusZero) {
  EXPECT_EQ(bits_of(exact("0", "1")), 0u);
  EXPECT_EQ(bits_of(exact("-0", "1")), 0u);
  EXPECT_EQ(bits_of(exact("000", "3")), 0u);
  EXPECT_EQ(bits_of(exact("0", power_of_two(5000))), 0u);
  EXPECT_EQ(written(-0.0), "0,1");
  EXPECT_EQ(written(0.0), "0,1");
}

TEST(ExactFraction, ReachesBothEndsOfTheDoubleRange) {
  EXPECT_EQ(exact(power_of_two(1000), "1"), 0x1p1000);
  EXPECT_EQ(exact("1", power_of_two(1074)), std::numeric_limits<double>::denorm_min());
  EXPECT_EQ(exact("1", power_of_two(1022)), std::numeric_limits<double>::min());
  EXPECT_EQ(exact(std::string("-").append(power_of_two(3000)), power_of_two(4074)),
            -std::numeric_limits<double>::denorm_min());
  EXPECT_EQ(read_again(written(std::numeric_limits<double>::max())).value,
            std::numeric_limits<double>::max());
  EXPECT_EQ(status(power_of_two(1024), "1"), FractionStatus::NotADouble);
  EXPECT_EQ(status("1", power_of_two(1075)), FractionStatus::NotADouble);
  EXPECT_EQ(status("3", power_of_two(1075)), FractionStatus::NotADouble);
}

TEST(ExactFraction, RefusesWhatIsNotADouble) {
  EXPECT_EQ(status("1", "3"), FractionStatus::NotADouble);
  EXPECT_EQ(status("1", "10"), FractionStatus::NotADouble);
  EXPECT_EQ(status("9007199254740993", "1"), FractionStatus::NotADouble);   // 2^53 + 1
  EXPECT_EQ(status("18014398509481985", "2"), FractionStatus::NotADouble);  // 2^54 + 1
  EXPECT_EQ(status("123456789012345678901", "7"), FractionStatus::NotADouble);
  EXPECT_EQ(exact("9007199254740992", "1"), 0x1p53);
  EXPECT_EQ(exact("9223372036854775808", "1"), 0x1p63);
}

TEST(ExactFraction, TellsWhichPartIsNoInteger) {
  for (const char* bad :
       {"", "-", "+1", "1.5", "1e3", "nan", "inf", "0x10", " 1", "1 ", "--1", "1-", "\xd9\xa1"})
    EXPECT_EQ(status(bad, "1"), FractionStatus::BadNumerator) << bad;
  for (const char* bad : {"", "-1", "+1", "1.0", "inf", "1/2"})
    EXPECT_EQ(status("1", bad), FractionStatus::BadDenominator) << bad;
  EXPECT_EQ(status("1", "0"), FractionStatus::ZeroDenominator);
  EXPECT_EQ(status("0", "000"), FractionStatus::ZeroDenominator);
}

TEST(ExactFraction, WritesReducedWithPowerOfTwoDenominator) {
  EXPECT_EQ(written(0.5), "1,2");
  EXPECT_EQ(written(-0.75), "-3,4");
  EXPECT_EQ(written(1024), "1024,1");
  EXPECT_EQ(written(0x1p-70), "1,1180591620717411303424");
  EXPECT_EQ(written(-0x1p70), "-1180591620717411303424,1");
  EXPECT_EQ(written(0x1p63), "9223372036854775808,1");
  EXPECT_EQ(written(0x1p64), "18446744073709551616,1");
}

TEST(ExactFraction, RoundTripsEveryExponentBitForBit) {
  constexpr std::uint64_t kSeed = 7;
  std::mt19937_64 random(kSeed);
  constexpr std::uint64_t kFractionMask = (std::uint64_t{1} << 52) - 1;
  for (std::uint64_t exponent = 0; exponent < 2047; ++exponent) {
    for (const std::uint64_t fraction :
         {std::uint64_t{0}, std::uint64_t{1}, kFractionMask, random() & kFractionMask,
          random() & random() & random() & kFractionMask,
          random() & kFractionMask << 40 & kFractionMask}) {
      for (const std::uint64_t sign : {std::uint64_t{0}, std::uint64_t{1} << 63}) {
        const std::uint64_t bits = sign | exponent << 52 | fraction;
        if (bits << 1 == 0) continue;
        const Fraction back = read_again(written(std::bit_cast<double>(bits)));
        ASSERT_EQ(back.status, FractionStatus::Exact) << std::hex << bits;
        ASSERT_EQ(bits_of(back.value), bits) << std::hex << bits;
      }
    }
  }
}

TEST(ExactFraction, RoundTripsRandomBitPatterns) {
  constexpr std::uint64_t kSeed = 8;
  std::mt19937_64 random(kSeed);
  for (int i = 0; i < 20000; ++i) {
    const double value = std::bit_cast<double>(random());
    if (!std::isfinite(value)) continue;
    ASSERT_EQ(bits_of(read_again(written(value)).value), bits_of(value)) << value;
  }
}

/// Fractions with common factors, about half of them doubles: GMP's rationals must agree on which,
/// and on the value.
TEST(ExactFraction, AgreesWithRationalArithmetic) {
  constexpr std::uint64_t kSeed = 9;
  std::mt19937_64 random(kSeed);
  mpq_t fraction, value;
  mpz_t factor;
  mpq_inits(fraction, value, nullptr);
  mpz_init(factor);
  gmp_randstate_t gmp_random;
  gmp_randinit_mt(gmp_random);
  gmp_randseed_ui(gmp_random, kSeed);
  int doubles = 0;
  constexpr int kRounds = 5000;
  for (int i = 0; i < kRounds; ++i) {
    const double start = std::ldexp(static_cast<double>(random() >> (11 + random() % 53)),
                                    static_cast<int>(random() % 2200) - 1100);
    if (!std::isfinite(start)) continue;
    mpq_set_d(fraction, start);
    mpz_urandomb(factor, gmp_random, 1 + random() % 400);
    mpz_add_ui(factor, factor, 1);
    mpz_mul(mpq_numref(fraction), mpq_numref(fraction), factor);
    mpz_mul(mpq_denref(fraction), mpq_denref(fraction), factor);
    if (random() % 2 == 0)
      mpz_add_ui(random() % 2 == 0 ? mpq_numref(fraction) : mpq_denref(fraction), factor,
                 1 + random() % 9);
    char* numerator = mpz_get_str(nullptr, 10, mpq_numref(fraction));
    char* denominator = mpz_get_str(nullptr, 10, mpq_denref(fraction));
    const Fraction got = read_fraction(numerator, denominator);
    mpq_canonicalize(fraction);
    const double rounded = mpq_get_d(fraction);
    if (std::isfinite(rounded)) mpq_set_d(value, rounded);
    const bool is_double = std::isfinite(rounded) && mpq_equal(value, fraction) != 0;
    doubles += is_double;
    ASSERT_EQ(got.status == FractionStatus::Exact, is_double) << numerator << "/" << denominator;
    if (is_double) {
      ASSERT_EQ(bits_of(got.value), bits_of(rounded)) << numerator << "/" << denominator;
    }
    free(numerator);
    free(denominator);
  }
  EXPECT_GT(doubles, kRounds / 4);
  EXPECT_LT(doubles, kRounds * 3 / 4);
  gmp_randclear(gmp_random);
  mpz_clear(factor);
  mpq_clears(fraction, value, nullptr);
}

TEST(ExactFraction, UsualPathAgreesWithTheExactOne) {
  constexpr std::uint64_t kSeed = 10;
  std::mt19937_64 random(kSeed);
  int taken = 0;
  constexpr int kRounds = 20000;
  for (int i = 0; i < kRounds; ++i) {
    std::string numerator = random() % 2 == 0 ? "-" : "";
    numerator += std::to_string(random() >> random() % 64);
    const std::uint64_t any = random() >> random() % 64;
    const std::string denominator =
        std::to_string(random() % 8 == 0 ? any : std::uint64_t{1} << random() % 64);
    const std::string text = numerator + "," + denominator + ",\n";
    const char* at = text.c_str();
    double value = -1;
    if (!read_usual_fraction(at, value)) {
      ASSERT_EQ(at, text.c_str());
      continue;
    }
    ++taken;
    ASSERT_EQ(at, text.c_str() + text.size() - 1);
    ASSERT_EQ(bits_of(value), bits_of(exact(numerator, denominator))) << text;
  }
  EXPECT_GT(taken, kRounds / 2);
}

TEST(ExactFraction, UsualPathLeavesTheUnusualAlone) {
  for (const char* text : {"1,2\n", ",2,\n", "1,,\n", "1 ,2,\n", "-,1,\n", "1,-2,\n", "1,0,\n",
                           "1,3,\n", "9007199254740993,1,\n", "10000000000000000000,1,\n",
                           "1,18446744073709551616,\n", "1,36893488147419103232,\n", "\n"}) {
    const char* at = text;
    double value = 0;
    EXPECT_FALSE(read_usual_fraction(at, value)) << text;
    EXPECT_EQ(at, text);
  }
}

#ifdef __SSE2__
TEST(ExactFraction, IgnoresFlushToZeroAndRoundingMode) {
  const std::string tiny = power_of_two(1074), large = written(std::numeric_limits<double>::max());
  const std::string usual = "9007199254740991,9007199254740992,\n";
  const unsigned before = _mm_getcsr();
  for (const int mode : {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
    std::fesetround(mode);
    _MM_SET_FLUSH_ZERO_MODE(_MM_FLUSH_ZERO_ON);
    _mm_setcsr(_mm_getcsr() | 0x40);  // denormals are zero
    const std::uint64_t smallest = bits_of(read_fraction("3", tiny).value);
    const std::string smallest_text = written(std::bit_cast<double>(std::uint64_t{3}));
    const std::uint64_t largest = bits_of(read_again(large).value);
    const char* at = usual.c_str();
    double below_one = 0;
    const bool taken = read_usual_fraction(at, below_one);
    const bool tiny_is_zero = is_zero(std::bit_cast<double>(std::uint64_t{1}));
    std::fesetround(FE_TONEAREST);
    _mm_setcsr(before);
    EXPECT_EQ(smallest, 3u);
    EXPECT_EQ(smallest_text, "3," + tiny);
    EXPECT_EQ(largest, bits_of(std::numeric_limits<double>::max()));
    EXPECT_TRUE(taken);
    EXPECT_EQ(below_one, 1 - 0x1p-53);
    EXPECT_FALSE(tiny_is_zero);
  }
}
#endif

}  // namespace
}  // namespace firstcontact::io::exact_fraction_test
