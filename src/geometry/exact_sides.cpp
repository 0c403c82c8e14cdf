// If the value computed in doubles is larger than its rounding error, it has the right sign.
// Otherwise the value is computed exactly as a sum of doubles that do not overlap (Shewchuk 1997);
// the largest term has the sign of the sum.
#include "geometry/exact_sides.h"

#include <cmath>
#include <vector>

#include "arith/unit_roundoff.h"

namespace firstcontact::geometry {
namespace {

/// Rounding errors of an area (3 roundings) and a volume (7 roundings), relative to the sum of the
/// absolute products, with room to spare.
constexpr double kAreaRounding = 8 * arith::kUnitRoundoff,
                 kVolumeRounding = 16 * arith::kUnitRoundoff;

/// A number as value + error, exactly.
struct Two {
  double value, error;
};

Two difference(double a, double b) {
  const double value = a - b, b_part = a - value, a_part = value + b_part;
  return {value, (a - a_part) + (b_part - b)};
}

Two product(double a, double b) {
  const double value = a * b;
  return {value, std::fma(a, b, -value)};
}

/// An exact sum of doubles: its terms do not overlap and ascend.
class ExactSum {
 public:
  void add(double x) {
    std::size_t kept = 0;
    for (const double term : terms_) {
      const double sum = x + term, part = sum - x;
      const double error = (x - (sum - part)) + (term - part);
      if (error != 0) terms_[kept++] = error;
      x = sum;
    }
    terms_.resize(kept);
    if (x != 0) terms_.push_back(x);
  }
  void add_product(double a, double b) {
    const Two ab = product(a, b);
    add(ab.error);
    add(ab.value);
  }
  void add_product(double a, double b, double c) {
    const Two ab = product(a, b);
    add_product(ab.error, c);
    add_product(ab.value, c);
  }
  int sign() const { return terms_.empty() ? 0 : terms_.back() > 0 ? 1 : -1; }

 private:
  std::vector<double> terms_;
};

int exact_turn(const Vec2& a, const Vec2& b, const Vec2& c) {
  const Two u[2] = {difference(b[0], a[0]), difference(b[1], a[1])},
            v[2] = {difference(c[0], a[0]), difference(c[1], a[1])};
  ExactSum sum;
  for (const double x : {u[0].error, u[0].value})
    for (const double y : {v[1].error, v[1].value}) sum.add_product(x, y);
  for (const double x : {u[1].error, u[1].value})
    for (const double y : {v[0].error, v[0].value}) sum.add_product(-x, y);
  return sum.sign();
}

int exact_side(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c) {
  Two d[3][3];
  for (int k = 0; k < 3; ++k) {
    d[0][k] = difference(a[k], p[k]);
    d[1][k] = difference(b[k], p[k]);
    d[2][k] = difference(c[k], p[k]);
  }
  ExactSum sum;
  const auto add = [&](const Two& x, const Two& y, const Two& z, double sign) {
    for (const double i : {x.error, x.value})
      for (const double j : {y.error, y.value})
        for (const double k : {z.error, z.value})
          if (i != 0 && j != 0 && k != 0) sum.add_product(sign * i, j, k);
  };
  for (int k = 0; k < 3; ++k) {
    add(d[0][k], d[1][(k + 1) % 3], d[2][(k + 2) % 3], 1);
    add(d[0][k], d[1][(k + 2) % 3], d[2][(k + 1) % 3], -1);
  }
  return sum.sign();
}

}  // namespace

int turn_of(const Vec2& a, const Vec2& b, const Vec2& c) {
  const double one = (b[0] - a[0]) * (c[1] - a[1]), other = (b[1] - a[1]) * (c[0] - a[0]),
               value = one - other;
  if (std::abs(value) > kAreaRounding * (std::abs(one) + std::abs(other)))
    return value > 0 ? 1 : -1;
  return exact_turn(a, b, c);
}

int side_of_plane(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 u = a - p, v = b - p, w = c - p;
  double value = 0, size = 0;
  for (int k = 0; k < 3; ++k) {
    const double one = v[(k + 1) % 3] * w[(k + 2) % 3], other = v[(k + 2) % 3] * w[(k + 1) % 3];
    value += u[k] * (one - other);
    size += std::abs(u[k]) * (std::abs(one) + std::abs(other));
  }
  if (std::abs(value) > kVolumeRounding * size) return value > 0 ? 1 : -1;
  return exact_side(p, a, b, c);
}

}  // namespace firstcontact::geometry
