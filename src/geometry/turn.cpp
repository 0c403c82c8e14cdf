// The turn between two rotations comes from the quaternion of their difference. Small angles must
// not be lost: the vector part is made from `to − from`, which is exact where they are near each
// other, and not from products that cancel.
#include "geometry/turn.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "arith/fixed_order.h"
#include "arith/trigonometry.h"

namespace firstcontact::geometry {
namespace {

/// The x axis is not used if the cosine of its angle with the normal is above this, because its
/// part orthogonal to the normal would be too short.
constexpr double kNearlyParallel = 0.99;

double length_of(const Vec3& v) {
  const double largest = v.cwiseAbs().maxCoeff();
  if (!(largest > 0)) return 0;
  const Vec3 scaled = v / largest;
  return largest * std::sqrt(dot(scaled, scaled));
}

/// The turn of a quaternion of any length with the scalar part w and the vector part v.
AxisAngle axis_angle_of(double w, Vec3 v) {
  if (w < 0) {
    w = -w;
    v = -v;
  }
  const double sine_of_half = length_of(v);
  if (sine_of_half == 0) return {};
  return {direction_of(v), 2 * arith::arc_tangent2(sine_of_half, w)};
}

Vec3 vector_part(const Quaternion& q) { return Vec3(q.x, q.y, q.z); }

/// q divided by a power of two, exactly, so that the largest number lies in [1, 2).
Quaternion scaled(const Quaternion& q) {
  const double largest = std::max({std::abs(q.x), std::abs(q.y), std::abs(q.z), std::abs(q.w)});
  if (!(largest > 0) || !std::isfinite(largest)) return q;
  const int exponent = -std::ilogb(largest);
  return {.w = std::scalbn(q.w, exponent),
          .x = std::scalbn(q.x, exponent),
          .y = std::scalbn(q.y, exponent),
          .z = std::scalbn(q.z, exponent)};
}

}  // namespace

Vec3 direction_of(const Vec3& v) {
  const Vec3 scaled = v / v.cwiseAbs().maxCoeff();
  return scaled / std::sqrt(dot(scaled, scaled));
}

Mat3 plane_axes(const Vec3& normal) {
  const Vec3 n = direction_of(normal);
  Vec3 x = std::abs(n.x()) > kNearlyParallel ? Vec3::UnitY() : Vec3::UnitX();
  for (int pass = 0; pass < 2; ++pass) x = direction_of(x - dot(x, n) * n);
  Mat3 axes;
  axes << x, n.cross(x), n;
  return axes;
}

AxisAngle turn_between(const Quaternion& from, const Quaternion& to) {
  const Quaternion a = scaled(from);
  Quaternion b = scaled(to);
  const double cosine = (a.x * b.x + a.y * b.y) + (a.z * b.z + a.w * b.w);
  if (cosine < 0) b = {.w = -b.w, .x = -b.x, .y = -b.y, .z = -b.z};
  // The vector part of b conj(a), which is that of (b − a) conj(a).
  const Vec3 va = vector_part(a), d = vector_part(b) - va;
  return axis_angle_of(std::abs(cosine), (a.w * d - (b.w - a.w) * va) - d.cross(va));
}

AxisAngle turn_between(const Mat3& from, const Mat3& to) {
  const Mat3 r = times(to, from.transpose()), e = times(to - from, from.transpose());  // e = r − 1
  const double trace = r(0, 0) + r(1, 1) + r(2, 2);
  // Four times the squares of w, x, y, z; below, four times the products with the largest of them.
  const std::array<double, 4> squares = {1 + trace, 1 + 2 * r(0, 0) - trace,
                                         1 + 2 * r(1, 1) - trace, 1 + 2 * r(2, 2) - trace};
  const auto largest = std::max_element(squares.begin(), squares.end()) - squares.begin();
  if (largest == 0)
    return axis_angle_of(squares[0], Vec3(e(2, 1) - e(1, 2), e(0, 2) - e(2, 0), e(1, 0) - e(0, 1)));
  const auto i = largest - 1, j = (i + 1) % 3, k = (i + 2) % 3;
  Vec3 v;
  v[i] = squares[largest];
  v[j] = r(j, i) + r(i, j);
  v[k] = r(k, i) + r(i, k);
  return axis_angle_of(e(k, j) - e(j, k), v);
}

Quaternion turned(const AxisAngle& turn, double t, const Quaternion& from) {
  const Quaternion a = scaled(from);
  const arith::SineCosine half = arith::sine_cosine(0.5 * turn.angle * t);
  const Vec3 u = half.sine * turn.axis, v = vector_part(a);
  const Vec3 w = (half.cosine * v + a.w * u) + u.cross(v);
  const double last = half.cosine * a.w - dot(u, v);
  const double length = std::sqrt(dot(w, w) + last * last);
  return {.w = last / length, .x = w.x() / length, .y = w.y() / length, .z = w.z() / length};
}

Mat3 rotation_of(const Quaternion& q) { return Pose::from_quaternion(q).rotation; }

AffineMap compose(const AffineMap& outer, const AffineMap& inner) {
  return {times(outer.linear, inner.linear), times(outer.linear, inner.offset) + outer.offset};
}

}  // namespace firstcontact::geometry
