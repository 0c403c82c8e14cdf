#pragma once
/// The mesh that can touch, made from the mesh that is simulated.
///
/// A volume mesh of tetrahedra touches with its surface only. Its interior vertices must not take
/// part in collision detection, not even as loose points. A CollisionMesh keeps the surface and the
/// map of vertices, so that positions go from the full mesh to the surface, and gradients back.
#include <firstcontact/export.h>
#include <firstcontact/mesh.h>
#include <firstcontact/positions.h>

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace firstcontact {

/// The four vertices of a tetrahedron.
using Tet = std::array<int, 4>;

/// Everything that is simulated, in one list of vertices.
struct VolumeDescription {
  std::size_t vertex_count = 0;
  /// Tetrahedra, in either orientation. Faces of exactly one tetrahedron are the surface. No face
  /// may belong to more than two.
  std::vector<Tet> tets = {};
  /// Triangles besides those of the tetrahedra: cloth, shells, obstacles. Those that are part of the
  /// tetrahedra's surface are not taken twice.
  std::vector<Face> faces = {};
  /// Edges besides those of faces and tetrahedra: rods, hair.
  std::vector<Edge> edges = {};
  /// Vertices that can touch as loose points. Vertices that nothing names take no part.
  std::vector<int> points = {};
  /// As in MeshDescription, for each of the vertex_count vertices; or empty.
  std::vector<int> objects = {};
  std::vector<double> thickness = {};
};

/// The surface of a volume mesh as a Mesh of its own, and the maps between both: positions go from
/// the full mesh to the surface, gradients and Hessians go back.
class FIRSTCONTACT_API CollisionMesh {
 public:
  CollisionMesh() = default;
  /// Never throws for a bad description: see `fault`.
  explicit CollisionMesh(const VolumeDescription& description);

  /// Empty, or what is wrong, for example "tet 3 names vertex 7 twice". Then `mesh()` has the same
  /// fault, no vertices, and every step of it answers InvalidInput.
  const std::string& fault() const { return mesh_.fault(); }
  /// The surface. Faces of tetrahedra look outward (if the tetrahedra have positive volume) and
  /// come first, in the order of their tetrahedra; then the faces of their own. Objects and
  /// thickness are those of the full mesh's vertices.
  const Mesh& mesh() const { return mesh_; }

  /// Number of vertices of the full mesh.
  std::size_t full_vertex_count() const { return surface_vertices_.size(); }
  /// The full mesh's vertex for each vertex of the surface, ascending.
  std::span<const int> full_vertices() const { return full_vertices_; }
  /// The surface's vertex for each vertex of the full mesh; -1 for those in the interior and those
  /// that nothing names.
  std::span<const int> surface_vertices() const { return surface_vertices_; }

  /// The positions of the surface's vertices; planar ones get z = 0. If full.count() is not
  /// full_vertex_count(), there are no rows, which every step refuses.
  PointMatrix surface_positions(const Positions& full) const {
    // Inline, because Eigen allocates differently with other instruction-set flags: what the
    // caller's build frees, the caller's build has to allocate.
    const bool fits = full.count() == full_vertex_count();
    PointMatrix surface(fits ? static_cast<Eigen::Index>(full_vertices_.size()) : 0, 3);
    for (Eigen::Index i = 0; i < surface.rows(); ++i)
      surface.row(i) =
          full[static_cast<std::size_t>(full_vertices_[static_cast<std::size_t>(i)])].transpose();
    return surface;
  }
  /// Adds a gradient with respect to the surface's positions to one with respect to the full
  /// mesh's. Preconditions: `surface_gradient` has a row for each vertex of the surface,
  /// `full_gradient` one for each of the full mesh.
  void add_to_full(const PointMatrix& surface_gradient, PointMatrix& full_gradient) const {
    for (std::size_t i = 0; i < full_vertices_.size(); ++i)
      full_gradient.row(full_vertices_[i]) += surface_gradient.row(static_cast<Eigen::Index>(i));
  }

 private:
  Mesh mesh_;
  std::vector<int> full_vertices_, surface_vertices_;
};

}  // namespace firstcontact
