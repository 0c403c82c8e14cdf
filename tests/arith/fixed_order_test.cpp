#include "arith/fixed_order.h"

#include <firstcontact/pose.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "generate/random.h"

namespace firstcontact::fixed_order_test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Of any size and sign.
double number(generate::Random& random) {
  return std::ldexp(random.symmetric(), random.between(-20, 20));
}

template <class M>
M numbers(generate::Random& random) {
  M m;
  for (double& x : m.reshaped()) x = number(random);
  return m;
}

/// Written out with scalars alone: the order that the header promises. Seed 1.
TEST(FixedOrder, AddsInTheOrderOfTheIndices) {
  generate::Random random{1};
  int other_order_differs = 0;
  for (int i = 0; i < 20'000; ++i) {
    const Vec3 a = numbers<Vec3>(random), b = numbers<Vec3>(random);
    const Mat3 m = numbers<Mat3>(random), n = numbers<Mat3>(random);
    const double expected = (a[0] * b[0] + a[1] * b[1]) + a[2] * b[2];
    other_order_differs += expected != a[0] * b[0] + (a[1] * b[1] + a[2] * b[2]);
    ASSERT_EQ(dot(a, b), expected);
    ASSERT_EQ(dot(a.transpose(), b), expected);
    ASSERT_EQ(squared_norm(a), (a[0] * a[0] + a[1] * a[1]) + a[2] * a[2]);
    ASSERT_EQ(norm(a), std::sqrt((a[0] * a[0] + a[1] * a[1]) + a[2] * a[2]));
    ASSERT_EQ(sum(a - b), ((a[0] - b[0]) + (a[1] - b[1])) + (a[2] - b[2]));
    ASSERT_EQ(normalized(a), Vec3(a / norm(a)));
    double total = m(0, 0), squares = m(0, 0) * m(0, 0);
    for (int k = 1; k < 9; ++k)
      total += m(k % 3, k / 3), squares += m(k % 3, k / 3) * m(k % 3, k / 3);
    ASSERT_EQ(sum(m), total);
    ASSERT_EQ(squared_norm(m), squares);
    const Mat3 product = times(m, n), turned = times(m.transpose(), n),
               across = times(m, n.transpose());
    const Vec3 moved = times(m, a), back = times(m.transpose(), a);
    const Mat3 outer = times(a, b.transpose());
    const Pose pose{m, b};
    for (int r = 0; r < 3; ++r) {
      ASSERT_EQ(moved[r], (m(r, 0) * a[0] + m(r, 1) * a[1]) + m(r, 2) * a[2]);
      ASSERT_EQ(back[r], (m(0, r) * a[0] + m(1, r) * a[1]) + m(2, r) * a[2]);
      ASSERT_EQ(pose.apply(a)[r], moved[r] + b[r]);
      for (int c = 0; c < 3; ++c) {
        ASSERT_EQ(product(r, c), (m(r, 0) * n(0, c) + m(r, 1) * n(1, c)) + m(r, 2) * n(2, c));
        ASSERT_EQ(turned(r, c), (m(0, r) * n(0, c) + m(1, r) * n(1, c)) + m(2, r) * n(2, c));
        ASSERT_EQ(across(r, c), (m(r, 0) * n(c, 0) + m(r, 1) * n(c, 1)) + m(r, 2) * n(c, 2));
        ASSERT_EQ(outer(r, c), a[r] * b[c]);
      }
    }
  }
  EXPECT_GT(other_order_differs, 2'000) << "otherwise this shows nothing";
}

// Powers of two are exact, so the scaled norm of numbers that need no scaling is the plain one.
// Seed 2.
TEST(FixedOrder, ScaledNormOfAnySize) {
  generate::Random random{2};
  for (int i = 0; i < 20'000; ++i) {
    const Vec3 a = numbers<Vec3>(random);
    ASSERT_EQ(scaled_norm(a), norm(a));
    for (const int exponent : {-1000, -600, 600, 990})
      if (exponent > 0 || a.cwiseAbs().minCoeff() > 0x1p-20) {
        const Vec3 scaled(std::ldexp(a[0], exponent), std::ldexp(a[1], exponent),
                          std::ldexp(a[2], exponent));
        ASSERT_EQ(scaled_norm(scaled), std::ldexp(norm(a), exponent));
      }
  }
  constexpr double kTiny = std::numeric_limits<double>::denorm_min(),
                   kHuge = std::numeric_limits<double>::max();
  EXPECT_EQ(scaled_norm(Vec3(3 * kTiny, 4 * kTiny, 0)), 5 * kTiny);
  EXPECT_EQ(scaled_norm(Vec3(0, kHuge, 0)), kHuge);
  EXPECT_EQ(scaled_norm(Vec3(kHuge, kHuge, 0)), kInfinity);
  EXPECT_EQ(scaled_norm(Vec3(0, 0, 0)), 0);
  EXPECT_EQ(scaled_norm(Vec3(1, -kInfinity, 0)), kInfinity);
  EXPECT_TRUE(std::isnan(scaled_norm(Vec3(1, std::nan(""), 0))));
}

TEST(FixedOrder, NothingToNormalise) {
  EXPECT_EQ(normalized(Vec3(0, 0, 0)), Vec3(0, 0, 0));
  EXPECT_EQ(normalized(Vec3(0, -3, 4)), Vec3(0, -3 / 5.0, 4 / 5.0));
}

}  // namespace
}  // namespace firstcontact::fixed_order_test
