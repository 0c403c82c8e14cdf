// Errors: a linear part that is off by e (spectral norm) and an offset that is off by d, applied
// after another one, give
//   (A + e_A)(B + e_B):  |A| e_B + e_A |B| + e_A e_B,      d_A + e_A |b| + |A| d_B + e_A d_B,
// and the product itself rounds by 3 u |A| |B| an entry, 9 u in norm; every constant below has room
// for the rounding of the bounds.
#include "articulated/model/chain_motion.h"

#include <algorithm>
#include <cmath>

#include "arith/fixed_order.h"
#include "arith/trigonometry.h"
#include "arith/unit_roundoff.h"
#include "geometry/norm_bound.h"

namespace firstcontact::articulated {
namespace {

constexpr double kProductRounding = 32 * arith::kUnitRoundoff;
/// Relative rounding error of angle_t0 + angle t: two roundings.
constexpr double kAngleRounding = 4 * arith::kUnitRoundoff;

struct Tracked {
  EnclosedMap at;
  double norm = 1;  ///< of the true linear part
};

Tracked compose(const Tracked& outer, const Tracked& inner) {
  Tracked out;
  const AffineMap &a = outer.at.map, &b = inner.at.map;
  out.at.map.linear = times(a.linear, b.linear);
  out.at.map.offset = times(a.linear, b.offset) + a.offset;
  out.norm = outer.norm * inner.norm * (1 + kProductRounding);
  const double length = norm(b.offset) + inner.at.shift_error;
  out.at.turn_error =
      outer.norm * inner.at.turn_error + outer.at.turn_error * (inner.norm + inner.at.turn_error) +
      kProductRounding * (outer.norm + outer.at.turn_error) * (inner.norm + inner.at.turn_error);
  out.at.shift_error = (outer.norm + outer.at.turn_error) * inner.at.shift_error +
                       outer.at.turn_error * length + outer.at.shift_error +
                       kProductRounding * ((outer.norm + outer.at.turn_error) * length +
                                           norm(a.offset) + outer.at.shift_error);
  return out;
}

/// turn(angle_t0 + angle t)·(after·x) + t travel
Tracked inner_at(const ChainJoint& joint, double t) {
  const JointMotion& m = joint.motion;
  const double angle = m.angle_t0 + m.angle * t;
  Tracked out;
  out.at.map = m.after;
  out.norm = joint.after.most;
  if (angle != 0 || m.angle != 0) {
    const arith::SineCosine turn = arith::sine_cosine(angle);
    // Both entries off by this: the turn by √2 of it.
    const double off = turn.error + kAngleRounding * (std::abs(m.angle_t0) + std::abs(m.angle));
    const Mat3& l = m.after.linear;
    const Vec3& o = m.after.offset;
    out.at.map.linear.row(0) = turn.cosine * l.row(0) - turn.sine * l.row(1);
    out.at.map.linear.row(1) = turn.sine * l.row(0) + turn.cosine * l.row(1);
    out.at.map.offset = Vec3(turn.cosine * o.x() - turn.sine * o.y(),
                             turn.sine * o.x() + turn.cosine * o.y(), o.z());
    out.at.turn_error = (1.5 * off + kProductRounding) * out.norm;
    out.at.shift_error = (1.5 * off + kProductRounding) * norm(o);
  }
  out.at.map.offset += t * m.travel;
  out.at.shift_error += kProductRounding * (norm(m.after.offset) + norm(m.travel));
  return out;
}

}  // namespace

// |m x|² = |x|² + xᵀ(mᵀm − 1)x.
Stretch stretch_of(const Mat3& m) {
  const Mat3 defect = times(m.transpose(), m) - Mat3::Identity();
  const double size = squared_norm(m), off = norm(defect) + kProductRounding * (1 + size);
  if (off < 0.01)
    return {std::sqrt(1 - off) * (1 - 4 * arith::kUnitRoundoff),
            std::sqrt(1 + off) * (1 + 4 * arith::kUnitRoundoff)};
  return {0, geometry::norm_bound(m)};
}

std::vector<ChainJoint> chain_joints(const articulated::SceneData& scene,
                                     std::span<const ArticulatedMotion> motions) {
  std::vector<ChainJoint> joints;
  joints.reserve(scene.frames.size());
  for (const articulated::SceneData::Frame& frame : scene.frames) {
    ChainJoint joint;
    if (frame.link < 0)
      joint.motion.before = frame.fixed;
    else
      joint.motion = motions[frame.model].joints[frame.link];
    joint.before = stretch_of(joint.motion.before.linear);
    joint.after = stretch_of(joint.motion.after.linear);
    joints.push_back(joint);
  }
  return joints;
}

std::vector<int> path_to(const articulated::SceneData& scene, int base, int frame) {
  std::vector<int> path;
  for (int at = frame; at != base && at >= 0; at = scene.frames[at].parent) path.push_back(at);
  std::reverse(path.begin(), path.end());
  return path;
}

// Parents have smaller indices.
int common_frame(const articulated::SceneData& scene, int a, int b) {
  while (a != b) {
    int& later = a > b ? a : b;
    if (later < 0) return -1;
    later = scene.frames[later].parent;
  }
  return a;
}

EnclosedMap pose_at(std::span<const ChainJoint> joints, std::span<const int> path, double t) {
  Tracked out;
  for (const int frame : path) {
    const ChainJoint& joint = joints[frame];
    Tracked before;
    before.at.map = joint.motion.before;
    before.norm = joint.before.most;
    out = compose(out, compose(before, inner_at(joint, t)));
  }
  return out.at;
}

}  // namespace firstcontact::articulated
