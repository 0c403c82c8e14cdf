#include "gmsh_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <memory>
#include <unordered_map>

#include "io/errors.h"
#include "io/line_reader.h"
#include "io/shown_text.h"

namespace firstcontact::apps {
namespace {

/// Types of elements, as Gmsh numbers them.
constexpr std::int64_t kLine = 1, kTriangle = 2, kTetrahedron = 4, kPoint = 15;

class GmshReader {
 public:
  GmshReader(std::unique_ptr<io::ByteSource> source, const std::string& path)
      : lines_(std::move(source), path) {}

  sim::TetMesh read() {
    bool has_format = false;
    while (next_line()) {
      if (line_.empty()) continue;
      if (line_[0] != '$') refuse("section", "a line that belongs to no section");
      const std::string name(line_.substr(1));
      if (name == "MeshFormat") {
        has_format = true;
        read_format();
      } else if (!has_format) {
        refuse("section", io::shown_text(line_) + " before $MeshFormat");
      } else if (name == "Nodes") {
        version_ == 2 ? read_nodes_2() : read_nodes_4();
      } else if (name == "Elements") {
        version_ == 2 ? read_elements_2() : read_elements_4();
      } else {
        skip_to("$End" + name);
        continue;
      }
      expect_line("$End" + name);
    }
    if (!has_format) throw io::InputError(lines_.name(), "no $MeshFormat: not a Gmsh file");
    return finished();
  }

 private:
  struct Element {
    std::array<std::int64_t, 4> tags;
    std::size_t line;
  };

  [[noreturn]] void refuse(const std::string& field, const std::string& what) const {
    throw io::InputError(lines_.name(), lines_.number(), field, what);
  }

  /// Moves to the next line, without spaces around it. False at the end of the file.
  bool next_line() {
    if (!lines_.next(line_)) return false;
    while (!line_.empty() && is_space(line_.front())) line_.remove_prefix(1);
    while (!line_.empty() && is_space(line_.back())) line_.remove_suffix(1);
    rest_ = line_;
    return true;
  }
  static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r'; }

  void need_line(const char* field) {
    do {
      if (!next_line()) refuse(field, "the file ends here");
    } while (line_.empty());
  }
  void expect_line(const std::string& text) {
    need_line("section");
    if (line_ != text) refuse("section", io::shown_text(line_) + ", not " + text);
  }
  void skip_to(const std::string& text) {
    do {
      if (!next_line()) refuse("section", "the file ends before " + text);
    } while (line_ != text);
  }

  std::string_view word() {
    while (!rest_.empty() && is_space(rest_.front())) rest_.remove_prefix(1);
    const std::size_t length = std::min(rest_.find_first_of(" \t\r"), rest_.size());
    const std::string_view found = rest_.substr(0, length);
    rest_.remove_prefix(length);
    return found;
  }
  template <class Number>
  Number number(const char* field) {
    const std::string_view text = word();
    Number value{};
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc() || stop != end || text.empty())
      refuse(field, text.empty() ? "missing" : io::shown_text(text) + " is not such a number");
    return value;
  }
  std::int64_t whole(const char* field) { return number<std::int64_t>(field); }
  std::int64_t count(const char* field) {
    const std::int64_t value = whole(field);
    if (value < 0) refuse(field, fmt::format("{} is negative", value));
    return value;
  }
  double coordinate(const char* field) {
    const double value = number<double>(field);
    if (!std::isfinite(value)) refuse(field, "not finite");
    return value;
  }

  void read_format() {
    need_line("version");
    const std::string version(word());
    if (version != "2.2" && version != "4.1")
      refuse("version", io::shown_text(version) + ": only 2.2 and 4.1 are read");
    version_ = version == "2.2" ? 2 : 4;
    if (whole("file type") != 0) refuse("file type", "binary: only ASCII is read");
  }

