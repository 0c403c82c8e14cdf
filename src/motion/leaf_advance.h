#pragma once
/// Two moving triangles over one interval of time: advances in time, along directions that separate
/// them, until they are apart to the end, in contact, or the interval turns out to be too long to
/// tell.
#include "arith/unit_roundoff.h"
#include "geometry/triangle_distance.h"
#include "motion/posed_interval.h"

namespace firstcontact::motion {

/// Two leaves of two trees over an interval of time, and what counts as contact.
struct LeafMotion {
  double t0 = 0, t1 = 1;
  const PosedBody& a;
  const PosedBody& b;
  const geometry::BodyTree& tree_a;
  const geometry::BodyTree& tree_b;
  const Node& leaf_a;
  const Node& leaf_b;
  double separation = 0, tolerance = 0;
};

/// Is told over which times the two triangles are proven apart, and along which direction.
class LeafProofs {
 public:
  virtual ~LeafProofs() = default;
  virtual void apart(double t0, double t1, const Vec3& n) = 0;
};

struct LeafAnswer {
  enum class Outcome {
    Apart,    ///< to the end of the window
    Contact,  ///< at `time`, at most separation + tolerance apart; apart before. More only where
              ///< doubles cannot tell
    TooLong,  ///< apart before `time`; from there on shorter intervals have to decide
  };
  Outcome outcome = Outcome::Apart;
  double time = 0;
  geometry::NearestPoints nearest = {};  ///< Contact: at `time`
  int steps = 0;
  double error = 0;  ///< Contact: the triangles are at most nearest.distance + error apart
};

/// Searches the window [first, last] of [t0, t1]. `proofs` may be null.
LeafAnswer advance_leaves(const LeafMotion& motion, double first, double last, LeafProofs* proofs);

/// An upper bound of how much farther apart two triangles can be than the computed points on them,
/// if their poses have this error. `extent` bounds all coordinates. docs/math/curved-motions.md
/// derives it.
inline double distance_error(double error, double extent) {
  return error * (1 + 0x1p-40) + 64 * arith::kUnitRoundoff * extent;
}

/// The error that a smallest distance may have: the larger of a share of it and a length.
struct DistancePrecision {
  double share = 1e-3, length = 0;
  double slack(double distance) const {
    return share * distance > length ? share * distance : length;
  }
};

struct LeafDistance {
  bool too_long = false;  ///< from `time` on shorter intervals have to decide
  double time = 0;
  double smallest = 0;       ///< of what was given and the distances found
  double time_smallest = 0;  ///< where a smaller one was found
  double error = 0;          ///< of the smaller one
  bool found = false;
  geometry::NearestPoints nearest = {};
  int steps = 0;
};
/// The smallest distance over the window [first, last] up to the precision, if it is below
/// `smallest`. It is the distance of the triangles less `motion.separation`.
LeafDistance smallest_distance(const LeafMotion& motion, double first, double last, double smallest,
                               const DistancePrecision& precision);

/// The corners of a leaf's triangle in the body's frame.
geometry::Triangle leaf_corners(const geometry::BodyTree& tree, const Node& leaf);
/// The triangle under an affine map.
geometry::Triangle moved(const geometry::Triangle& corners, const AffineMap& map);

}  // namespace firstcontact::motion
