#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>

#include "io/atomic_file.h"
#include "io/mesh_file.h"
#include "io/mesh_formats.h"

namespace firstcontact::io {
namespace {

/// Collects bytes and gives them to the sink in large pieces.
class Pieces {
 public:
  explicit Pieces(const ByteSink& sink) : sink_(sink) {}

  void text(std::string_view text) { append(text.data(), text.size()); }

  /// The shortest decimal text that reads as the same value.
  template <typename Number>
  void number(Number value, char after) {
    char digits[32];
    char* const end = std::to_chars(digits, digits + sizeof digits - 1, value).ptr;
    *end = after;
    append(digits, static_cast<std::size_t>(end + 1 - digits));
  }

  /// The bytes of the value, lowest first.
  template <typename Number>
  void bytes(Number value) {
    auto bytes = std::bit_cast<std::array<char, sizeof value>>(value);
    if constexpr (std::endian::native == std::endian::big)
      for (std::size_t i = 0; i < bytes.size() / 2; ++i)
        std::swap(bytes[i], bytes[bytes.size() - 1 - i]);
    append(bytes.data(), bytes.size());
  }

  void finish() {
    if (!buffer_.empty()) sink_(buffer_);
    buffer_.clear();
  }

 private:
  static constexpr std::size_t kPiece = 64 * 1024;

  void append(const char* data, std::size_t size) {
    buffer_.append(data, size);
    if (buffer_.size() >= kPiece) finish();
  }

  const ByteSink& sink_;
  std::string buffer_;
};

/// The numbers on one line; `first` is added to each.
template <typename Numbers>
void write_line(Pieces& out, const Numbers& numbers, int size, int first) {
  for (int i = 0; i < size; ++i) {
    const auto value = numbers[i];
    out.number(static_cast<std::int64_t>(value) + first, i + 1 < size ? ' ' : '\n');
  }
}

void write_line(Pieces& out, const Vec3& point) {
  out.number(point.x(), ' ');
  out.number(point.y(), ' ');
  out.number(point.z(), '\n');
}

void encode_obj(Pieces& out, const MeshData& mesh) {
  for (const Vec3& point : mesh.vertices) {
    out.text("v ");
    write_line(out, point);
  }
  for (const auto& face : mesh.faces) {
    out.text("f ");
    write_line(out, face, 3, 1);
  }
  for (const auto& edge : mesh.edges) {
    out.text("l ");
    write_line(out, edge, 2, 1);
  }
}

void encode_ply(Pieces& out, const MeshData& mesh, bool ascii) {
  out.text(ascii ? "ply\nformat ascii 1.0\n" : "ply\nformat binary_little_endian 1.0\n");
  out.text("element vertex ");
  out.number(mesh.vertices.size(), '\n');
  out.text("property double x\nproperty double y\nproperty double z\n");
  out.text("element face ");
  out.number(mesh.faces.size(), '\n');
  out.text("property list uchar int vertex_indices\n");
  if (!mesh.edges.empty()) {
    out.text("element edge ");
    out.number(mesh.edges.size(), '\n');
    out.text("property int vertex1\nproperty int vertex2\n");
  }
  out.text("end_header\n");
  if (ascii) {
    for (const Vec3& point : mesh.vertices) write_line(out, point);
    for (const auto& face : mesh.faces) {
      out.text("3 ");
      write_line(out, face, 3, 0);
    }
    for (const auto& edge : mesh.edges) write_line(out, edge, 2, 0);
    return;
  }
  for (const Vec3& point : mesh.vertices)
    for (int axis = 0; axis < 3; ++axis) out.bytes(point[axis]);
  for (const auto& face : mesh.faces) {
    out.bytes(std::uint8_t{3});
    for (const int corner : face) out.bytes(std::int32_t{corner});
  }
  for (const auto& edge : mesh.edges)
    for (const int end : edge) out.bytes(std::int32_t{end});
}

template <typename Elements>
void check_indices(const std::string& path, const char* name, const Elements& elements,
                   std::size_t vertices) {
  for (std::size_t i = 0; i < elements.size(); ++i)
    for (const int vertex : elements[i])
      if (vertex < 0 || static_cast<std::size_t>(vertex) >= vertices)
        throw OutputError(path, std::string(name) + " " + std::to_string(i) + ": vertex " +
                                    std::to_string(vertex) + " is out of range: the mesh has " +
                                    std::to_string(vertices));
}

void check(const std::string& path, const MeshData& mesh) {
  if (mesh.vertices.empty()) throw OutputError(path, "the mesh has no vertex");
  for (std::size_t i = 0; i < mesh.vertices.size(); ++i)
    if (!mesh.vertices[i].allFinite())
      throw OutputError(path, "vertex " + std::to_string(i) + ": a coordinate is not finite");
  check_indices(path, "face", mesh.faces, mesh.vertices.size());
  check_indices(path, "edge", mesh.edges, mesh.vertices.size());
}

}  // namespace

void encode_mesh(const MeshData& mesh, MeshEncoding encoding, const ByteSink& sink) {
  Pieces out(sink);
  if (encoding == MeshEncoding::Obj) {
    encode_obj(out, mesh);
  } else {
    encode_ply(out, mesh, encoding == MeshEncoding::PlyAscii);
  }
  out.finish();
}

void write_mesh(const std::string& path, const MeshData& mesh) {
  const std::string_view name =
      has_suffix(path, ".gz") ? std::string_view(path).substr(0, path.size() - 3) : path;
  if (has_suffix(name, ".obj")) return write_mesh(path, mesh, MeshEncoding::Obj);
  if (has_suffix(name, ".ply")) return write_mesh(path, mesh, MeshEncoding::PlyBinary);
  throw OutputError(path, "meshes are written as .obj or .ply, and the name ends in neither");
}

void write_mesh(const std::string& path, const MeshData& mesh, MeshEncoding encoding) {
  check(path, mesh);
  AtomicFile file(path);
  encode_mesh(mesh, encoding, [&](std::string_view bytes) { file.write(bytes); });
  file.close();
}

}  // namespace firstcontact::io
