// Computes the screw from two poses.
//
// B's pose in A's coordinates is S at the start and E at the end. Let R = R_E R_Sᵀ have the axis v
// and the angle θ, and let d = p_E − p_S be the displacement of B's origin.
//   1. R gives a unit quaternion (w, q), w >= 0, computed from the largest of its four components.
//      Then θ = 2 atan2(|q|, w) and v = q / |q|.
//   2. The travel is g = v·d, and d_⊥ = d − g v.
//   3. The vector from B's origin to the axis is a = d_⊥/2 + (v×d_⊥) / (2 tan(θ/2)), where
//      tan(θ/2) = |q| / w. (The paper's u is a plus the component of p_S perpendicular to v: the
//      same formula for the displacement of the frame's origin.)
//   4. M(t) x = S x + (sin(θt)/θ) θ v×(R_S x − a)
//             + ((1 − cos(θt))/θ²) θ² (v×(v×R_S x) + a) + t g v.
// a grows as 1/θ, but only θ v×a and θ² a are used, in which θ / tan(θ/2) stays between 0 and 2. So
// nothing cancels.
#include "rigid/model/relative_screw.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>

#include "arith/fixed_order.h"
#include "arith/trigonometry.h"

namespace firstcontact {
namespace {

struct Quaternion {
  double w = 1;
  Vec3 v = Vec3::Zero();
};

/// The unit quaternion of a rotation, w >= 0. The absolute error of every component is a few
/// roundings of 1.
Quaternion quaternion_of(const Mat3& r) {
  const double trace = r(0, 0) + r(1, 1) + r(2, 2);
  // Four times the squares of w, x, y, z. Below are four times the products with the largest of
  // them.
  const std::array<double, 4> squares = {1 + trace, 1 + 2 * r(0, 0) - trace,
                                         1 + 2 * r(1, 1) - trace, 1 + 2 * r(2, 2) - trace};
  const auto largest = std::max_element(squares.begin(), squares.end()) - squares.begin();
  Quaternion q;
  if (largest == 0) {
    q.w = squares[0];
    q.v = {r(2, 1) - r(1, 2), r(0, 2) - r(2, 0), r(1, 0) - r(0, 1)};
  } else {
    const auto i = largest - 1, j = (i + 1) % 3, k = (i + 2) % 3;
    q.w = r(k, j) - r(j, k);
    q.v[i] = squares[largest];
    q.v[j] = r(j, i) + r(i, j);
    q.v[k] = r(k, i) + r(i, k);
  }
  const double length = std::sqrt(q.w * q.w + dot(q.v, q.v)) * (q.w < 0 ? -1 : 1);
  return {q.w / length, q.v / length};
}

double length_of(const Vec3& v) {
  const double largest = v.cwiseAbs().maxCoeff();
  if (!(largest > 0)) return 0;
  const Vec3 scaled = v / largest;
  return largest * std::sqrt(dot(scaled, scaled));
}

/// Precondition: v is not 0.
Vec3 direction_of(const Vec3& v) {
  const Vec3 scaled = v / v.cwiseAbs().maxCoeff();
  return scaled / std::sqrt(dot(scaled, scaled));
}

Mat3 cross_matrix(const Vec3& v) {
  Mat3 m;
  m << 0, -v.z(), v.y(), v.z(), 0, -v.x(), -v.y(), v.x(), 0;
  return m;
}

/// Precondition: the poses are orthonormal.
ScrewBetween screw_between_clean(const Pose& from, const Pose& to) {
  ScrewBetween result;
  result.path.start = {from.rotation, from.position};
  const Vec3 way = to.position - from.position;
  const Quaternion q = quaternion_of(times(to.rotation, from.rotation.transpose()));
  const double sine_of_half = length_of(q.v);
  const double angle = 2 * arith::arc_tangent2(sine_of_half, q.w);
  if (angle <= kNoTurn) {
    result.path.drift = way;
    result.screw.travel = length_of(way);
    if (result.screw.travel > 0) result.screw.axis = direction_of(way);
    return result;
  }
  const Vec3 v = direction_of(q.v);
  const double travel = dot(v, way);
  const Vec3 across = way - travel * v, beside = v.cross(across);
  const double half_cotangent = 0.5 * (q.w / sine_of_half);
  const double near_one = angle * half_cotangent;
  const Mat3 turn = times(cross_matrix(v), from.rotation);

  result.path.angle = angle;
  result.path.velocity = {angle * turn, near_one * across - 0.5 * angle * beside};
  result.path.bend = {angle * angle * times(cross_matrix(v), turn),
                      angle * (0.5 * angle * across + near_one * beside)};
  result.path.drift = travel * v;
  const Vec3 to_axis = 0.5 * across + half_cotangent * beside;
  result.screw = {v, (from.position - dot(v, from.position) * v) + to_axis, angle, travel};
  return result;
}

/// B's pose in A's coordinates.
Pose seen_from(const Pose& a, const Pose& b) {
  return {times(a.rotation.transpose(), b.rotation),
          times(a.rotation.transpose(), b.position - a.position)};
}

}  // namespace

ScrewBetween screw_between(const Pose& from, const Pose& to) {
  return screw_between_clean(orthonormalised(from), orthonormalised(to));
}

AffineMap map_at(const ScrewCoefficients& path, double t) {
  const arith::TurnFactors at = arith::turn_factors(path.angle, t);
  return {path.start.linear + (at.first * path.velocity.linear + at.second * path.bend.linear),
          path.start.offset +
              (at.first * path.velocity.offset + at.second * path.bend.offset + t * path.drift)};
}

RelativeMotion relative_motion(const PoseChange& a, const PoseChange& b) {
  const Pose from = seen_from(orthonormalised(a.from), orthonormalised(b.from));
  const Pose to = seen_from(orthonormalised(a.to), orthonormalised(b.to));
  const auto [screw, path] = screw_between_clean(from, to);
  return {screw, path};
}

ScrewMotion screw_motion(const PoseChange& poses) {
  return ScrewMotion(screw_between(poses.from, poses.to).path);
}

ScrewMotion screw_motion(const Pose& from, const Vec3& axis, const Vec3& point, double angle,
                         double travel) {
  const Pose start = orthonormalised(from);
  const Vec3 v = direction_of(axis);
  const Mat3 turn = cross_matrix(v);
  ScrewCoefficients path;
  path.angle = angle;
  path.start = {start.rotation, start.position};
  path.velocity = {angle * times(turn, start.rotation),
                   angle * times(turn, start.position - point)};
  path.bend = {angle * times(turn, path.velocity.linear),
               angle * times(turn, path.velocity.offset)};
  path.drift = travel * v;
  return ScrewMotion(path);
}

Screw relative_screw(const PoseChange& a, const PoseChange& b) {
  return relative_motion(a, b).screw;
}

double Screw::straightness_error() const {
  const double s = arith::sine(0.25 * angle);
  return angle == 0 ? 0 : 2 * s * s / angle;
}

Pose pose_at(const PoseChange& a, double t) {
  if (t == 0) return orthonormalised(a.from);
  if (t == 1) return orthonormalised(a.to);
  const AffineMap map = map_at(screw_between(a.from, a.to).path, t);
  return {map.linear, map.offset};
}

}  // namespace firstcontact
