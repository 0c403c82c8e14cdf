/// Sides of planes and lines against integers of 128 bits, for points that are in one plane or next
/// to it.
#include "narrow/certified/point_sides.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>

#include "generate/random.h"

namespace firstcontact::narrow::point_sides_test {
namespace {

__extension__ using Wide = __int128;
using Lattice = std::int64_t[3];

int sign(Wide value) { return value > 0 ? 1 : value < 0 ? -1 : 0; }
Vec3 scaled(const Lattice& x, int exponent) {
  return {std::ldexp(static_cast<double>(x[0]), exponent),
          std::ldexp(static_cast<double>(x[1]), exponent),
          std::ldexp(static_cast<double>(x[2]), exponent)};
}

TEST(PointSides, AreThoseOfIntegersAtEveryScale) {
  generate::Random random({77});
  int flat = 0, next_to_flat = 0;
  for (int round = 0; round < 20'000; ++round) {
    Lattice a, b, c, d;
    const int bits = random.between(2, 36);
    const std::int64_t i = random.between(-4, 4), j = random.between(-4, 4);
    const int axis = random.below(3), step = random.between(-1, 1);
    for (int k = 0; k < 3; ++k) {
      a[k] = random.signed_integer(bits);
      b[k] = random.signed_integer(bits);
      c[k] = random.signed_integer(bits);
      d[k] = a[k] + i * (b[k] - a[k]) + j * (c[k] - a[k]) + (k == axis ? step : 0);
    }
    Wide u[3], v[3], w[3];
    for (int k = 0; k < 3; ++k) u[k] = b[k] - a[k], v[k] = c[k] - a[k], w[k] = d[k] - a[k];
    const Wide volume = u[0] * (v[1] * w[2] - v[2] * w[1]) + u[1] * (v[2] * w[0] - v[0] * w[2]) +
                        u[2] * (v[0] * w[1] - v[1] * w[0]);
    (volume == 0 ? flat : next_to_flat) += 1;
    for (const int exponent : {0, -500, -1074, 900}) {
      const Vec3 p = scaled(a, exponent), q = scaled(b, exponent), r = scaled(c, exponent),
                 s = scaled(d, exponent);
      ASSERT_EQ(volume_sign(p, q, r, s), sign(volume)) << round << " " << exponent;
      ASSERT_EQ(volume_sign(q, p, r, s), -sign(volume));
      for (int view = 0; view < 3; ++view) {
        const int x = (view + 1) % 3, y = (view + 2) % 3;
        ASSERT_EQ(area_sign(p, q, s, view), sign(u[x] * w[y] - u[y] * w[x]))
            << round << " " << exponent;
      }
    }
  }
  EXPECT_GT(flat, 5000);
  EXPECT_GT(next_to_flat, 5000);
}

/// One sort of coordinate far larger than the others: the differences leave the range in which
/// doubles decide.
TEST(PointSides, AreExactWhereProductsWouldOverflowOrVanish) {
  const double huge = 0x1p1000, tiny = 0x1p-1060;
  const Vec3 o(0, 0, 0), x(huge, 0, 0), y(0, huge, 0);
  EXPECT_EQ(volume_sign(o, x, y, Vec3(huge, huge, tiny)), 1);
  EXPECT_EQ(volume_sign(o, x, y, Vec3(huge, huge, -tiny)), -1);
  EXPECT_EQ(volume_sign(o, x, y, Vec3(huge, huge, 0)), 0);
  EXPECT_EQ(area_sign(o, Vec3(huge, tiny, 0), Vec3(tiny, 0, 0), 2), -1);
  EXPECT_EQ(area_sign(o, Vec3(tiny, tiny, 0), Vec3(huge, huge, 0), 2), 0);
}

}  // namespace
}  // namespace firstcontact::narrow::point_sides_test
