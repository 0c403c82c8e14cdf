#include "sim/shapes/mesh_parts.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <numeric>
#include <utility>

namespace firstcontact::sim {
namespace {

/// The faces of the tetrahedron (0, 1, 2, 3) of positive volume, seen from outside.
constexpr std::array<Face, 4> kTetFaces = {{{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}}};

Face face_of(const Tet& tet, const Face& corners) {
  return {tet[corners[0]], tet[corners[1]], tet[corners[2]]};
}

Face sorted_face(Face face) {
  std::sort(face.begin(), face.end());
  return face;
}

int root_of(std::vector<int>& parents, int i) {
  while (parents[i] != i) i = parents[i] = parents[parents[i]];
  return i;
}

}  // namespace

double volume(const PointMatrix& vertices, const Tet& tet) {
  const Vec3 a = vertices.row(tet[0]), b = vertices.row(tet[1]), c = vertices.row(tet[2]),
             d = vertices.row(tet[3]);
  return (b - a).cross(c - a).dot(d - a) / 6;
}

double smallest_dihedral(const PointMatrix& vertices, const Tet& tet) {
  std::array<Vec3, 4> normals;
  for (std::size_t i = 0; i < 4; ++i) {
    const Face face = face_of(tet, kTetFaces[i]);
    const Vec3 a = vertices.row(face[0]), b = vertices.row(face[1]), c = vertices.row(face[2]);
    normals[i] = (b - a).cross(c - a).normalized();
  }
  double largest_cosine = -1;
  for (std::size_t i = 0; i < 4; ++i)
    for (std::size_t j = i + 1; j < 4; ++j)
      largest_cosine = std::max(largest_cosine, -normals[i].dot(normals[j]));
  return std::acos(std::min(1.0, largest_cosine)) * 180 / std::numbers::pi;
}

std::vector<Face> boundary_faces(const std::vector<Tet>& tets) {
  std::map<Face, int> uses;
  for (const Tet& tet : tets)
    for (const Face& corners : kTetFaces) ++uses[sorted_face(face_of(tet, corners))];
  std::vector<Face> faces;
  for (const Tet& tet : tets)
    for (const Face& corners : kTetFaces)
      if (uses[sorted_face(face_of(tet, corners))] == 1) faces.push_back(face_of(tet, corners));
  return faces;
}

std::string closed_surface_fault(const std::vector<Face>& faces) {
  // For each directed edge, the third corner of its face.
  std::map<std::pair<int, int>, int> third;
  std::map<int, int> faces_at;
  for (const Face& face : faces)
    for (std::size_t k = 0; k < 3; ++k) {
      const int from = face[k], to = face[(k + 1) % 3];
      ++faces_at[from];
      if (!third.emplace(std::pair(from, to), face[(k + 2) % 3]).second)
        return "the edge from " + std::to_string(from) + " to " + std::to_string(to) +
               " is in two faces";
    }
  for (const auto& [edge, corner] : third)
    if (!third.contains({edge.second, edge.first}))
      return "the edge from " + std::to_string(edge.first) + " to " + std::to_string(edge.second) +
             " is in one face only";
  // Walking around a vertex from any of its faces must come by all of them.
  std::map<int, int> walked;
  for (const auto& [edge, corner] : third) {
    const auto [vertex, first] = edge;
    if (walked.contains(vertex)) continue;
    int count = 0;
    for (int at = first; count == 0 || at != first; ++count) at = third[{vertex, at}];
    walked[vertex] = count;
    if (count != faces_at[vertex])
      return "the faces around vertex " + std::to_string(vertex) + " are more than one fan";
  }
  return {};
}

TetMesh without_loose_vertices(const TetMesh& mesh) {
  std::vector<int> index(static_cast<std::size_t>(mesh.vertices.rows()), -1);
  for (const Tet& tet : mesh.tets)
    for (const int vertex : tet) index[vertex] = 0;
  TetMesh out;
  std::vector<Vec3> points;
  for (std::size_t i = 0; i < index.size(); ++i) {
    if (index[i] < 0) continue;
    index[i] = static_cast<int>(points.size());
    points.emplace_back(mesh.vertices.row(static_cast<Eigen::Index>(i)));
  }
  for (const Tet& tet : mesh.tets)
    out.tets.push_back({index[tet[0]], index[tet[1]], index[tet[2]], index[tet[3]]});
  out.vertices = rows_of(points);
  return out;
}

TetMesh largest_part(const TetMesh& mesh) {
  std::vector<int> parents(mesh.tets.size());
  std::iota(parents.begin(), parents.end(), 0);
  std::map<Face, int> first_with;
  for (std::size_t i = 0; i < mesh.tets.size(); ++i)
    for (const Face& corners : kTetFaces) {
      const Face face = sorted_face(face_of(mesh.tets[i], corners));
      const auto [other, is_new] = first_with.emplace(face, static_cast<int>(i));
      if (is_new) continue;
      const int a = root_of(parents, static_cast<int>(i)), b = root_of(parents, other->second);
      parents[std::max(a, b)] = std::min(a, b);
    }
  std::vector<int> counts(parents.size(), 0);
  for (std::size_t i = 0; i < parents.size(); ++i) ++counts[root_of(parents, static_cast<int>(i))];
  const int largest =
      static_cast<int>(std::max_element(counts.begin(), counts.end()) - counts.begin());
  TetMesh part{.vertices = mesh.vertices};
  for (std::size_t i = 0; i < parents.size(); ++i)
    if (root_of(parents, static_cast<int>(i)) == largest) part.tets.push_back(mesh.tets[i]);
  return without_loose_vertices(part);
}

PointMatrix rows_of(const std::vector<Vec3>& points) {
  PointMatrix rows(static_cast<Eigen::Index>(points.size()), 3);
  for (std::size_t i = 0; i < points.size(); ++i)
    rows.row(static_cast<Eigen::Index>(i)) = points[i].transpose();
  return rows;
}

}  // namespace firstcontact::sim
