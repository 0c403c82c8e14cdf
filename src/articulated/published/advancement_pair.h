#pragma once
/// A pair of shapes as conservative advancement sees it: both chains from what carries them in
/// common, where they are at an instant, and how fast they can come nearer.
#include <firstcontact/scene_contact.h>

#include <cstdint>
#include <span>
#include <vector>

#include "articulated/model/chain_motion.h"
#include "articulated/model/scene_data.h"
#include "articulated/published/motion_bound.h"
#include "motion/posed_interval.h"

namespace firstcontact::articulated {

/// Counts tests and iterations against the budget.
struct Budget {
  std::int64_t max_checks = 0, checks = 0, steps = 0;
  bool spend(std::int64_t count = 1) { return (checks += count) <= max_checks; }
  bool is_spent() const { return checks > max_checks; }
};

/// What both kinds of advancement (of hulls, of links) have in common.
struct AdvancementContext {
  const articulated::SceneData& scene;
  std::span<const ChainJoint> joints;  ///< by frame
  const SceneOptions& options;
  Budget& budget;
};

class AdvancementPair {
 public:
  AdvancementPair(const AdvancementContext& context, int shape_pair);

  using Node = geometry::BodyTree::Node;
  const geometry::BodyTree& tree_a() const { return a_.shape->tree(); }
  const geometry::BodyTree& tree_b() const { return b_.shape->tree(); }
  const articulated::SceneData::PlacedShape& shape_a() const { return *a_.shape; }
  const articulated::SceneData::PlacedShape& shape_b() const { return *b_.shape; }

  /// What the distance must exceed, in the common frame: the pair's separation, with room for what
  /// that frame's map into the world shrinks and for a direction's length of up to 1 + 2^-40.
  double separation() const { return separation_; }
  /// The pair's margin, and the distance of the triangles that counts as contact: its separation
  /// and the tolerance.
  double margin() const { return margin_; }
  double contact_distance() const { return true_separation_ + tolerance_; }
  double tolerance() const { return tolerance_; }

  /// From now on at t; the motion bounds are over [t, t_end].
  void move_to(double t, double t_end);
  const motion::PosedBody& at_a() const { return a_.posed; }
  const motion::PosedBody& at_b() const { return b_.posed; }
  const EnclosedMap& map_a() const { return a_.map; }
  const EnclosedMap& map_b() const { return b_.map; }

  PointReach reach_a(const Node& node) const { return a_.bound.reach(node); }
  PointReach reach_b(const Node& node) const { return b_.bound.reach(node); }
  /// How fast the gap along n between points within these reaches can shrink.
  double approach(const Vec3& n, const PointReach& reach_a, const PointReach& reach_b) const {
    return directional_ ? a_.bound.along(n, reach_a) + b_.bound.along(n, reach_b)
                        : a_.bound.in_any_direction(reach_a) + b_.bound.in_any_direction(reach_b);
  }

  /// The common frame in the world, rounded.
  AffineMap to_world(double t) const;

 private:
  struct Side {
    const articulated::SceneData::PlacedShape* shape;
    std::vector<int> path;
    MotionBound bound;
    EnclosedMap map;
    motion::PosedBody posed;
  };
  static Side side(const AdvancementContext& context, int base, int shape);
  void place(Side& side, double t, double t_end, bool first_time);

  std::span<const ChainJoint> joints_;
  std::vector<int> base_path_;
  Side a_, b_;
  double separation_ = 0, true_separation_ = 0, margin_ = 0, tolerance_ = 0;
  bool directional_ = true, placed_ = false;
};

/// Relative: for the rounding of a gap divided by a speed.
inline constexpr double kQuotientRoom = 0x1p-45;

/// The time `step` after t, rounded so that it is not later; not above `end`.
double later(double t, double step, double end);

}  // namespace firstcontact::articulated
