#include <firstcontact/mesh.h>

#include <algorithm>
#include <cstdint>

#include "step/mesh_fault.h"

namespace firstcontact {
namespace {

/// Both ends in one number, the smaller end in the upper half, so that keys sort as edges do.
std::uint64_t key_of(int a, int b) {
  return static_cast<std::uint64_t>(std::min(a, b)) << 32 |
         static_cast<std::uint64_t>(std::max(a, b));
}

void sort_unique(std::vector<std::uint64_t>& keys) {
  std::sort(keys.begin(), keys.end());
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
}

}  // namespace

Mesh::Mesh(MeshDescription description) : fault_(step::find_fault(description)) {
  if (!fault_.empty()) return;
  vertex_count_ = description.vertex_count;
  faces_ = std::move(description.faces);
  objects_ = std::move(description.objects);
  thickness_ = std::move(description.thickness);

  // A face that names a corner twice has a side without length, which is not an edge.
  std::vector<std::uint64_t> of_faces, all;
  of_faces.reserve(3 * faces_.size());
  for (const Face& face : faces_)
    for (int k = 0; k < 3; ++k)
      if (face[k] != face[(k + 1) % 3]) of_faces.push_back(key_of(face[k], face[(k + 1) % 3]));
  sort_unique(of_faces);
  for (const Edge& edge : description.edges)
    if (edge[0] != edge[1]) all.push_back(key_of(edge[0], edge[1]));
  all.insert(all.end(), of_faces.begin(), of_faces.end());
  sort_unique(all);

  std::vector<bool> on_edge(vertex_count_);
  edges_.reserve(all.size());
  auto of_face = of_faces.begin();
  for (const std::uint64_t key : all) {
    const Edge edge = {static_cast<int>(key >> 32), static_cast<int>(key & 0xffffffff)};
    for (const int vertex : edge) on_edge[vertex] = true;
    if (of_face != of_faces.end() && *of_face == key)
      ++of_face;
    else
      loose_edges_.push_back(static_cast<int>(edges_.size()));
    edges_.push_back(edge);
  }
  for (std::size_t i = 0; i < vertex_count_; ++i)
    if (!on_edge[i]) loose_points_.push_back(static_cast<int>(i));
}

}  // namespace firstcontact
