#pragma once
/// Boxes around moving elements, rounded outward: if two elements touch within [0, horizon], their
/// boxes overlap.
#include <firstcontact/mesh.h>

#include <vector>

#include "broad/pair_finder.h"
#include "step/vertex_table.h"

namespace firstcontact::step {

/// The lists of elements of a mesh. Loose edges belong to no face, loose points to no edge.
enum class Elements { Vertices, Edges, Faces, LooseEdges, LoosePoints };

/// Length of that list.
std::size_t count_of(const Mesh& mesh, Elements elements);

/// What the boxes cover. The boxes of two elements overlap if the elements come within
/// separation + thickness + padding of each other over [0, horizon], in the Euclidean or the
/// Chebyshev distance.
struct Sweep {
  double horizon = 1;
  double separation = 0;
  /// Padding: a length, and a share of the pair's size. The size is the largest coordinate
  /// difference between the two elements at t = 0 and 1; the share holds for pairs whose boxes over
  /// the whole motion overlap.
  double tolerance = 0, relative_tolerance = 0;
  /// More padding: a share of the pair's largest |coordinate| at t = 0 and 1.
  double coordinate_share = 0;
};

/// Makes one box for every `stride`-th element, starting with element stride / 2. With a horizon of
/// 1, no separation and no padding, it is the exact box of the vertices' positions. Precondition:
/// default floating-point environment.
void sweep_boxes(const Mesh& mesh, const VertexTable& table, Elements elements, const Sweep& sweep,
                 std::size_t stride, int threads, std::vector<broad::Box>& boxes);

/// The box of the element with these `count` vertices.
broad::Box swept_box(const Mesh& mesh, const VertexTable& table, const std::int32_t* vertices,
                     int count, const Sweep& sweep);

}  // namespace firstcontact::step
