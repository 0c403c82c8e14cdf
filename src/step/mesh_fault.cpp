#include "step/mesh_fault.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace firstcontact::step {
namespace {

/// With at most this many faces, their edges, three each, still have indices of 32 bits, which the
/// broad phase uses.
constexpr std::size_t kMostElements = std::numeric_limits<std::int32_t>::max() / 4;

}  // namespace

template <std::size_t kCorners>
std::string find_index_fault(const char* what,
                             const std::vector<std::array<int, kCorners>>& elements,
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

template std::string find_index_fault(const char*, const std::vector<std::array<int, 2>>&,
                                      std::size_t);
template std::string find_index_fault(const char*, const std::vector<std::array<int, 3>>&,
                                      std::size_t);
template std::string find_index_fault(const char*, const std::vector<std::array<int, 4>>&,
                                      std::size_t);

std::string find_fault(const MeshDescription& mesh) {
  if (std::max({mesh.vertex_count, mesh.faces.size(), mesh.edges.size()}) > kMostElements)
    return "more than " + std::to_string(kMostElements) + " vertices, faces or edges";
  if (std::string fault = find_index_fault("face", mesh.faces, mesh.vertex_count); !fault.empty())
    return fault;
  if (std::string fault = find_index_fault("edge", mesh.edges, mesh.vertex_count); !fault.empty())
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

}  // namespace firstcontact::step
