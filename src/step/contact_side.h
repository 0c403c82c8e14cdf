#pragma once
/// On which side of each other two elements lie that touch at the start of a step.
///
/// Where there is a gap, or where contact comes later, the gap tells. A pair that touches at t0
/// without a gap has none, and its motion does not say where it came from: it may part from there
/// or go on through. What tells, in this order:
///  1. the surface around it: the other ends of the edges at the pair's vertices lie on the side
///  that their element came from;
///  2. the exact side at t0, where the gap is not zero but smaller than rounding;
///  3. the motion: elements that nothing else is known of lie on the side to which they move.
#include <firstcontact/mesh.h>
#include <firstcontact/step.h>

#include <mutex>
#include <span>
#include <vector>

#include "step/vertex_table.h"

namespace firstcontact::step {

/// For each vertex the vertices at the other ends of its edges, in ascending order; made when first
/// asked for, by any thread.
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

/// Sets the normal of a pair that touches at t0 without a gap; leaves every other impact as it is.
/// Precondition: default floating-point environment; `impact` describes a contact of `motion`.
void set_starting_side(const VertexTable& vertices, const VertexNeighbours& neighbours,
                       Impact& impact);

}  // namespace firstcontact::step
