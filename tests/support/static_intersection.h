#pragma once
/// Does a triangle mesh at rest intersect itself? An exact answer for the doubles as they are, that
/// shares no code with the library.
#include <firstcontact/query.h>

#include <array>
#include <cstdint>
#include <optional>
#include <span>

namespace firstcontact::test {

struct Intersection {
  /// Two triangles that intersect or touch beyond the vertices they share, a < b; none if no two
  /// do.
  std::optional<std::array<int, 2>> triangles;
  /// How many pairs have boxes that touch, and how many of them only exact arithmetic could decide.
  std::int64_t near_pairs = 0, exact_pairs = 0;
};

/// Looks at all pairs of triangles, or stops at the first that meets.
/// - No common vertex: they meet if they have a point in common.
/// - One common vertex: they meet if the side across from it, of the one, has a point in common
/// with the other.
/// - A common side: they meet if one lies (partly) on the other: folded flat.
/// - The same three vertices: not looked at.
/// Preconditions: coordinates are below 1e70, indices exist, and the indices of a triangle are
/// distinct.
Intersection find_intersection(std::span<const Vec3> vertices,
                               std::span<const std::array<int, 3>> triangles);

}  // namespace firstcontact::test
