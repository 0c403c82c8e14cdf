// OBJ: one statement a line; `v`, `f`, `l` and `p` are read, other keywords passed over.
//
// A face may name vertices that come later in the file. Such an index cannot be checked where it
// stands, so the largest one is kept with its place and checked at the end: if any is out of range,
// the largest is.
#include <charconv>
#include <string>
#include <string_view>

#include "io/mesh_formats.h"
#include "io/mesh_text.h"

namespace firstcontact::io {
namespace {

class ObjReader {
 public:
  explicit ObjReader(MeshInput& input) : input_(input) {}

  MeshData read() {
    for (std::string_view line; next_statement(line);) {
      LineFields fields(input_, line_number_, line);
      const std::string_view keyword = fields.word();
      if (keyword == "v") {
        read_vertex(fields);
      } else if (keyword == "f") {
        read_face(fields);
      } else if (keyword == "l") {
        read_line(fields);
      } else if (keyword == "p") {
        read_points(fields);
      } else if (!keyword.empty()) {
        pass_over(fields, keyword);
      }
    }
    if (largest_.vertex > static_cast<std::int64_t>(mesh_.vertices.size()))
      throw InputError(input_.name(), largest_.line_number,
                       field_name(largest_.field, largest_.number),
                       out_of_range(largest_.vertex, mesh_.vertices.size()));
    return std::move(mesh_);
  }

 private:
  /// An index, from 1 as the file writes it, and where it stands.
  struct Place {
    std::int64_t vertex = 0;
    std::size_t line_number = 0;
    std::string_view field;
    std::int64_t number = 0;
  };

  /// The next line, with those that a backslash at its end joins to it. Comments are not joined: a
  /// path may end in a backslash.
  bool next_statement(std::string_view& line) {
    if (!input_.next_line(line)) return false;
    line_number_ = input_.line_number();
    if (line.empty() || line.back() != '\\' || !LineFields(input_, line).more()) return true;
    joined_.clear();
    while (!line.empty() && line.back() == '\\') {
      joined_.append(line.substr(0, line.size() - 1)) += ' ';
      if (joined_.size() > kMaxMeshLineBytes)
        fail("line", "longer than " + std::to_string(kMaxMeshLineBytes) + " bytes");
      if (!input_.next_line(line))
        fail("line", "the file ends where \\ says that the line goes on");
    }
    joined_.append(line);
    line = joined_;
    return true;
  }

  void read_vertex(LineFields& fields) {
    Vec3 point;
    for (std::size_t axis = 0; axis < 3; ++axis)
      point[static_cast<Eigen::Index>(axis)] = fields.real(kAxisNames[axis]);
    std::int64_t numbers = 3;
    while (fields.more()) fields.real("number", ++numbers);
    if (numbers != 3 && numbers != 4 && numbers != 6)
      fail("v", std::to_string(numbers) +
                    " numbers, a vertex has 3, 4 (with a weight) or 6 (with a colour)");
    mesh_.vertices.push_back(point);
  }

  void read_face(LineFields& fields) {
    Fan fan(mesh_);
    while (fields.more())
      fan.add(read_index(fields, "corner", static_cast<std::int64_t>(fan.corners()) + 1));
    if (fan.corners() < 3) fail("f", too_few_corners(fan.corners()));
  }

  void read_line(LineFields& fields) {
    int last = 0;
    std::int64_t points = 0;
    while (fields.more()) {
      const int vertex = read_index(fields, "point", points + 1);
      if (points > 0) mesh_.edges.push_back({last, vertex});
      last = vertex;
      ++points;
    }
    if (points < 2)
      fail("l", std::to_string(points) + (points == 1 ? " point" : " points") +
                    ", a line needs at least 2");
  }

  void read_points(LineFields& fields) {
    std::int64_t points = 0;
    while (fields.more()) read_index(fields, "point", ++points);
    if (points == 0) fail("p", "0 points, at least 1 is needed");
  }

  /// v, v/vt, v//vn or v/vt/vn; the vertex from 0.
  int read_index(LineFields& fields, std::string_view field, std::int64_t number) {
    std::int64_t vertex = 0;
    if (!fields.take_digits(vertex)) vertex = read_corner(fields, field, number);
    const auto before = static_cast<std::int64_t>(mesh_.vertices.size());
    if (vertex == 0)
      fail(field_name(field, number), "vertex 0 is out of range: vertices count from 1");
    if (vertex < -before)
      fail(field_name(field, number),
           "vertex " + std::to_string(vertex) + " is out of range: " + std::to_string(before) +
               (before == 1 ? " vertex comes" : " vertices come") + " before this line");
    if (vertex < 0) return static_cast<int>(before + vertex);
    if (vertex > before && vertex > largest_.vertex)
      largest_ = {vertex, line_number_, field, number};
    return static_cast<int>(vertex - 1);
  }

  /// The vertex of a corner of any form, as the file writes it.
  std::int64_t read_corner(LineFields& fields, std::string_view field, std::int64_t number) const {
    const std::string_view word = fields.word();
    const char* const end = word.data() + word.size();
    std::int64_t vertex = 0;
    const auto [stop, error] = std::from_chars(word.data(), end, vertex);
    if (error == std::errc::invalid_argument ||
        !is_rest_of_corner({stop, static_cast<std::size_t>(end - stop)}))
      fail(field_name(field, number),
           shown_text(word) + " is not an index, nor of the form v/vt, v//vn or v/vt/vn");
    if (error != std::errc())
      fail(field_name(field, number), shown_text(word) + " is out of range");
    return vertex;
  }

  /// What follows the vertex in a corner: nothing, /vt, //vn or /vt/vn.
  static bool is_rest_of_corner(std::string_view rest) {
    for (int slashes = 1; !rest.empty(); ++slashes) {
      if (rest.front() != '/' || slashes > 2) return false;
      rest.remove_prefix(1);
      if (slashes == 1 && rest.substr(0, 1) == "/") continue;
      std::int64_t index = 0;
      const auto [stop, error] = std::from_chars(rest.data(), rest.data() + rest.size(), index);
      if (error != std::errc()) return false;
      rest.remove_prefix(static_cast<std::size_t>(stop - rest.data()));
    }
    return true;
  }

  /// Refuses what is no OBJ, and statements that stand for geometry which would be missing.
  void pass_over(const LineFields& fields, std::string_view keyword) const {
    const char c = keyword.front();
    if (!(c >= 'a' && c <= 'z') && !(c >= 'A' && c <= 'Z'))
      fields.fail("keyword", shown_text(keyword) + " is not an OBJ keyword");
    if (keyword == "curv" || keyword == "curv2" || keyword == "surf")
      fields.fail(std::string(keyword), "free-form curves and surfaces are not supported");
    if (keyword == "call") fields.fail("call", "including another file is not supported");
  }

  [[noreturn]] void fail(const std::string& field, const std::string& what) const {
    throw InputError(input_.name(), line_number_, field, what);
  }

  MeshInput& input_;
  MeshData mesh_;
  std::size_t line_number_ = 0;
  std::string joined_;
  Place largest_;
};

}  // namespace

MeshData read_obj(MeshInput& input) { return ObjReader(input).read(); }

}  // namespace firstcontact::io
