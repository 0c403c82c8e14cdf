#include "exact/polynomial.h"

#include <gtest/gtest.h>

#include <random>

namespace firstcontact::exact::polynomial_test {
namespace {

/// denominator * t - numerator.
Polynomial root_factor(std::int64_t numerator, std::int64_t denominator) {
  return Polynomial(Integer(-numerator), Integer(denominator));
}

/// Equal up to a constant factor.
void expect_proportional(const Polynomial& a, const Polynomial& b) {
  ASSERT_EQ(a.degree(), b.degree());
  for (int i = 0; i <= a.degree(); ++i)
    EXPECT_EQ(a.coefficient(i) * b.leading(), b.coefficient(i) * a.leading());
}

TEST(Polynomial, DropsLeadingZeros) {
  Polynomial p(Integer(3), Integer(2));
  p -= Polynomial(Integer(0), Integer(2));
  EXPECT_EQ(p.degree(), 0);
  p -= Polynomial(Integer(3));
  EXPECT_TRUE(p.is_zero());
  EXPECT_EQ(p.degree(), -1);
  EXPECT_EQ(p.value_at(Integer(5), 3).sign(), 0);
}

TEST(Polynomial, EvaluatesAtDyadicsAndFractions) {
  // (3 t - 1)(2 t - 1)
  const Polynomial p = root_factor(1, 3) * root_factor(1, 2);
  EXPECT_EQ(p.value_at(Integer(1), 1).sign(), 0);
  EXPECT_EQ(p.value_at(Integer(1), 2), Integer(2));  // p(1/4) = 1/8, times 4^2
  EXPECT_EQ(p.sign_at_fraction(Integer(1), Integer(3)), 0);
  EXPECT_EQ(p.sign_at_fraction(Integer(2), Integer(5)), -1);
  EXPECT_EQ(p.sign_at_fraction(Integer(-2), Integer(5)), 1);
}

TEST(Polynomial, BernsteinEndsAreTheEndValuesAndBoundTheRange) {
  std::mt19937_64 engine(11);
  for (int degree = 1; degree <= Polynomial::kMaxDegree; ++degree) {
    for (int round = 0; round < 50; ++round) {
      Polynomial p(Integer(1));
      for (int i = 0; i < degree; ++i)
        p = p * root_factor(static_cast<std::int64_t>(engine() % 41) - 20,
                            1 + static_cast<std::int64_t>(engine() % 20));
      const Integer m = static_cast<std::int64_t>(engine() % 8);
      const Bernstein local = p.bernstein_on(m, 3);
      // Both ends carry the same positive factor.
      const Integer low = p.value_at(m, 3), high = p.value_at(m + 1, 3);
      EXPECT_EQ(local.b[0].sign(), low.sign());
      EXPECT_EQ(local.b[degree].sign(), high.sign());
      EXPECT_EQ(local.b[0] * high, local.b[degree] * low);
      // A strict sign is the sign everywhere in the cell.
      const int sign = local.strict_sign();
      for (int k = 0; sign != 0 && k <= 16; ++k)
        EXPECT_EQ(p.value_at((m << 4) + k, 7).sign(), sign);
    }
  }
}

TEST(Polynomial, VariationsBoundTheNumberOfRoots) {
  const Polynomial two_roots = root_factor(1, 3) * root_factor(2, 3);
  EXPECT_EQ(two_roots.bernstein().variations(), 2);
  const Polynomial double_root = root_factor(1, 3) * root_factor(1, 3);
  EXPECT_EQ(double_root.bernstein().variations(), 2);
  const Polynomial outside = root_factor(4, 3) * root_factor(-1, 3);
  EXPECT_EQ(outside.bernstein().variations(), 0);
  EXPECT_EQ(outside.bernstein().strict_sign(), -1);
}

TEST(Polynomial, GreatestCommonDivisorIsTheCommonFactor) {
  const Polynomial common = root_factor(1, 3) * root_factor(5, 7);
  const Polynomial a = common * root_factor(1, 2),
                   b = common * root_factor(3, 2) * root_factor(-1, 9);
  expect_proportional(greatest_common_divisor(a, b), common);
  expect_proportional(greatest_common_divisor(b, a), common);
  EXPECT_EQ(greatest_common_divisor(root_factor(1, 3), root_factor(1, 2)).degree(), 0);
  expect_proportional(greatest_common_divisor(Polynomial(), a), a);
}

TEST(Polynomial, SquareFreePartKeepsEachRootOnce) {
  const Polynomial a = root_factor(1, 3), b = root_factor(2, 5);
  expect_proportional(square_free_part(a * a * a * b * b), a * b);
  expect_proportional(square_free_part(a * b), a * b);
  expect_proportional(square_free_part(a), a);
  EXPECT_EQ(square_free_part(Polynomial(Integer(6))).degree(), 0);
}

TEST(Polynomial, DivisionUndoesMultiplication) {
  const Polynomial a = root_factor(1, 3) * root_factor(7, 4),
                   b = root_factor(2, 5) * root_factor(2, 5);
  expect_proportional(divide(a * b, a), b);
  expect_proportional(divide(a * b, b), a);
}

TEST(Polynomial, DividesOutTheContent) {
  Polynomial p(Integer(-12) << 70, Integer(18) << 70);
  p.make_primitive();
  EXPECT_EQ(p.coefficient(0), Integer(-2));
  EXPECT_EQ(p.coefficient(1), Integer(3));
}

TEST(VectorPolynomial, CrossIsPerpendicularAndDotIsSymmetric) {
  std::mt19937_64 engine(3);
  const auto random_vector = [&] {
    VectorPolynomial v;
    for (Polynomial& x : v)
      x = Polynomial(static_cast<std::int64_t>(engine() >> 4),
                     static_cast<std::int64_t>(engine() >> 4));
    return v;
  };
  const VectorPolynomial a = random_vector(), b = random_vector();
  EXPECT_TRUE(dot(a, cross(a, b)).is_zero());
  EXPECT_TRUE(dot(b, cross(a, b)).is_zero());
  EXPECT_TRUE((dot(a, b) - dot(b, a)).is_zero());
  EXPECT_FALSE(dot(a, b).is_zero());
}

}  // namespace
}  // namespace firstcontact::exact::polynomial_test
