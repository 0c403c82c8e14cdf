// Random meshes in every variant of every format, written by writers of this test's own, come back
// as they are.
#include <gtest/gtest.h>

#include <charconv>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "mesh_bytes.h"

namespace firstcontact::io::mesh_random_test {
namespace {

/// A mesh as a file may have it.
struct Polygons {
  std::vector<Vec3> vertices;
  std::vector<std::vector<int>> faces;
  Edges edges;
};

class RandomMeshes {
 public:
  explicit RandomMeshes(unsigned seed) : random_(seed) {}

  int below(int count) { return static_cast<int>(random_() % static_cast<unsigned>(count)); }
  bool coin() { return below(2) == 0; }
  template <typename T>
  T one_of(const std::vector<T>& choices) {
    return choices[below(static_cast<int>(choices.size()))];
  }

  /// Of any size, with both zeros; a float if `single`.
  double coordinate(bool single) {
    for (;;) {
      const std::uint64_t high = random_(), low = random_();
      const auto wild32 = std::bit_cast<float>(static_cast<std::uint32_t>(high));
      const auto wild64 = std::bit_cast<double>(high << 32 | low);
      const double tame = static_cast<double>(below(2'000'001) - 1'000'000) / 1024;
      const double value = below(8) == 0 ? (coin() ? 0.0 : -0.0)
                           : coin()      ? tame
                           : single      ? wild32
                                         : wild64;
      if (std::isfinite(value)) return value;
    }
  }

  Polygons mesh(bool single, bool triangles_only) {
    Polygons out;
    const int vertices = 1 + below(40);
    for (int i = 0; i < vertices; ++i) {
      const double x = coordinate(single), y = coordinate(single), z = coordinate(single);
      out.vertices.emplace_back(x, y, z);
    }
    for (int left = below(30); left > 0; --left) {
      std::vector<int> face(static_cast<std::size_t>(triangles_only || coin() ? 3 : 3 + below(5)));
      for (int& corner : face) corner = below(vertices);
      out.faces.push_back(face);
    }
    for (int left = below(5); left > 0; --left)
      out.edges.push_back({below(vertices), below(vertices)});
    return out;
  }

  /// Text whose nearest double is `value`.
  std::string number(double value) {
    char digits[64];
    const char* end = coin() ? std::to_chars(digits, digits + 64, value).ptr
                             : std::to_chars(digits, digits + 64, value,
                                             std::chars_format::scientific, 16 + below(8))
                                   .ptr;
    return {digits, static_cast<std::size_t>(end - digits)};
  }

  std::string space() { return one_of<std::string>({" ", " ", "  ", "\t", " \t "}); }
  std::string line_end() { return one_of<std::string>({"\n", "\n", "\r\n", " \n"}); }

