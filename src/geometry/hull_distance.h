#pragma once
/// A direction along which two convex hulls are far apart: the distance algorithm of Gilbert,
/// Johnson and Keerthi.
#include <firstcontact/motion.h>

#include <array>
#include <span>

#include "geometry/convex_hull.h"

namespace firstcontact::geometry {

/// A hull under an affine map.
struct PlacedHull {
  std::span<const Vec3> vertices;
  const AffineMap& map;
  const PointRows* rows = nullptr;  ///< the same vertices; makes it faster
};

struct HullGap {
  Vec3 n = Vec3::Zero();  ///< unit up to rounding, from A to B; zero if no direction separates them
  double gap = 0;  ///< of the vertices along n, up to rounding: at most the distance of the hulls,
                   ///< and more than kGapShare of it
  int iterations = 0;
};
inline constexpr double kGapShare = 0.98;

/// `guess`: a direction from A to B to begin with, for example that of a slightly earlier time. Any
/// direction but zero is valid.
HullGap hull_gap(const PlacedHull& a, const PlacedHull& b, const Vec3& guess);

/// 1 to 4 points, and the point of their convex hull that is nearest to the origin.
struct Simplex {
  std::array<Vec3, 4> point;
  int count = 0;
  /// Returns the nearest point and drops the points that it does not depend on. Zero if the origin
  /// is inside.
  Vec3 reduce();
};

}  // namespace firstcontact::geometry