  void add_node(std::int64_t tag) {
    const Vec3 place = [this] {
      const double x = coordinate("x"), y = coordinate("y"), z = coordinate("z");
      return Vec3(x, y, z);
    }();
    if (!nodes_.emplace(tag, static_cast<int>(places_.size())).second)
      refuse("node", fmt::format("the tag {} appears twice", tag));
    places_.push_back(place);
  }
  void read_nodes_2() {
    need_line("number of nodes");
    for (std::int64_t left = count("number of nodes"); left > 0; --left) {
      need_line("node");
      add_node(whole("node"));
    }
  }
  void read_nodes_4() {
    need_line("number of blocks");
    std::vector<std::int64_t> tags;
    for (std::int64_t blocks = count("number of blocks"); blocks > 0; --blocks) {
      need_line("block");
      whole("dimension");
      whole("entity");
      whole("parametric");
      const std::int64_t size = count("number of nodes");
      tags.clear();
      for (std::int64_t i = 0; i < size; ++i) {
        need_line("node");
        tags.push_back(whole("node"));
      }
      for (const std::int64_t tag : tags) {
        need_line("x");
        add_node(tag);
      }
    }
  }

  void add_element(std::int64_t type) {
    if (type == kLine || type == kTriangle || type == kPoint) return;
    if (type != kTetrahedron)
      refuse("element type", fmt::format("{}: only tetrahedra of 4 nodes (type 4) are read", type));
    Element element{.tags = {}, .line = lines_.number()};
    for (std::int64_t& tag : element.tags) tag = whole("node of the element");
    elements_.push_back(element);
  }
  void read_elements_2() {
    need_line("number of elements");
    for (std::int64_t left = count("number of elements"); left > 0; --left) {
      need_line("element");
      whole("element");
      const std::int64_t type = whole("element type");
      for (std::int64_t tags = count("number of tags"); tags > 0; --tags) whole("tag");
      add_element(type);
    }
  }
  void read_elements_4() {
    need_line("number of blocks");
    for (std::int64_t blocks = count("number of blocks"); blocks > 0; --blocks) {
      need_line("block");
      whole("dimension");
      whole("entity");
      const std::int64_t type = whole("element type");
      for (std::int64_t left = count("number of elements"); left > 0; --left) {
        need_line("element");
        whole("element");
        add_element(type);
      }
    }
  }

  sim::TetMesh finished() {
    sim::TetMesh mesh{.vertices = sim::rows_of(places_)};
    for (const Element& element : elements_) {
      const auto refuse_element = [&](const std::string& what) {
        throw io::InputError(lines_.name(), element.line, "element", what);
      };
      Tet tet = {};
      for (std::size_t i = 0; i < 4; ++i) {
        const auto node = nodes_.find(element.tags[i]);
        if (node == nodes_.end())
          refuse_element(fmt::format("there is no node {}", element.tags[i]));
        tet[i] = node->second;
      }
      const double volume = sim::volume(mesh.vertices, tet);
      if (!(std::abs(volume) > 0) || !std::isfinite(volume))
        refuse_element("a tetrahedron without volume");
      if (volume < 0) std::swap(tet[1], tet[2]);
      mesh.tets.push_back(tet);
    }
    if (mesh.tets.empty()) throw io::InputError(lines_.name(), "holds no tetrahedron");
    return sim::without_loose_vertices(mesh);
  }

  io::LineReader lines_;
  std::string_view line_, rest_;
  int version_ = 0;
  std::unordered_map<std::int64_t, int> nodes_;
  std::vector<Vec3> places_;
  std::vector<Element> elements_;
};

}  // namespace

sim::TetMesh read_gmsh(const std::string& path) {
  return GmshReader(io::open_kept_source(path), path).read();
}

sim::TetMesh parse_gmsh(std::string_view text, const std::string& path) {
  return GmshReader(std::make_unique<io::MemorySource>(text), path).read();
}

}  // namespace firstcontact::apps
