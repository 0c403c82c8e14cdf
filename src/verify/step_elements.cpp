#include "verify/step_elements.h"

#include <algorithm>

namespace firstcontact::verify {
namespace {

Edge edge_between(int a, int b) { return {std::min(a, b), std::max(a, b)}; }

void sort_once_each(std::vector<Edge>& edges) {
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
}

}  // namespace

int number_count(Kind kind) {
  switch (kind) {
    case Kind::VertexFace:
    case Kind::PointPoint: return 2;
    case Kind::PointEdge: return 3;
    case Kind::EdgeEdge: return 4;
    case Kind::PointSegment2D: return 0;
  }
  return 0;
}

StepElements::StepElements(MeshDescription description, bool self)
    : description_(std::move(description)), self_(self) {
  std::vector<Edge> of_faces;
  for (const Face& face : description_.faces)
    for (std::size_t k = 0; k < 3; ++k)
      if (face[k] != face[(k + 1) % 3])
        of_faces.push_back(edge_between(face[k], face[(k + 1) % 3]));
  sort_once_each(of_faces);
  edges_ = of_faces;
  for (const Edge& edge : description_.edges)
    if (edge[0] != edge[1]) edges_.push_back(edge_between(edge[0], edge[1]));
  sort_once_each(edges_);
  std::vector<bool> on_edge(description_.vertex_count);
  for (std::size_t i = 0; i < edges_.size(); ++i) {
    for (const int vertex : edges_[i]) on_edge[vertex] = true;
    if (!std::binary_search(of_faces.begin(), of_faces.end(), edges_[i]))
      loose_edges_.push_back(static_cast<int>(i));
  }
  for (std::size_t i = 0; i < on_edge.size(); ++i)
    if (!on_edge[i]) loose_points_.push_back(static_cast<int>(i));
}

std::array<int, 4> StepElements::vertices_of(const StepPair& pair) const {
  const auto a = static_cast<std::size_t>(pair.a), b = static_cast<std::size_t>(pair.b);
  switch (pair.kind) {
    case Kind::VertexFace: {
      const Face& face = description_.faces[b];
      return {pair.a, face[0], face[1], face[2]};
    }
    case Kind::EdgeEdge: return {edges_[a][0], edges_[a][1], edges_[b][0], edges_[b][1]};
    case Kind::PointEdge: return {pair.a, edges_[b][0], edges_[b][1], -1};
    case Kind::PointPoint: return {pair.a, pair.b, -1, -1};
    case Kind::PointSegment2D: break;
  }
  return {-1, -1, -1, -1};
}

bool StepElements::share_a_vertex(const StepPair& pair) const {
  const std::array<int, 4> v = vertices_of(pair);
  const std::size_t second = pair.kind == Kind::EdgeEdge ? 2 : 1;
  const auto count = static_cast<std::size_t>(point_count(pair.kind));
  for (std::size_t i = 0; i < second; ++i)
    for (std::size_t j = second; j < count; ++j)
      if (v[i] == v[j]) return true;
  return false;
}

bool StepElements::must_keep_apart(const StepPair& pair) const {
  if (share_a_vertex(pair)) return false;
  if (self_) return true;
  const std::array<int, 4> v = vertices_of(pair);
  const std::size_t second = pair.kind == Kind::EdgeEdge ? 2 : 1;
  const std::vector<int>& objects = description_.objects;
  return !objects.empty() && objects[v[0]] != objects[v[second]];
}

NamedPair StepElements::named(const StepPair& pair) const {
  if (pair.kind == Kind::VertexFace) return {pair.kind, {pair.a, pair.b, -1, -1}};
  return {pair.kind, vertices_of(pair)};
}

std::optional<int> StepElements::find_edge(int vertex0, int vertex1) const {
  const Edge edge = {vertex0, vertex1};
  const auto at = std::lower_bound(edges_.begin(), edges_.end(), edge);
  if (at == edges_.end() || *at != edge) return std::nullopt;
  return static_cast<int>(at - edges_.begin());
}

std::optional<StepPair> StepElements::find(const NamedPair& name) const {
  const auto& n = name.numbers;
  const auto exists = [](int number, std::size_t count) {
    return number >= 0 && static_cast<std::size_t>(number) < count;
  };
  const auto is_loose_point = [&](int vertex) {
    return std::binary_search(loose_points_.begin(), loose_points_.end(), vertex);
  };
  StepPair pair = {name.kind, n[0], n[1]};
  switch (name.kind) {
    case Kind::VertexFace:
      if (!exists(n[0], vertex_count()) || !exists(n[1], faces().size())) return std::nullopt;
      break;
    case Kind::EdgeEdge: {
      const std::optional<int> a = find_edge(n[0], n[1]), b = find_edge(n[2], n[3]);
      if (!a || !b || *a >= *b) return std::nullopt;
      pair.a = *a, pair.b = *b;
      break;
    }
    case Kind::PointEdge: {
      const std::optional<int> edge = find_edge(n[1], n[2]);
      if (!edge || !is_loose_point(n[0]) ||
          !std::binary_search(loose_edges_.begin(), loose_edges_.end(), *edge))
        return std::nullopt;
      pair.b = *edge;
      break;
    }
    case Kind::PointPoint:
      if (!is_loose_point(n[0]) || !is_loose_point(n[1]) || n[0] >= n[1]) return std::nullopt;
      break;
    case Kind::PointSegment2D: return std::nullopt;
  }
  if (share_a_vertex(pair)) return std::nullopt;
  return pair;
}

std::string name_of(const NamedPair& pair) {
  const auto number = [&](std::size_t i) { return std::to_string(pair.numbers[i]); };
  const auto edge = [&](std::size_t i) { return "edge " + number(i) + "-" + number(i + 1); };
  switch (pair.kind) {
    case Kind::VertexFace: return "vertex " + number(0) + " and face " + number(1);
    case Kind::EdgeEdge: return edge(0) + " and " + edge(2);
    case Kind::PointEdge: return "vertex " + number(0) + " and " + edge(1);
    case Kind::PointPoint: return "vertex " + number(0) + " and vertex " + number(1);
    case Kind::PointSegment2D: break;
  }
  return "";
}

}  // namespace firstcontact::verify
