#include <firstcontact/mesh.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace firstcontact {
namespace {

/// With at most this many faces, their edges, three each, still have indices of 32 bits, which the
/// broad phase uses.
constexpr std::size_t kMostElements = std::numeric_limits<std::int32_t>::max() / 4;

/// Both ends in one number, the smaller end in the upper half, so that keys sort as edges do.
std::uint64_t key_of(int a, int b) {
  return static_cast<std::uint64_t>(std::min(a, b)) << 32 |
         static_cast<std::uint64_t>(std::max(a, b));
}

void sort_unique(std::vector<std::uint64_t>& keys) {
  std::sort(keys.begin(), keys.end());
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
}

template <std::size_t kCorners>
std::string find_fault(const char* what, const std::vector<std::array<int, kCorners>>& elements,
                       std::size_t vertex_count) {
  for (std::size_t i = 0; i < elements.size(); ++i)
    for (const int vertex : elements[i])
      if (vertex < 0 || static_cast<std::size_t>(vertex) >= vertex_count) {
        const std::string fault = std::string(what) + " " + std::to_string(i) + ": vertex " +
                                  std::to_string(vertex) + " does not exist: there are " +
                                  std::to_string(vertex_count) + " vertices";
        // Mesh::rows fills a row with -1 if the matrix has the wrong number of columns.
        const bool no_row = std::count(elements[i].begin(), elements[i].end(), -1) ==
                            static_cast<std::ptrdiff_t>(kCorners);
        return no_row ? fault + " (a matrix of indices has " + std::to_string(kCorners) +
                            " columns, one " + what + " a row)"
                      : fault;
      }
  return {};
}

std::string find_fault(const MeshDescription& mesh) {
  if (std::max({mesh.vertex_count, mesh.faces.size(), mesh.edges.size()}) > kMostElements)
    return "more than " + std::to_string(kMostElements) + " vertices, faces or edges";
  if (std::string fault = find_fault("face", mesh.faces, mesh.vertex_count); !fault.empty())
    return fault;
  if (std::string fault = find_fault("edge", mesh.edges, mesh.vertex_count); !fault.empty())
    return fault;
  const auto wrong_size = [&](const char* what, std::size_t size) {
    return size == 0 || size == mesh.vertex_count
               ? std::string()
               : std::string(what) + " has " + std::to_string(size) + " entries for " +
                     std::to_string(mesh.vertex_count) + " vertices";
  };
  if (std::string fault = wrong_size("objects", mesh.objects.size()); !fault.empty()) return fault;
  if (std::string fault = wrong_size("thickness", mesh.thickness.size()); !fault.empty())
    return fault;
  for (std::size_t i = 0; i < mesh.thickness.size(); ++i)
    if (!(mesh.thickness[i] >= 0) || std::isinf(mesh.thickness[i]))
      return "thickness of vertex " + std::to_string(i) + " is negative or not finite";
  return {};
}

}  // namespace

Mesh::Mesh(MeshDescription description) : fault_(find_fault(description)) {
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
