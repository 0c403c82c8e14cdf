#pragma once
/// Counts the pairs of triangles that cross or touch, by integer arithmetic. It shares no code with
/// the library: plain sorting of boxes, Boost's integers, textbook predicates.
#include <array>
#include <cstdint>
#include <vector>

namespace firstcontact::tests {

/// Vertices are numbered as in `points`. Triangles with one common vertex count if they meet
/// elsewhere; triangles with a common edge do not count. `counted(a, b)` tells whether a pair of
/// triangles counts at all.
template <class Counted>
std::int64_t count_crossings(const std::vector<std::array<double, 3>>& points,
                             const std::vector<std::array<int, 3>>& triangles,
                             const Counted& counted);

/// Whether two triangles cross or touch in the sense above.
bool triangles_cross(const std::vector<std::array<double, 3>>& points, const std::array<int, 3>& a,
                     const std::array<int, 3>& b);

/// Pairs of triangles whose boxes overlap.
std::vector<std::array<int, 2>> overlapping_boxes(const std::vector<std::array<double, 3>>& points,
                                                  const std::vector<std::array<int, 3>>& triangles);

template <class Counted>
std::int64_t count_crossings(const std::vector<std::array<double, 3>>& points,
                             const std::vector<std::array<int, 3>>& triangles,
                             const Counted& counted) {
  std::int64_t count = 0;
  for (const std::array<int, 2>& pair : overlapping_boxes(points, triangles))
    count += counted(pair[0], pair[1]) &&
             triangles_cross(points, triangles[pair[0]], triangles[pair[1]]);
  return count;
}

}  // namespace firstcontact::tests
