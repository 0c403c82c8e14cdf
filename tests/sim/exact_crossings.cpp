#include "sim/exact_crossings.h"

#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <numeric>

namespace firstcontact::tests {
namespace {

using Integer = boost::multiprecision::cpp_int;
using Point = std::array<Integer, 3>;

/// The coordinates of up to six points times one power of two that makes them all integers.
std::vector<Point> integers_of(const std::vector<std::array<double, 3>>& points) {
  int lowest = 1 << 20;
  for (const std::array<double, 3>& point : points)
    for (const double x : point) {
      int exponent = 0;
      if (x != 0) std::frexp(x, &exponent), lowest = std::min(lowest, exponent - 53);
    }
  std::vector<Point> result;
  for (const std::array<double, 3>& point : points) {
    Point out;
    for (std::size_t k = 0; k < 3; ++k) {
      int exponent = 0;
      const double mantissa = std::frexp(point[k], &exponent);
      out[k] = static_cast<std::int64_t>(std::ldexp(mantissa, 53));
      if (point[k] != 0) out[k] <<= exponent - 53 - lowest;
    }
    result.push_back(out);
  }
  return result;
}

Point minus(const Point& a, const Point& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }

int sign(const Integer& x) { return x.sign(); }

/// Side of d with respect to the plane of a, b, c.
int side(const Point& a, const Point& b, const Point& c, const Point& d) {
  const Point u = minus(b, a), v = minus(c, a), w = minus(d, a);
  return sign(Integer(u[0] * (v[1] * w[2] - v[2] * w[1]) - u[1] * (v[0] * w[2] - v[2] * w[0]) +
                      u[2] * (v[0] * w[1] - v[1] * w[0])));
}

/// Orientation of a, b, c seen along an axis.
int turn(const Point& a, const Point& b, const Point& c, int axis) {
  const int i = (axis + 1) % 3, j = (axis + 2) % 3;
  return sign(Integer((b[i] - a[i]) * (c[j] - a[j]) - (b[j] - a[j]) * (c[i] - a[i])));
}

bool within(const Integer& low, const Integer& x, const Integer& high) {
  return std::min(low, high) <= x && x <= std::max(low, high);
}

/// Whether segments of one plane, which the axis is not parallel to, have a common point.
bool segments_meet(const Point& a, const Point& b, const Point& c, const Point& d, int axis) {
  const int s0 = turn(a, b, c, axis), s1 = turn(a, b, d, axis), s2 = turn(c, d, a, axis),
            s3 = turn(c, d, b, axis);
  if (s0 * s1 < 0 && s2 * s3 < 0) return true;
  const auto on = [&](const Point& p, const Point& q, const Point& x) {
    for (int k = 0; k < 3; ++k)
      if (!within(p[k], x[k], q[k])) return false;
    return true;
  };
  return (s0 == 0 && on(a, b, c)) || (s1 == 0 && on(a, b, d)) || (s2 == 0 && on(c, d, a)) ||
         (s3 == 0 && on(c, d, b));
}

bool flat_meet(const Point& p, const Point& q, const Point& a, const Point& b, const Point& c) {
  int axis = 0;
  while (axis < 3 && turn(a, b, c, axis) == 0) ++axis;
  if (axis == 3) return true;  // a triangle without area: count it rather than miss it
  if (segments_meet(p, q, a, b, axis) || segments_meet(p, q, b, c, axis) ||
      segments_meet(p, q, c, a, axis))
    return true;
  const int s0 = turn(a, b, p, axis), s1 = turn(b, c, p, axis), s2 = turn(c, a, p, axis);
  return s0 == s1 && s1 == s2;
}

/// Whether the segment p q and the triangle a b c have a common point.
bool segment_meets(const Point& p, const Point& q, const Point& a, const Point& b, const Point& c) {
  const int sp = side(a, b, c, p), sq = side(a, b, c, q);
  if (sp * sq > 0) return false;
  if (sp == 0 && sq == 0) return flat_meet(p, q, a, b, c);
  const int s0 = side(p, q, a, b), s1 = side(p, q, b, c), s2 = side(p, q, c, a);
  return (s0 >= 0 && s1 >= 0 && s2 >= 0) || (s0 <= 0 && s1 <= 0 && s2 <= 0);
}

}  // namespace

bool triangles_cross(const std::vector<std::array<double, 3>>& points, const std::array<int, 3>& a,
                     const std::array<int, 3>& b) {
  int common = -1, commons = 0;
  for (const int v : a)
    if (std::find(b.begin(), b.end(), v) != b.end()) common = v, ++commons;
  if (commons > 1) return false;
  std::vector<std::array<double, 3>> corners;
  for (const int v : a) corners.push_back(points[v]);
  for (const int v : b) corners.push_back(points[v]);
  const std::vector<Point> p = integers_of(corners);
  for (int k = 0; k < 3; ++k) {
    const int next = (k + 1) % 3;
    if (a[k] != common && a[next] != common && segment_meets(p[k], p[next], p[3], p[4], p[5]))
      return true;
    if (b[k] != common && b[next] != common &&
        segment_meets(p[3 + k], p[3 + next], p[0], p[1], p[2]))
      return true;
  }
  return false;
}

std::vector<std::array<int, 2>> overlapping_boxes(
    const std::vector<std::array<double, 3>>& points,
    const std::vector<std::array<int, 3>>& triangles) {
  struct Box {
    std::array<double, 3> low, high;
  };
  std::vector<Box> boxes;
  for (const std::array<int, 3>& triangle : triangles) {
    Box box = {points[triangle[0]], points[triangle[0]]};
    for (const int v : triangle)
      for (std::size_t k = 0; k < 3; ++k) {
        box.low[k] = std::min(box.low[k], points[v][k]);
        box.high[k] = std::max(box.high[k], points[v][k]);
      }
    boxes.push_back(box);
  }
  std::vector<int> order(triangles.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(),
            [&](int a, int b) { return boxes[a].low[0] < boxes[b].low[0]; });
  std::vector<std::array<int, 2>> pairs;
  for (std::size_t i = 0; i < order.size(); ++i)
    for (std::size_t j = i + 1; j < order.size(); ++j) {
      const Box &a = boxes[order[i]], &b = boxes[order[j]];
      if (b.low[0] > a.high[0]) break;
      if (a.low[1] <= b.high[1] && b.low[1] <= a.high[1] && a.low[2] <= b.high[2] &&
          b.low[2] <= a.high[2])
        pairs.push_back({order[i], order[j]});
    }
  return pairs;
}

}  // namespace firstcontact::tests
