#pragma once
/// A vertex and a triangle as a pair of features: see feature_pair.h.
#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>

#include "arith/fixed_order.h"
#include "geometry/triangle_distance.h"
#include "rigid/certified/feature_events.h"
#include "rigid/certified/feature_pair.h"

namespace firstcontact::rigid {

/// A moving point and a triangle at rest. f is the height of the point over the triangle's plane.
class VertexFacePair {
 public:
  VertexFacePair(const TurningPoint& vertex, const std::array<Vec3, 3>& face,
                 const EventLimits& limits)
      : vertex_(vertex) {
    const Vec3 e0 = face[1] - face[0], e1 = face[2] - face[1], e2 = face[0] - face[2];
    normal_ = e0.cross(e1);
    const double length = norm(normal_), longest = std::max({norm(e0), norm(e1), norm(e2)});
    // A triangle that is nearly a line needs no events of its own: up to rounding, its neighbours
    // or its edges touch what it touches.
    if (!(length > kEventRounding * longest * longest)) return;
    normal_ /= length;
    level_ = face[0];
    sides_ = {normal_.cross(e0) / norm(e0), normal_.cross(e1) / norm(e1),
              normal_.cross(e2) / norm(e2)};
    corners_ = face;
    const double any = vertex.acceleration(limits.angle);
    const auto along = [&](const Vec3& n) {
      return std::abs(dot(n, vertex.z)) + std::abs(limits.angle * dot(n, vertex.w)) +
             kNotCancelled * any;
    };
    curvature = along(normal_);
    for (std::size_t k = 0; k < 3; ++k) side_curvature_[k] = along(sides_[k]);
    const double around = norm(e0) + norm(e1) + norm(e2);
    const double size = around + norm(vertex.x) + norm(face[0]) + vertex.speed() + any;
    // The thinner the triangle, the more the rounding of its corners tilts its plane.
    const double thinness = longest * (longest / length);
    error = kEventRounding * around + kEvaluationRounding * size +
            kPointRounding * thinness * (size + limits.extent);
    tolerance = std::max(limits.tolerance, 4 * error);
    usable = true;
  }

  Jet at(const Instant& i) const {
    return {dot(normal_, vertex_.at(i) - level_), dot(normal_, vertex_.velocity(i))};
  }

  RegionSide side(const Instant& i, double h) const {
    const Vec3 x = vertex_.at(i), v = vertex_.velocity(i);
    RegionSide result = RegionSide::Inside;
    for (std::size_t k = 0; k < 3; ++k) {
      const double value = dot(sides_[k], x - corners_[k]), range = side_range(k, v, h);
      if (value + range < 0) return RegionSide::Outside;
      if (value - range < 0) result = RegionSide::Rim;
    }
    return result;
  }
  bool nearly_inside(const Instant& i, double h) const {
    const Vec3 x = vertex_.at(i), v = vertex_.velocity(i);
    for (std::size_t k = 0; k < 3; ++k)
      if (dot(sides_[k], x - corners_[k]) - side_range(k, v, h) <
          -tolerance - (1 - kTouchingShare) * error)
        return false;
    return true;
  }
  /// Beside a sharp corner this is stricter than being near the plane and the sides.
  bool near(const Instant& i) const {
    const Vec3 x = vertex_.at(i);
    return geometry::nearest_points({x, x, x}, corners_).distance + kTouchingShare * error <=
           tolerance;
  }
  static bool proven_apart(const Instant&, double) { return false; }
  static bool proven_within_tolerance(const Instant&, double) { return false; }
  static double scale(const Instant&, double) { return 1; }

  double curvature = 0, error = 0, tolerance = 0;
  bool usable = false;

 private:
  double side_range(std::size_t k, const Vec3& v, double h) const {
    return (std::abs(dot(sides_[k], v)) + 0.5 * side_curvature_[k] * h) * h + error;
  }

  const TurningPoint& vertex_;
  Vec3 normal_, level_;
  std::array<Vec3, 3> corners_, sides_;
  std::array<double, 3> side_curvature_ = {};
};

}  // namespace firstcontact::rigid
