#pragma once
/// The motion of frames over an interval of time as homogeneous matrices of Taylor models, or of
/// intervals.
#include <array>
#include <span>
#include <vector>

#include "arith/interval.h"
#include "arith/taylor_model.h"
#include "articulated/model/chain_motion.h"

namespace firstcontact::articulated {

/// Columns 0 to 2 and the offset of x -> linear x + offset; the fourth row, 0 0 0 1, is not stored.
template <class Number>
struct MotionMatrix {
  std::array<std::array<Number, 4>, 3> row;
};
using TaylorMatrix = MotionMatrix<arith::TaylorModel>;
using IntervalMatrix = MotionMatrix<arith::Interval>;

/// A part of [0, 1] whose middle and half width are doubles exactly.
struct TimePiece {
  double middle = 0.5, half_width = 0.5;
};

/// The matrix of every frame of the scene in the world, over the piece: the entries contain the
/// true ones at all of its times. Taylor models are functions of s = (t − middle) / half_width.
std::vector<TaylorMatrix> taylor_motion(const articulated::SceneData& scene,
                                        std::span<const ChainJoint> joints, const TimePiece& piece);
std::vector<IntervalMatrix> interval_motion(const articulated::SceneData& scene,
                                            std::span<const ChainJoint> joints,
                                            const TimePiece& piece);

}  // namespace firstcontact::articulated
