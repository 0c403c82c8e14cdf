#pragma once
/// Lengths of a whole scene, and the rounding of positions: what the line search and the safe
/// displacements share.
#include <optional>

#include "step/vertex_table.h"

namespace firstcontact::step {

struct SceneLengths {
  double largest_coordinate = 0, thickest = 0;
  /// The distance above which pairs need not keep a share of their distance.
  double cap = 0;
};

/// The median length of the edges at t0; 0 if there is none.
double median_edge(const Mesh& mesh, const VertexTable& vertices);

/// `distance_cap`: the cap, if the user gave one.
SceneLengths measure_scene(const Mesh& mesh, const VertexTable& vertices,
                           const std::optional<double>& distance_cap);

/// Change of a pair's distance by rounding x0 + a (x1 - x0), as a share of its largest coordinate.
double rounding_share(const VertexTable& vertices);
/// The same as a length, for a pair with this largest |coordinate|.
double position_rounding(const VertexTable& vertices, double largest);

}  // namespace firstcontact::step
