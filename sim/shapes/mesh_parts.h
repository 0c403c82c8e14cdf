#pragma once
/// Meshes of tetrahedra and of triangles, and what can be asked about them.
#include <firstcontact/collision_mesh.h>
#include <firstcontact/vector.h>

#include <string>
#include <vector>

namespace firstcontact::sim {

struct TetMesh {
  PointMatrix vertices = PointMatrix(0, 3);
  /// A tetrahedron (a, b, c, d) has positive volume if (b - a) x (c - a) . (d - a) > 0.
  std::vector<Tet> tets = {};
};

struct TriangleMesh {
  PointMatrix vertices = PointMatrix(0, 3);
  std::vector<Face> faces = {};
};

/// The volume of a tetrahedron, negative if it is inverted.
double volume(const PointMatrix& vertices, const Tet& tet);

/// The smallest of the six angles between faces of a tetrahedron, in degrees.
double smallest_dihedral(const PointMatrix& vertices, const Tet& tet);

/// The faces that belong to one tetrahedron only, in the order of their tetrahedra. They look
/// outward if the tetrahedra have positive volume.
std::vector<Face> boundary_faces(const std::vector<Tet>& tets);

/// Empty if the faces are a closed orientable surface without seams: every directed edge appears
/// once, and so does its reverse; the faces around each vertex are one fan. Otherwise which edge or
/// vertex is not so.
std::string closed_surface_fault(const std::vector<Face>& faces);

/// Keeps the largest part that hangs together by faces (the first one of equals), and only the
/// vertices that are used, in their order.
TetMesh largest_part(const TetMesh& mesh);

/// Drops vertices that no tetrahedron uses; the others keep their order.
TetMesh without_loose_vertices(const TetMesh& mesh);

/// One vertex a row.
PointMatrix rows_of(const std::vector<Vec3>& points);

}  // namespace firstcontact::sim
