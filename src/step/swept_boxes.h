#pragma once
/// Boxes around moving elements, rounded outward: where two elements touch within [0, horizon],
/// their boxes overlap.
#include <firstcontact/mesh.h>

#include <vector>

#include "broad/pair_finder.h"
#include "step/vertex_table.h"

namespace firstcontact::step {

enum class Elements { Vertices, Edges, Faces, LooseEdges, LoosePoints };

/// Number of elements of that sort.
std::size_t count_of(const Mesh& mesh, Elements elements);

struct Sweep {
  /// Boxes cover the motion over [0, horizon].
  double horizon = 1;
  /// Pairs that come within separation + thickness of each other overlap, whether the distance is
  /// Euclidean or Chebyshev.
  double separation = 0;
  /// And so do those that come within this plus their tolerance: a length, and a share of the
  /// pair's size (the largest coordinate difference between the two at t = 0 and 1) if their boxes
  /// over the whole motion overlap.
  double tolerance = 0, relative_tolerance = 0;
  /// And those that come within this share of their largest |coordinate| at t = 0 and 1.
  double coordinate_share = 0;
};

/// One box for every `stride`-th element, starting with element stride / 2. With a horizon of 1 and
/// nothing added, the box of a planar or spatial element is the exact box of its vertices'
/// positions. Precondition: default floating-point environment.
void sweep_boxes(const Mesh& mesh, const VertexTable& table, Elements elements, const Sweep& sweep,
                 std::size_t stride, int threads, std::vector<broad::Box>& boxes);

/// The box of one element with these `count` vertices.
broad::Box swept_box(const Mesh& mesh, const VertexTable& table, const std::int32_t* vertices,
                     int count, const Sweep& sweep);

}  // namespace firstcontact::step
