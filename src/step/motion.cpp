#include "step/motion.h"

#include <algorithm>
#include <cmath>

namespace firstcontact::step {
namespace {

std::string find_fault(const Mesh& mesh, const Positions& positions, const char* when) {
  const std::string at = std::string(" at ") + when;
  if (positions.dimension() != 2 && positions.dimension() != 3)
    return "positions" + at + " have " + std::to_string(positions.dimension()) + " coordinates a vertex, not 2 or 3";
  if (positions.count() != mesh.vertex_count())
    return std::to_string(positions.count()) + " positions" + at + " for a mesh of " + std::to_string(mesh.vertex_count()) +
           " vertices";
  if (positions.dimension() == 2 && !mesh.faces().empty()) return "positions" + at + " are planar, but the mesh has faces";
  return {};
}

/// Copies one instant; index of the first vertex with a coordinate that is not finite, or the vertex count.
std::size_t copy(const Positions& positions, double* table) {
  for (std::size_t i = 0; i < positions.count(); ++i) {
    const Vec3 x = positions[i];
    for (int k = 0; k < 3; ++k) table[6 * i + static_cast<std::size_t>(k)] = x[k];
    if (!x.allFinite()) return i;
  }
  return positions.count();
}

}  // namespace

std::string load(const Mesh& mesh, const Positions& t0, const Positions& t1, Motion& motion) {
  if (!mesh.fault().empty()) return mesh.fault();
  if (std::string fault = find_fault(mesh, t0, "t0"); !fault.empty()) return fault;
  if (std::string fault = find_fault(mesh, t1, "t1"); !fault.empty()) return fault;
  if (t0.dimension() != t1.dimension()) return "positions at t0 and t1 differ in dimension";
  motion.planar = t0.dimension() == 2;
  motion.single_precision = t0.single_precision() || t1.single_precision();
  motion.points.resize(6 * mesh.vertex_count());
  for (const bool last : {false, true}) {
    const std::size_t bad = copy(last ? t1 : t0, motion.points.data() + (last ? 3 : 0));
    if (bad < mesh.vertex_count())
      return "vertex " + std::to_string(bad) + " has a coordinate that is not finite at " + (last ? "t1" : "t0");
  }
  return {};
}

double largest_coordinate(const Motion& motion, std::int32_t vertex) {
  const double* x = motion.at(vertex);
  double largest = 0;
  for (int k = 0; k < 6; ++k) largest = std::max(largest, std::abs(x[k]));
  return largest;
}

Query query_of(const Motion& motion, Kind kind, const std::int32_t (&vertices)[4]) {
  Query query;
  query.kind = kind;
  for (int i = 0; i < 4; ++i) {
    if (i < point_count(kind)) {
      const double* x = motion.at(vertices[i]);
      query.t0[i] = {x[0], x[1], x[2]};
      query.t1[i] = {x[3], x[4], x[5]};
    } else {
      query.t0[i] = query.t1[i] = Vec3::Zero();
    }
  }
  return query;
}

}  // namespace firstcontact::step
