// STL, text and binary. It gives three points a triangle and no vertices. Points with equal
// coordinates become one vertex, in the order of first appearance, found with an open hash table
// over their bits (-0 as +0, to which it is equal).
#include <algorithm>
#include <bit>
#include <string>
#include <string_view>

#include "io/mesh_binary.h"
#include "io/mesh_formats.h"
#include "io/mesh_text.h"

namespace firstcontact::io {
namespace {

constexpr std::size_t kHeaderBytes = 80;
constexpr std::size_t kCountBytes = 4;
/// Normal and corners as 12 floats, and 2 bytes that are anyone's.
constexpr std::size_t kStlTriangleBytes = 50;
constexpr std::size_t kNormalBytes = 12;

class VertexMerger {
 public:
  VertexMerger(const MeshInput& input, std::vector<Vec3>& vertices)
      : input_(input), vertices_(vertices) {}

  /// The vertex at `point`: a new one if no equal point came before.
  int index_of(const Vec3& point) {
    if (2 * (vertices_.size() + 1) > slots_.size()) grow();
    std::size_t slot = first_slot(point);
    for (; slots_[slot] != kFree; slot = (slot + 1) & (slots_.size() - 1))
      if (vertices_[slots_[slot]] == point) return slots_[slot];
    if (vertices_.size() == kMaxVertices)
      throw InputError(input_.name(),
                       "holds more than " + std::to_string(kMaxVertices) + " vertices");
    slots_[slot] = static_cast<int>(vertices_.size());
    vertices_.push_back(point);
    return slots_[slot];
  }

 private:
  static constexpr int kFree = -1;

  static std::uint64_t mixed(std::uint64_t bits) {
    bits *= 0x9E3779B97F4A7C15u;
    return bits ^ (bits >> 32);
  }

  std::size_t first_slot(const Vec3& point) const {
    std::uint64_t hash = 0;
    for (int axis = 0; axis < 3; ++axis)
      hash = mixed(hash ^ std::bit_cast<std::uint64_t>(point[axis] + 0.0));
    return static_cast<std::size_t>(mixed(hash)) & (slots_.size() - 1);
  }

  void grow() {
    constexpr std::size_t kFirstSlots = 1024;
    slots_.assign(std::max(kFirstSlots, 2 * slots_.size()), kFree);
    for (std::size_t i = 0; i < vertices_.size(); ++i) {
      std::size_t slot = first_slot(vertices_[i]);
      while (slots_[slot] != kFree) slot = (slot + 1) & (slots_.size() - 1);
      slots_[slot] = static_cast<int>(i);
    }
  }

  const MeshInput& input_;
  std::vector<Vec3>& vertices_;
  /// Indices of vertices; a power of two of them, at most half in use.
  std::vector<int> slots_;
};

/// Triangles promised by the header of a binary file; 0 if there is no whole header.
std::uint32_t promised_triangles(MeshInput& input) {
  const std::string_view bytes = input.ahead(kHeaderBytes + kCountBytes);
  if (bytes.size() < kHeaderBytes + kCountBytes) return 0;
  return load<std::uint32_t>(bytes.data() + kHeaderBytes, is_reversed(std::endian::little));
}

/// A text begins with "solid", but so do some binary headers. Text has no zero bytes, while the
/// count of a binary file of less than 2^24 triangles has one; a larger file is known by its size.
bool is_binary(MeshInput& input) {
  const std::string_view bytes = input.ahead(kHeaderBytes + kCountBytes);
  std::string_view text = bytes;
  if (text.substr(0, 3) == "\xEF\xBB\xBF") text.remove_prefix(3);
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  constexpr std::string_view kSolid = "solid";
  const bool solid =
      text.size() >= kSolid.size() && std::equal(kSolid.begin(), kSolid.end(), text.begin(),
                                                 [](char a, char b) { return a == (b | 0x20); });
  return !solid || has_size_of_binary_stl(input) ||
         bytes.substr(0, kHeaderBytes + kCountBytes).find('\0') != bytes.npos;
}

class BinaryStl {
 public:
  explicit BinaryStl(MeshInput& input) : input_(input) {}

  MeshData read() {
    if (input_.ahead(kHeaderBytes + kCountBytes).size() < kHeaderBytes + kCountBytes)
      throw InputError(
          input_.name(),
          "the file ends early: a binary STL header has 84 bytes, a text starts with solid");
    const std::uint64_t count = promised_triangles(input_);
    input_.skip(kHeaderBytes + kCountBytes);
    mesh_.faces.reserve(input_.plausible(count, kStlTriangleBytes));
    for (std::uint64_t i = 0; i < count;) {
      const std::string_view bytes = input_.ahead(kStlTriangleBytes);
      const std::uint64_t whole =
          std::min<std::uint64_t>(bytes.size() / kStlTriangleBytes, count - i);
      if (whole == 0)
        fail(i, "the file ends early: " + std::to_string(i) + " of " + std::to_string(count) +
                    " triangles are there");
      for (const std::uint64_t end = i + whole; i < end; ++i) {
        read_triangle(i, input_.ahead(kStlTriangleBytes).data());
        input_.skip(kStlTriangleBytes);
      }
    }
    if (!input_.ahead(1).empty())
      fail(count, "more bytes than the " + std::to_string(count) + " triangles the header says");
    return std::move(mesh_);
  }

