#pragma once
/// How properly two surfaces face each other where they touch: the sine of an angle between them
/// (section 5 of the paper).
///
/// At least 0: near the point the surfaces do not cut through each other. Negative, down to -1:
/// they do, and more so the smaller it is. NaN: the surface near the point is open, has more than
/// two faces at an edge, or faces that run the same way along one; or a direction does not exist
/// (an edge without length, parallel edges).
#include <firstcontact/polyhedron.h>
#include <firstcontact/pose.h>

namespace firstcontact {

/// A vertex of one body on a face of another: the least e·n over the unit vectors e from the vertex
/// along its edges. `outward_normal`: unit normal of the face, out of the face's body, in the
/// vertex body's coordinates.
double properness_vertex_face(const Polyhedron& vertex_body, int vertex,
                              const Vec3& outward_normal);

/// An edge as properness sees it. All in one frame, the same for both bodies.
struct EdgeSides {
  Vec3 direction = Vec3::Zero();                   ///< from v0 to v1, unit length
  Vec3 left = Vec3::Zero(), right = Vec3::Zero();  ///< outward unit normals of the faces beside it,
                                                   ///< as PolyhedronEdge names them
  bool complete = false;                           ///< both faces exist and the edge has a length
};

/// Of a body whose coordinates x lie at rotation * x (and any position) in that frame.
EdgeSides edge_sides(const Polyhedron& body, int edge, const Mat3& rotation = Mat3::Identity());

struct EdgeEdgeProperness {
  double value = 0;  ///< NaN where it is not known
  Vec3 normal =
      Vec3::Zero();  ///< unit vector across both edges, from A towards B; 0 if they are parallel
};

/// Formula (6) of the paper: |e_A×e_B| min{(n×e_A)·left_A, −(n×e_A)·right_A, −(n×e_B)·left_B,
/// (n×e_B)·right_B}, where n is the one of ±(e_A×e_B) that makes it larger; e_A×e_B if they are
/// alike. Where n looks into a body at a valley edge, whose terms are positive then, their negative
/// counts. Where one edge's faces are not known the other one's alone tell the normal's sign; where
/// neither's are, it is that of e_A×e_B.
EdgeEdgeProperness properness_edge_edge(const EdgeSides& a, const EdgeSides& b);

/// What the surfaces' properness is worth given how the bodies move: where they move apart along
/// the normal it is at most minus the cosine between normal and motion. Only first contacts are
/// proper, and the moment at which bodies that have gone through each other part is none: the paper
/// leaves such faces out beforehand, as looking away. NaN stays NaN. `normal`: unit, from A to B;
/// `velocity`: of B seen from A, at the point.
double properness_in_motion(double properness, const Vec3& normal, const Vec3& velocity);

}  // namespace firstcontact
