#pragma once
/// The topology of one or several meshes that share one list of vertices.
#include <firstcontact/export.h>

#include <array>
#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace firstcontact {

/// The vertices of a triangle, and those of an edge.
using Face = std::array<int, 3>;
using Edge = std::array<int, 2>;

/// A mesh may mix triangles, edges that belong to no triangle (hair, rods, the outlines of a planar
/// scene) and loose points.
struct MeshDescription {
  std::size_t vertex_count = 0;
  /// The three vertices of each triangle. A planar scene has none.
  std::vector<Face> faces = {};
  /// Edges besides those of the faces, in any order. Repeated edges do no harm.
  std::vector<Edge> edges = {};
  /// The object of each vertex. If empty, all vertices belong to one object. A face or edge belongs
  /// to the object of its first vertex.
  std::vector<int> objects = {};
  /// A radius around each vertex; empty for none. A pair is in contact if its distance is at most
  /// min_separation + (r_a + r_b), added in this order, where the radius of an edge or face is the
  /// largest of its vertices' radii.
  std::vector<double> thickness = {};
};

/// A checked MeshDescription with all its edges. It can be copied, and used for as many steps as
/// the topology stays the same.
class FIRSTCONTACT_API Mesh {
 public:
  Mesh() = default;
  /// Never throws for a bad description: see `fault`.
  explicit Mesh(MeshDescription description);

  /// Turns a matrix of integers with one face (or edge) in each row into a list:
  ///   Mesh({.vertex_count = n, .faces = Mesh::rows<3>(F)})
  /// If the matrix has another number of columns, or an index does not fit into an int, the list
  /// gets the index -1, and the mesh has a fault.
  template <std::size_t kColumns, class Matrix>
  static std::vector<std::array<int, kColumns>> rows(const Matrix& indices) {
    static_assert(std::is_integral_v<typename Matrix::Scalar>,
                  "firstcontact::Mesh::rows: indices of vertices are integers");
    static_assert(
        Matrix::ColsAtCompileTime == -1 || Matrix::ColsAtCompileTime == static_cast<int>(kColumns),
        "firstcontact::Mesh::rows: one face (3 indices) or edge (2 indices) a row");
    std::vector<std::array<int, kColumns>> list(static_cast<std::size_t>(indices.rows()));
    for (std::size_t i = 0; i < list.size(); ++i)
      for (std::size_t k = 0; k < kColumns; ++k) {
        list[i][k] = -1;
        if (indices.cols() != static_cast<std::ptrdiff_t>(kColumns)) continue;
        const auto index = indices(static_cast<std::ptrdiff_t>(i), static_cast<std::ptrdiff_t>(k));
        if (index >= 0 && index <= std::numeric_limits<int>::max())
          list[i][k] = static_cast<int>(index);
      }
    return list;
  }

  /// Empty, or what is wrong, for example "face 7: vertex 12 does not exist: there are 12
  /// vertices". Steps of a mesh with a fault answer InvalidInput.
  const std::string& fault() const { return fault_; }

  /// As in the description.
  std::size_t vertex_count() const { return vertex_count_; }
  std::span<const Face> faces() const { return faces_; }
  /// Every edge once, its smaller index first, in ascending order: those of the faces and those of
  /// their own.
  std::span<const Edge> edges() const { return edges_; }
  /// Indices of the edges that belong to no face, ascending.
  std::span<const int> loose_edges() const { return loose_edges_; }
  /// Vertices that belong to no edge, ascending.
  std::span<const int> loose_points() const { return loose_points_; }
  /// vertices + edges + faces.
  std::size_t element_count() const { return vertex_count_ + edges_.size() + faces_.size(); }

  /// 0 where no objects were given.
  int object_of(int vertex) const { return objects_.empty() ? 0 : objects_[vertex]; }
  /// 0 where no thickness was given.
  double thickness_of(int vertex) const { return thickness_.empty() ? 0 : thickness_[vertex]; }
  bool has_objects() const { return !objects_.empty(); }
  bool has_thickness() const { return !thickness_.empty(); }

 private:
  friend class CollisionMesh;  // passes on the faults that it finds

  std::size_t vertex_count_ = 0;
  std::vector<Face> faces_;
  std::vector<Edge> edges_;
  std::vector<int> loose_edges_, loose_points_;
  std::vector<int> objects_;
  std::vector<double> thickness_;
  std::string fault_;
};

}  // namespace firstcontact
