// Which format a file has, and reading it.
#include "io/mesh_file.h"

#include <algorithm>
#include <filesystem>

#include "io/mesh_formats.h"
#include "io/mesh_input.h"
#include "io/mesh_text.h"

namespace firstcontact::io {
namespace {

using ReadFormat = MeshData (*)(MeshInput&);

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return out;
}

/// The first word of a text, comments passed over; empty where there is none.
std::string_view first_word(std::string_view text) {
  if (text.substr(0, 3) == "\xEF\xBB\xBF") text.remove_prefix(3);
  for (;;) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    if (text.empty() || text.front() != '#') return text.substr(0, text.find_first_of(" \t\r\n"));
    text.remove_prefix(std::min(text.find('\n'), text.size()));
  }
}

/// By the first bytes; by the name where they do not tell.
ReadFormat format_of(MeshInput& input) {
  constexpr std::size_t kFirstBytes = 4096;
  std::string name = lower(input.name());
  if (has_suffix(name, ".gz")) name.resize(name.size() - 3);
  if (has_suffix(name, ".stl") && has_size_of_binary_stl(input)) return read_stl;
  const std::string_view word = first_word(input.ahead(kFirstBytes));
  if (word == "ply") return read_ply;
  if (has_suffix(word, "OFF") && word.size() <= 7) return read_off;
  if (lower(word) == "solid") return read_stl;
  if (has_suffix(name, ".obj")) return read_obj;
  if (has_suffix(name, ".ply")) return read_ply;
  if (has_suffix(name, ".stl")) return read_stl;
  if (has_suffix(name, ".off")) return read_off;
  throw InputError(
      input.name(),
      "is not known as a mesh: neither its name nor its first bytes are of OBJ, PLY, STL or OFF");
}

/// The size of a regular file that is read as it is.
std::uint64_t size_of(const std::string& path) {
  std::error_code error;
  if (has_suffix(path, ".gz") || !std::filesystem::is_regular_file(path, error))
    return kUnknownSize;
  const std::uintmax_t size = std::filesystem::file_size(path, error);
  // Files that the system makes up as they are read have size 0.
  return error || size == 0 ? kUnknownSize : size;
}

}  // namespace

MeshData read_mesh(const std::string& path) {
  return read_mesh(open_kept_source(path), path, size_of(path));
}

MeshData read_mesh(std::unique_ptr<ByteSource> source, const std::string& name,
                   std::uint64_t size) {
  MeshInput input(std::move(source), name, size);
  if (input.ahead(1).empty()) throw InputError(name, "holds no mesh: the file is empty");
  MeshData mesh = format_of(input)(input);
  if (mesh.vertices.empty()) throw InputError(name, "holds no vertex");
  if (mesh.vertices.size() > kMaxVertices || mesh.faces.size() > kMaxVertices ||
      mesh.edges.size() > kMaxVertices)
    throw InputError(
        name, "holds more than " + std::to_string(kMaxVertices) + " vertices, faces or edges");
  return mesh;
}

std::vector<std::vector<int>> polygons_of(const MeshData& mesh) {
  std::vector<std::vector<int>> polygons;
  auto fan = mesh.fans.begin();
  for (std::size_t i = 0; i < mesh.faces.size();) {
    const std::size_t triangles =
        fan != mesh.fans.end() && fan->first == i ? (fan++)->triangles : 1;
    std::vector<int>& corners = polygons.emplace_back(mesh.faces[i].begin(), mesh.faces[i].end());
    for (std::size_t k = 1; k < triangles; ++k) corners.push_back(mesh.faces[i + k][2]);
    i += triangles;
  }
  return polygons;
}

}  // namespace firstcontact::io