 private:
  void read_triangle(std::uint64_t triangle, const char* bytes) {
    std::array<int, 3> face;
    for (std::size_t corner = 0; corner < 3; ++corner) {
      Vec3 point;
      for (std::size_t axis = 0; axis < 3; ++axis) {
        const char* const at = bytes + kNormalBytes + 4 * (3 * corner + axis);
        const double value = load<float>(at, is_reversed(std::endian::little));
        if (!std::isfinite(value))
          fail(triangle, "corner " + std::to_string(corner + 1) + ": " + kAxisNames[axis] +
                             ": is not finite");
        point[static_cast<Eigen::Index>(axis)] = value;
      }
      face[corner] = merger_.index_of(point);
    }
    mesh_.faces.push_back(face);
  }

  [[noreturn]] void fail(std::uint64_t triangle, const std::string& what) const {
    throw InputError(input_.name(), "triangle " + std::to_string(triangle) + " (at byte " +
                                        std::to_string(input_.offset()) + "): " + what);
  }

  MeshInput& input_;
  MeshData mesh_;
  VertexMerger merger_{input_, mesh_.vertices};
};

/// solid, then facets of one loop each, then endsolid; any number of solids. Keywords in any case,
/// one statement a line.
class TextStl {
 public:
  explicit TextStl(MeshInput& input) : input_(input) {}

  MeshData read() {
    for (std::string_view line; next_filled_line(input_, line);) {
      LineFields fields(input_, line);
      std::string keyword(fields.word());
      for (char& c : keyword)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
      read_statement(keyword, fields);
    }
    if (inside_ != Inside::Nothing)
      throw InputError(input_.name(), input_.line_number(), expected(),
                       "the file ends early: this is missing");
    return std::move(mesh_);
  }

 private:
  enum class Inside { Nothing, Solid, Facet, Loop, FacetAfterLoop };

  void read_statement(const std::string& keyword, LineFields& fields) {
    if (keyword == "solid" && inside_ == Inside::Nothing) {
      inside_ = Inside::Solid;
    } else if (keyword == "facet" && inside_ == Inside::Solid) {
      inside_ = Inside::Facet;
    } else if (keyword == "outer" && inside_ == Inside::Facet) {
      inside_ = Inside::Loop;
      fan_ = Fan(mesh_);
    } else if (keyword == "vertex" && inside_ == Inside::Loop) {
      Vec3 point;
      for (std::size_t axis = 0; axis < 3; ++axis)
        point[static_cast<Eigen::Index>(axis)] = fields.real(kAxisNames[axis]);
      fields.expect_end("vertex");
      fan_.add(merger_.index_of(point));
    } else if (keyword == "endloop" && inside_ == Inside::Loop) {
      if (fan_.corners() < 3) fields.fail("endloop", too_few_corners(fan_.corners()));
      inside_ = Inside::FacetAfterLoop;
    } else if (keyword == "endfacet" && inside_ == Inside::FacetAfterLoop) {
      inside_ = Inside::Solid;
    } else if (keyword == "endsolid" && inside_ == Inside::Solid) {
      inside_ = Inside::Nothing;
    } else {
      fields.fail("keyword", shown_text(keyword) + " where " + expected() + " is expected");
    }
  }

  const char* expected() const {
    switch (inside_) {
      case Inside::Nothing: return "solid";
      case Inside::Solid: return "facet or endsolid";
      case Inside::Facet: return "outer loop";
      case Inside::Loop: return "vertex or endloop";
      case Inside::FacetAfterLoop: return "endfacet";
    }
    return "";
  }

  MeshInput& input_;
  MeshData mesh_;
  VertexMerger merger_{input_, mesh_.vertices};
  Fan fan_{mesh_};
  Inside inside_ = Inside::Nothing;
};

}  // namespace

bool has_size_of_binary_stl(MeshInput& input) {
  const std::uint64_t size = input.size();
  return size != kUnknownSize && size >= kHeaderBytes + kCountBytes &&
         size == kHeaderBytes + kCountBytes +
                     std::uint64_t{kStlTriangleBytes} * promised_triangles(input);
}

MeshData read_stl(MeshInput& input) {
  return is_binary(input) ? BinaryStl(input).read() : TextStl(input).read();
}

}  // namespace firstcontact::io