 private:
  std::mt19937 random_;
};

MeshData expected(const Polygons& mesh, bool with_edges) {
  MeshData out;
  out.vertices = mesh.vertices;
  for (const auto& face : mesh.faces)
    for (std::size_t i = 2; i < face.size(); ++i)
      out.faces.push_back({face[0], face[i - 1], face[i]});
  if (with_edges) out.edges = mesh.edges;
  return out;
}

std::string obj_text(RandomMeshes& random, const Polygons& mesh) {
  std::string text = random.coin() ? "" : "# made up\nmtllib none.mtl\n";
  const int form = random.below(4);
  const auto corner = [&](int vertex) {
    const int count = static_cast<int>(mesh.vertices.size());
    const std::string index = std::to_string(random.coin() ? vertex + 1 : vertex - count);
    const std::string joint = random.below(6) == 0 ? " \\\n " : random.space();
    const char* const rest[] = {"", "/1", "//-2", "/3/4"};
    return joint + index + rest[form];
  };
  for (const Vec3& p : mesh.vertices) {
    text += 'v' + random.space() + random.number(p.x()) + random.space() + random.number(p.y()) +
            random.space() + random.number(p.z()) +
            random.one_of<std::string>({"", "", " 1", " 0.5 1 0", " # a vertex"}) +
            random.line_end();
    if (random.below(6) == 0)
      text += random.one_of<std::string>(
          {"vn 0 0 1\n", "\n", "vt 1 1\n", "# v 0 0 0\n", "s off\n", "g a\n"});
  }
  for (const auto& face : mesh.faces) {
    text += "f";
    for (const int vertex : face) text += corner(vertex);
    text += random.line_end();
  }
  // Edges that follow each other may be one line.
  for (std::size_t i = 0; i < mesh.edges.size(); ++i) {
    text += 'l' + corner(mesh.edges[i][0]) + corner(mesh.edges[i][1]);
    while (i + 1 < mesh.edges.size() && mesh.edges[i][1] == mesh.edges[i + 1][0])
      text += corner(mesh.edges[++i][1]);
    text += random.line_end();
  }
  return text;
}

std::string off_text(RandomMeshes& random, const Polygons& mesh) {
  const auto magic = random.one_of<std::string>({"OFF", "COFF", "NOFF", "STOFF"});
  const std::string extra = magic == "OFF"     ? ""
                            : magic == "STOFF" ? " 0.5 0.5"
                            : magic == "COFF"  ? " 1 0 0 1"
                                               : " 0 0 1";
  std::string text = magic + (random.coin() ? " " : "\n# counts\n") +
                     std::to_string(mesh.vertices.size()) + " " +
                     std::to_string(mesh.faces.size()) + " 0" + random.line_end();
  for (const Vec3& p : mesh.vertices)
    text += random.number(p.x()) + random.space() + random.number(p.y()) + random.space() +
            random.number(p.z()) + extra + random.line_end() +
            (random.below(8) == 0 ? "\n# more\n" : "");
  for (const auto& face : mesh.faces) {
    text += std::to_string(face.size());
    for (const int vertex : face) text += random.space() + std::to_string(vertex);
    text += random.one_of<std::string>({"", " 255 0 0", " 0.5 0.5 0.5 1"}) + random.line_end();
  }
  return text;
}

/// Writes a PLY file value by value, in any of its formats.
class PlyText {
 public:
  PlyText(RandomMeshes& random, std::string format) : random_(random), format_(std::move(format)) {}

  void value(const std::string& type, double number) {
    if (format_ == "ascii") {
      const bool real =
          type == "float" || type == "double" || type == "float32" || type == "float64";
      body_ += (line_start_ ? "" : random_.space()) +
               (real ? random_.number(number) : std::to_string(static_cast<long long>(number)));
      line_start_ = false;
      return;
    }
    const std::endian order =
        format_ == "binary_big_endian" ? std::endian::big : std::endian::little;
    if (type == "char" || type == "int8")
      body_ += bytes_of_number(static_cast<std::int8_t>(number), order);
    if (type == "uchar" || type == "uint8")
      body_ += bytes_of_number(static_cast<std::uint8_t>(number), order);
    if (type == "short" || type == "int16")
      body_ += bytes_of_number(static_cast<std::int16_t>(number), order);
    if (type == "ushort" || type == "uint16")
      body_ += bytes_of_number(static_cast<std::uint16_t>(number), order);
    if (type == "int" || type == "int32")
      body_ += bytes_of_number(static_cast<std::int32_t>(number), order);
    if (type == "uint" || type == "uint32")
      body_ += bytes_of_number(static_cast<std::uint32_t>(number), order);
    if (type == "float" || type == "float32")
      body_ += bytes_of_number(static_cast<float>(number), order);
    if (type == "double" || type == "float64") body_ += bytes_of_number(number, order);
  }
  void end_element() {
    if (format_ == "ascii") body_ += random_.line_end();
    line_start_ = true;
  }
  void header(const std::string& line) { header_ += line + "\n"; }
  std::string bytes() const {
    return "ply\nformat " + format_ + " 1.0\ncomment made up\n" + header_ + "end_header\n" + body_;
  }

