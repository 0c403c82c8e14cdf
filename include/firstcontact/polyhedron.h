#pragma once
/// A polyhedron: the polygons that bound a rigid body, and which of them are neighbours.
#include <firstcontact/export.h>
#include <firstcontact/mesh.h>
#include <firstcontact/moving_bodies.h>
#include <firstcontact/query.h>

#include <array>
#include <span>
#include <string>
#include <vector>

namespace firstcontact {

/// What a Polyhedron is made from.
struct PolyhedronDescription {
  std::vector<Vec3> vertices = {};
  /// Corners of each face, counter-clockwise seen from outside, three or more. Convex or not.
  std::vector<std::vector<int>> faces = {};
};

/// An edge and the faces beside it.
struct PolyhedronEdge {
  int v0 = -1, v1 = -1;  ///< v0 < v1
  /// The face that runs along v0 -> v1, and the one that runs along v1 -> v0: to the left and to
  /// the right of v0 -> v1 seen from outside. -1: there is none, or there are several.
  int left = -1, right = -1;
  /// All faces beside it, ascending.
  std::vector<int> faces = {};
};

/// A checked description with adjacency. It can be copied. Faces that are not flat are cut into
/// fans of triangles, so there may be more faces() than were given; `source_of_face` tells where
/// they come from.
///
/// Open, non-manifold and non-convex surfaces are allowed. Vertices that no face uses are allowed
/// and never touch anything.
class FIRSTCONTACT_API Polyhedron {
 public:
  Polyhedron() = default;
  /// Never throws for a bad description: see `fault`.
  explicit Polyhedron(PolyhedronDescription description);

  /// What is wrong, or an empty string: no face, a face with fewer than three different corners or
  /// without area, an index out of range, a coordinate that is not finite. For example "face 7:
  /// corner 2 is vertex 12: there are 12 vertices".
  const std::string& fault() const { return fault_; }

  /// As in the description; there may be more faces, see above.
  std::span<const Vec3> vertices() const { return vertices_; }
  std::span<const std::vector<int>> faces() const { return faces_; }
  /// Unit normal of each face, outward if the corners run counter-clockwise seen from outside.
  std::span<const Vec3> normals() const { return normals_; }
  /// In ascending order of (v0, v1).
  std::span<const PolyhedronEdge> edges() const { return edges_; }
  /// Indices of the edges at a vertex, and of the faces at it, ascending.
  std::span<const int> edges_at(int vertex) const { return edges_at_[vertex]; }
  std::span<const int> faces_at(int vertex) const { return faces_at_[vertex]; }
  /// The edge between two vertices, or -1.
  int edge_between(int v0, int v1) const;
  /// Which face of the description this face is (a part of).
  int source_of_face(int face) const { return source_of_face_[face]; }

  /// Every face cut into triangles that cover it exactly (also where it is not convex), each with
  /// the index of its face.
  std::span<const Face> triangles() const { return triangles_; }
  int face_of_triangle(int triangle) const { return face_of_triangle_[triangle]; }

  /// The edges along a triangle's sides, the first from its first to its second corner; -1 for a
  /// diagonal of its face.
  std::span<const std::array<int, 3>> triangle_edges() const { return triangle_edges_; }
  /// The triangles with their hierarchy. Has a fault of its own where coordinates are too large for
  /// it.
  const TriangleBody& body() const { return body_; }

  /// Every edge has one face on its left and one on its right, so that "inside" has a meaning and
  /// properness can be told everywhere.
  bool closed() const { return closed_; }
  /// For people: what keeps properness from being known, for example "12 edges have one face only";
  /// empty if closed.
  std::string adjacency_report() const;

 private:
  std::vector<Vec3> vertices_, normals_;
  std::vector<std::vector<int>> faces_;
  std::vector<PolyhedronEdge> edges_;
  std::vector<std::vector<int>> edges_at_, faces_at_;
  std::vector<int> source_of_face_, face_of_triangle_;
  std::vector<Face> triangles_;
  std::vector<std::array<int, 3>> triangle_edges_;
  TriangleBody body_;
  bool closed_ = false;
  std::string fault_;
};

}  // namespace firstcontact
