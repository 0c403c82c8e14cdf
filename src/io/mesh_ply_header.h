#pragma once
/// The header of a PLY file: what elements follow, and how they are stored.
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "io/mesh_input.h"

namespace firstcontact::io {

enum class PlyFormat { Ascii, LittleEndian, BigEndian };
enum class PlyType { Int8, UInt8, Int16, UInt16, Int32, UInt32, Float32, Float64 };

/// Bytes of one value.
constexpr std::size_t size_of(PlyType type) {
  constexpr std::size_t kSizes[] = {1, 1, 2, 2, 4, 4, 4, 8};
  return kSizes[static_cast<std::size_t>(type)];
}
constexpr bool is_real(PlyType type) {
  return type == PlyType::Float32 || type == PlyType::Float64;
}

struct PlyProperty {
  std::string name;
  /// Of the value, or of each value of a list.
  PlyType type = PlyType::Float32;
  bool is_list = false;
  /// Only of a list.
  PlyType count_type = PlyType::UInt8;
  /// What the value is to us: coordinate 0, 1, 2 of a vertex; end 0, 1 of an edge; 0 for the
  /// corners of a face.
  int role = kIgnored;

  static constexpr int kIgnored = -1;
};

enum class PlyKind { Vertex, Face, Edge, Other };

struct PlyElement {
  std::string name;
  PlyKind kind = PlyKind::Other;
  std::uint64_t count = 0;
  std::vector<PlyProperty> properties;
  /// Line of the header that declares the element.
  std::size_t line_number = 0;
};

struct PlyHeader {
  PlyFormat format = PlyFormat::Ascii;
  std::vector<PlyElement> elements;
  /// Number of vertices.
  std::uint64_t vertices = 0;
};

/// Reads up to the end of the line end_header. Guarantees: there is one vertex element, with the
/// scalar properties x, y, z; a face element that is not empty has one list of corners, an edge
/// element that is not empty two scalar ends, all integers; no list count is real. Throws
/// InputError for anything else, and for triangle strips.
PlyHeader read_ply_header(MeshInput& input);

}  // namespace firstcontact::io
