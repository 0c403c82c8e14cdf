// A frame's motion is its parent's times before·(turn·after + t travel). Over an interval with
// middle m and half width h, t = m + h s, every factor is a cubic in s with an error; a product of
// two has degree 6 and is brought back to 3 by the nearest lower powers (Chebyshev):  s⁴ ≈ s² − 1/8
// within 1/8,  s⁵ ≈ 5/4 s³ − 5/16 s within 1/16,  s⁶ ≈ 15/16 s² − 5/32 within 7/32. The turn, with
// the angle θ at the middle, d = D s, D = angle h:
//   cos(θ + d) = cos θ cos d − sin θ sin d,      sin(θ + d) = sin θ cos d + cos θ sin d,
//   cos d ≈ 1 − D⁴/192 + s² (D⁴/24 − D²/2)                  within D⁴/192 + D⁶/720
//   sin d ≈ s (D − D⁵/384) + s³ (D⁵/96 − D³/6)              within D⁵/1920 + D⁷/5040
//   (docs/math/curved-motions.md)
#include "articulated/certified/chain_poses.h"

#include <algorithm>
#include <cmath>

#include "arith/fixed_order.h"
#include "arith/trigonometry.h"
#include "arith/unit_roundoff.h"

namespace firstcontact::articulated {
namespace {

using Cubic = std::array<double, 4>;

/// An upper bound of the largest singular value, from |M|² ≤ 1 + |MᵀM − I|. It is tight for what is
/// nearly a rotation.
double spectral_bound(const Mat3& m) {
  const double off = norm(times(m.transpose(), m) - Mat3::Identity());
  return std::min(norm(m), std::sqrt(1 + off)) * (1 + 16 * arith::kUnitRoundoff);
}

struct TurnCubics {
  Cubic cosine, sine;
  double error;  ///< of the turn as a map, spectral norm
  double size;   ///< sum of the absolute coefficients
};

TurnCubics turn_over(const JointMotion& joint, double middle, double h) {
  const arith::SineCosine at = arith::sine_cosine(joint.angle_t0 + joint.angle * middle);
  const double D = joint.angle * h, D2 = D * D, D4 = D2 * D2;
  const double c0 = 1 - D4 / 192, c2 = D4 / 24 - D2 / 2, s1 = D * (1 - D4 / 384),
               s3 = D * (D4 / 96 - D2 / 6);
  TurnCubics out;
  out.cosine = {at.cosine * c0, -at.sine * s1, at.cosine * c2, -at.sine * s3};
  out.sine = {at.sine * c0, at.cosine * s1, at.sine * c2, at.cosine * s3};
  const double size = std::abs(D);
  out.size = 2 * (std::abs(c0) + std::abs(s1) + std::abs(c2) + std::abs(s3));
  const double truncated = D4 / 192 + D4 * D2 / 720 + size * (D4 / 1920 + D4 * D2 / 5040);
  // The angle at the middle is off by 3 roundings of its parts and by the middle's and h's own, the
  // functions by at.error, the coefficients by at most 8 roundings of theirs.
  const double angle_error =
      4 * arith::kUnitRoundoff * (std::abs(joint.angle_t0) + 2 * std::abs(joint.angle));
  out.error = 1.0001 * truncated + 2 * (angle_error + at.error) * (1 + out.size) +
              16 * arith::kUnitRoundoff * out.size;
  return out;
}

std::size_t count(const CubicPose& p) { return p.is_constant ? 1 : 4; }

void measure(CubicPose& p) {
  p.linear_size = p.offset_size = 0;
  for (std::size_t k = 0; k < count(p); ++k) {
    p.linear_size += sum(p.coefficient[k].leftCols<3>().cwiseAbs());
    p.offset_size += sum(p.coefficient[k].col(3).cwiseAbs());
  }
}

/// out = m · map.
void times_map(const Eigen::Matrix4d& m, const AffineMap& map, Eigen::Matrix4d& out) {
  const Eigen::Vector4d x = m.col(0), y = m.col(1), z = m.col(2), o = m.col(3);
  for (int j = 0; j < 3; ++j)
    out.col(j) = x * map.linear(0, j) + y * map.linear(1, j) + z * map.linear(2, j);
  out.col(3) = o + (x * map.offset[0] + y * map.offset[1] + z * map.offset[2]);
}

/// out = p · map, for a constant map. Bounds of its linear part and offset are given.
void times_constant(const CubicPose& p, const AffineMap& map, double norm, double length,
                    CubicPose& out) {
  out.is_constant = p.is_constant;
  for (std::size_t k = 0; k < count(p); ++k) times_map(p.coefficient[k], map, out.coefficient[k]);
  out.shift_error = p.shift_error + p.turn_error * length;
  out.turn_error = p.turn_error * norm;
  out.stretch = p.stretch * norm;
}

void make_cubic(CubicPose& p) {
  if (!p.is_constant) return;
  for (std::size_t k = 1; k < 4; ++k) p.coefficient[k].setZero();
  p.is_constant = false;
}

/// p · (translation by t travel).
void times_travel(CubicPose& p, const Vec3& travel, double length, double middle, double h) {
  std::array<Eigen::Vector4d, 4> along;
  for (std::size_t k = 0; k < count(p); ++k)
    along[k] = p.coefficient[k].col(0) * travel[0] + p.coefficient[k].col(1) * travel[1] +
               p.coefficient[k].col(2) * travel[2];
  for (std::size_t k = 0; k < count(p); ++k) p.coefficient[k].col(3) += middle * along[k];
  p.shift_error += p.turn_error * length;
  if (h == 0) return;
  if (p.is_constant) {
    make_cubic(p);
    p.coefficient[1].col(3) += h * along[0];
    return;
  }
  for (std::size_t k = 0; k < 3; ++k) p.coefficient[k + 1].col(3) += h * along[k];
  const Eigen::Vector4d fourth = h * along[3];
  p.coefficient[2].col(3) += fourth;
  p.coefficient[0].col(3) -= 0.125 * fourth;
  p.shift_error += 0.1251 * norm(fourth);
}

using Columns = Eigen::Matrix<double, 4, 2>;

/// The columns x and y after the turn.
void add_turned(const Eigen::Matrix4d& m, double cosine, double sine, Columns& out) {
  const Eigen::Vector4d x = m.col(0), y = m.col(1);
  out.col(0) += x * cosine + y * sine;
  out.col(1) += y * cosine - x * sine;
}

/// p · turn about z.
void times_turn(CubicPose& p, const TurnCubics& turn, bool constant_turn) {
  const double error = (p.stretch + p.turn_error) * turn.error;
  if (constant_turn || p.is_constant) {
    if (!constant_turn) make_cubic(p);
    const Eigen::Matrix4d first = p.coefficient[0];
    for (std::size_t k = 0; k < count(p); ++k) {
      Columns out = Columns::Zero();
      if (constant_turn)
        add_turned(p.coefficient[k], turn.cosine[0], turn.sine[0], out);
      else
        add_turned(first, turn.cosine[k], turn.sine[k], out);
      p.coefficient[k].leftCols<2>() = out;
    }
    p.turn_error += error;
    return;
  }
  std::array<Columns, 7> out;
  for (Columns& m : out) m.setZero();
  for (std::size_t i = 0; i < 4; ++i)
    for (std::size_t j = 0; j < 4; ++j)
      add_turned(p.coefficient[i], turn.cosine[j], turn.sine[j], out[i + j]);
  p.coefficient[0].leftCols<2>() = out[0] - (0.125 * out[4] + 0.15625 * out[6]);
  p.coefficient[1].leftCols<2>() = out[1] - 0.3125 * out[5];
  p.coefficient[2].leftCols<2>() = out[2] + (out[4] + 0.9375 * out[6]);
  p.coefficient[3].leftCols<2>() = out[3] + 1.25 * out[5];
  const double truncated = 0.125 * norm(out[4]) + 0.0625 * norm(out[5]) + 0.21875 * norm(out[6]);
  p.turn_error += error + 1.0001 * truncated;
}

/// The pose of a base frame in itself.
const CubicPose& origin() {
  static const CubicPose pose = [] {
    CubicPose p;
    p.coefficient[0].setZero();
    p.coefficient[0].topLeftCorner<3, 3>().setIdentity();
    return p;
  }();
  return pose;
}

}  // namespace

ChainPoses::ChainPoses(const articulated::SceneData& scene, std::span<const ChainFrame> chain,
                       std::span<const ArticulatedMotion> motions)
    : chain_(chain), steps_(scene.frames.size()), whole_(chain.size()) {
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    const articulated::SceneData::Frame& frame = scene.frames[i];
    Step& step = steps_[i];
    if (frame.link >= 0)
      step.joint = motions[frame.model].joints[frame.link];
    else
      step.joint.before = frame.fixed;
    const JointMotion& joint = step.joint;
    const double up = 1 + 16 * arith::kUnitRoundoff;
    step.before_norm = spectral_bound(joint.before.linear);
    step.before_length = norm(joint.before.offset) * up;
    step.after_norm = spectral_bound(joint.after.linear);
    step.after_length = norm(joint.after.offset) * up;
    step.travel_length = norm(joint.travel) * up;
    step.after_is_identity =
        joint.after.linear == Mat3::Identity() && joint.after.offset == Vec3::Zero();
    step.rests = joint.angle == 0 && joint.travel == Vec3::Zero();
  }
  for (std::size_t i = 0; i < chain.size(); ++i) {
    const Step& step = steps_[chain[i].frame];
    whole_[i] = {step.rests, std::abs(step.joint.angle)};
    if (chain[i].parent < 0) continue;
    const Whole& parent = whole_[chain[i].parent];
    whole_[i].rests = whole_[i].rests && parent.rests;
    whole_[i].turn += parent.turn;
  }
}

