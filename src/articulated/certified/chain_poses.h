#pragma once
/// The motion of frames over an interval of time, as a cubic of affine maps with a bound of its
/// error: the product of the joints' Taylor models along the chain. docs/math/articulated.md
/// derives the bounds.
#include <firstcontact/articulated.h>

#include <array>
#include <span>
#include <vector>

#include "articulated/model/scene_data.h"
#include "motion/posed_interval.h"

namespace firstcontact::articulated {

/// A frame of the scene as seen from one that carries it, or from the world.
struct ChainFrame {
  int frame = -1;
  int parent = -1;  ///< the same for the frame's parent, by its place in the list, before this one;
                    ///< -1: that is what it is seen from
};

/// x -> Σ_k s^k (columns 0 to 2 of coefficient[k] · x + column 3), s from -1 to 1 over the
/// interval; rows 0 to 2 count, row 3 is 0. The true motion differs by at most turn_error |x| +
/// shift_error.
struct CubicPose {
  std::array<Eigen::Matrix4d, 4> coefficient;
  bool is_constant = true;  ///< coefficients 1 to 3 are not set: they are 0
  double turn_error = 0, shift_error = 0;
  double stretch = 1;  ///< no linear part of the true motion is larger (spectral norm)
  double linear_size = 3,
         offset_size =
             0;  ///< sums of the absolute values of all coefficients: what rounding is a share of
};

/// Made once for a motion of the whole scene; then computes poses over any interval. Thread-safe.
class ChainPoses {
 public:
  /// Precondition: motions without fault, one a model. `chain` must stay.
  ChainPoses(const articulated::SceneData& scene, std::span<const ChainFrame> chain,
             std::span<const ArticulatedMotion> motions);

  int parent(std::size_t place) const { return chain_[place].parent; }
  /// It never moves.
  bool rests(std::size_t place) const { return whole_[place].rests; }
  /// Sum of the angles over [0, 1] of the joints in between: a bound of how far it turns.
  double turn(std::size_t place) const { return whole_[place].turn; }

  /// Over [t0, t1]: `parent` is the result for parent(place), null for -1.
  void over(double t0, double t1, std::size_t place, const CubicPose* parent, CubicPose& out) const;

 private:
  struct Step {
    bool rests = true, after_is_identity = true;
    JointMotion joint;
    double before_norm = 1, before_length = 0, travel_length = 0, after_norm = 1, after_length = 0;
  };
  struct Whole {
    bool rests = true;
    double turn = 0;
  };
  std::span<const ChainFrame> chain_;
  std::vector<Step> steps_;   ///< by frame
  std::vector<Whole> whole_;  ///< by place
};

/// In Bernstein form.
motion::PosedBody posed(const CubicPose& pose, bool at_rest);

}  // namespace firstcontact::articulated
