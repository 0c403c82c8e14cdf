#pragma once
/// The vertices of an element of a mesh, and which pairs of elements the options of a step admit.
#include <firstcontact/intersections.h>

#include "step/rule_table.h"
#include "step/swept_boxes.h"

namespace firstcontact::step {

/// Up to three different vertices.
struct ElementVertices {
  int vertices[3] = {-1, -1, -1};
  int count = 0;
};

/// Index among all faces, edges or vertices of the mesh of the element that has position `index` in
/// the list `elements`.
int element_of(const Mesh& mesh, Elements elements, int index);

/// Vertices of face, edge or vertex `element`; a vertex that a face names twice counts once.
ElementVertices vertices_of(const Mesh& mesh, Elements elements, int element);

class ElementFilter {
 public:
  /// Mesh and options must outlive the filter. Precondition: the rules fit the mesh.
  ElementFilter(const Mesh& mesh, bool planar, const StepOptions& options)
      : mesh_(mesh), planar_(planar), options_(options), rules_(mesh, options.rules) {}

  /// Whether within_objects and between_objects admit the pair. An element belongs to the object of
  /// its first vertex.
  bool admits_objects(const ElementVertices& a, const ElementVertices& b) const;

  /// Whether the rules and options.filter admit any of the pairs of their vertices, edges and faces
  /// that a step tests. A step does not test two loose edges in 3D with a common end: for these an
  /// end of one and the other edge are looked at.
  bool admits(const Intersection& pair, const ElementVertices& a, const ElementVertices& b) const;

 private:
  bool admits_pair(const ElementPair& pair) const;
  bool admits_vertices_and_face(const ElementVertices& points, const ElementVertices& corners,
                                int face) const;
  bool admits_vertices_and_edge(const ElementVertices& points, int edge) const;
  bool admits_edges(const ElementVertices& a, const ElementVertices& b) const;

  const Mesh& mesh_;
  bool planar_;
  const StepOptions& options_;
  RuleTable rules_;
};

}  // namespace firstcontact::step
