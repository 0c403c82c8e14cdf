#pragma once
/// A direction along which two convex hulls are far apart: the distance algorithm of Gilbert,
/// Johnson and Keerthi.
#include <firstcontact/motion.h>

#include <array>
#include <span>

#include "geometry/convex_hull.h"

namespace firstcontact::geometry {

/// A hull somewhere.
struct PlacedHull {
  std::span<const Vec3> vertices;
  const AffineMap& map;
  const PointRows* rows = nullptr;  ///< of the vertices; faster where given
};

struct HullGap {
  Vec3 n = Vec3::Zero();  ///< unit up to rounding, from A to B; zero if no direction separates them
  double gap = 0;  ///< of the vertices along n, up to rounding: at most the distance of the hulls,
                   ///< and more than kGapShare of it
  int iterations = 0;
};
inline constexpr double kGapShare = 0.98;

/// `guess`: a direction from A to B to begin with, such as that of a little earlier; any, not zero.
HullGap hull_gap(const PlacedHull& a, const PlacedHull& b, const Vec3& guess);

/// The nearest point to the origin of the hull of 1 to 4 points; the points that are not needed for
/// it are dropped.
struct Simplex {
  std::array<Vec3, 4> point;
  int count = 0;
  /// Zero if the origin is inside.
  Vec3 reduce();
};

}  // namespace firstcontact::geometry
