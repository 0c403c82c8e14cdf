#pragma once
/// The readers of the formats, and what they share.
#include <array>
#include <cstdint>
#include <limits>
#include <string>

#include "io/mesh_file.h"
#include "io/mesh_input.h"

namespace firstcontact::io {

/// Each reads a whole file from its first byte. Throws InputError.
MeshData read_obj(MeshInput& input);
MeshData read_ply(MeshInput& input);
MeshData read_stl(MeshInput& input);
MeshData read_off(MeshInput& input);

/// Whether the size is exactly that of a binary STL file with the number of triangles in its
/// header.
bool has_size_of_binary_stl(MeshInput& input);

inline constexpr std::uint64_t kMaxVertices = std::numeric_limits<int>::max();
inline constexpr std::array<const char*, 3> kAxisNames = {"x", "y", "z"};

/// "vertex 9 is out of range: the file has 8 vertices"; `vertex` as the file writes it.
inline std::string out_of_range(std::int64_t vertex, std::uint64_t vertices) {
  return "vertex " + std::to_string(vertex) + " is out of range: the file has " +
         std::to_string(vertices) + (vertices == 1 ? " vertex" : " vertices");
}

/// The message for a polygon with fewer than three corners.
inline std::string too_few_corners(std::uint64_t corners) {
  return std::to_string(corners) + (corners == 1 ? " corner" : " corners") +
         ", a face needs at least 3";
}

/// Makes the triangles of a polygon from its corners, one after the other.
class Fan {
 public:
  explicit Fan(MeshData& mesh) : mesh_(&mesh) {}

  void add(int corner) {
    if (corners_ == 0) first_ = corner;
    if (corners_ >= 2) mesh_->faces.push_back({first_, last_, corner});
    if (corners_ == 3) mesh_->fans.push_back({mesh_->faces.size() - 2, 1});
    if (corners_ >= 3) ++mesh_->fans.back().triangles;
    last_ = corner;
    ++corners_;
  }
  std::uint64_t corners() const { return corners_; }

 private:
  MeshData* mesh_;
  std::uint64_t corners_ = 0;
  int first_ = 0, last_ = 0;
};

}  // namespace firstcontact::io
