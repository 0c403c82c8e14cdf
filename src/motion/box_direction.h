#pragma once
/// A direction along which two boxes are far apart.
#include <firstcontact/motion.h>

#include "motion/body_tree.h"

namespace firstcontact::motion {

struct BoxDirection {
  Vec3 n;      ///< unit length up to rounding, from A to B
  double gap;  ///< approximate gap along n; not positive if none of the directions tried separates
};

/// The best of the boxes' axes, the line between their centres and, where none of them separates, the edges' cross products. The
/// maps are taken as rotations with an offset. Approximate: it only proposes.
BoxDirection best_direction(const TriangleBody::Tree::Node& a, const AffineMap& map_a, const TriangleBody::Tree::Node& b,
                            const AffineMap& map_b);

}  // namespace firstcontact::motion
