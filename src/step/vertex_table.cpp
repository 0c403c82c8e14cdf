#include "step/vertex_table.h"

#include <algorithm>
#include <cmath>

namespace firstcontact::step {
namespace {

/// How a matrix of this shape may have been meant; empty if there is no guess.
std::string hint(std::size_t rows, int columns, std::size_t vertex_count) {
  if ((rows == 2 || rows == 3) && static_cast<std::size_t>(columns) == vertex_count)
    return ": give one vertex a row (transpose it), or a type with " + std::to_string(rows) +
           " rows such as Matrix" + std::to_string(rows) + "Xd";
  if (columns == 1 && (rows == 3 * vertex_count || rows == 2 * vertex_count))
    return ": give one vertex a row, for example as an Eigen::Map of the vector with " +
           std::to_string(rows / vertex_count) + " columns";
  return {};
}

std::string find_position_fault(const Mesh& mesh, const Positions& positions, const char* when) {
  const std::string at = std::string(" at ") + when;
  const std::size_t count = positions.count(), vertices = mesh.vertex_count();
  const int dimension = positions.dimension();
  const auto wrong_count = [&] {
    return std::to_string(count) + " positions" + at + " for a mesh of " +
           std::to_string(vertices) + " vertices";
  };
  if (count == 0 && vertices > 0) return wrong_count();
  if (count > 0 && dimension != 2 && dimension != 3)
    return "positions" + at + " have " + std::to_string(dimension) +
           " coordinates a vertex, not 2 or 3" + hint(count, dimension, vertices);
  if (count != vertices) return wrong_count() + hint(count, dimension, vertices);
  if (dimension == 2 && !mesh.faces().empty())
    return "positions" + at + " are planar, but the mesh has faces";
  return {};
}

/// Copies the positions at one time. Returns the index of the first vertex with a coordinate that
/// is not finite, or the vertex count.
std::size_t copy(const Positions& positions, double* table) {
  for (std::size_t i = 0; i < positions.count(); ++i) {
    const Vec3 x = positions[i];
    for (int k = 0; k < 3; ++k) table[6 * i + static_cast<std::size_t>(k)] = x[k];
    if (!x.allFinite()) return i;
  }
  return positions.count();
}

}  // namespace

std::string load(const Mesh& mesh, const Positions& t0, const Positions& t1, VertexTable& table) {
  if (!mesh.fault().empty()) return mesh.fault();
  if (std::string fault = find_position_fault(mesh, t0, "t0"); !fault.empty()) return fault;
  if (std::string fault = find_position_fault(mesh, t1, "t1"); !fault.empty()) return fault;
  if (mesh.vertex_count() > 0 && t0.dimension() != t1.dimension())
    return "positions at t0 and t1 differ in dimension";
  table.planar = t0.dimension() == 2;
  table.single_precision = t0.single_precision() || t1.single_precision();
  table.points.resize(6 * mesh.vertex_count());
  for (const bool last : {false, true}) {
    const std::size_t bad = copy(last ? t1 : t0, table.points.data() + (last ? 3 : 0));
    if (bad < mesh.vertex_count())
      return "vertex " + std::to_string(bad) + " has a coordinate that is not finite at " +
             (last ? "t1" : "t0");
  }
  return {};
}

double largest_coordinate(const VertexTable& table, std::int32_t vertex) {
  const double* x = table.at(vertex);
  double largest = 0;
  for (int k = 0; k < 6; ++k) largest = std::max(largest, std::abs(x[k]));
  return largest;
}

Query query_of(const VertexTable& table, Kind kind, const std::int32_t (&vertices)[4]) {
  Query query;
  query.kind = kind;
  for (int i = 0; i < 4; ++i) {
    if (i < point_count(kind)) {
      const double* x = table.at(vertices[i]);
      query.t0[i] = {x[0], x[1], x[2]};
      query.t1[i] = {x[3], x[4], x[5]};
    } else {
      query.t0[i] = query.t1[i] = Vec3::Zero();
    }
  }
  return query;
}

}  // namespace firstcontact::step
