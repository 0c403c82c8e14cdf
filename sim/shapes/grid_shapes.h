#pragma once
/// Solids with exact flat faces and sharp edges, made of a regular grid: every cube is divided into
/// six tetrahedra along its diagonal (Freudenthal). Lengths are in metres and positive. `elements`
/// is about the number of tetrahedra; the nearest possible number is taken.
#include "sim/shapes/mesh_parts.h"

namespace firstcontact::sim {

/// Centred at the origin.
TetMesh box(const Vec3& size, int elements);

/// A box with an edge below: its section in the xz plane is a rectangle `width` wide and `shaft`
/// high (0 for none) on a triangle `tip` high that points down. It extends `depth` along y. The
/// edge is the segment x = z = 0; y is centred.
TetMesh wedge(double width, double depth, double shaft, double tip, int elements);

/// A pencil with three sides that points down: a prism over a triangle with equal sides of length
/// `width`, `shaft` high (0 for none), and a pyramid `tip` high below. Its tip is at the origin.
TetMesh spike(double width, double shaft, double tip, int elements);

/// A link of a chain around the z axis, centred at the origin. Its middle line is a circle of this
/// radius, made longer along x by `straight` (0 for a circle); its section is a rounded square
/// within the circle of radius `tube`. Precondition: tube < radius.
TetMesh ring(double radius, double tube, double straight, int elements);

}  // namespace firstcontact::sim
