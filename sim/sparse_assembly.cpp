#include "sim/sparse_assembly.h"

#include <algorithm>
#include <iterator>

namespace firstcontact::sim {
namespace {

/// The pairs of four vertices, in the order of element_slots_.
constexpr int kPairs[6][2] = {{1, 0}, {2, 0}, {2, 1}, {3, 0}, {3, 1}, {3, 2}};

template <class Row, class Block>
void add_block_product(const std::array<int, 4>& vertices, int count, const Block& block,
                       double factor, const PointMatrix& vector, PointMatrix& product,
                       const Row& row_of) {
  for (int p = 0; p < count; ++p) {
    Vec3 sum = Vec3::Zero();
    for (int q = 0; q < count; ++q)
      sum += block.template block<3, 3>(3 * p, 3 * q) * vector.row(row_of(vertices[q])).transpose();
    product.row(row_of(vertices[p])) += factor * sum.transpose();
  }
}

}  // namespace

SparseAssembly::SparseAssembly(std::span<const std::array<int, 4>> elements,
                               const std::vector<bool>& scripted,
                               std::span<const int> pair_vertices)
    : free_index_(scripted.size(), -1), pair_vertices_(pair_vertices.begin(), pair_vertices.end()) {
  for (std::size_t v = 0; v < scripted.size(); ++v) {
    if (scripted[v]) continue;
    free_index_[v] = static_cast<int>(vertices_.size());
    vertices_.push_back(static_cast<int>(v));
  }
  for (const std::array<int, 4>& element : elements) {
    std::array<int, 4> free = {-1, -1, -1, -1};
    for (int k = 0; k < 4; ++k)
      if (element[k] >= 0) free[k] = free_index_[element[k]];
    element_free_.push_back(free);
    for (const auto& [a, b] : kPairs)
      if (free[a] >= 0 && free[b] >= 0) element_keys_.push_back(key(free[a], free[b]));
  }
  std::sort(element_keys_.begin(), element_keys_.end());
  element_keys_.erase(std::unique(element_keys_.begin(), element_keys_.end()), element_keys_.end());
  for (const std::array<int, 4>& free : element_free_) {
    std::array<int, 6>& slots = element_slots_.emplace_back();
    for (int k = 0; k < 6; ++k) {
      const int a = free[kPairs[k][0]], b = free[kPairs[k][1]];
      slots[k] = -1;
      if (a < 0 || b < 0) continue;
      const auto found = std::lower_bound(element_keys_.begin(), element_keys_.end(), key(a, b));
      slots[k] = static_cast<int>(found - element_keys_.begin());
    }
  }
  build_pattern(element_keys_);
}

SparseAssembly::Key SparseAssembly::key(int a, int b) const {
  return static_cast<Key>(std::min(a, b)) << 32 | static_cast<Key>(std::max(a, b));
}

int SparseAssembly::model_vertex(int pair_vertex) const {
  return pair_vertices_.empty() ? pair_vertex : pair_vertices_[pair_vertex];
}

std::array<int, 4> SparseAssembly::free_indices(const PairBlock& block) const {
  std::array<int, 4> free = {-1, -1, -1, -1};
  for (int k = 0; k < 4; ++k)
    if (block.vertices[k] >= 0) free[k] = free_index_[model_vertex(block.vertices[k])];
  return free;
}

Eigen::VectorXd SparseAssembly::gather(const PointMatrix& full) const {
  Eigen::VectorXd free(row_count());
  for (std::size_t i = 0; i < vertices_.size(); ++i)
    free.segment<3>(3 * static_cast<Eigen::Index>(i)) = full.row(vertices_[i]).transpose();
  return free;
}

void SparseAssembly::scatter(const Eigen::VectorXd& free, double factor, PointMatrix& full) const {
  for (std::size_t i = 0; i < vertices_.size(); ++i)
    full.row(vertices_[i]) +=
        factor * free.segment<3>(3 * static_cast<Eigen::Index>(i)).transpose();
}

void SparseAssembly::update_pattern(std::span<const ScaledPairs> pairs) {
  std::vector<Key> keys;
  for (const ScaledPairs& list : pairs)
    for (const PairBlock& block : list.blocks) {
      const std::array<int, 4> free = free_indices(block);
      for (const auto& [a, b] : kPairs)
        if (free[a] >= 0 && free[b] >= 0) keys.push_back(key(free[a], free[b]));
    }
  std::sort(keys.begin(), keys.end());
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  std::vector<Key> extra;
  std::set_difference(keys.begin(), keys.end(), element_keys_.begin(), element_keys_.end(),
                      std::back_inserter(extra));
  if (extra == extra_keys_) return;
  extra_keys_ = std::move(extra);
  std::vector<Key> all;
  std::merge(element_keys_.begin(), element_keys_.end(), extra_keys_.begin(), extra_keys_.end(),
             std::back_inserter(all));
  build_pattern(all);
}

void SparseAssembly::build_pattern(const std::vector<Key>& all) {
  all_keys_ = all;
  const std::size_t columns = vertices_.size();
  column_begin_.assign(columns + 1, 0);
  for (const Key k : all_keys_) ++column_begin_[static_cast<std::size_t>(k >> 32) + 1];
  for (std::size_t j = 0; j < columns; ++j) column_begin_[j + 1] += column_begin_[j];

  place_of_key_.resize(element_keys_.size());
  for (std::size_t i = 0, place = 0; i < element_keys_.size(); ++i, ++place) {
    while (all_keys_[place] != element_keys_[i]) ++place;
    place_of_key_[i] = static_cast<int>(place);
  }

  // Column c of a vertex has 3 - c entries of the diagonal block, then 3 for each block below it.
  matrix_.resize(row_count(), row_count());
  matrix_.resizeNonZeros(static_cast<Eigen::Index>(6 * columns + 9 * all_keys_.size()));
  int* outer = matrix_.outerIndexPtr();
  int* inner = matrix_.innerIndexPtr();
  int next = 0;
  for (int j = 0; j < static_cast<int>(columns); ++j)
    for (int c = 0; c < 3; ++c) {
      outer[3 * j + c] = next;
      for (int r = c; r < 3; ++r) inner[next++] = 3 * j + r;
      for (int p = column_begin_[j]; p < column_begin_[j + 1]; ++p) {
        const int row = static_cast<int>(all_keys_[p] & 0xffffffffu);
        for (int r = 0; r < 3; ++r) inner[next++] = 3 * row + r;
      }
    }
  outer[3 * columns] = next;
}

void SparseAssembly::add_3x3(int column, int place, const Mat3& block) {
  for (int c = 0; c < 3; ++c) {
    double* values = matrix_.valuePtr() + matrix_.outerIndexPtr()[3 * column + c] + (3 - c) +
                     3 * (place - column_begin_[column]);
    for (int r = 0; r < 3; ++r) values[r] += block(r, c);
  }
}

template <class Place>
void SparseAssembly::add_block(const std::array<int, 4>& free, const ElementMatrix& block,
                               double factor, const Place& place_of) {
  for (int k = 0; k < 4; ++k) {
    if (free[k] < 0) continue;
    for (int c = 0; c < 3; ++c) {
      double* values = matrix_.valuePtr() + matrix_.outerIndexPtr()[3 * free[k] + c];
      for (int r = c; r < 3; ++r) values[r - c] += factor * block(3 * k + r, 3 * k + c);
    }
  }
  for (int k = 0; k < 6; ++k) {
    const auto [a, b] = kPairs[k];
    if (free[a] < 0 || free[b] < 0) continue;
    // The row of the lower triangle is the larger free index.
    const Mat3 part = factor * block.block<3, 3>(3 * a, 3 * b);
    if (free[a] > free[b])
      add_3x3(free[b], place_of(k), part);
    else
      add_3x3(free[a], place_of(k), part.transpose());
  }
}

const Eigen::SparseMatrix<double>& SparseAssembly::assemble(const Eigen::VectorXd& masses,
                                                            double element_factor,
                                                            std::span<const HessianBlock> elements,
                                                            std::span<const ScaledPairs> pairs) {
  update_pattern(pairs);
  std::fill_n(matrix_.valuePtr(), matrix_.nonZeros(), 0.0);
  for (std::size_t i = 0; i < vertices_.size(); ++i)
    for (std::size_t c = 0; c < 3; ++c)
      matrix_.valuePtr()[matrix_.outerIndexPtr()[3 * i + c]] += masses[vertices_[i]];
  for (std::size_t i = 0; i < elements.size(); ++i)
    add_block(element_free_[i], elements[i].hessian, element_factor,
              [&](int k) { return place_of_key_[element_slots_[i][k]]; });
  for (const ScaledPairs& list : pairs)
    for (const PairBlock& block : list.blocks) {
      const std::array<int, 4> free = free_indices(block);
      add_block(free, block.hessian, list.factor, [&](int k) {
        const Key wanted = key(free[kPairs[k][0]], free[kPairs[k][1]]);
        const auto column = static_cast<std::size_t>(wanted >> 32);
        const auto begin = all_keys_.begin();
        return static_cast<int>(std::lower_bound(begin + column_begin_[column],
                                                 begin + column_begin_[column + 1], wanted) -
                                begin);
      });
    }
  return matrix_;
}

void SparseAssembly::add_product(const Eigen::VectorXd& masses, double element_factor,
                                 std::span<const HessianBlock> elements,
                                 std::span<const ScaledPairs> pairs, const PointMatrix& vector,
                                 PointMatrix& product) const {
  for (Eigen::Index v = 0; v < vector.rows(); ++v) product.row(v) += masses[v] * vector.row(v);
  for (const HessianBlock& block : elements)
    add_block_product(block.vertices, block.count, block.hessian, element_factor, vector, product,
                      [](int vertex) { return vertex; });
  for (const ScaledPairs& list : pairs)
    for (const PairBlock& block : list.blocks) {
      const int count =
          4 - static_cast<int>(std::count(block.vertices.begin(), block.vertices.end(), -1));
      add_block_product(block.vertices, count, block.hessian, list.factor, vector, product,
                        [this](int vertex) { return model_vertex(vertex); });
    }
}

}  // namespace firstcontact::sim
