#pragma once
/// Cuts polygons, also those that are not convex, into triangles.
#include <firstcontact/query.h>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace firstcontact::io {

/// Cuts polygons into triangles. The work on all polygons of a file is bounded.
class PolygonCutter {
 public:
  /// The triangles of a polygon of three corners or more, in its own sense of turning; two fewer
  /// than it has corners. `corners` are indices of `vertices`. Corners should lie in a plane and
  /// edges should not cross: then the triangles fill the polygon up to rounding. Otherwise some
  /// triangles with these corners are given. Empty: the bound on the work is reached.
  std::vector<std::array<int, 3>> cut(std::span<const int> corners,
                                      const std::vector<Vec3>& vertices);

 private:
  using Point = Eigen::Vector2d;

  /// Whether the triangle of corner `at` and its two neighbours is a part of the polygon.
  bool is_ear(std::size_t at, const std::vector<Point>& points,
              const std::vector<std::size_t>& left);

  std::int64_t tests_left_ = 200'000'000;
};

}  // namespace firstcontact::io
