#pragma once
/// The area at rest that belongs to every vertex and edge (PairWeights::Area).
#include <firstcontact/mesh.h>

#include <vector>

#include "step/pair_stream.h"
#include "step/vertex_table.h"

namespace firstcontact::step {

class RestAreas {
 public:
  /// `rest` at t0. Default floating-point environment.
  RestAreas(const Mesh& mesh, const VertexTable& rest);

  /// Weight of a pair of elements.
  double weight(const ElementPair& pair) const;

 private:
  void add_faces(const Mesh& mesh, const VertexTable& rest);
  void add_loose_edges(const Mesh& mesh, const VertexTable& rest);
  void add_planar_edges(const Mesh& mesh, const VertexTable& rest);

  double share_;  ///< of the area of its elements that a pair weighs
  std::vector<double> vertices_, edges_;
};

}  // namespace firstcontact::step
