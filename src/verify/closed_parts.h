#pragma once
/// Which triangles of a mesh bound a solid, and how they are oriented (docs/math/solids.md).
/// Shares no code with the solver.
#include <firstcontact/mesh.h>
#include <firstcontact/query.h>

#include <span>
#include <vector>

namespace firstcontact::verify {

/// Triangles without a border. A point off the surface is inside if its winding number is not 0, or
/// where they cannot be oriented, if a ray from it crosses an odd number of them.
struct ClosedPart {
  std::vector<Face> triangles;
  bool oriented = true;
};

/// Vertices with the same coordinates count as one, copies of a triangle count once, and a surface
/// with a border bounds nothing. All components that are consistently oriented are one part,
/// because the orientation may say that one is a cavity in another. Every other component is a part
/// of its own, or several if it falls apart into closed ones that only share edges: nothing says
/// how these are oriented relative to each other, so none is taken for a cavity.
std::vector<ClosedPart> closed_parts(std::span<const Vec3> vertices,
                                     std::span<const Face> triangles);

/// One vertex of each set of triangles that are connected through corners.
std::vector<int> connected_vertices(std::span<const Vec3> vertices,
                                    std::span<const Face> triangles);

}  // namespace firstcontact::verify
