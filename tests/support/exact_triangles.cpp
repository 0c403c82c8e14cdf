/// Triangles meet exactly when a side of one meets the other. A segment meets a proper triangle in
/// its plane (then it meets a side or ends inside: a question of the plane, asked along an axis in
/// which the triangle has an area), or crosses the plane at one point, which is in the triangle
/// when the line passes all three sides on the same side. A degenerate triangle is the union of its
/// sides.
#include "support/exact_triangles.h"

#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <cstdint>
#include <limits>

namespace firstcontact::test {
namespace {

using Integer = boost::multiprecision::number<boost::multiprecision::cpp_int_backend<>,
                                              boost::multiprecision::et_off>;
using Point = std::array<Integer, 3>;

/// The points times one power of two that makes all coordinates integers: meeting does not depend
/// on the unit of length.
template <std::size_t kCount>
std::array<Point, kCount> to_integers(const std::array<Vec3, kCount>& points) {
  constexpr int kDigits = std::numeric_limits<double>::digits;
  int unit = std::numeric_limits<int>::max();
  for (const Vec3& x : points) {
    for (int k = 0; k < 3; ++k) {
      int exponent = 0;
      if (x[k] != 0 && std::frexp(x[k], &exponent) != 0) unit = std::min(unit, exponent - kDigits);
    }
  }
  std::array<Point, kCount> scaled;
  for (std::size_t i = 0; i < kCount; ++i) {
    for (int k = 0; k < 3; ++k) {
      if (points[i][k] == 0) continue;
      int exponent = 0;
      const double fraction = std::frexp(points[i][k], &exponent);
      const auto significand = static_cast<std::int64_t>(std::ldexp(fraction, kDigits));
      scaled[i][k] = Integer(significand) * (Integer(1) << (exponent - kDigits - unit));
    }
  }
  return scaled;
}

Point minus(const Point& a, const Point& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
Point cross(const Point& a, const Point& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
bool is_zero(const Point& a) { return a[0] == 0 && a[1] == 0 && a[2] == 0; }
/// An axis in which `a` is not zero. Precondition: there is one.
std::size_t nonzero_axis(const Point& a) { return a[0] != 0 ? 0 : a[1] != 0 ? 1 : 2; }

/// Which side of the plane through a, b, c is d on: -1, 0, 1.
int side_of_plane(const Point& a, const Point& b, const Point& c, const Point& d) {
  const Point n = cross(minus(b, a), minus(c, a)), e = minus(d, a);
  return Integer(n[0] * e[0] + n[1] * e[1] + n[2] * e[2]).sign();
}
/// Which side of the line through a, b is c on, seen along `axis`.
int side_of_line(const Point& a, const Point& b, const Point& c, std::size_t axis) {
  return cross(minus(b, a), minus(c, a))[axis].sign();
}

bool boxes_meet(const Point& a0, const Point& a1, const Point& b0, const Point& b1) {
  for (std::size_t k = 0; k < 3; ++k)
    if (std::max(a0[k], a1[k]) < std::min(b0[k], b1[k]) ||
        std::max(b0[k], b1[k]) < std::min(a0[k], a1[k]))
      return false;
  return true;
}

bool meet(const Point& a0, const Point& a1, const Point& b0, const Point& b1) {
  if (side_of_plane(a0, a1, b0, b1) != 0) return false;
  const Point a = minus(a1, a0), b = minus(b1, b0), n = cross(a, b);
  if (is_zero(n)) {  // parallel, or a segment is a point: on one line, and there it is enough that
                     // the boxes meet
    const Point& direction = is_zero(a) ? b : a;
    return is_zero(cross(direction, minus(b0, a0))) && boxes_meet(a0, a1, b0, b1);
  }
  const std::size_t axis = nonzero_axis(n);
  return side_of_line(a0, a1, b0, axis) * side_of_line(a0, a1, b1, axis) <= 0 &&
         side_of_line(b0, b1, a0, axis) * side_of_line(b0, b1, a1, axis) <= 0;
}

bool all_on_one_side(int a, int b, int c) {
  return std::min({a, b, c}) >= 0 || std::max({a, b, c}) <= 0;
}

bool meet(const Point& s0, const Point& s1, const std::array<Point, 3>& t) {
  const auto meets_a_side = [&] {
    return meet(s0, s1, t[0], t[1]) || meet(s0, s1, t[1], t[2]) || meet(s0, s1, t[2], t[0]);
  };
  const Point normal = cross(minus(t[1], t[0]), minus(t[2], t[0]));
  if (is_zero(normal)) return meets_a_side();
  const int side0 = side_of_plane(t[0], t[1], t[2], s0),
            side1 = side_of_plane(t[0], t[1], t[2], s1);
  if (side0 * side1 > 0) return false;
  if (side0 == 0 && side1 == 0) {
    const std::size_t axis = nonzero_axis(normal);
    return meets_a_side() ||
           all_on_one_side(side_of_line(t[0], t[1], s0, axis), side_of_line(t[1], t[2], s0, axis),
                           side_of_line(t[2], t[0], s0, axis));
  }
  return all_on_one_side(side_of_plane(s0, s1, t[0], t[1]), side_of_plane(s0, s1, t[1], t[2]),
                         side_of_plane(s0, s1, t[2], t[0]));
}

}  // namespace

bool segments_meet(const Segment& a, const Segment& b) {
  const auto x = to_integers<4>({a[0], a[1], b[0], b[1]});
  return meet(x[0], x[1], x[2], x[3]);
}

bool segment_meets_triangle(const Segment& segment, const Triangle& triangle) {
  const auto x = to_integers<5>({segment[0], segment[1], triangle[0], triangle[1], triangle[2]});
  return meet(x[0], x[1], {x[2], x[3], x[4]});
}

bool triangles_meet(const Triangle& a, const Triangle& b) {
  const auto x = to_integers<6>({a[0], a[1], a[2], b[0], b[1], b[2]});
  const std::array<Point, 3> p = {x[0], x[1], x[2]}, q = {x[3], x[4], x[5]};
  for (std::size_t i = 0; i < 3; ++i)
    if (meet(p[i], p[(i + 1) % 3], q) || meet(q[i], q[(i + 1) % 3], p)) return true;
  return false;
}

}  // namespace firstcontact::test
