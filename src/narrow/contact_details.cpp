#include "narrow/contact_details.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "arith/fixed_order.h"
#include "narrow/closest_point.h"

namespace firstcontact {

std::array<double, 4> gap_weights(Kind kind, double u, double v) {
  switch (kind) {
    case Kind::VertexFace: return {1, -(1 - u - v), -u, -v};
    case Kind::EdgeEdge: return {1 - u, u, -(1 - v), -v};
    case Kind::PointEdge:
    case Kind::PointSegment2D: return {1, -(1 - u), -u, 0};
    case Kind::PointPoint: return {1, -1, 0, 0};
  }
  return {};
}

namespace narrow {
namespace {

// Coordinates between these need no scaling.
constexpr double kSmallestUnscaled = 0x1p-100, kLargestUnscaled = 0x1p+100;

// A gap shorter than this share of the pair's size is rounding, and its direction is meaningless.
constexpr double kNoDirection = 1e-13;

using Points = std::array<Vec3, 4>;

Vec3 blend(const Points& x, const std::array<double, 4>& weight) {
  return weight[0] * x[0] + weight[1] * x[1] + weight[2] * x[2] + weight[3] * x[3];
}

/// Unit vector of v, or zero if v is no longer than `least`.
Vec3 direction(const Vec3& v, double least) {
  const double length = scaled_norm(v);
  return length > least ? Vec3(v / length) : Vec3(Vec3::Zero());
}

/// Normal of the primitives themselves, oriented against the motion that brought them together.
Vec3 normal_without_gap(Kind kind, const Points& x, const Vec3& gap_t0, const Vec3& gap_velocity) {
  const Vec3 came_from = gap_t0.isZero(0) ? Vec3(-gap_velocity) : gap_t0;
  Vec3 normal = Vec3::Zero();
  if (kind == Kind::VertexFace) normal = direction((x[2] - x[1]).cross(x[3] - x[1]), 0);
  if (kind == Kind::EdgeEdge) normal = direction((x[1] - x[0]).cross(x[3] - x[2]), 0);
  if (!normal.isZero(0)) return firstcontact::dot(normal, came_from) < 0 ? Vec3(-normal) : normal;
  if (kind == Kind::PointEdge || kind == Kind::PointSegment2D) {
    const Vec3 edge = direction(x[2] - x[1], 0);
    const Vec3 across = direction(came_from - firstcontact::dot(came_from, edge) * edge,
                                  kNoDirection * norm(came_from));
    if (!across.isZero(0)) return across;
  }
  return direction(came_from, 0);
}

}  // namespace

void describe_contact(const Query& query, Result& result) {
  const int points = point_count(query.kind);
  double extent = 0;
  for (int i = 0; i < points; ++i)
    extent = std::max(
        {extent, query.t0[i].lpNorm<Eigen::Infinity>(), query.t1[i].lpNorm<Eigen::Infinity>()});
  // Work relative to the last point. Very large and very small coordinates are scaled to about 1, so
  // that nothing over- or underflows.
  const bool moderate = extent == 0 || (extent > kSmallestUnscaled && extent < kLargestUnscaled);
  const int exponent = moderate ? 0 : std::ilogb(extent) + 1;
  const auto shrink = [&](const Vec3& v) {
    if (moderate) return v;
    return Vec3(v.unaryExpr([&](double c) { return std::ldexp(c, -exponent); }));
  };
  const auto grow = [&](double c) { return moderate ? c : std::ldexp(c, exponent); };

  const Vec3 origin = shrink(query.t0[points - 1]);
  const double t = result.toi;
  Points x_t0 = {Vec3::Zero(), Vec3::Zero(), Vec3::Zero(), Vec3::Zero()}, velocity = x_t0, x = x_t0;
  double size = 0;
  for (int i = 0; i < points; ++i) {
    x_t0[i] = shrink(query.t0[i]) - origin;
    const Vec3 x_t1 = shrink(query.t1[i]) - origin;
    velocity[i] = x_t1 - x_t0[i];
    x[i] = (1 - t) * x_t0[i] + t * x_t1;
    size = std::max({size, x_t0[i].lpNorm<Eigen::Infinity>(), x_t1.lpNorm<Eigen::Infinity>()});
  }

  const ClosestPoint closest = closest_point(query.kind, x);
  const std::array<double, 4> weight = gap_weights(query.kind, closest.u, closest.v);
  result.u = closest.u;
  result.v = closest.v;
  result.distance = grow(scaled_norm(closest.gap));
  const int first_points = query.kind == Kind::EdgeEdge ? 2 : 1;
  Vec3 on_first = Vec3::Zero();
  for (int i = 0; i < first_points; ++i) on_first += weight[i] * x[i];
  // Rounding must not carry a point beyond the largest double.
  constexpr double kLargest = std::numeric_limits<double>::max();
  const auto in_scene = [&](const Vec3& v) {
    return Vec3((v + origin).unaryExpr(grow).cwiseMin(kLargest).cwiseMax(-kLargest));
  };
  result.point_a = in_scene(on_first);
  result.point_b = in_scene(on_first - closest.gap);
  result.normal = direction(closest.gap, kNoDirection * size);
  if (result.normal.isZero(0))
    result.normal = normal_without_gap(query.kind, x, blend(x_t0, weight), blend(velocity, weight));
}

}  // namespace narrow
}  // namespace firstcontact
