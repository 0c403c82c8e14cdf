#pragma once
/// Shapes that are fixed to a link or an object: triangle meshes and the usual primitives.
#include <firstcontact/export.h>
#include <firstcontact/moving_bodies.h>

namespace firstcontact {

/// A shape is the set of all points within `radius` of the body's triangles; with radius 0 it is
/// the triangles themselves. A sphere is a triangle whose corners coincide, with a radius; a
/// capsule is a triangle with two different corners, with a radius.
struct FIRSTCONTACT_API Shape {
  TriangleBody body;
  double radius = 0;
  /// The triangles are the surface of a convex solid. Its inside belongs to the shape even if the
  /// triangles leave gaps, so what starts wholly inside is in contact. Closed triangle meshes need
  /// not be marked: their inside always belongs to the shape, convex or not.
  bool convex_solid = false;
  /// Only the triangles (and what is within the radius) count, even if they are closed. For a room
  /// that things move about in.
  bool surface_only = false;

  /// Tells whether the inside counts. Points and line segments are solid if they have a radius.
  Closedness closedness() const;

  /// What is wrong with the shape, or an empty string.
  std::string fault() const;
};

/// These shapes are centred at the origin; cylinders and capsules lie along z. Lengths must be
/// positive and finite, or the shape has a fault. Boxes, spheres and capsules are exact.
FIRSTCONTACT_API Shape box_shape(const Vec3& size);
FIRSTCONTACT_API Shape sphere_shape(double radius);
/// `length` is that of the straight part, without the caps.
FIRSTCONTACT_API Shape capsule_shape(double radius, double length);
/// A prism that contains the cylinder. It is at most radius * (1 / cos(pi / sides) − 1) larger,
/// which is 0.13 % of the radius with 64 sides.
FIRSTCONTACT_API Shape cylinder_shape(double radius, double length, int sides = 64);

/// The shape moved to a pose in its link or object. The new vertices are rounded.
FIRSTCONTACT_API Shape placed(const Shape& shape, const Pose& place);

}  // namespace firstcontact
