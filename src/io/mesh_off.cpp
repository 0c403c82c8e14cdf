// OFF: the magic word, the counts, a line a vertex, a line a face. Prefixes of the magic word (ST,
// C, N) announce numbers behind the coordinates of a vertex, which are passed over, as are colours
// behind the corners of a face.
#include <string>
#include <string_view>

#include "io/mesh_formats.h"
#include "io/mesh_text.h"

namespace firstcontact::io {
namespace {

/// The magic word, checked.
void read_magic(LineFields& fields) {
  const std::string_view magic = fields.word();
  std::string_view prefix = magic;
  if (!has_suffix(prefix, "OFF"))
    fields.fail("OFF", shown_text(magic) + " is not OFF, COFF, NOFF or STOFF");
  prefix.remove_suffix(3);
  for (const std::string_view known : {"ST", "C", "N"})
    if (prefix.substr(0, known.size()) == known) prefix.remove_prefix(known.size());
  if (!prefix.empty())
    fields.fail("OFF",
                shown_text(magic) + " is not supported: only OFF with the prefixes ST, C and N is");
}

class OffReader {
 public:
  explicit OffReader(MeshInput& input) : input_(input) {}

  MeshData read() {
    read_counts();
    mesh_.vertices.reserve(input_.plausible(vertices_, kVertexBytes));
    for (std::uint64_t i = 0; i < vertices_; ++i) {
      LineFields fields = next_element("vertex", "vertices", i, vertices_);
      Vec3 point;
      for (std::size_t axis = 0; axis < 3; ++axis)
        point[static_cast<Eigen::Index>(axis)] = fields.real(kAxisNames[axis]);
      mesh_.vertices.push_back(point);
    }
    mesh_.faces.reserve(input_.plausible(faces_, kFaceBytes));
    for (std::uint64_t i = 0; i < faces_; ++i) {
      LineFields fields = next_element("face", "faces", i, faces_);
      read_face(fields);
    }
    std::string_view line;
    if (next_filled_line(input_, line))
      fail("end of file", "more lines than the counts say: " + shown_text(line));
    return std::move(mesh_);
  }

 private:
  /// The shortest lines: "0 0 0", "3 0 1 2".
  static constexpr std::uint64_t kVertexBytes = 6, kFaceBytes = 8;

  void read_counts() {
    std::string_view line;
    if (!next_filled_line(input_, line))
      throw InputError(input_.name(), "holds no mesh: there is nothing but comments");
    LineFields first(input_, line);
    read_magic(first);
    if (first.more()) return read_counts(first);
    if (!next_filled_line(input_, line))
      fail("counts", "the file ends early: the numbers of vertices and faces are missing");
    LineFields second(input_, line);
    read_counts(second);
  }

  void read_counts(LineFields& fields) {
    LineFields words = fields;
    if (words.word() == "BINARY") fields.fail("OFF", "binary OFF is not supported");
    vertices_ = fields.count("vertex count");
    faces_ = fields.count("face count");
    if (fields.more()) fields.count("edge count");
    fields.expect_end("counts");
    if (vertices_ > kMaxVertices)
      fields.fail("vertex count",
                  std::to_string(vertices_) + " is more than " + std::to_string(kMaxVertices));
  }

  void read_face(LineFields& fields) {
    const std::uint64_t corners = fields.count("corner count");
    if (corners < 3) fields.fail("corner count", too_few_corners(corners));
    Fan fan(mesh_);
    for (std::uint64_t i = 1; i <= corners; ++i) {
      const std::int64_t vertex = fields.integer("corner", static_cast<std::int64_t>(i));
      if (vertex < 0 || vertex >= static_cast<std::int64_t>(vertices_))
        fields.fail("corner " + std::to_string(i), out_of_range(vertex, vertices_));
      fan.add(static_cast<int>(vertex));
    }
  }

  LineFields next_element(const char* name, const char* plural, std::uint64_t i,
                          std::uint64_t count) {
    std::string_view line;
    if (!next_filled_line(input_, line))
      fail(name, "the file ends early: " + std::to_string(i) + " of " + std::to_string(count) +
                     " " + plural + " are there");
    return {input_, line};
  }

  [[noreturn]] void fail(const std::string& field, const std::string& what) const {
    throw InputError(input_.name(), input_.line_number(), field, what);
  }

  MeshInput& input_;
  MeshData mesh_;
  std::uint64_t vertices_ = 0, faces_ = 0;
};

}  // namespace

MeshData read_off(MeshInput& input) { return OffReader(input).read(); }

}  // namespace firstcontact::io
