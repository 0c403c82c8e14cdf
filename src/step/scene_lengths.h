#pragma once
/// Lengths of a whole scene, and the rounding of positions: what the line search and the safe
/// displacements share.
#include <optional>

#include "step/vertex_table.h"

namespace firstcontact::step {

struct SceneLengths {
  double largest_coordinate = 0, thickest = 0;
  /// Of the edges at t0; 0 if there is none.
  double median_edge = 0;
};

SceneLengths measure_scene(const Mesh& mesh, const VertexTable& vertices);

/// The cap, or its default.
double cap_of(const std::optional<double>& distance_cap, const SceneLengths& scene);

/// Change of a pair's distance by rounding x0 + a (x1 - x0), as a share of its largest coordinate.
double rounding_share(const VertexTable& vertices);
/// The same as a length, for a pair with this largest |coordinate|.
double position_rounding(const VertexTable& vertices, double largest);

}  // namespace firstcontact::step
