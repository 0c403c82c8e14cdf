// An oriented box moves affinely, so it stays in the hull of its corners, and the box around the
// corners' boxes contains it.
#include "articulated/published/dynamic_boxes.h"

#include <algorithm>
#include <cmath>

#include "arith/fixed_order.h"
#include "arith/unit_roundoff.h"
#include "articulated/published/taylor_motion.h"

namespace firstcontact::articulated {
namespace {

using arith::Interval;
using arith::TaylorModel;
using motion::Node;

/// Rounding error of a corner's coordinates, which are sums of four products, relative to |centre|
/// + radius.
constexpr double kCornerRounding = 16 * arith::kUnitRoundoff;

Interval range(const Interval& x) { return x; }

/// Enlarges `box` by the node's corners under the matrix.
template <class Number>
void add_corners(const MotionMatrix<Number>& m, const Node& node, WorldBox& box) {
  const double error = kCornerRounding * (norm(node.centre) + node.radius);
  for (int axis = 0; axis < 3; ++axis) {
    const auto& row = m.row[axis];
    const auto times = [&](const Vec3& v) {
      return row[0] * v.x() + row[1] * v.y() + row[2] * v.z();
    };
    const Number centre = row[3] + times(node.centre);
    std::array<Number, 3> side;
    for (int k = 0; k < 3; ++k) side[k] = times(Vec3(node.half[k] * node.axes.row(k).transpose()));
    double low = std::numeric_limits<double>::infinity(), high = -low;
    bool known = true;  // after an overflow the corner may be anywhere
    for (unsigned corner = 0; corner < 8; ++corner) {
      Number at = centre;
      for (std::size_t k = 0; k < 3; ++k) at = at + side[k] * ((corner >> k & 1) ? 1.0 : -1.0);
      const Interval extent = range(at);
      low = std::min(low, extent.low);
      high = std::max(high, extent.high);
      known = known && std::isfinite(extent.low) && std::isfinite(extent.high);
    }
    double stretch = 0;
    for (std::size_t k = 0; k < 3; ++k) stretch += range(row[k]).magnitude();
    const double room = arith::above(stretch * error);
    if (!known || !std::isfinite(room)) {
      box.low[axis] = -std::numeric_limits<double>::infinity();
      box.high[axis] = std::numeric_limits<double>::infinity();
      continue;
    }
    box.low[axis] = std::min(box.low[axis], arith::below(low - room));
    box.high[axis] = std::max(box.high[axis], arith::above(high + room));
  }
}

template <class Number>
void add_frames(const articulated::SceneData& scene,
                const std::vector<MotionMatrix<Number>>& frames, std::vector<WorldBox>& boxes) {
  for (std::size_t i = 0; i < scene.shapes.size(); ++i) {
    const articulated::SceneData::PlacedShape& shape = scene.shapes[i];
    if (shape.frame >= 0) add_corners(frames[shape.frame], shape.tree().nodes[0], boxes[i]);
  }
}

IntervalMatrix resting(const AffineMap& map) {
  IntervalMatrix out;
  for (int i = 0; i < 3; ++i) {
    auto& row = out.row[i];
    for (int j = 0; j < 3; ++j) row[j] = {map.linear(i, j), map.linear(i, j)};
    row[3] = {map.offset[i], map.offset[i]};
  }
  return out;
}

}  // namespace

int piece_count(const articulated::SceneData& scene, std::span<const ArticulatedMotion> motions) {
  std::vector<double> turn(scene.frames.size(), 0);
  double most = 0;
  for (std::size_t i = 0; i < scene.frames.size(); ++i) {
    const articulated::SceneData::Frame& frame = scene.frames[i];
    if (frame.parent >= 0) turn[i] = turn[frame.parent];
    if (frame.link >= 0) turn[i] += std::abs(motions[frame.model].joints[frame.link].angle);
    most = std::max(most, turn[i]);
  }
  int pieces = 1;
  while (pieces < kMostPieces && most > kTurnPerPiece * pieces) pieces *= 2;
  return pieces;
}

std::vector<WorldBox> dynamic_boxes(const articulated::SceneData& scene,
                                    std::span<const ArticulatedMotion> motions,
                                    BoxArithmetic arithmetic, double t_max, int pieces) {
  std::vector<WorldBox> boxes(scene.shapes.size());
  for (std::size_t i = 0; i < scene.shapes.size(); ++i) {
    const articulated::SceneData::PlacedShape& shape = scene.shapes[i];
    if (shape.frame < 0) add_corners(resting(shape.pose), shape.tree().nodes[0], boxes[i]);
  }
  const std::vector<ChainJoint> joints = chain_joints(scene, motions);
  if (pieces <= 0) pieces = piece_count(scene, motions);
  for (int i = 0; i < pieces && (i == 0 || i < t_max * pieces); ++i) {
    const TimePiece piece = {(i + 0.5) / pieces, 0.5 / pieces};
    if (arithmetic == BoxArithmetic::TaylorModels)
      add_frames(scene, taylor_motion(scene, joints, piece), boxes);
    else
      add_frames(scene, interval_motion(scene, joints, piece), boxes);
  }
  return boxes;
}

}  // namespace firstcontact::articulated
