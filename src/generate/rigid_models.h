#pragma once
/// Closed polyhedra for tests, demos and benchmarks of rigid motion. Corners run counter-clockwise
/// seen from outside; every number is the same on every machine. Lengths in scene units.
#include <firstcontact/polyhedron.h>

#include "generate/random.h"

namespace firstcontact::generate {

/// Around the origin: 8 vertices, 12 edges, 6 quadrilaterals.
PolyhedronDescription box(double x_size, double y_size, double z_size);
PolyhedronDescription cube(double size);
/// A square box across z.
PolyhedronDescription thin_plate(double side, double thickness);

/// A simple car of two boxes, `length` long in x, z up: 16 vertices, 26 edges, 12 faces, as the one
/// of the paper's figure 12. Not convex.
PolyhedronDescription car(double length);

/// Regular, around the origin.
PolyhedronDescription tetrahedron(double edge);

/// A tube around the z axis of `segments` * `sides` flat quadrilaterals, twice as many edges. The
/// default has the paper's 300 faces. Precondition: 0 < tube_radius < ring_radius; segments, sides
/// >= 3.
PolyhedronDescription torus(double ring_radius, double tube_radius, int segments = 30,
                            int sides = 10);
/// The same with every quadrilateral cut in two: 600 triangles, 900 edges.
PolyhedronDescription triangle_torus(double ring_radius, double tube_radius, int segments = 30,
                                     int sides = 10);

/// A cylinder along +x with a pointed, rounded tip at x = length / 2; its back is at x = -length
/// / 2. Convex.
PolyhedronDescription bullet(double length, double radius, int sides = 12);

/// A right-handed thread around the z axis. Its ideal surface: at the angle phi, the radius is a
/// trapezoidal wave of z − pitch phi / 2π: a quarter of the pitch root, a quarter rise, a quarter
/// crest, a quarter fall.
struct Thread {
  double root_radius = 0.8, crest_radius = 1.0;
  double pitch = 0.5;  ///< way along the axis in one turn
  int segments = 24;   ///< flat pieces a turn, at least 8
};

/// A bolt of `turns` turns of thread, with a hexagonal head above it if asked for. Its thread
/// begins at z = 0 and ends, as does the helix that it is, one pitch higher than it has turns: at z
/// = (turns + 1) * pitch, where the head is. Precondition of bolt and nut: 0 < root_radius <
/// crest_radius <= 1.5 * root_radius, turns >= 2.
PolyhedronDescription bolt(const Thread& thread, int turns, bool with_head = true);

/// A hexagonal nut for it, its outside from z = pitch to (turns + 1) * pitch; the thread ends half
/// a pitch below and above. With both at the same pose the bolt is in the nut, and it can turn by
/// any angle with a travel of pitch * angle / 2π along z: at every height and angle the hole's
/// radius exceeds the bolt's by at least `clearance`, facets included.
PolyhedronDescription nut(const Thread& thread, int turns, double clearance);

/// Small bodies for property tests, of size about 1, around the origin.
PolyhedronDescription random_tetrahedron(Random& random);
/// A polygon of 3 to 8 corners, star-shaped and often not convex, drawn out, straight up or aside.
PolyhedronDescription random_prism(Random& random);
/// Triangles around the origin at random distances from it: 6 vertices and 8 faces, convex; or 18
/// and 32, hardly ever convex.
PolyhedronDescription random_star(Random& random);
/// One of these, or a box of random sides; turned about a random axis in half of the cases, so that
/// others stay aligned with the axes.
PolyhedronDescription random_polyhedron(Random& random);

}  // namespace firstcontact::generate
