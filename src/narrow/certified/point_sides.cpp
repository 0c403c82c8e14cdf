#include "narrow/certified/point_sides.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "exact/integer.h"

namespace firstcontact::narrow {
namespace {

using exact::Integer;

/// True if no product of up to three such differences underflows or overflows.
bool is_moderate(double difference) {
  const double size = std::abs(difference);
  return size == 0 || (size >= kSmallestDifference && size <= kLargestDifference);
}

/// The numbers, all multiplied by one power of two that makes them integers.
template <std::size_t kCount>
std::array<Integer, kCount> to_integers(const std::array<double, kCount>& values) {
  std::array<exact::SplitDouble, kCount> parts;
  int unit = std::numeric_limits<int>::max();
  for (std::size_t i = 0; i < kCount; ++i) {
    parts[i] = exact::split(values[i]);
    if (parts[i].mantissa != 0) unit = std::min(unit, parts[i].exponent);
  }
  std::array<Integer, kCount> integers;
  for (std::size_t i = 0; i < kCount; ++i)
    if (parts[i].mantissa != 0)
      integers[i] = Integer(parts[i].mantissa) << (parts[i].exponent - unit);
  return integers;
}

/// a d - b c.
Integer minor_of(const Integer& a, const Integer& b, const Integer& c, const Integer& d) {
  Integer value = a * d;
  return std::move(value.subtract_product(b, c));
}

int exact_volume_sign(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  const std::array<Integer, 12> x = to_integers<12>(
      {a.x(), a.y(), a.z(), b.x(), b.y(), b.z(), c.x(), c.y(), c.z(), d.x(), d.y(), d.z()});
  const auto difference = [&](std::size_t point, std::size_t axis) {
    return x[3 * point + axis] - x[axis];
  };
  const Integer cx = difference(2, 0), cy = difference(2, 1), cz = difference(2, 2);
  const Integer dx = difference(3, 0), dy = difference(3, 1), dz = difference(3, 2);
  Integer sum = difference(1, 0) * minor_of(cy, cz, dy, dz);
  sum.subtract_product(difference(1, 1), minor_of(cx, cz, dx, dz));
  sum.add_product(difference(1, 2), minor_of(cx, cy, dx, dy));
  return sum.sign();
}

int exact_area_sign(double ax, double ay, double bx, double by, double cx, double cy) {
  const std::array<Integer, 6> x = to_integers<6>({ax, ay, bx, by, cx, cy});
  return minor_of(x[2] - x[0], x[3] - x[1], x[4] - x[0], x[5] - x[1]).sign();
}

}  // namespace

int volume_sign(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  const double bx = b.x() - a.x(), by = b.y() - a.y(), bz = b.z() - a.z();
  const double cx = c.x() - a.x(), cy = c.y() - a.y(), cz = c.z() - a.z();
  const double dx = d.x() - a.x(), dy = d.y() - a.y(), dz = d.z() - a.z();
  for (const double difference : {bx, by, bz, cx, cy, cz, dx, dy, dz})
    if (!is_moderate(difference)) return exact_volume_sign(a, b, c, d);
  const double yz = cy * dz, zy = cz * dy, zx = cz * dx, xz = cx * dz, xy = cx * dy, yx = cy * dx;
  const double value = bx * (yz - zy) + by * (zx - xz) + bz * (xy - yx);
  const double size = std::abs(bx) * (std::abs(yz) + std::abs(zy)) +
                      std::abs(by) * (std::abs(zx) + std::abs(xz)) +
                      std::abs(bz) * (std::abs(xy) + std::abs(yx));
  if (size == 0) return 0;  // every product has a factor that is zero
  if (std::abs(value) > kVolumeError * size) return value > 0 ? 1 : -1;
  return exact_volume_sign(a, b, c, d);
}

int area_sign(const Vec3& a, const Vec3& b, const Vec3& c, int axis) {
  const int i = (axis + 1) % 3, j = (axis + 2) % 3;
  const double bx = b[i] - a[i], by = b[j] - a[j], cx = c[i] - a[i], cy = c[j] - a[j];
  for (const double difference : {bx, by, cx, cy})
    if (!is_moderate(difference)) return exact_area_sign(a[i], a[j], b[i], b[j], c[i], c[j]);
  const double p = bx * cy, q = by * cx, value = p - q, size = std::abs(p) + std::abs(q);
  if (size == 0) return 0;
  if (std::abs(value) > kAreaError * size) return value > 0 ? 1 : -1;
  return exact_area_sign(a[i], a[j], b[i], b[j], c[i], c[j]);
}

}  // namespace firstcontact::narrow
