#pragma once
/// Where the kernels find the coordinates of many pairs of one kind: vertex-face or edge-edge.
#include <firstcontact/batch.h>

#include <cstddef>
#include <cstdint>

namespace firstcontact::narrow {

/// How many pairs the kernels take through one test before they begin the next: their coordinates
/// still lie in the second-level cache then.
inline constexpr std::size_t kPairsPerBlock = 1024;

/// An array of pairs: pair i has its 24 coordinates (4 points at t0, then 4 at t1) at
/// `first + i * stride`.
struct PairArray {
  const double* first = nullptr;
  std::size_t stride = 24;
  std::size_t count = 0;
  bool edge_edge = false;  // or vertex-face
  /// So many more pairs follow, which will be asked about next: their memory is requested ahead.
  std::size_t following = 0;
};

/// Pairs given by the indices of their vertices in one table. A pair takes 16 bytes, and no
/// coordinates are copied.
struct IndexedPairs {
  /// 6 doubles per vertex: x y z at t0, then x y z at t1.
  const double* points = nullptr;
  /// Of each pair: the vertex and the face's corners, or the ends of both edges. Not negative.
  const std::int32_t (*vertices)[4] = nullptr;
  std::size_t count = 0;
  bool edge_edge = false;  // or vertex-face
};

/// Some of the pairs of `columns`: those from `begin` to begin + count - 1.
template <class Real>
struct PairTable {
  const PairColumns<Real>* columns = nullptr;
  std::size_t begin = 0;
  std::size_t count = 0;
  bool edge_edge = false;  // or vertex-face

  /// Coordinate k of pair i.
  double value(std::size_t i, std::size_t k) const { return columns->value(begin + i, k); }
};

}  // namespace firstcontact::narrow
