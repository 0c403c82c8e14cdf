#pragma once
/// The matrix of Newton's method: masses, elements and contacts, over the vertices that are free.
#include <firstcontact/barrier.h>

#include <Eigen/SparseCore>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/elastic_model.h"

namespace firstcontact::sim {

/// Blocks of pairs (barrier, friction), each multiplied by `factor`.
struct ScaledPairs {
  std::span<const PairBlock> blocks = {};
  double factor = 1;
};

/// Adds blocks up to a sparse matrix. Blocks are added in the order of the lists, so the result is
/// the same each time. The pattern of the elements is computed once, that of the contacts anew
/// whenever their pairs of vertices change.
class SparseAssembly {
 public:
  /// `elements`: the vertices of the elements' blocks (ElasticModel::elements). `scripted[v]`:
  /// vertex v follows a script and has no row. `pair_vertices`: the vertex of the model for each
  /// vertex that pairs name (CollisionMesh::full_vertices); empty if they are the same.
  /// Preconditions: indices fit; scripted.size() is the number of vertices.
  SparseAssembly(std::span<const std::array<int, 4>> elements, const std::vector<bool>& scripted,
                 std::span<const int> pair_vertices = {});

  /// Number of rows: 3 for each free vertex.
  Eigen::Index row_count() const { return 3 * static_cast<Eigen::Index>(vertices_.size()); }
  /// The free vertices, ascending. Rows 3 i to 3 i + 2 belong to vertex free_vertices()[i].
  std::span<const int> free_vertices() const { return vertices_; }

  /// The rows of free vertices, one after the other.
  Eigen::VectorXd gather(const PointMatrix& full) const;
  /// Adds factor * free to the rows of free vertices.
  void scatter(const Eigen::VectorXd& free, double factor, PointMatrix& full) const;

  /// diag(masses) + element_factor * elements + pairs: the lower triangle. `masses`: one for each
  /// vertex of the model. The matrix stays valid until the next call. Its pattern has every entry
  /// of the blocks, also those that are 0.
  const Eigen::SparseMatrix<double>& assemble(const Eigen::VectorXd& masses, double element_factor,
                                              std::span<const HessianBlock> elements,
                                              std::span<const ScaledPairs> pairs = {});

  /// Adds the product of the same matrix, over all vertices (scripted ones too), with `vector`.
  /// With the displacement of the scripted vertices as vector, the rows of the free vertices are
  /// what these displacements contribute to the right-hand side.
  void add_product(const Eigen::VectorXd& masses, double element_factor,
                   std::span<const HessianBlock> elements, std::span<const ScaledPairs> pairs,
                   const PointMatrix& vector, PointMatrix& product) const;

 private:
  /// Column and row of a 3 x 3 block below the diagonal, as one number: sorts by column, then row.
  using Key = std::uint64_t;
  Key key(int a, int b) const;
  int model_vertex(int pair_vertex) const;
  /// Free index of each vertex of the pair, -1 for scripted ones and beyond the last.
  std::array<int, 4> free_indices(const PairBlock& block) const;
  void update_pattern(std::span<const ScaledPairs> pairs);
  void build_pattern(const std::vector<Key>& all);
  /// Adds the lower half of a block whose vertices have these free indices.
  template <class Place>
  void add_block(const std::array<int, 4>& free, const ElementMatrix& block, double factor,
                 const Place& place_of);
  void add_3x3(int column, int place, const Mat3& block);

  std::vector<int> vertices_;       ///< free index -> vertex
  std::vector<int> free_index_;     ///< vertex -> free index or -1
  std::vector<int> pair_vertices_;  ///< as given
  std::vector<std::array<int, 4>> element_free_;
  std::vector<Key> element_keys_;  ///< sorted: blocks below the diagonal that elements have
  /// For each element and pair of its vertices: index into element_keys_, or -1.
  std::vector<std::array<int, 6>> element_slots_;
  std::vector<Key> extra_keys_;  ///< sorted: blocks that only pairs have
  std::vector<Key> all_keys_;    ///< sorted: both
  /// For each of element_keys_ its place in all_keys_.
  std::vector<int> place_of_key_;
  std::vector<int> column_begin_;  ///< first of all_keys_ in each column of blocks
  Eigen::SparseMatrix<double> matrix_;
};

}  // namespace firstcontact::sim
