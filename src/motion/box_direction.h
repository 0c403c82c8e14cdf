#pragma once
/// A direction along which two oriented boxes are far apart.
#include <firstcontact/motion.h>

#include <array>
#include <cstdint>
#include <vector>

#include "arith/fixed_order.h"
#include "geometry/body_tree.h"
#include "motion/posed_interval.h"

namespace firstcontact::motion {

/// A node's box at one instant, in the frame that both bodies move in.
struct PlacedBox {
  Mat3 axes;  ///< columns
  Vec3 centre;
};

/// The box of a node at the middle of the body's interval.
inline PlacedBox placed(const PosedBody& body, const geometry::BodyTree::Node& node) {
  const AffineMap& map = body.middle();
  return {times(map.linear, node.axes.transpose()), map.apply(node.centre)};
}

/// The boxes of one body at one instant, placed when they are first asked for. A cache of fixed
/// size: nodes whose indices are equal modulo the number of slots replace each other.
class PlacedBoxes {
 public:
  explicit PlacedBoxes(const geometry::BodyTree& tree) : tree_(tree), boxes_(kSlots) {}

  /// Places the body anew, and forgets its boxes.
  void move(const AffineMap& map) {
    map_ = map;
    node_of_slot_.fill(-1);
  }
  const PlacedBox& at(std::int32_t node) {
    const std::size_t slot = static_cast<std::size_t>(node) % kSlots;
    PlacedBox& box = boxes_[slot];
    if (node_of_slot_[slot] != node) {
      const geometry::BodyTree::Node& source = tree_.nodes[node];
      node_of_slot_[slot] = node;
      box.axes = times(map_.linear, source.axes.transpose());
      box.centre = map_.apply(source.centre);
    }
    return box;
  }

 private:
  static constexpr std::size_t kSlots = 512;
  const geometry::BodyTree& tree_;
  AffineMap map_;
  std::array<std::int32_t, kSlots> node_of_slot_ = {};
  std::vector<PlacedBox> boxes_;
};

struct BoxDirection {
  Vec3 n;      ///< from A to B; unit length up to rounding and the stretch of the map
  double gap;  ///< approximate gap along n; not positive if none of the directions tried separates
};

/// Proposes a direction that separates two boxes. If the balls around the boxes are apart, it is
/// the line between their centres. Otherwise it is the best of the boxes' axes and that line; if
/// none of these separates, the cross products of their edges are tried too. The answer is
/// approximate and proves nothing.
BoxDirection best_direction(const geometry::BodyTree::Node& a, const PlacedBox& at_a,
                            const geometry::BodyTree::Node& b, const PlacedBox& at_b);

}  // namespace firstcontact::motion
