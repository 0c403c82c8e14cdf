#pragma once
/// A body's control poses over one interval of time, and how high its parts lie along a direction
/// during it.
#include <firstcontact/motion.h>

#include <array>

#include "geometry/body_tree.h"

namespace firstcontact::motion {

using Node = geometry::BodyTree::Node;

/// Four Bernstein coefficients over the interval.
using Heights = std::array<double, 4>;

/// One body over one interval of time.
class PosedBody {
 public:
  PosedBody() = default;
  /// `at_rest`: all four control maps are the same, exactly.
  PosedBody(const ControlPoses& poses, bool at_rest);

  /// Coefficient-wise bounds of n·M(t)x over the points x of a node, up to `error`.
  void lowest(const Node& node, const Vec3& n, Heights& out) const { bound(node, n, -1, out); }
  void highest(const Node& node, const Vec3& n, Heights& out) const { bound(node, n, 1, out); }
  /// Coefficients of n·M(t)x, up to `error` of a node that contains x.
  void height(const Vec3& x, const Vec3& n, Heights& out) const;
  /// The node's points stay in this box over the whole interval.
  void box(const Node& node, Vec3& low, Vec3& high) const;
  /// About the length of the path of a body's point over the interval.
  double path_length(const Vec3& x) const;
  /// A bound of the error of a node's heights, for a direction of length at most 1 + 2^-40. It
  /// covers the motion's remainder and all rounding.
  double error(const Node& node) const { return per_reach_ * node.reach + fixed_; }

  /// A bound of how far the node's points get from the frame's origin. Rounding errors are
  /// proportional to it.
  double extent(const Node& node) const { return stretch_ * node.reach + offset_; }

  /// The cubic of maps at s in [0, 1]: approximate.
  AffineMap at(double s) const;
  const AffineMap& middle() const { return middle_; }
  const AffineMap& control(std::size_t k) const { return pose_[k]; }
  bool at_rest() const { return at_rest_; }
  /// False if something overflowed: nothing is known about the body over this interval.
  bool is_usable() const { return usable_; }

 private:
  void bound(const Node& node, const Vec3& n, double sign, Heights& out) const;

  std::array<AffineMap, 4> pose_;
  AffineMap middle_;
  double per_reach_ = 0, fixed_ = 0, stretch_ = 0, offset_ = 0;
  bool at_rest_ = false, usable_ = true;
};

/// The part [first, last] of [0, 1] outside of which a function is positive; empty if first > last.
struct Window {
  double first = 0, last = 1;
  bool empty() const { return first > last; }
};
/// For a function that is at least the Bernstein polynomial `gap`.
Window where_not_positive(const Heights& gap);

}  // namespace firstcontact::motion
