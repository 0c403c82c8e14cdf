// Along the chain: M_i = M_parent · before · turn(angle_t0 + angle t) [+ t travel] · after, a
// product of constant matrices, of a turn about z with a sine and a cosine in it, and of a
// translation that is affine in t. Both arithmetics run the same code.
#include "articulated/published/taylor_motion.h"

#include "arith/unit_roundoff.h"

namespace firstcontact::articulated {
namespace {

using arith::Interval;
using arith::TaylorModel;

/// Rounding error of angle_t0 + angle t and of angle * half_width, relative to |angle_t0| +
/// |angle|.
constexpr double kAngleRounding = 8 * arith::kUnitRoundoff;

template <class Number>
struct JointFunctions {
  Number sine, cosine, time;
};

template <class Number>
JointFunctions<Number> joint_functions(const JointMotion& joint, const TimePiece& piece);

template <>
JointFunctions<TaylorModel> joint_functions(const JointMotion& joint, const TimePiece& piece) {
  const double error = kAngleRounding * (std::abs(joint.angle_t0) + std::abs(joint.angle));
  const arith::TaylorTurn turn = arith::taylor_turn(joint.angle_t0 + joint.angle * piece.middle,
                                                    joint.angle * piece.half_width, error);
  return {turn.sine, turn.cosine, TaylorModel({piece.middle, piece.half_width, 0, 0}, {0, 0})};
}

template <>
JointFunctions<Interval> joint_functions(const JointMotion& joint, const TimePiece& piece) {
  const Interval time = {piece.middle - piece.half_width, piece.middle + piece.half_width};
  const Interval angle = time * joint.angle + joint.angle_t0;
  return {arith::sine(angle), arith::cosine(angle), time};
}

Interval constant(double x, Interval*) { return {x, x}; }
TaylorModel constant(double x, TaylorModel*) { return TaylorModel(x); }

template <class Number>
Number constant(double x) {
  return constant(x, static_cast<Number*>(nullptr));
}

template <class Number>
MotionMatrix<Number> constant_matrix(const AffineMap& map) {
  MotionMatrix<Number> out;
  for (int i = 0; i < 3; ++i) {
    auto& row = out.row[i];
    for (int j = 0; j < 3; ++j) row[j] = constant<Number>(map.linear(i, j));
    row[3] = constant<Number>(map.offset[i]);
  }
  return out;
}

template <class Number>
Number row_times(const std::array<Number, 4>& row, const Vec3& v) {
  return row[0] * v.x() + row[1] * v.y() + row[2] * v.z();
}

template <class Number>
void then_constant(MotionMatrix<Number>& m, const AffineMap& map) {
  if (map.linear == Mat3::Identity()) {
    if (map.offset.isZero(0)) return;
    for (auto& row : m.row) row[3] = row[3] + row_times(row, map.offset);
    return;
  }
  for (auto& row : m.row)
    row = {row_times<Number>(row, map.linear.col(0)), row_times<Number>(row, map.linear.col(1)),
           row_times<Number>(row, map.linear.col(2)), row[3] + row_times(row, map.offset)};
}

/// m = m · [turn about z, then travel].
template <class Number>
void then_joint(MotionMatrix<Number>& m, const JointMotion& joint, const TimePiece& piece) {
  const bool turns = joint.angle != 0 || joint.angle_t0 != 0, travels = !joint.travel.isZero(0);
  if (!turns && !travels) return;
  const JointFunctions<Number> f = joint_functions<Number>(joint, piece);
  for (auto& row : m.row) {
    if (travels) row[3] = row[3] + row_times(row, joint.travel) * f.time;
    if (turns) {
      const Number minus_row0 = row[0] * -1.0;
      const Number first = row[0] * f.cosine + row[1] * f.sine;
      row[1] = row[1] * f.cosine + minus_row0 * f.sine;
      row[0] = first;
    }
  }
}

template <class Number>
std::vector<MotionMatrix<Number>> motion_of_frames(const articulated::SceneData& scene,
                                                   std::span<const ChainJoint> joints,
                                                   const TimePiece& piece) {
  std::vector<MotionMatrix<Number>> out;
  out.reserve(scene.frames.size());
  for (std::size_t i = 0; i < scene.frames.size(); ++i) {
    const int parent = scene.frames[i].parent;
    const JointMotion& joint = joints[i].motion;
    if (parent < 0) {
      out.push_back(constant_matrix<Number>(joint.before));
    } else {
      out.push_back(out[parent]);
      then_constant(out.back(), joint.before);
    }
    then_joint(out.back(), joint, piece);
    then_constant(out.back(), joint.after);
  }
  return out;
}

}  // namespace

std::vector<TaylorMatrix> taylor_motion(const articulated::SceneData& scene,
                                        std::span<const ChainJoint> joints,
                                        const TimePiece& piece) {
  return motion_of_frames<TaylorModel>(scene, joints, piece);
}

std::vector<IntervalMatrix> interval_motion(const articulated::SceneData& scene,
                                            std::span<const ChainJoint> joints,
                                            const TimePiece& piece) {
  return motion_of_frames<Interval>(scene, joints, piece);
}

}  // namespace firstcontact::articulated
