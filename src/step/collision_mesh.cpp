#include <firstcontact/collision_mesh.h>

#include <algorithm>

#include "step/mesh_fault.h"

namespace firstcontact {
namespace {

/// The corners of a tetrahedron's faces. They look outward if det(b - a, c - a, d - a) > 0. Face k
/// is opposite to corner 3 - k.
constexpr int kTetFaces[4][3] = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};

/// Its three vertices in ascending order, so that equal faces have equal keys.
using FaceKey = std::array<int, 3>;

FaceKey key_of(Face face) {
  std::sort(face.begin(), face.end());
  return face;
}

/// A face of a tetrahedron.
struct TetFace {
  FaceKey key;
  int tet, number;

  friend auto operator<=>(const TetFace&, const TetFace&) = default;
};

Face face_of(const Tet& tet, int number) {
  const int(&corners)[3] = kTetFaces[number];
  return {tet[corners[0]], tet[corners[1]], tet[corners[2]]};
}

std::vector<TetFace> sorted_tet_faces(const std::vector<Tet>& tets) {
  std::vector<TetFace> faces;
  faces.reserve(4 * tets.size());
  for (std::size_t i = 0; i < tets.size(); ++i)
    for (int k = 0; k < 4; ++k)
      faces.push_back({key_of(face_of(tets[i], k)), static_cast<int>(i), k});
  std::sort(faces.begin(), faces.end());
  return faces;
}

std::string find_description_fault(const VolumeDescription& volume) {
  MeshDescription plain;
  plain.vertex_count = volume.vertex_count;
  plain.faces = volume.faces;
  plain.edges = volume.edges;
  plain.objects = volume.objects;
  plain.thickness = volume.thickness;
  if (std::string fault = step::find_fault(plain); !fault.empty()) return fault;
  if (std::string fault = step::find_index_fault("tet", volume.tets, volume.vertex_count);
      !fault.empty())
    return fault;
  for (std::size_t i = 0; i < volume.tets.size(); ++i) {
    Tet tet = volume.tets[i];
    std::sort(tet.begin(), tet.end());
    if (const auto twice = std::adjacent_find(tet.begin(), tet.end()); twice != tet.end())
      return "tet " + std::to_string(i) + " names vertex " + std::to_string(*twice) + " twice";
  }
  for (std::size_t i = 0; i < volume.points.size(); ++i)
    if (volume.points[i] < 0 || static_cast<std::size_t>(volume.points[i]) >= volume.vertex_count)
      return "point " + std::to_string(i) + ": vertex " + std::to_string(volume.points[i]) +
             " does not exist: there are " + std::to_string(volume.vertex_count) + " vertices";
  return {};
}

/// Moves the faces of exactly one tetrahedron to `surface`, in the order of their tetrahedra.
/// Returns what is wrong with the tetrahedra, or an empty string.
std::string find_surface(const std::vector<Tet>& tets, std::vector<TetFace>& surface) {
  const std::vector<TetFace> faces = sorted_tet_faces(tets);
  for (std::size_t i = 0, next = 0; i < faces.size(); i = next) {
    while (next < faces.size() && faces[next].key == faces[i].key) ++next;
    const auto tet = [&](std::size_t k) { return "tet " + std::to_string(faces[i + k].tet); };
    const auto opposite = [&](std::size_t k) {
      return tets[static_cast<std::size_t>(faces[i + k].tet)][3 - faces[i + k].number];
    };
    if (next - i > 2) return tet(0) + ", " + tet(1) + " and " + tet(2) + " have one face in common";
    if (next - i == 2 && opposite(0) == opposite(1))
      return tet(0) + " and " + tet(1) + " have the same vertices";
    if (next - i == 1) surface.push_back(faces[i]);
  }
  std::sort(surface.begin(), surface.end(), [](const TetFace& a, const TetFace& b) {
    return a.tet < b.tet || (a.tet == b.tet && a.number < b.number);
  });
  return {};
}

/// The faces of the surface, with the full mesh's vertices: those of the tetrahedra, then those of
/// their own that are not among them.
std::vector<Face> surface_faces(const VolumeDescription& volume,
                                const std::vector<TetFace>& surface) {
  std::vector<Face> faces;
  std::vector<FaceKey> keys;
  for (const TetFace& face : surface) {
    faces.push_back(face_of(volume.tets[static_cast<std::size_t>(face.tet)], face.number));
    keys.push_back(face.key);
  }
  std::sort(keys.begin(), keys.end());
  for (const Face& face : volume.faces)
    if (!std::binary_search(keys.begin(), keys.end(), key_of(face))) faces.push_back(face);
  return faces;
}

}  // namespace

CollisionMesh::CollisionMesh(const VolumeDescription& description) {
  std::vector<TetFace> surface;
  mesh_.fault_ = find_description_fault(description);
  if (mesh_.fault_.empty()) mesh_.fault_ = find_surface(description.tets, surface);
  if (!mesh_.fault_.empty()) return;

  MeshDescription mesh;
  mesh.faces = surface_faces(description, surface);
  mesh.edges = description.edges;
  surface_vertices_.assign(description.vertex_count, -1);
  const auto take = [&](int vertex) { surface_vertices_[static_cast<std::size_t>(vertex)] = 0; };
  for (const Face& face : mesh.faces) std::for_each(face.begin(), face.end(), take);
  for (const Edge& edge : mesh.edges) std::for_each(edge.begin(), edge.end(), take);
  std::for_each(description.points.begin(), description.points.end(), take);
  for (std::size_t i = 0; i < surface_vertices_.size(); ++i) {
    if (surface_vertices_[i] < 0) continue;
    surface_vertices_[i] = static_cast<int>(full_vertices_.size());
    full_vertices_.push_back(static_cast<int>(i));
    if (!description.objects.empty()) mesh.objects.push_back(description.objects[i]);
    if (!description.thickness.empty()) mesh.thickness.push_back(description.thickness[i]);
  }
  const auto renumber = [&](int& vertex) {
    vertex = surface_vertices_[static_cast<std::size_t>(vertex)];
  };
  for (Face& face : mesh.faces) std::for_each(face.begin(), face.end(), renumber);
  for (Edge& edge : mesh.edges) std::for_each(edge.begin(), edge.end(), renumber);
  mesh.vertex_count = full_vertices_.size();
  mesh_ = Mesh(std::move(mesh));
}

}  // namespace firstcontact
