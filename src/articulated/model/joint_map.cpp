#include "articulated/model/joint_map.h"

#include "arith/fixed_order.h"
#include "arith/trigonometry.h"
#include "geometry/turn.h"

namespace firstcontact::articulated {

AffineMap map_at(const JointMotion& motion, double t) {
  const arith::SineCosine at = arith::sine_cosine(motion.angle_t0 + motion.angle * t);
  Mat3 turn;
  turn << at.cosine, -at.sine, 0, at.sine, at.cosine, 0, 0, 0, 1;
  AffineMap inner{times(turn, motion.after.linear),
                  times(turn, motion.after.offset) + t * motion.travel};
  return geometry::compose(motion.before, inner);
}

}  // namespace firstcontact::articulated
