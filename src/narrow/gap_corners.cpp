#include "narrow/gap_corners.h"

#include <algorithm>
#include <cmath>

namespace firstcontact::narrow {
namespace {

// Which points each corner is the difference of, by kind.
struct CornerPoints {
  int count;
  struct {
    int first, second;
  } corner[GapCorners::kMost];
};

CornerPoints corner_points(Kind kind) {
  switch (kind) {
    case Kind::VertexFace: return {3, {{0, 1}, {0, 2}, {0, 3}}};
    case Kind::EdgeEdge: return {4, {{0, 2}, {0, 3}, {1, 3}, {1, 2}}};
    case Kind::PointEdge:
    case Kind::PointSegment2D: return {2, {{0, 1}, {0, 2}}};
    case Kind::PointPoint: return {1, {{0, 1}}};
  }
  return {0, {}};
}

Vector difference(const Vec3& a, const Vec3& b) { return {a.x() - b.x(), a.y() - b.y(), a.z() - b.z()}; }

void subtract(const Query& query, const CornerPoints& pairs, GapCorners& out) {
  out.count = pairs.count;
  for (int i = 0; i < pairs.count; ++i) {
    const auto [first, second] = pairs.corner[i];
    out.t0[i] = difference(query.t0[first], query.t0[second]);
    out.t1[i] = difference(query.t1[first], query.t1[second]);
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

/// Half the query: so that no difference overflows. Inexact only for subnormal coordinates, beside gaps near the largest double.
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
    return Vector{std::ldexp(v.x, -exponent), std::ldexp(v.y, -exponent), std::ldexp(v.z, -exponent)};
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
  const CornerPoints pairs = corner_points(query.kind);
  GapCorners out;
  subtract(query, pairs, out);
  measure(out);
  if (out.largest >= kSmallestUnscaled && out.largest <= kLargestUnscaled) return out;
  if (out.largest == 0) return out;
  if (!std::isfinite(out.largest)) {
    subtract(halved(query), pairs, out);
    measure(out);
    out.exponent = 1;
  }
  scale(out, std::ilogb(out.largest));
  return out;
}

}  // namespace firstcontact::narrow
