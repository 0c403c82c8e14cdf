#pragma once
/// Elements of a mesh by their vertices, and which pairs of them the options of a step admit.
#include <firstcontact/intersections.h>

#include "step/swept_boxes.h"

namespace firstcontact::step {

/// Up to three different vertices.
struct ElementVertices {
  int vertices[3] = {-1, -1, -1};
  int count = 0;
};

/// The number among all faces, edges or vertices of element `index` of a sort.
int element_of(const Mesh& mesh, Elements elements, int index);

/// Of face, edge or vertex `element`; a vertex that a face names twice counts once.
ElementVertices vertices_of(const Mesh& mesh, Elements elements, int element);

class ElementFilter {
 public:
  /// Mesh and options must outlive the filter.
  ElementFilter(const Mesh& mesh, bool planar, const StepOptions& options)
      : mesh_(mesh), planar_(planar), options_(options) {}

  /// By within_objects and between_objects; an element belongs to the object of its first vertex.
  bool admits_objects(const ElementVertices& a, const ElementVertices& b) const;

  /// Whether options.filter, if there is one, admits any pair of parts of the two that a step
  /// tests. Two loose edges in space with a common end, which a step does not test, are asked for
  /// as the end of the one and the other edge.
  bool admits(const Intersection& pair, const ElementVertices& a, const ElementVertices& b) const;

 private:
  bool admits_vertices_and_face(const ElementVertices& points, const ElementVertices& corners,
                                int face) const;
  bool admits_vertices_and_edge(const ElementVertices& points, int edge) const;
  bool admits_edges(const ElementVertices& a, const ElementVertices& b) const;

  const Mesh& mesh_;
  bool planar_;
  const StepOptions& options_;
};

}  // namespace firstcontact::step
