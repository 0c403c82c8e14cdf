#pragma once
/// Conservative advancement of two shapes: steps in time that are proven free, until they touch or
/// the time is up.
///
/// Zhang, Lee and Kim 2006 do it with trees of hulls. Every pair of nodes has a direction, a gap
/// along it and a bound of how fast the gap shrinks, which give a step that is proven free. A pair
/// whose step is longer than the one that other pairs allow is not divided. Nodes are convex, so
/// the directional bound holds for them; the shapes need not be convex.
#include <vector>

#include "articulated/published/advancement_pair.h"
#include "geometry/triangle_distance.h"
#include "motion/box_direction.h"

namespace firstcontact::articulated {

class LinkAdvancement {
 public:
  enum class Outcome {
    Free,       ///< up to the end asked for
    Advanced,   ///< to time(); only from `step`
    Contact,    ///< at time(): at most separation + tolerance apart, or cutting through each other;
                ///< free before
    Undecided,  ///< the budget ran out, or doubles do not resolve the step; free before time()
  };

  /// The shapes are known to be free before t. `pair` and `context` must stay.
  LinkAdvancement(const AdvancementContext& context, AdvancementPair& pair, double t);

  /// One iteration.
  Outcome step(double t_end);
  /// As many as it takes.
  Outcome run(double t_end);
  double time() const { return time_; }

  /// The triangles of a contact, and where they are in the pair's common frame.
  struct TouchingTriangles {
    int triangle_a = -1, triangle_b = -1;
    geometry::Triangle corners_a, corners_b;
    geometry::NearestPoints nearest = {};
    bool certain = false;  ///< they cut through each other, whatever the rounding
    double error = 0;      ///< they are at most nearest.distance + error apart
  };
  const TouchingTriangles& touching() const { return touching_; }

 private:
  struct NodePair {
    std::int32_t a, b;
    double step;  ///< proven free for so long
  };
  NodePair proposed(std::int32_t a, std::int32_t b);
  /// The step that a direction proves; not positive if none.
  double proven_step(const Vec3& n, double gap, const geometry::BodyTree::Node& a,
                     const geometry::BodyTree::Node& b) const;
  enum class LeafTest {
    Apart,  ///< `best` is the step that they allow, if it was longer
    Contact,
    Unclear,  ///< no direction separates them, and yet they are not near
  };
  LeafTest test_leaves(const NodePair& pair, double& best);
  double leaf_step(const geometry::BodyTree::Node& a, const geometry::BodyTree::Node& b,
                   const geometry::Triangle& corners_a, const geometry::Triangle& corners_b,
                   const Vec3& n) const;
  void divide(const NodePair& pair);
  TouchingTriangles leaves_at(const NodePair& pair) const;
  void meet(const NodePair& pair, const TouchingTriangles& at);
  Outcome stalled();
  /// The points are so near that the triangles are within the tolerance, whatever the rounding.
  bool is_near(const TouchingTriangles& at) const;
  bool is_farther_than_rounding(const NodePair& pair, double distance) const;
  const geometry::BodyTree::Node& node_a(const NodePair& pair) const {
    return pair_.tree_a().nodes[pair.a];
  }
  const geometry::BodyTree::Node& node_b(const NodePair& pair) const {
    return pair_.tree_b().nodes[pair.b];
  }

  AdvancementPair& pair_;
  motion::CheckBudget& budget_;
  std::int64_t& steps_;
  double time_;
  motion::PlacedBoxes boxes_a_, boxes_b_;
  std::vector<NodePair> stack_;
  NodePair limiting_ = {-1, -1,
                        0};  ///< the leaves that limited the last step: likely to do so again
  TouchingTriangles touching_;
};

}  // namespace firstcontact::articulated
