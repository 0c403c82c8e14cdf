#pragma once
/// Surfaces of triangles for cloth and obstacles. Lengths are in metres and positive; `elements` is
/// about the number of triangles, and each shape has a smallest number that it takes if fewer are
/// asked.
#include <array>

#include "sim/shapes/mesh_parts.h"

namespace firstcontact::sim {

/// A rectangle in the plane z = 0, centred at the origin, that looks along +z. The diagonals of its
/// cells alternate. At least 2 triangles.
TriangleMesh sheet(double size_x, double size_y, int elements);

/// A closed sphere around the origin, of 20 n^2 triangles.
TriangleMesh sphere_surface(double radius, int elements);

/// A closed cone around the z axis; its base is at z = 0, its tip at z = height. At least 12
/// triangles.
TriangleMesh cone_surface(double radius, double height, int elements);

/// The closed surface of a box, centred at the origin. At least 12 triangles.
TriangleMesh box_surface(const Vec3& size, int elements);

/// A line of straight pieces in the xz plane, extended along y by `depth` (centred): a step, a
/// roof, a valley, a crack. It is open at both ends. It looks to the left of its direction, seen
/// against y: a line towards +x looks up. Precondition: at least two points, neighbours differ.
TriangleMesh profile_surface(const std::vector<Vec2>& points, double depth, int elements);

/// A plate in the plane z = 0, `size` wide both ways, with a rectangular pit in its middle. At
/// least 26 triangles. Precondition: the pit is narrower than the plate.
TriangleMesh pit_surface(double size, double hole_x, double hole_y, double depth, int elements);

}  // namespace firstcontact::sim
