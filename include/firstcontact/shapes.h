#pragma once
/// Geometry fixed to a link or an object: any triangles, and the usual primitives.
#include <firstcontact/moving_bodies.h>

namespace firstcontact {

/// All points within `radius` of the body's triangles; with radius 0 the triangles themselves. A
/// sphere is one triangle of three equal corners with a radius, a capsule one of two.
struct Shape {
  TriangleBody body;
  double radius = 0;
  /// The triangles are the surface of a convex solid, whose inside belongs to the shape even if
  /// they leave gaps. Triangles that are closed need not be marked: their inside always belongs to
  /// the shape, convex or not. Something that starts wholly inside is in contact.
  bool convex_solid = false;
  /// Only the triangles (and what is within the radius) count, closed or not: a room that things
  /// move about in.
  bool surface_only = false;

  /// Does the inside count? A shape of points and segments is solid if it has a radius.
  Closedness closedness() const;

  /// Empty, or what is wrong.
  std::string fault() const;
};

/// All are centred at the origin; cylinders and capsules lie along z. Lengths must be positive and
/// finite, else the shape has a fault. Exact: box, sphere, capsule.
Shape box_shape(const Vec3& size);
Shape sphere_shape(double radius);
/// `length` of the straight part, without the caps.
Shape capsule_shape(double radius, double length);
/// A prism around the cylinder: it contains it and is at most radius * (1 / cos(pi / sides) − 1)
/// larger, 0.13 % with 64 sides.
Shape cylinder_shape(double radius, double length, int sides = 64);

/// The shape at another place of its link or object: the place goes into the vertices, which are
/// rounded.
Shape placed(const Shape& shape, const Pose& place);

}  // namespace firstcontact