void ChainPoses::over(double t0, double t1, int chain_index, const CubicPose* parent,
                      CubicPose& out) const {
  const Step& step = steps_[chain_[chain_index].frame];
  const JointMotion& joint = step.joint;
  const double middle = 0.5 * (t0 + t1), h = 0.5 * (t1 - t0);
  const CubicPose& carrier = parent ? *parent : origin();
  times_constant(carrier, joint.before, step.before_norm, step.before_length, out);
  if (step.travel_length > 0) times_travel(out, joint.travel, step.travel_length, middle, h);
  double turn_size = 1;
  if (joint.angle_t0 != 0 || joint.angle != 0) {
    const TurnCubics turn = turn_over(joint, middle, h);
    turn_size = turn.size;
    times_turn(out, turn, h == 0 || joint.angle == 0);
  }
  if (!step.after_is_identity)
    times_constant(CubicPose(out), joint.after, step.after_norm, step.after_length, out);
  measure(out);
  // Rounding: every entry is a sum of at most 4 products with `before`, 8 with the turn and 6 more
  // when brought down, 4 with `after`, 6 with the travel: fewer than 32 roundings of the sum of
  // their absolute values.
  const double size = carrier.linear_size * turn_size * (step.before_norm * step.after_norm * 3);
  const double lengths = step.before_length + step.travel_length + step.after_length;
  out.turn_error += 32 * arith::kUnitRoundoff * size;
  out.shift_error +=
      32 * arith::kUnitRoundoff * (carrier.offset_size + 2 * size * lengths + out.offset_size);
}

motion::PosedBody posed(const CubicPose& pose, bool at_rest) {
  ControlPoses control;
  const auto set = [&](std::size_t k, const Eigen::Matrix4d& m) {
    control.pose[k].linear = m.topLeftCorner<3, 3>();
    control.pose[k].offset = m.topRightCorner<3, 1>();
  };
  const auto& c = pose.coefficient;
  if (pose.is_constant) {
    for (std::size_t k = 0; k < 4; ++k) set(k, c[0]);
  } else {
    const Eigen::Matrix4d even = c[0] + c[2], odd = c[1] + c[3], low = c[0] - c[2] / 3,
                          high = c[1] / 3 - c[3];
    set(0, even - odd);
    set(1, low - high);
    set(2, low + high);
    set(3, even + odd);
  }
  control.turn_error = pose.turn_error + 8 * arith::kUnitRoundoff * pose.linear_size;
  control.shift_error = pose.shift_error + 8 * arith::kUnitRoundoff * pose.offset_size;
  return motion::PosedBody(control, at_rest || pose.is_constant);
}

}  // namespace firstcontact::articulated
