#include "narrow/certified/gap_corners.h"

#include <algorithm>
#include <cmath>

namespace firstcontact::narrow {
namespace {

Vector difference(const Vec3& a, const Vec3& b) {
  return {a.x() - b.x(), a.y() - b.y(), a.z() - b.z()};
}

/// Sets corner i to the difference of the two points pairs[i].
template <int kCount>
void subtract(const Query& query, const int (&pairs)[kCount][2], GapCorners& out) {
  out.count = kCount;
  out.reach = {0, 0, 0};
  const auto corner = [&](const Vec3& a, const Vec3& b) {
    const Vector v = difference(a, b);
    out.reach.x = std::max(out.reach.x, std::abs(v.x));
    out.reach.y = std::max(out.reach.y, std::abs(v.y));
    out.reach.z = std::max(out.reach.z, std::abs(v.z));
    return v;
  };
  for (int i = 0; i < kCount; ++i) {
    out.t0[i] = corner(query.t0[pairs[i][0]], query.t0[pairs[i][1]]);
    out.t1[i] = corner(query.t1[pairs[i][0]], query.t1[pairs[i][1]]);
  }
  out.largest = std::max({out.reach.x, out.reach.y, out.reach.z});
}

void subtract(const Query& query, GapCorners& out) {
  switch (query.kind) {
    case Kind::VertexFace: return subtract<3>(query, {{0, 1}, {0, 2}, {0, 3}}, out);
    case Kind::EdgeEdge: return subtract<4>(query, {{0, 2}, {0, 3}, {1, 3}, {1, 2}}, out);
    case Kind::PointEdge:
    case Kind::PointSegment2D: return subtract<2>(query, {{0, 1}, {0, 2}}, out);
    case Kind::PointPoint: return subtract<1>(query, {{0, 1}}, out);
  }
}

void measure(GapCorners& out) {
  out.reach = {0, 0, 0};
  for (int i = 0; i < out.count; ++i)
    for (const Vector& v : {out.t0[i], out.t1[i]}) {
      out.reach.x = std::max(out.reach.x, std::abs(v.x));
      out.reach.y = std::max(out.reach.y, std::abs(v.y));
      out.reach.z = std::max(out.reach.z, std::abs(v.z));
    }
  out.largest = std::max({out.reach.x, out.reach.y, out.reach.z});
}

/// The query with all coordinates halved, so that no difference overflows. Halving is inexact only
/// for subnormal coordinates, which do not matter beside gaps near the largest double.
Query halved(const Query& query) {
  Query out = query;
  for (int i = 0; i < point_count(query.kind); ++i) {
    out.t0[i] = query.t0[i] * 0.5;
    out.t1[i] = query.t1[i] * 0.5;
  }
  return out;
}

void scale(GapCorners& out, int exponent) {
  const auto scaled = [exponent](const Vector& v) {
    return Vector{std::ldexp(v.x, -exponent), std::ldexp(v.y, -exponent),
                  std::ldexp(v.z, -exponent)};
  };
  for (int i = 0; i < out.count; ++i) {
    out.t0[i] = scaled(out.t0[i]);
    out.t1[i] = scaled(out.t1[i]);
  }
  out.exponent += exponent;
  measure(out);
}

}  // namespace

GapCorners gap_corners(const Query& query) {
  GapCorners out;
  subtract(query, out);
  if (out.largest >= kSmallestUnscaled && out.largest <= kLargestUnscaled) return out;
  if (out.largest == 0) return out;
  if (!std::isfinite(out.largest)) {
    subtract(halved(query), out);
    out.exponent = 1;
  }
  scale(out, std::ilogb(out.largest));
  return out;
}

}  // namespace firstcontact::narrow
