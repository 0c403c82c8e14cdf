#pragma once
/// Properness: how two surfaces face each other where they touch, as the sine of an angle between
/// them (section 5 of the paper).
///
/// A value of at least 0 means that near the point the surfaces do not cut through each other. If
/// it is negative they do, and the more so the smaller it is, down to -1. It is NaN if the surface
/// near the point is open, has more than two faces at an edge, or has faces that run in the same
/// direction along one; or if a direction does not exist (an edge without length, parallel edges).
#include <firstcontact/polyhedron.h>
#include <firstcontact/pose.h>

namespace firstcontact {

/// A vertex of one body on a face of another: the smallest e·n over the unit vectors e from the
/// vertex along its edges. `outward_normal` is the unit normal n of the face, out of the face's
/// body, in the coordinates of the vertex's body.
double properness_vertex_face(const Polyhedron& vertex_body, int vertex,
                              const Vec3& outward_normal);

/// An edge and the normals of its faces, in a frame that is the same for both bodies.
struct EdgeSides {
  /// Unit vector from v0 to v1.
  Vec3 direction = Vec3::Zero();
  /// Outward unit normals of the faces beside it, named as in PolyhedronEdge.
  Vec3 left = Vec3::Zero(), right = Vec3::Zero();
  /// Both faces exist and the edge has a length.
  bool complete = false;
};

/// `rotation` maps the body's directions to that frame.
EdgeSides edge_sides(const Polyhedron& body, int edge, const Mat3& rotation = Mat3::Identity());

struct EdgeEdgeProperness {
  /// NaN if unknown.
  double value = 0;
  /// Unit vector perpendicular to both edges, from A towards B; 0 if they are parallel.
  Vec3 normal = Vec3::Zero();
};

/// Formula (6) of the paper: |e_A×e_B| min{(n×e_A)·left_A, −(n×e_A)·right_A, −(n×e_B)·left_B,
/// (n×e_B)·right_B}. The normal n is the one of ±(e_A×e_B) that makes this larger, or e_A×e_B if
/// both give the same. At a concave edge, if n points into the body, the term is negated. If the
/// faces of one edge are unknown, the other edge's faces alone choose the sign of n; if those of
/// both are, n is e_A×e_B.
EdgeEdgeProperness properness_edge_edge(const EdgeSides& a, const EdgeSides& b);

/// Reduces the properness of a contact at which the bodies move apart: then it is at most minus the
/// cosine between normal and velocity. A first contact is proper; the moment at which bodies part
/// that have passed through each other is not. (The paper excludes the faces of such contacts
/// beforehand.) NaN stays NaN. `normal` is a unit vector from A to B, `velocity` that of B relative
/// to A at the point.
double properness_in_motion(double properness, const Vec3& normal, const Vec3& velocity);

}  // namespace firstcontact
