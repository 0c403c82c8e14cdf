#include "step/rest_areas.h"

#include <algorithm>

#include "arith/fixed_order.h"

namespace firstcontact::step {
namespace {

Vec3 rest_point(const VertexTable& rest, int vertex) {
  const double* x = rest.at(vertex);
  return {x[0], x[1], x[2]};
}

/// Gives the mean of all positive areas to those that are 0; 1 if there are none.
void fill_with_mean(std::vector<double>& areas) {
  double total = 0;
  std::size_t count = 0;
  for (const double area : areas) {
    total += area;
    count += area > 0;
  }
  const double mean = count > 0 ? total / static_cast<double>(count) : 1;
  for (double& area : areas)
    if (!(area > 0)) area = mean > 0 ? mean : 1;
}

/// Finds edges by their ends.
class EdgeIndex {
 public:
  explicit EdgeIndex(const Mesh& mesh) : edges_(mesh.edges()), first_(mesh.vertex_count() + 1, 0) {
    for (const Edge& edge : edges_) ++first_[edge[0] + 1];
    for (std::size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
  }
  /// -1 if there is none.
  int find(int a, int b) const {
    if (a > b) std::swap(a, b);
    for (int i = first_[a]; i < first_[a + 1]; ++i)
      if (edges_[i][1] == b) return i;
    return -1;
  }

 private:
  std::span<const Edge> edges_;
  std::vector<int> first_;
};

}  // namespace

RestAreas::RestAreas(const Mesh& mesh, const VertexTable& rest)
    : share_(rest.planar ? 0.5 : 0.25),
      vertices_(mesh.vertex_count(), 0.0),
      edges_(mesh.edges().size(), 0.0) {
  if (rest.planar) {
    add_planar_edges(mesh, rest);
  } else {
    add_faces(mesh, rest);
    add_loose_edges(mesh, rest);
  }
  fill_with_mean(vertices_);
  fill_with_mean(edges_);
}

void RestAreas::add_faces(const Mesh& mesh, const VertexTable& rest) {
  const EdgeIndex index(mesh);
  for (const Face& face : mesh.faces()) {
    const Vec3 x0 = rest_point(rest, face[0]), e = rest_point(rest, face[1]) - x0,
               f = rest_point(rest, face[2]) - x0;
    const double third = norm(Vec3(e.cross(f))) / 6;
    for (std::size_t k = 0; k < 3; ++k) {
      vertices_[face[k]] += third;
      const int edge = index.find(face[k], face[(k + 1) % 3]);
      if (edge >= 0) edges_[edge] += third;
    }
  }
}

void RestAreas::add_loose_edges(const Mesh& mesh, const VertexTable& rest) {
  for (const int i : mesh.loose_edges()) {
    const Edge& edge = mesh.edges()[i];
    const Vec3 e = rest_point(rest, edge[1]) - rest_point(rest, edge[0]);
    edges_[i] = squared_norm(e) / 3;
    for (const int vertex : edge) vertices_[vertex] += edges_[i] / 2;
  }
}

void RestAreas::add_planar_edges(const Mesh& mesh, const VertexTable& rest) {
  for (std::size_t i = 0; i < mesh.edges().size(); ++i) {
    const Edge& edge = mesh.edges()[i];
    const Vec3 e = rest_point(rest, edge[1]) - rest_point(rest, edge[0]);
    edges_[i] = norm(e);
    for (const int vertex : edge) vertices_[vertex] += edges_[i] / 2;
  }
}

double RestAreas::weight(const ElementPair& pair) const {
  switch (pair.kind) {
    case Kind::VertexFace:
    case Kind::PointSegment2D: return share_ * vertices_[pair.a];
    case Kind::EdgeEdge: return share_ * ((edges_[pair.a] + edges_[pair.b]) / 2);
    case Kind::PointEdge: return share_ * ((vertices_[pair.a] + edges_[pair.b]) / 2);
    case Kind::PointPoint: return share_ * ((vertices_[pair.a] + vertices_[pair.b]) / 2);
  }
  return 1;
}

}  // namespace firstcontact::step
