#pragma once
/// A pair of shapes as conservative advancement sees it: the chains of joints from their common
/// frame to both shapes, where the shapes are at an instant, and how fast they can approach.
#include <firstcontact/scene_contact.h>

#include <cstdint>
#include <span>
#include <vector>

#include "articulated/model/chain_motion.h"
#include "articulated/model/scene_data.h"
#include "articulated/published/motion_bound.h"
#include "motion/posed_interval.h"
#include "motion/search_end.h"

namespace firstcontact::articulated {

/// What both kinds of advancement (of hulls, of links) have in common.
struct AdvancementContext {
  const articulated::SceneData& scene;
  std::span<const ChainJoint> joints;  ///< by frame
  const SceneOptions& options;
  motion::CheckBudget& budget;
  std::int64_t& steps;  ///< counts the iterations
};

class AdvancementPair {
 public:
  AdvancementPair(const AdvancementContext& context, int shape_pair);

  using Node = geometry::BodyTree::Node;
  const geometry::BodyTree& tree_a() const { return a_.shape->tree(); }
  const geometry::BodyTree& tree_b() const { return b_.shape->tree(); }
  const articulated::SceneData::PlacedShape& shape_a() const { return *a_.shape; }
  const articulated::SceneData::PlacedShape& shape_b() const { return *b_.shape; }

  /// The distance in the common frame that shapes must exceed to be apart: the pair's separation,
  /// enlarged because that frame's map into the world may shrink lengths, and because a direction's
  /// length may be up to 1 + 2^-40.
  double separation() const { return separation_; }
  double margin() const { return margin_; }
  /// Triangles at this distance or nearer are in contact: the pair's separation plus the tolerance.
  double contact_distance() const { return true_separation_ + tolerance_; }
  double tolerance() const { return tolerance_; }

  /// Places both shapes at time t, and computes their motion bounds over [t, t_end].
  void move_to(double t, double t_end);
  const motion::PosedBody& at_a() const { return a_.posed; }
  const motion::PosedBody& at_b() const { return b_.posed; }
  const EnclosedMap& map_a() const { return a_.map; }
  const EnclosedMap& map_b() const { return b_.map; }

  /// How fast the gap along n between points of these two nodes can shrink.
  double approach(const Vec3& n, const Node& a, const Node& b) const {
    const PointDistances from_a = a_.bound.distances(a), from_b = b_.bound.distances(b);
    return directional_ ? a_.bound.along(n, from_a) + b_.bound.along(n, from_b)
                        : a_.bound.in_any_direction(from_a) + b_.bound.in_any_direction(from_b);
  }

  /// The pose of the common frame in the world, rounded.
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

/// Relative room for the rounding of a gap divided by a speed.
inline constexpr double kQuotientRoom = 0x1p-45;

/// The time `step` after t, rounded so that it is not later; not above `end`.
double later(double t, double step, double end);

}  // namespace firstcontact::articulated
