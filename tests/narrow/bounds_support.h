#pragma once
/// Inputs that are hard on error bounds, and their comparison with exact arithmetic.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "narrow/certified/gap_corners.h"
#include "narrow/certified_support.h"

namespace firstcontact::test {

/// Coordinates that hurt: full mantissas, cancelling differences far from the origin, axes of very
/// different size, and the ends of the range of doubles.
inline Query hard_query(Random& random, int i) {
  Query query;
  query.kind = kEveryKind[static_cast<std::size_t>(i) % 4];
  const int mode = i / 4 % 5;
  const double offset = mode == 1 ? 5 * random.real() : 0;
  const double size = mode == 1 ? std::ldexp(1.0, -static_cast<int>(random.integer(0, 40))) : 1;
  const int spread = mode == 2 ? static_cast<int>(random.integer(-60, 60)) : 0;
  int exponent = 0;
  if (mode == 3) exponent = static_cast<int>(random.integer(-1074, 1000));
  if (mode == 4)
    exponent = random.integer(0, 1) == 1 ? 1022 : static_cast<int>(random.integer(-1074, -1000));
  for (int j = 0; j < 4; ++j)
    for (Vec3* point : {&query.t0[j], &query.t1[j]}) {
      *point = size * random.vector() + Vec3::Constant(offset);
      for (int k = 0; k < 3; ++k)
        (*point)[k] = std::ldexp((*point)[k], exponent + (mode < 3 ? (k - 1) * spread : 0));
    }
  return query;
}

inline double hard_time(Random& random) {
  switch (random.integer(0, 4)) {
    case 0: return std::ldexp(std::abs(random.real()), -static_cast<int>(random.integer(0, 60)));
    case 1:
      return 1 - std::ldexp(std::abs(random.real()), -static_cast<int>(random.integer(0, 60)));
    default: return std::abs(random.real());
  }
}

inline ScaledVector exactly(const narrow::Vector& v) {
  return {Scaled(v.x), Scaled(v.y), Scaled(v.z)};
}

/// In the units of `corners`.
inline std::vector<ScaledVector> exact_hull(const Query& query, const narrow::GapCorners& corners,
                                            double t) {
  std::vector<ScaledVector> hull = exact_corners(query, t);
  for (ScaledVector& corner : hull)
    for (Scaled& component : corner) component.exponent -= corners.exponent;
  return hull;
}

/// |computed - exact| / bound, never rounded below 1 when it is above: the comparison itself is
/// exact.
class Observed {
 public:
  void add(double computed, const Scaled& exact, double bound, const std::string& what) {
    const Scaled error = magnitude(Scaled(computed) - exact);
    EXPECT_LE(error.compare(Scaled(bound)), 0)
        << what << ": error " << error.to_double() << " bound " << bound;
    if (bound > 0) worst_ = std::max(worst_, error.to_double() / bound);
  }
  double worst() const { return worst_; }

 private:
  double worst_ = 0;
};

}  // namespace firstcontact::test