 private:
  RandomMeshes& random_;
  std::string format_, header_, body_;
  bool line_start_ = true;
};

const std::vector<std::string> kIntegers = {"char", "uchar", "short", "ushort", "int",   "uint",
                                            "int8", "uint8", "int16", "uint16", "int32", "uint32"};

/// What stands before, between and behind the properties we read: nothing, a number, or a list.
void add_noise_header(PlyText& out, int noise) {
  if (noise == 1) out.header("property short noise");
  if (noise == 2) out.header("property list ushort double noise");
}
void add_noise(PlyText& out, RandomMeshes& random, int noise) {
  if (noise == 1) out.value("short", random.below(100));
  if (noise != 2) return;
  const int count = random.below(4);
  out.value("ushort", count);
  for (int i = 0; i < count; ++i) out.value("double", random.coordinate(false));
}

void add_vertices(PlyText& out, RandomMeshes& random, const Polygons& mesh, bool single) {
  const int noise = random.below(3), noise_place = random.below(4);
  std::vector<int> axes = {0, 1, 2};
  if (random.coin()) std::swap(axes[0], axes[random.below(3)]);
  std::array<std::string, 3> types;
  const auto same = random.one_of<std::string>({"float", "float32"});
  for (std::string& type : types)
    type = !single ? "double" : random.below(4) > 0 ? same : "float64";
  out.header("element vertex " + std::to_string(mesh.vertices.size()));
  for (int place = 0; place < 4; ++place) {
    if (place == noise_place) add_noise_header(out, noise);
    if (place == 3) break;
    const auto axis = static_cast<std::size_t>(axes[place]);
    out.header("property " + types[axis] + " " + "xyz"[axis]);
  }
  for (const Vec3& point : mesh.vertices) {
    for (int place = 0; place < 4; ++place) {
      if (place == noise_place) add_noise(out, random, noise);
      if (place == 3) break;
      const int axis = axes[place];
      out.value(types[axis], point[axis]);
    }
    out.end_element();
  }
}

void add_faces(PlyText& out, RandomMeshes& random, const Polygons& mesh) {
  const bool usual = random.coin();
  const int noise = usual ? 0 : random.below(3);
  const bool noise_first = random.coin();
  const std::string count_type = usual ? "uchar" : random.one_of(kIntegers),
                    type = usual ? "int" : random.one_of(kIntegers);
  out.header("element face " + std::to_string(mesh.faces.size()));
  if (noise_first) add_noise_header(out, noise);
  out.header("property list " + count_type + " " + type +
             (random.coin() ? " vertex_index" : " vertex_indices"));
  if (!noise_first) add_noise_header(out, noise);
  for (const auto& face : mesh.faces) {
    if (noise_first) add_noise(out, random, noise);
    out.value(count_type, static_cast<double>(face.size()));
    for (const int vertex : face) out.value(type, vertex);
    if (!noise_first) add_noise(out, random, noise);
    out.end_element();
  }
}

std::string ply_bytes(RandomMeshes& random, const Polygons& mesh, const std::string& format,
                      bool single) {
  PlyText out(random, format);
  const auto add_edges = [&] {
    const std::string type = random.one_of(kIntegers);
    out.header("element edge " + std::to_string(mesh.edges.size()));
    out.header("property " + type + " vertex1\nproperty uchar red\nproperty " + type + " vertex2");
    for (const auto& edge : mesh.edges) {
      out.value(type, edge[0]);
      out.value("uchar", 200);
      out.value(type, edge[1]);
      out.end_element();
    }
  };
  const auto add_other = [&] {
    const int noise = 1 + random.below(2);
    out.header("element other 2");
    add_noise_header(out, noise);
    for (int i = 0; i < 2; ++i) {
      add_noise(out, random, noise);
      out.end_element();
    }
  };
  const bool faces_first = random.coin();
  if (random.coin()) add_other();
  if (faces_first) add_faces(out, random, mesh);
  add_vertices(out, random, mesh, single);
  if (!faces_first) add_faces(out, random, mesh);
  add_edges();
  return out.bytes();
}

std::string stl_bytes(RandomMeshes& random, const Polygons& mesh, bool binary) {
  std::string bytes = binary ? "solid or not" : "solid\n";
  if (binary) {
    bytes.resize(80, random.coin() ? '\0' : ' ');
    bytes += bytes_of_number(static_cast<std::uint32_t>(mesh.faces.size()), std::endian::little);
  }
  for (const auto& face : mesh.faces) {
    bytes += binary ? std::string(12, '\xff') : "facet normal 0 0 0\nouter loop\n";
    for (const int vertex : face) {
      const Vec3& p = mesh.vertices[vertex];
      if (!binary) bytes += "vertex";
      for (int axis = 0; axis < 3; ++axis)
        bytes += binary ? bytes_of_number(static_cast<float>(p[axis]), std::endian::little)
                        : random.space() + random.number(p[axis]);
      if (!binary) bytes += random.line_end();
    }
    bytes += binary ? "\1\2" : "endloop\nendfacet\n";
  }
  return binary ? bytes : bytes + "endsolid\n";
}

/// What an STL file keeps of a mesh, with the slow and plain way to merge.
MeshData merged(const MeshData& mesh) {
  MeshData out;
  for (const auto& face : mesh.faces) {
    out.faces.emplace_back();
    for (std::size_t corner = 0; corner < 3; ++corner) {
      const Vec3& point = mesh.vertices[face[corner]];
      const auto found = std::find(out.vertices.begin(), out.vertices.end(), point);
      out.faces.back()[corner] = static_cast<int>(found - out.vertices.begin());
      if (found == out.vertices.end()) out.vertices.push_back(point);
    }
  }
  return out;
}

TEST(RandomMeshes, ComeBackFromEveryVariant) {
  constexpr unsigned kSeed = 20260704;
  constexpr int kMeshes = 3000;
  RandomMeshes random(kSeed);
  const std::vector<std::string> variants = {
      "obj", "off", "ascii", "binary_little_endian", "binary_big_endian", "stl text", "stl binary"};
  std::map<std::string, int> seen;
  std::size_t larger_polygons = 0, edges = 0, merged_away = 0;
  for (int i = 0; i < kMeshes; ++i) {
    const std::string variant = random.one_of(variants);
    const bool stl = variant.substr(0, 3) == "stl";
    const bool single = variant == "stl binary" || (variant != "obj" && random.coin());
    const Polygons mesh = random.mesh(single, variant == "stl binary");
    if (stl && mesh.faces.empty()) continue;
    const bool with_edges = variant != "off" && !stl;
    MeshData wanted = expected(mesh, with_edges);
    if (stl) {
      wanted = merged(wanted);
      merged_away += mesh.vertices.size() > wanted.vertices.size();
    }
    const std::string bytes = variant == "obj"   ? obj_text(random, mesh)
                              : variant == "off" ? off_text(random, mesh)
                              : stl              ? stl_bytes(random, mesh, variant == "stl binary")
                                                 : ply_bytes(random, mesh, variant, single);
    const std::string name = variant == "obj" ? "m.obj" : stl ? "m.stl" : "m";
    const MeshData got =
        read_bytes(name, bytes, random.one_of<std::size_t>({1, 7, 4096, bytes.size()}));
    ASSERT_TRUE(same_mesh(got, wanted)) << "mesh " << i << " as " << variant << ":\n" << bytes;
    if (!stl) {
      ASSERT_EQ(polygons_of(got), mesh.faces) << "mesh " << i << " as " << variant << ":\n"
                                              << bytes;
    }
    ++seen[variant];
    larger_polygons += wanted.faces.size() > mesh.faces.size();
    edges += wanted.edges.size();
  }
  for (const std::string& variant : variants) EXPECT_GT(seen[variant], kMeshes / 10) << variant;
  EXPECT_GT(larger_polygons, kMeshes / 2u);
  EXPECT_GT(edges, kMeshes / 2u);
  EXPECT_GT(merged_away, kMeshes / 20u);
}

}  // namespace
}  // namespace firstcontact::io::mesh_random_test
