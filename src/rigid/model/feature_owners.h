#pragma once
/// Assigns each vertex and edge to one triangle, so that every pair of features is examined once.
#include <firstcontact/polyhedron.h>

#include <vector>

namespace firstcontact::rigid {

/// The owner is the first triangle (Polyhedron::triangles) that has the vertex or edge; -1 for a
/// vertex of no face.
struct FeatureOwners {
  std::vector<int> of_vertex, of_edge;

  explicit FeatureOwners(const Polyhedron& body)
      : of_vertex(body.vertices().size(), -1), of_edge(body.edges().size(), -1) {
    for (std::size_t t = body.triangles().size(); t-- > 0;)
      for (std::size_t k = 0; k < 3; ++k) {
        of_vertex[body.triangles()[t][k]] = static_cast<int>(t);
        const int edge = body.triangle_edges()[t][k];
        if (edge >= 0) of_edge[edge] = static_cast<int>(t);
      }
  }
  bool owns_vertex(int triangle, int vertex) const { return of_vertex[vertex] == triangle; }
  bool owns_edge(int triangle, int edge) const { return edge >= 0 && of_edge[edge] == triangle; }
};

}  // namespace firstcontact::rigid
