#pragma once
/// Fills an implicit shape with tetrahedra: isosurface stuffing (Labelle and Shewchuk, SIGGRAPH
/// 2007).
///
/// A body-centred cubic lattice covers the shape. Where the surface cuts an edge close to a vertex,
/// the vertex moves onto the surface; then every tetrahedron is cut where the surface still passes
/// through its edges. The remaining pieces have no small angles, because the cuts are far from the
/// vertices. One thing differs from the paper: the diagonal of a cut face starts at the vertex that
/// comes first in the lattice, which neighbours see alike, and which never leaves a prism that
/// cannot be divided.
#include <functional>

#include "sim/shapes/mesh_parts.h"

namespace firstcontact::sim {

/// A shape given by a function that is positive inside, negative outside and continuous. All of the
/// inside lies between the corners `low` and `high`.
struct ImplicitShape {
  std::function<double(const Vec3&)> inside;
  Vec3 low, high;
};

/// Tetrahedra of positive volume in a lattice whose cubes have sides of length `spacing`. Parts
/// that are thinner than about a cube may be missing or cut off; then only the largest part is
/// kept. Empty if no vertex of the lattice is inside. Precondition: 0 < spacing.
TetMesh stuffed(const ImplicitShape& shape, double spacing);

/// Tetrahedra with about so many `elements`, within 15 percent where some spacing of the lattice
/// allows it. The surface is closed and without seams (closed_surface_fault); empty if no spacing
/// that was tried gives one, or if the shape is so thin that its lattice would be huge.
/// Precondition: elements > 0.
TetMesh stuffed_with(const ImplicitShape& shape, int elements);

}  // namespace firstcontact::sim
