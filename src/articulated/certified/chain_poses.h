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

/// A frame of the scene as seen from its base frame: one that carries it, or the world.
struct ChainFrame {
  int frame = -1;
  /// Index in the chain of this frame's parent (always smaller); -1 if the parent is the base
  /// frame.
  int parent = -1;
};

/// x -> Σ_k s^k (columns 0 to 2 of coefficient[k] · x + column 3), s from -1 to 1 over the
/// interval; rows 0 to 2 count, row 3 is 0. The true motion differs by at most turn_error |x| +
/// shift_error.
struct CubicPose {
  std::array<Eigen::Matrix4d, 4> coefficient;
  bool is_constant = true;  ///< coefficients 1 to 3 are not set: they are 0
  double turn_error = 0, shift_error = 0;
  double stretch = 1;  ///< bound of the linear part of the true motion, in the spectral norm
  /// Sums of the absolute values of all coefficients; rounding errors are proportional to them.
  double linear_size = 3, offset_size = 0;
};

/// Computes the poses of a moving scene over any interval. It is made once for a motion.
/// Thread-safe.
class ChainPoses {
 public:
  /// Precondition: one motion for each model, without fault. `chain` must stay.
  ChainPoses(const articulated::SceneData& scene, std::span<const ChainFrame> chain,
             std::span<const ArticulatedMotion> motions);

  std::size_t size() const { return chain_.size(); }
  int parent(int chain_index) const { return chain_[chain_index].parent; }
  /// The frame never moves relative to its base frame.
  bool rests(int chain_index) const { return whole_[chain_index].rests; }
  /// Sum of the angles over [0, 1] of the joints between the base frame and this one: a bound of
  /// how far it turns.
  double turn(int chain_index) const { return whole_[chain_index].turn; }

  /// The pose over [t0, t1]. `parent` is the result for parent(chain_index), null for -1.
  void over(double t0, double t1, int chain_index, const CubicPose* parent, CubicPose& out) const;

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
  std::vector<Whole> whole_;  ///< by chain index
};

/// The pose in Bernstein form.
motion::PosedBody posed(const CubicPose& pose, bool at_rest);

}  // namespace firstcontact::articulated
