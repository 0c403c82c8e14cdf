#pragma once
/// Products of moving vectors in Bernstein form and bounds of their rounding errors, for TightCCD.
/// They are templates on the number type, so that a test can evaluate the same formulas exactly.
#include <firstcontact/query.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace firstcontact::baselines::bernstein {

template <class Number>
using Vector = std::array<Number, 3>;

/// A vector that moves affinely: its values at t = 0 and 1.
template <class Number>
struct Linear {
  Vector<Number> start, end;
};
/// start (1 - t)^2 + middle 2 t (1 - t) + end t^2.
template <class Number>
struct Quadratic {
  Vector<Number> start, middle, end;
};

template <class Number>
Number dot(const Vector<Number>& a, const Vector<Number>& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

template <class Number>
Vector<Number> cross(const Vector<Number>& a, const Vector<Number>& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

/// The vector from one point of the query to another.
template <class Number>
Linear<Number> difference(const Query& query, std::size_t to, std::size_t from) {
  Linear<Number> d;
  for (std::size_t k = 0; k < 3; ++k) {
    const auto axis = static_cast<Eigen::Index>(k);
    d.start[k] = Number(query.t0[to][axis]) - Number(query.t0[from][axis]);
    d.end[k] = Number(query.t1[to][axis]) - Number(query.t1[from][axis]);
  }
  return d;
}

template <class Number>
Quadratic<Number> cross(const Linear<Number>& a, const Linear<Number>& b) {
  const Vector<Number> ab = cross(a.start, b.end), ba = cross(a.end, b.start);
  return {cross(a.start, b.start),
          {(ab[0] + ba[0]) / 2, (ab[1] + ba[1]) / 2, (ab[2] + ba[2]) / 2},
          cross(a.end, b.end)};
}

/// Bernstein coefficients of a . b.
template <class Number>
std::array<Number, 4> dot(const Linear<Number>& a, const Quadratic<Number>& b) {
  return {dot(a.start, b.start), (dot(a.end, b.start) + 2 * dot(a.start, b.middle)) / 3,
          (2 * dot(a.end, b.middle) + dot(a.start, b.end)) / 3, dot(a.end, b.end)};
}
template <class Number>
std::array<Number, 5> dot(const Quadratic<Number>& a, const Quadratic<Number>& b) {
  return {dot(a.start, b.start), (dot(a.start, b.middle) + dot(a.middle, b.start)) / 2,
          (dot(a.start, b.end) + 4 * dot(a.middle, b.middle) + dot(a.end, b.start)) / 6,
          (dot(a.middle, b.end) + dot(a.end, b.middle)) / 2, dot(a.end, b.end)};
}

/// The four points are coplanar when `coplanar` is zero. At such a time the pair touches if no side
/// is negative; sides beyond side_count are unused. A vertex-face pair has one for each side of the
/// face, an edge-edge pair two for each edge: "not before its start" and "not beyond its end".
template <class Number>
struct Forms {
  std::array<Number, 4> coplanar;
  std::array<std::array<Number, 5>, 4> sides;
  std::size_t side_count = 0;
};

template <class Number>
Forms<Number> forms(const Query& query) {
  Forms<Number> out;
  if (query.kind == Kind::VertexFace) {
    const Linear<Number> q = difference<Number>(query, 0, 1), v01 = difference<Number>(query, 2, 1);
    const Quadratic<Number> n = cross(v01, difference<Number>(query, 3, 1));
    out.coplanar = dot(q, n);
    out.sides[0] = dot(cross(v01, q), n);
    out.sides[1] = dot(cross(difference<Number>(query, 3, 2), difference<Number>(query, 0, 2)), n);
    out.sides[2] = dot(cross(difference<Number>(query, 1, 3), difference<Number>(query, 0, 3)), n);
    out.side_count = 3;
    return out;
  }
  const Linear<Number> a = difference<Number>(query, 1, 0), b = difference<Number>(query, 3, 2),
                       q = difference<Number>(query, 2, 0);
  const Quadratic<Number> n = cross(a, b);
  const std::array<Number, 5> n_squared = dot(n, n);
  out.coplanar = dot(q, n);
  out.sides[0] = dot(cross(q, b), n);
  out.sides[2] = dot(cross(q, a), n);
  for (std::size_t i = 0; i < 5; ++i) {
    out.sides[1][i] = n_squared[i] - out.sides[0][i];
    out.sides[3][i] = n_squared[i] - out.sides[2][i];
  }
  out.side_count = 4;
  return out;
}

/// Largest relative change by one rounding.
inline constexpr double kRoundoff = 0x1p-53;

/// Let X, Y, Z be the largest differences of two points along each axis. A coefficient of
/// `coplanar` is a weighted mean of sums of six products of one difference along each axis, so its
/// terms add up to at most 6 XYZ. Each is rounded at most 11 times (3 differences, 2 products, 1
/// difference of products, 1 mean, 2 sums, 2 in the weighted mean). This makes 66 u XYZ, rounded
/// up.
inline constexpr double kCoplanarBound = 80 * kRoundoff;
/// A coefficient of a side is a sum of 12 products of four differences, two along each of two axes,
/// which add up to at most 4 (X^2 Y^2 + Y^2 Z^2 + Z^2 X^2). Each is rounded at most 16 times. For
/// edge-edge it is the difference of two such, with one rounding more. This makes 136 u times that
/// sum of squares, rounded up.
inline constexpr double kSideBound = 160 * kRoundoff;
/// All that underflow can add to products of numbers of size 1: at most 2^-1074 for each of less
/// than 2^14 products.
inline constexpr double kUnderflow = 0x1p-1060;

/// Bounds of the errors of `forms` in doubles; infinite if they overflow.
struct FormBounds {
  double coplanar, side;
};

inline FormBounds form_bounds(const Query& query) {
  Vec3 extent = Vec3::Zero();
  for (const auto* points : {&query.t0, &query.t1})
    for (std::size_t i = 0; i < 4; ++i)
      for (std::size_t j = 0; j < i; ++j)
        extent = extent.cwiseMax(((*points)[i] - (*points)[j]).cwiseAbs());
  const double xy = extent.x() * extent.y(), yz = extent.y() * extent.z(),
               zx = extent.z() * extent.x(), largest = extent.maxCoeff();
  return {
      kCoplanarBound * (xy * extent.z()) + kUnderflow * (1 + largest),
      kSideBound * (xy * xy + yz * yz + zx * zx) + kUnderflow * (1 + largest + largest * largest)};
}

}  // namespace firstcontact::baselines::bernstein
