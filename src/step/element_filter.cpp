#include "step/element_filter.h"

#include <algorithm>

namespace firstcontact::step {
namespace {

bool has_vertex(const ElementVertices& element, int vertex) {
  return std::find(element.vertices, element.vertices + element.count, vertex) !=
         element.vertices + element.count;
}

/// Index into Mesh::edges(). Precondition: the mesh has that edge.
int edge_between(const Mesh& mesh, int p, int q) {
  const Edge edge = {std::min(p, q), std::max(p, q)};
  return static_cast<int>(std::lower_bound(mesh.edges().begin(), mesh.edges().end(), edge) -
                          mesh.edges().begin());
}

/// Writes the sides of the element as indices into Mesh::edges(); returns how many there are.
int sides_of(const Mesh& mesh, const ElementVertices& element, int (&sides)[3]) {
  int count = 0;
  for (int i = 0; i < element.count; ++i)
    for (int j = i + 1; j < element.count; ++j)
      sides[count++] = edge_between(mesh, element.vertices[i], element.vertices[j]);
  return count;
}

}  // namespace

int element_of(const Mesh& mesh, Elements elements, int index) {
  if (elements == Elements::LooseEdges) return mesh.loose_edges()[index];
  if (elements == Elements::LoosePoints) return mesh.loose_points()[index];
  return index;
}

ElementVertices vertices_of(const Mesh& mesh, Elements elements, int element) {
  const auto index = static_cast<std::size_t>(element);
  ElementVertices result;
  const auto add = [&](int vertex) {
    if (!has_vertex(result, vertex)) result.vertices[result.count++] = vertex;
  };
  switch (elements) {
    case Elements::Vertices:
    case Elements::LoosePoints: add(element); break;
    case Elements::Edges:
    case Elements::LooseEdges:
      for (const int vertex : mesh.edges()[index]) add(vertex);
      break;
    case Elements::Faces:
      for (const int vertex : mesh.faces()[index]) add(vertex);
      break;
  }
  return result;
}

bool ElementFilter::admits_objects(const ElementVertices& a, const ElementVertices& b) const {
  const bool same = mesh_.object_of(a.vertices[0]) == mesh_.object_of(b.vertices[0]);
  return same ? options_.within_objects : options_.between_objects;
}

bool ElementFilter::admits_pair(const ElementPair& pair) const {
  const std::int32_t vertices[4] = {pair.vertices[0], pair.vertices[1], pair.vertices[2],
                                    pair.vertices[3]};
  return (rules_.empty() || rules_.admits(pair.kind, vertices)) &&
         (!options_.filter || options_.filter(pair));
}

bool ElementFilter::admits_vertices_and_face(const ElementVertices& points,
                                             const ElementVertices& corners, int face) const {
  const Face& f = mesh_.faces()[face];
  for (int i = 0; i < points.count; ++i) {
    const int p = points.vertices[i];
    if (!has_vertex(corners, p) && admits_pair({Kind::VertexFace, p, face, {p, f[0], f[1], f[2]}}))
      return true;
  }
  return false;
}

bool ElementFilter::admits_vertices_and_edge(const ElementVertices& points, int edge) const {
  const Edge& e = mesh_.edges()[edge];
  for (int i = 0; i < points.count; ++i) {
    const int p = points.vertices[i];
    if (p != e[0] && p != e[1] &&
        admits_pair(
            {planar_ ? Kind::PointSegment2D : Kind::PointEdge, p, edge, {p, e[0], e[1], -1}}))
      return true;
  }
  return false;
}

bool ElementFilter::admits_edges(const ElementVertices& a, const ElementVertices& b) const {
  int sides_a[3], sides_b[3];
  const int count_a = sides_of(mesh_, a, sides_a), count_b = sides_of(mesh_, b, sides_b);
  for (int i = 0; i < count_a; ++i)
    for (int j = 0; j < count_b; ++j) {
      const int first = std::min(sides_a[i], sides_b[j]), second = std::max(sides_a[i], sides_b[j]);
      const Edge &p = mesh_.edges()[first], &q = mesh_.edges()[second];
      if (p[0] == q[0] || p[0] == q[1] || p[1] == q[0] || p[1] == q[1]) continue;
      if (admits_pair({Kind::EdgeEdge, first, second, {p[0], p[1], q[0], q[1]}})) return true;
    }
  return false;
}

bool ElementFilter::admits(const Intersection& pair, const ElementVertices& a,
                           const ElementVertices& b) const {
  if (!options_.filter && rules_.empty()) return true;
  switch (pair.kind) {
    case IntersectionKind::FaceFace:
      return admits_vertices_and_face(a, b, pair.b) || admits_vertices_and_face(b, a, pair.a) ||
             admits_edges(a, b);
    case IntersectionKind::EdgeFace:
      return admits_vertices_and_face(a, b, pair.b) || admits_edges(a, b);
    case IntersectionKind::EdgeEdge: {
      const bool share_an_end = has_vertex(b, a.vertices[0]) || has_vertex(b, a.vertices[1]);
      if (!planar_ && !share_an_end) return admits_edges(a, b);
      return admits_vertices_and_edge(a, pair.b) || admits_vertices_and_edge(b, pair.a);
    }
    case IntersectionKind::PointFace: return admits_vertices_and_face(a, b, pair.b);
    case IntersectionKind::PointEdge: return admits_vertices_and_edge(a, pair.b);
    case IntersectionKind::PointPoint: {
      const int p = a.vertices[0], q = b.vertices[0];
      return admits_pair({Kind::PointPoint, p, q, {p, q, -1, -1}});
    }
  }
  return true;
}

}  // namespace firstcontact::step
