#include "sim/shapes/implicit_shapes.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace firstcontact::sim {
namespace {

/// The larger of two values, rounded where they differ by less than `blend`: a smooth union.
double smooth_max(double a, double b, double blend) {
  const double rest = std::max(0.0, blend - std::abs(a - b)) / blend;
  return std::max(a, b) + rest * rest * blend / 4;
}

/// Roughly the distance to the surface of an ellipsoid, positive inside.
double in_ellipsoid(const Vec3& p, const Vec3& center, const Vec3& radii) {
  return (1 - (p - center).cwiseQuotient(radii).norm()) * radii.minCoeff();
}

/// A rod between two points whose radius changes from the first to the second.
double in_rod(const Vec3& p, const Vec3& a, const Vec3& b, double radius_a, double radius_b) {
  const Vec3 way = b - a;
  const double share = std::clamp((p - a).dot(way) / way.squaredNorm(), 0.0, 1.0);
  return radius_a + share * (radius_b - radius_a) - (p - a - share * way).norm();
}

double in_cow_head(const Vec3& at) {
  // Left and right are alike: what is at -y is looked at from +y.
  const Vec3 p(at[0], std::abs(at[1]), at[2]);
  double value = in_ellipsoid(p, {-0.12, 0, 0.05}, {0.30, 0.24, 0.26});
  value = smooth_max(value, in_rod(p, {-0.05, 0, 0.02}, {0.36, 0, -0.10}, 0.21, 0.15), 0.12);
  value = smooth_max(value, in_ellipsoid(p, {0.36, 0.05, -0.10}, {0.14, 0.13, 0.13}), 0.06);
  value = smooth_max(value, in_rod(p, {-0.16, 0.14, 0.20}, {-0.15, 0.33, 0.29}, 0.11, 0.1), 0.05);
  value = smooth_max(value, in_rod(p, {-0.15, 0.33, 0.29}, {-0.10, 0.37, 0.44}, 0.1, 0.075), 0.03);
  value = smooth_max(value, in_rod(p, {-0.24, 0.16, 0.07}, {-0.28, 0.43, 0.02}, 0.09, 0.085), 0.05);
  return smooth_max(value, in_ellipsoid(p, {-0.34, 0, 0.0}, {0.20, 0.17, 0.18}), 0.08);
}

double in_cat_figure(const Vec3& at) {
  const Vec3 p(at[0], std::abs(at[1]), at[2]);
  double value = in_ellipsoid(p, {0, 0, 0.66}, {0.27, 0.36, 0.26});
  value = smooth_max(value, in_rod(p, {0, 0.20, 0.80}, {0, 0.27, 0.92}, 0.11, 0.07), 0.04);
  value = smooth_max(value, in_rod(p, {0, 0, 0.46}, {0, 0, 0.26}, 0.14, 0.15), 0.08);
  value = smooth_max(value, in_rod(p, {0.05, 0.10, 0.36}, {0.16, 0.28, 0.28}, 0.075, 0.07), 0.04);
  constexpr double kFoot = 0.07;
  const auto tentacle = [&](double x, double y) {
    const Vec3 knee(0.55 * x, 0.55 * y, 0.16), foot(x, y, kFoot);
    value = smooth_max(value, in_rod(p, {0, 0, 0.26}, knee, 0.1, 0.085), 0.04);
    value = smooth_max(value, in_rod(p, knee, foot, 0.085, kFoot), 0.03);
  };
  tentacle(0.26, 0.16);
  tentacle(-0.14, 0.30);
  tentacle(-0.38, 0);
  return value;
}

/// The function of a shape of size 1, for one that is `scale` times as large and centred.
ImplicitShape scaled_shape(double (*inside)(const Vec3&), const Vec3& low, const Vec3& high,
                           double scale) {
  const Vec3 middle = (low + high) / 2;
  return {.inside = [=](const Vec3& p) { return scale * inside(p / scale + middle); },
          .low = scale * (low - middle),
          .high = scale * (high - middle)};
}

}  // namespace

ImplicitShape ball(double radius) {
  return {.inside = [=](const Vec3& p) { return radius - p.norm(); },
          .low = Vec3::Constant(-radius),
          .high = Vec3::Constant(radius)};
}

ImplicitShape torus(double radius, double tube) {
  const Vec3 half(radius + tube, radius + tube, tube);
  return {
      .inside =
          [=](const Vec3& p) { return tube - std::hypot(std::hypot(p[0], p[1]) - radius, p[2]); },
      .low = -half,
      .high = half};
}

ImplicitShape cylinder(double radius, double length) {
  const Vec3 half(radius, radius, length / 2);
  return {.inside =
              [=](const Vec3& p) {
                return std::min(radius - std::hypot(p[0], p[1]), length / 2 - std::abs(p[2]));
              },
          .low = -half,
          .high = half};
}

ImplicitShape cone(double radius, double height) {
  const Vec3 half(radius, radius, height / 2);
  const double side = std::hypot(radius, height);
  return {.inside =
              [=](const Vec3& p) {
                const double width = radius * (0.5 - p[2] / height) - std::hypot(p[0], p[1]);
                return std::min(width * height / side, height / 2 + p[2]);
              },
          .low = -half,
          .high = half};
}

ImplicitShape golf_ball(double radius, int dimples, double depth) {
  // Points of a spiral with the golden angle are evenly spread on the sphere.
  const double golden_angle = std::numbers::pi * (3 - std::sqrt(5.0));
  // The hollows cover a bit more than half of the surface, and are cut out by spheres.
  const double rim = 1.5 * radius / std::sqrt(std::max(1, dimples));
  const double cutter = (rim * rim + depth * depth) / (2 * depth);
  std::vector<Vec3> directions;
  for (int i = 0; i < dimples; ++i) {
    const double z = 1 - (2 * i + 1.0) / dimples, around = golden_angle * i;
    const double r = std::sqrt(std::max(0.0, 1 - z * z));
    directions.emplace_back(r * std::cos(around), r * std::sin(around), z);
  }
  return {.inside =
              [=](const Vec3& p) {
                const double length = p.norm();
                double value = radius - length;
                if (directions.empty() || std::abs(value) > 2 * depth) return value;
                double along = -length;
                for (const Vec3& direction : directions) along = std::max(along, direction.dot(p));
                const double away = radius + cutter - depth;
                const double squared = length * length + away * away - 2 * away * along;
                value = std::min(value, std::sqrt(std::max(0.0, squared)) - cutter);
                return value;
              },
          .low = Vec3::Constant(-radius),
          .high = Vec3::Constant(radius)};
}

ImplicitShape cow_head(double length) {
  return scaled_shape(in_cow_head, {-0.56, -0.54, -0.27}, {0.52, 0.54, 0.53}, length);
}

ImplicitShape cat_figure(double height) {
  return scaled_shape(in_cat_figure, {-0.46, -0.40, -0.005}, {0.34, 0.40, 1.0}, height);
}

}  // namespace firstcontact::sim
