// Roots in [0, 1], their order, and signs of other polynomials at them.
#include "exact/root.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "exact/root_finder.h"

namespace firstcontact::exact::root_test {
namespace {

Polynomial root_factor(std::int64_t numerator, std::int64_t denominator) {
  return Polynomial(Integer(-numerator), Integer(denominator));
}

std::vector<Root> all_roots(const Polynomial& p) {
  std::vector<Root> r;
  RootFinder finder(p);
  while (std::optional<Root> root = finder.next()) r.push_back(std::move(*root));
  return r;
}

/// 2 t^2 - 1: its root in [0, 1] is the square root of one half.
Polynomial half_square() {
  return Polynomial(Integer(0), Integer(1)) * Polynomial(Integer(0), Integer(2)) -
         Polynomial(Integer(1));
}

TEST(RootFinder, FindsEveryRationalRootOnceAndInOrder) {
  std::mt19937_64 engine(5);
  int multiple = 0, at_ends = 0;
  for (int round = 0; round < 1000; ++round) {
    // Few denominators, so that roots coincide often.
    std::vector<std::pair<int, int>> fractions;
    Polynomial p(Integer(round % 2 ? 1 : -3));
    const int degree = 1 + static_cast<int>(engine() % 6);
    for (int i = 0; i < degree; ++i) {
      const int denominator = 1 + static_cast<int>(engine() % 5),
                numerator = static_cast<int>(engine() % 9) - 2;
      p = p * root_factor(numerator, denominator);
      fractions.emplace_back(numerator, denominator);
    }
    const auto less = [](const auto& a, const auto& b) {
      return a.first * b.second < b.first * a.second;
    };
    std::set<std::pair<int, int>, decltype(less)> expected(less);
    for (const auto& f : fractions)
      if (f.first >= 0 && f.first <= f.second && !expected.insert(f).second) ++multiple;
    at_ends += expected.contains({0, 1}) || expected.contains({1, 1});
    std::vector<Root> roots = all_roots(p);
    ASSERT_EQ(roots.size(), expected.size());
    auto root = roots.begin();
    for (const auto& f : expected) {
      EXPECT_EQ(root->sign_of(root_factor(f.first, f.second)), 0);
      EXPECT_EQ(root->sign_of(root_factor(2 * f.first - 1, 2 * f.second)), 1);
      EXPECT_EQ((root++)->sign_of(root_factor(2 * f.first + 1, 2 * f.second)), -1);
    }
  }
  EXPECT_GT(multiple, 100);
  EXPECT_GT(at_ends, 100);
}

TEST(RootFinder, SeparatesRootsThatAreVeryClose) {
  // 1/3 and 1/3 + 2^-300 / 3, and the double root 1/3 beside it.
  const Polynomial near = Polynomial(-((Integer(1) << 300) + 1), Integer(3) << 300);
  std::vector<Root> roots = all_roots(root_factor(1, 3) * root_factor(1, 3) * near);
  ASSERT_EQ(roots.size(), 2u);
  EXPECT_EQ(compare(roots[0], roots[1]), -1);
  EXPECT_EQ(roots[0].sign_of(root_factor(1, 3)), 0);
  EXPECT_EQ(roots[1].sign_of(root_factor(1, 3)), 1);
  EXPECT_EQ(roots[1].sign_of(near), 0);
}

TEST(RootFinder, GivesNothingWithoutRealRoots) {
  // t^2 - t + 1/2, and its square.
  const Polynomial p = root_factor(1, 2) * root_factor(1, 2) + Polynomial(Integer(1));
  EXPECT_TRUE(all_roots(p).empty());
  EXPECT_TRUE(all_roots(p * p).empty());
  EXPECT_TRUE(all_roots(Polynomial(Integer(-4))).empty());
}

TEST(Root, NarrowsToAnyWidth) {
  for (const std::int64_t bits : {0, 1, 30, 31, 64, 200, 1000}) {
    Root root = all_roots(half_square()).at(0);
    root.refine_to(bits);
    EXPECT_FALSE(root.is_exact());
    EXPECT_GE(root.cell_bits(), bits);
    // m^2 / 4^bits < 1/2 < (m + 1)^2 / 4^bits
    const Integer m = root.cell(), half = Integer(1) << (2 * root.cell_bits());
    EXPECT_LT((m * m) << 1, half);
    EXPECT_GT(((m + 1) * (m + 1)) << 1, half);
  }
}

TEST(Root, MeetsADyadicRootExactlyOnceTheCellIsAsNarrow) {
  for (int bits = 1; bits <= 60; ++bits) {
    // (2^bits t - odd)(t^2 + t + 1) has one root, odd / 2^bits.
    const Integer odd = (Integer(1) << bits) / Integer(3) * Integer(2) + 1;
    Polynomial p = Polynomial(-odd, Integer(1) << bits);
    p = p * (Polynomial(Integer(0), Integer(1)) * Polynomial(Integer(1), Integer(1)) +
             Polynomial(Integer(1)));
    Root root = all_roots(p).at(0);
    root.refine_to(bits);
    EXPECT_TRUE(root.is_exact());
    EXPECT_EQ(root.cell() << (bits - root.cell_bits()), odd);
  }
}

TEST(Root, TellsZeroFromTinySigns) {
  // p has the root r = sqrt(1/2); g = (2 t^2 - 1) + 2^-400 is tiny there, (2 t^2 - 1) times
  // anything is zero.
  const Polynomial p = half_square() * root_factor(1, 3);
  Root root = all_roots(p).at(1);
  Polynomial scaled = half_square();
  scaled *= Integer(1) << 400;
  EXPECT_EQ(Root(root).sign_of(scaled + Polynomial(Integer(1))), 1);
  EXPECT_EQ(Root(root).sign_of(scaled - Polynomial(Integer(1))), -1);
  EXPECT_EQ(Root(root).sign_of(scaled), 0);
  EXPECT_EQ(Root(root).sign_of(half_square() * root_factor(5, 7)), 0);
  EXPECT_EQ(Root(root).sign_of(Polynomial()), 0);
  EXPECT_EQ(Root(root).sign_of(Polynomial(Integer(-2))), -1);
}

TEST(Root, StaysTheSameNumberAfterItsPolynomialWasSimplified) {
  Root root = all_roots(half_square() * root_factor(1, 3)).at(1);
  EXPECT_EQ(root.sign_of(half_square()), 0);
  root.refine_to(100);
  Root other = all_roots(half_square()).at(0);
  EXPECT_EQ(compare(root, other), 0);
}

TEST(Root, ComparesEqualNumbersOfDifferentPolynomials) {
  Root a = all_roots(half_square() * root_factor(1, 5)).at(1);
  Root b = all_roots(half_square() * root_factor(6, 7)).at(0);
  EXPECT_EQ(compare(a, b), 0);
  EXPECT_EQ(compare(b, a), 0);
  Root half(1, 1), also_half = all_roots(root_factor(1, 2) * root_factor(1, 3)).at(1);
  EXPECT_EQ(compare(half, also_half), 0);
  EXPECT_EQ(compare(also_half, half), 0);
  Root long_half(Integer(1) << 99, 100);
  EXPECT_EQ(compare(half, long_half), 0);
}

TEST(Root, OrdersNumbersThatAreVeryClose) {
  Polynomial scaled = half_square();
  scaled *= Integer(1) << 400;
  // sqrt(1/2), and a number that is smaller by about 2^-401.
  Root smaller = all_roots(scaled + Polynomial(Integer(1))).at(0), larger = all_roots(scaled).at(0);
  EXPECT_EQ(compare(smaller, larger), -1);
  EXPECT_EQ(compare(larger, smaller), 1);
  Root dyadic(larger.cell(), larger.cell_bits());
  EXPECT_EQ(compare(dyadic, larger), -1);
  EXPECT_EQ(compare(larger, dyadic), 1);
}

}  // namespace
}  // namespace firstcontact::exact::root_test
