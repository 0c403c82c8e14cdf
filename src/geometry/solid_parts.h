#pragma once
/// Which triangles of a body bound solids. Topology alone decides it; docs/math/solids.md gives the
/// rules.
#include <firstcontact/mesh.h>
#include <firstcontact/query.h>

#include <cstdint>
#include <span>
#include <vector>

namespace firstcontact::geometry {

struct SolidParts {
  /// The part of a triangle that does not bound a solid.
  static constexpr std::int32_t kOpen = -1;     ///< it is an open surface
  static constexpr std::int32_t kIgnored = -2;  ///< it is degenerate, or a copy of another triangle

  struct Triangle {
    std::int32_t part = kOpen;
    bool flipped = false;  ///< its orientation is reversed to agree with the rest of its part
  };
  std::vector<Triangle> triangles;
  /// A closed component.
  struct Part {
    bool orientable = true;  ///< otherwise it has a parity but no winding number
    bool as_given = true;    ///< all its triangles are consistently oriented as they are given
    /// The part whose winding number its own is added to: itself, or for a cavity the one it is
    /// hollowed out of.
    std::int32_t counted_with = 0;
  };
  std::vector<Part> parts;
  bool has_solid = false;  ///< some triangle belongs to a solid
  bool has_open = false;   ///< some triangle is a surface: open, or without area
  /// One triangle of each set of triangles that are connected through equal vertices.
  std::vector<std::int32_t> representatives;
};

/// Vertices with equal coordinates count as one. Precondition: indices in range, coordinates
/// finite.
SolidParts find_solid_parts(std::span<const Vec3> vertices, std::span<const Face> triangles);

}  // namespace firstcontact::geometry
