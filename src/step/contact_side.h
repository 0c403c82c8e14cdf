#pragma once
/// Chooses the sign of the normal of two elements that touch at the start of a step.
///
/// A pair with a gap, at t0 or before its contact, has its normal along the gap. A pair that
/// touches at t0 has no gap, and its motion alone does not say from which side it came: it may part
/// or pass through. The side is taken from the first of these that decides it:
///  1. the surrounding surface: the neighbours of the pair's vertices lie on their element's side;
///  2. the exact sign at t0, where the gap is smaller than rounding but not zero;
///  3. the motion: each element lies on the side to which it moves.
#include <firstcontact/mesh.h>
#include <firstcontact/step.h>

#include <mutex>
#include <span>
#include <vector>

#include "step/vertex_table.h"

namespace firstcontact::step {

/// For each vertex, the vertices at the other ends of its edges, in ascending order. The table is
/// built at the first call of `of`, which any thread may make.
class VertexNeighbours {
 public:
  /// The mesh must outlive the table.
  explicit VertexNeighbours(const Mesh& mesh) : mesh_(mesh) {}
  std::span<const int> of(int vertex) const;

 private:
  void build() const;

  const Mesh& mesh_;
  mutable std::once_flag built_;
  mutable std::vector<std::size_t> first_;
  mutable std::vector<int> neighbours_;
};

/// Sets the normal of a pair that touches at t0 without a gap; leaves every other impact unchanged.
/// Precondition: default floating-point environment; `impact` describes a contact of `vertices`.
void set_starting_side(const VertexTable& vertices, const VertexNeighbours& neighbours,
                       Impact& impact);

}  // namespace firstcontact::step
