#include "io/natural.h"

#include <gmp.h>
#include <gtest/gtest.h>

#include <random>
#include <string>

namespace firstcontact::io::natural_test {
namespace {

std::string decimal(const Natural& value) {
  std::string out;
  value.append_decimal(out);
  return out;
}

std::string random_digits(std::mt19937_64& random, std::size_t most) {
  std::string out(1 + random() % most, '0');
  for (char& c : out) c = static_cast<char>('0' + random() % 10);
  if (out[0] == '0') out[0] = '7';
  return out;
}

TEST(Natural, ZeroIsZeroHoweverItIsMade) {
  EXPECT_TRUE(Natural().is_zero());
  EXPECT_TRUE(Natural(0).is_zero());
  EXPECT_TRUE(Natural::from_decimal("0000000000000000000000").is_zero());
  EXPECT_EQ(decimal(Natural()), "0");
  EXPECT_EQ(Natural().low_bits(), 0u);
  Natural one(1);
  one >>= 1;
  EXPECT_EQ(one, Natural());
  one <<= 100;
  EXPECT_EQ(one, Natural());
  EXPECT_EQ(Natural(0) * Natural::from_decimal("123456789012345678901234567890"), Natural());
}

TEST(Natural, KeepsInnerZeroDigits) {
  const std::string digits = "1000000000000000000000000000000000000000001";
  EXPECT_EQ(decimal(Natural::from_decimal(digits)), digits);
  EXPECT_EQ(decimal(Natural::from_decimal("000" + digits)), digits);
}

TEST(Natural, ShiftsByAnyCountThereAndBack) {
  const Natural value = Natural::from_decimal("98765432109876543210987654321");
  for (std::size_t bits = 0; bits < 200; ++bits) {
    Natural shifted = value;
    shifted <<= bits;
    EXPECT_EQ(shifted.trailing_zeros(), bits + value.trailing_zeros());
    shifted >>= bits;
    EXPECT_EQ(shifted, value) << bits;
  }
}

TEST(Natural, AgreesWithGmpOnProductsShiftsAndText) {
  constexpr std::uint64_t kSeed = 20240101;
  std::mt19937_64 random(kSeed);
  mpz_t a, b;
  mpz_inits(a, b, nullptr);
  for (int i = 0; i < 2000; ++i) {
    const std::string x = random_digits(random, 120), y = random_digits(random, 120);
    const unsigned shift = static_cast<unsigned>(random() % 300);
    mpz_set_str(a, x.c_str(), 10);
    mpz_set_str(b, y.c_str(), 10);
    mpz_mul(a, a, b);
    Natural product = Natural::from_decimal(x) * Natural::from_decimal(y);
    const auto text = [&] {
      std::string out(mpz_sizeinbase(a, 10) + 2, '\0');
      out.resize(std::char_traits<char>::length(mpz_get_str(out.data(), 10, a)));
      return out;
    };
    ASSERT_EQ(decimal(product), text());
    ASSERT_EQ(product.trailing_zeros(), mpz_scan1(a, 0));
    ASSERT_EQ(product.low_bits(), mpz_get_ui(a));
    mpz_fdiv_q_2exp(a, a, shift);
    product >>= shift;
    ASSERT_EQ(decimal(product), text());
    mpz_mul_2exp(a, a, 2 * shift);
    product <<= 2 * shift;
    ASSERT_EQ(decimal(product), text());
  }
  mpz_clears(a, b, nullptr);
}

}  // namespace
}  // namespace firstcontact::io::natural_test
