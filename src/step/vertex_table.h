#pragma once
/// The positions of all vertices at both ends of a step, in one table that the kernels read.
#include <firstcontact/mesh.h>
#include <firstcontact/positions.h>
#include <firstcontact/query.h>

#include <cstdint>
#include <string>
#include <vector>

namespace firstcontact::step {

struct VertexTable {
  /// Six numbers per vertex: x y z at t0, x y z at t1.
  std::vector<double> points;
  bool planar = false;
  /// True if the positions at t0 or t1 were given as floats.
  bool single_precision = false;

  const double* at(std::int32_t vertex) const {
    return points.data() + 6 * static_cast<std::size_t>(vertex);
  }
};

/// Largest |coordinate| of the vertex at t0 and t1.
double largest_coordinate(const VertexTable& table, std::int32_t vertex);

/// Fills `table`. Returns what is wrong with the mesh or the positions, or an empty string.
/// Precondition: default floating-point environment.
std::string load(const Mesh& mesh, const Positions& t0, const Positions& t1, VertexTable& table);

/// The query of `kind` with these vertices.
Query query_of(const VertexTable& table, Kind kind, const std::int32_t (&vertices)[4]);

}  // namespace firstcontact::step
