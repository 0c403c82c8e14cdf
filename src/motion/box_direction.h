#pragma once
/// A direction along which two boxes are far apart.
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

/// At the middle of the interval.
inline PlacedBox placed(const PosedBody& body, const geometry::BodyTree::Node& node) {
  const AffineMap& map = body.middle();
  return {times(map.linear, node.axes.transpose()), map.apply(node.centre)};
}

/// The boxes of one body at one instant, placed when they are first asked for. A node displaces
/// another one of the same place.
class PlacedBoxes {
 public:
  explicit PlacedBoxes(const geometry::BodyTree& tree) : tree_(tree), boxes_(kPlaces) {}

  /// Another instant.
  void move(const AffineMap& map) {
    map_ = map;
    node_of_place_.fill(-1);
  }
  const PlacedBox& at(std::int32_t node) {
    const std::size_t place = static_cast<std::size_t>(node) % kPlaces;
    PlacedBox& box = boxes_[place];
    if (node_of_place_[place] != node) {
      const geometry::BodyTree::Node& source = tree_.nodes[node];
      node_of_place_[place] = node;
      box.axes = times(map_.linear, source.axes.transpose());
      box.centre = map_.apply(source.centre);
    }
    return box;
  }

 private:
  static constexpr std::size_t kPlaces = 512;
  const geometry::BodyTree& tree_;
  AffineMap map_;
  std::array<std::int32_t, kPlaces> node_of_place_ = {};
  std::vector<PlacedBox> boxes_;
};

struct BoxDirection {
  Vec3 n;      ///< unit length up to rounding and to what the map stretches, from A to B
  double gap;  ///< approximate gap along n; not positive if none of the directions tried separates
};

/// The line between the centres if the boxes' balls are apart; else the best of their axes and that
/// line and, where none of them separates, of the edges' cross products. Approximate: it only
/// proposes.
BoxDirection best_direction(const geometry::BodyTree::Node& a, const PlacedBox& at_a,
                            const geometry::BodyTree::Node& b, const PlacedBox& at_b);

}  // namespace firstcontact::motion
