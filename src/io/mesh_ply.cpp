// PLY: a header that says what follows, then that.
//
// `PlyReader` walks over the elements and their properties; where the values come from is a
// parameter: lines of text
// (`AsciiRecords`) or bytes (`BinaryRecords`). Elements of the usual shapes, vertices of three
// floats or doubles and triangles of 32-bit indices, are read from bytes block by block
// (`take_vertices`, `take_triangles`). These stop before anything unusual or wrong, which the
// general way then reads or reports.
#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "io/mesh_binary.h"
#include "io/mesh_formats.h"
#include "io/mesh_ply_header.h"
#include "io/mesh_text.h"

namespace firstcontact::io {
namespace {

std::string plural(const PlyElement& element) {
  return element.kind == PlyKind::Vertex ? "vertices" : element.name + " elements";
}

std::string promise(const PlyElement& element, std::uint64_t seen) {
  return "the file ends early: " + std::to_string(seen) + " of " + std::to_string(element.count) +
         " " + plural(element) + " are there";
}

/// One element a line.
class AsciiRecords {
 public:
  explicit AsciiRecords(MeshInput& input) : input_(input) {}

  void begin(const PlyElement& element, std::uint64_t number) {
    if (element.properties.empty()) return;
    std::string_view line;
    if (!next_filled_line(input_, line))
      throw InputError(input_.name(), input_.line_number(), element.name, promise(element, number));
    fields_.emplace(input_, line);
  }
  double real(const PlyProperty& property) { return fields_->real(property.name); }
  std::int64_t integer(PlyType, std::string_view field, std::int64_t number = kNoNumber) {
    return fields_->integer(field, number);
  }
  void skip(const PlyProperty& property, std::uint64_t count) {
    for (; count > 0; --count)
      if (fields_->word().empty()) fail(property.name, "is missing");
  }
  void end(const PlyElement& element) {
    if (!element.properties.empty()) fields_->expect_end(element.name);
  }
  bool skip_all(const PlyElement& element) { return element.properties.empty(); }
  std::size_t take_usual(const PlyElement&, std::uint64_t, MeshData&) { return 0; }
  void finish() {
    std::string_view line;
    if (next_filled_line(input_, line))
      throw InputError(input_.name(), input_.line_number(), "end of file",
                       "more lines than the header says: " + shown_text(line));
  }
  [[noreturn]] void fail(const std::string& field, const std::string& what) const {
    fields_->fail(field, what);
  }

 private:
  MeshInput& input_;
  std::optional<LineFields> fields_;
};

/// Takes vertices from the bytes ahead until one is not finite, or `count` are taken; returns how
/// many. `offsets` and `stride` are of the coordinates within an element and of the element.
template <typename Real, bool Reversed>
std::size_t take_vertices(const char* bytes, std::size_t count, std::size_t stride,
                          const std::array<std::size_t, 3>& offsets, std::vector<Vec3>& vertices) {
  const std::size_t before = vertices.size();
  vertices.resize(before + count);
  Vec3* const out = vertices.data() + before;
  std::size_t taken = 0;
  for (; taken < count; ++taken, bytes += stride) {
    const double x = load<Real>(bytes + offsets[0], Reversed);
    const double y = load<Real>(bytes + offsets[1], Reversed);
    const double z = load<Real>(bytes + offsets[2], Reversed);
    if (!(std::isfinite(x) && std::isfinite(y) && std::isfinite(z))) break;
    out[taken] = Vec3(x, y, z);
  }
  vertices.resize(before + taken);
  return taken;
}

constexpr std::size_t kPlyTriangleBytes = 13;

/// Takes faces of the form "3, then three 32-bit indices" from `bytes` until one has another form
/// or an index that is not below `vertices`.
template <bool Reversed>
std::size_t take_triangles(const char* bytes, std::size_t count, std::uint32_t vertices,
                           std::vector<std::array<int, 3>>& faces) {
  std::size_t taken = 0;
  for (; taken < count; ++taken, bytes += kPlyTriangleBytes) {
    const auto a = load<std::uint32_t>(bytes + 1, Reversed);
    const auto b = load<std::uint32_t>(bytes + 5, Reversed);
    const auto c = load<std::uint32_t>(bytes + 9, Reversed);
    if (*bytes != 3 || std::max({a, b, c}) >= vertices) break;
    faces.push_back({static_cast<int>(a), static_cast<int>(b), static_cast<int>(c)});
  }
  return taken;
}

/// Elements without any separators.
class BinaryRecords {
 public:
  BinaryRecords(MeshInput& input, const PlyHeader& header)
      : input_(input),
        reversed_(is_reversed(header.format == PlyFormat::BigEndian ? std::endian::big
                                                                    : std::endian::little)),
        vertices_(static_cast<std::uint32_t>(header.vertices)) {}

  void begin(const PlyElement& element, std::uint64_t number) {
    element_ = &element;
    number_ = number;
    start_ = input_.offset();
  }

  double real(const PlyProperty& property) {
    const char* const bytes = next(property.type);
    if (!is_real(property.type)) return static_cast<double>(integer_at(bytes, property.type));
    const double value = property.type == PlyType::Float32 ? load<float>(bytes, reversed_)
                                                           : load<double>(bytes, reversed_);
    if (!std::isfinite(value)) fail(property.name, "is not finite");
    return value;
  }
  std::int64_t integer(PlyType type, std::string_view, std::int64_t = kNoNumber) {
    return integer_at(next(type), type);
  }
  void skip(const PlyProperty& property, std::uint64_t count) {
    const std::uint64_t bytes = count * size_of(property.type);
    if (input_.skip_far(bytes) < bytes) fail_early();
  }
  void end(const PlyElement&) {}

  /// Passes over all of an element that we do not read, where its size is known.
  bool skip_all(const PlyElement& element) {
    const std::optional<std::size_t> stride = stride_of(element);
    if (!stride) return false;
    std::uint64_t bytes = 0;
    if (__builtin_mul_overflow(element.count, std::uint64_t{*stride}, &bytes)) bytes = kUnknownSize;
    const std::uint64_t start = input_.offset();
    const std::uint64_t seen = input_.skip_far(bytes);
    if (seen < bytes) {
      begin(element, seen / *stride);
      start_ = start + number_ * *stride;
      fail_early();
    }
    return true;
  }

  /// Takes elements of the usual shapes that lie ahead; how many, perhaps none.
  std::size_t take_usual(const PlyElement& element, std::uint64_t left, MeshData& mesh) {
    if (&element != shaped_) find_shape(element);
    if (!stride_) return 0;
    const std::string_view bytes = input_.ahead(*stride_);
    const auto count =
        static_cast<std::size_t>(std::min<std::uint64_t>(bytes.size() / *stride_, left));
    std::size_t taken = 0;
    if (element.kind == PlyKind::Face) {
      taken = reversed_ ? take_triangles<true>(bytes.data(), count, vertices_, mesh.faces)
                        : take_triangles<false>(bytes.data(), count, vertices_, mesh.faces);
    } else {
      const auto take =
          coordinate_type_ == PlyType::Float32
              ? (reversed_ ? take_vertices<float, true> : take_vertices<float, false>)
              : (reversed_ ? take_vertices<double, true> : take_vertices<double, false>);
      taken = take(bytes.data(), count, *stride_, offsets_, mesh.vertices);
    }
    input_.skip(taken * *stride_);
    return taken;
  }

  /// Some programs end a binary file with a newline.
  void finish() {
    while (!input_.ahead(1).empty()) {
      const char c = input_.ahead(1).front();
      if (c != '\n' && c != '\r')
        throw InputError(input_.name(), "end of file (at byte " + std::to_string(input_.offset()) +
                                            "): more bytes than the header says");
      input_.skip(1);
    }
  }

  [[noreturn]] void fail(const std::string& field, const std::string& what) const {
    fail_here(field + ": " + what);
  }

 private:
  /// Bytes of an element without lists.
  static std::optional<std::size_t> stride_of(const PlyElement& element) {
    std::size_t stride = 0;
    for (const PlyProperty& property : element.properties) {
      if (property.is_list) return std::nullopt;
      stride += size_of(property.type);
    }
    return stride;
  }

  /// Finds out whether the element has one of the usual shapes; stride_ is empty if not.
  void find_shape(const PlyElement& element) {
    shaped_ = &element;
    stride_.reset();
    const std::vector<PlyProperty>& properties = element.properties;
    if (element.kind == PlyKind::Face) {
      if (properties.size() != 1 || size_of(properties[0].count_type) != 1) return;
      if (properties[0].type == PlyType::Int32 || properties[0].type == PlyType::UInt32)
        stride_ = kPlyTriangleBytes;
    } else if (element.kind == PlyKind::Vertex) {
      std::array<PlyType, 3> types{};
      std::size_t offset = 0;
      for (const PlyProperty& property : properties) {
        if (property.role != PlyProperty::kIgnored) {
          const auto axis = static_cast<std::size_t>(property.role);
          types[axis] = property.type;
          offsets_[axis] = offset;
        }
        offset += size_of(property.type);
      }
      coordinate_type_ = types[0];
      if (is_real(types[0]) && types[0] == types[1] && types[1] == types[2])
        stride_ = stride_of(element);
    }
  }

  const char* next(PlyType type) {
    const std::size_t size = size_of(type);
    const std::string_view bytes = input_.ahead(size);
    if (bytes.size() < size) fail_early();
    input_.skip(size);
    return bytes.data();
  }

  std::int64_t integer_at(const char* bytes, PlyType type) const {
    switch (type) {
      case PlyType::Int8: return load<std::int8_t>(bytes, reversed_);
      case PlyType::UInt8: return load<std::uint8_t>(bytes, reversed_);
      case PlyType::Int16: return load<std::int16_t>(bytes, reversed_);
      case PlyType::UInt16: return load<std::uint16_t>(bytes, reversed_);
      case PlyType::Int32: return load<std::int32_t>(bytes, reversed_);
      case PlyType::UInt32: return load<std::uint32_t>(bytes, reversed_);
      case PlyType::Float32:
      case PlyType::Float64:
        break;  // the header lets no real type through where an integer is needed
    }
    return 0;
  }

  [[noreturn]] void fail_early() const { fail_here(promise(*element_, number_)); }
  [[noreturn]] void fail_here(const std::string& what) const {
    throw InputError(input_.name(), element_->name + " " + std::to_string(number_) + " (at byte " +
                                        std::to_string(start_) + "): " + what);
  }

  MeshInput& input_;
  bool reversed_;
  std::uint32_t vertices_;
  /// The element that is being read, for messages.
  const PlyElement* element_ = nullptr;
  std::uint64_t number_ = 0, start_ = 0;
  /// The usual shape of `shaped_`, if it has one.
  const PlyElement* shaped_ = nullptr;
  std::optional<std::size_t> stride_;
  PlyType coordinate_type_ = PlyType::Float32;
  std::array<std::size_t, 3> offsets_{};
};

template <typename Records>
class PlyReader {
 public:
  PlyReader(const PlyHeader& header, Records records)
      : header_(header), records_(std::move(records)) {}

  MeshData read(const MeshInput& input) {
    for (const PlyElement& element : header_.elements) {
      if (element.kind == PlyKind::Other && records_.skip_all(element)) continue;
      make_room(input, element);
      for (std::uint64_t i = 0; i < element.count;) {
        const std::size_t taken = records_.take_usual(element, element.count - i, mesh_);
        i += taken;
        if (taken > 0) continue;
        records_.begin(element, i);
        read_element(element);
        records_.end(element);
        ++i;
      }
    }
    records_.finish();
    return std::move(mesh_);
  }

 private:
  void make_room(const MeshInput& input, const PlyElement& element) {
    const bool ascii = header_.format == PlyFormat::Ascii;
    std::uint64_t bytes = 0;
    for (const PlyProperty& property : element.properties)
      bytes += ascii              ? 2
               : property.is_list ? size_of(property.count_type) + 3 * size_of(property.type)
                                  : size_of(property.type);
    const std::size_t room = input.plausible(element.count, bytes);
    if (element.kind == PlyKind::Vertex) mesh_.vertices.reserve(room);
    if (element.kind == PlyKind::Face) mesh_.faces.reserve(room);
    if (element.kind == PlyKind::Edge) mesh_.edges.reserve(room);
  }

  void read_element(const PlyElement& element) {
    Vec3 point;
    std::array<int, 2> edge{};
    for (const PlyProperty& property : element.properties) {
      if (property.is_list) {
        read_list(property);
      } else if (property.role == PlyProperty::kIgnored) {
        records_.skip(property, 1);
      } else if (element.kind == PlyKind::Vertex) {
        point[property.role] = records_.real(property);
      } else {
        edge[property.role] = read_index(property.type, property.name);
      }
    }
    if (element.kind == PlyKind::Vertex) mesh_.vertices.push_back(point);
    if (element.kind == PlyKind::Edge) mesh_.edges.push_back(edge);
  }

  void read_list(const PlyProperty& property) {
    const std::int64_t count = records_.integer(property.count_type, property.name);
    if (count < 0)
      records_.fail(property.name,
                    std::to_string(count) + " is negative, a list has a count first");
    if (property.role == PlyProperty::kIgnored)
      return records_.skip(property, static_cast<std::uint64_t>(count));
    if (count < 3) records_.fail(property.name, too_few_corners(static_cast<std::uint64_t>(count)));
    Fan fan(mesh_);
    for (std::int64_t corner = 1; corner <= count; ++corner)
      fan.add(read_index(property.type, "corner", corner));
  }

  int read_index(PlyType type, std::string_view field, std::int64_t number = kNoNumber) {
    const std::int64_t vertex = records_.integer(type, field, number);
    if (vertex < 0 || vertex >= static_cast<std::int64_t>(header_.vertices))
      records_.fail(field_name(field, number), out_of_range(vertex, header_.vertices));
    return static_cast<int>(vertex);
  }

  const PlyHeader& header_;
  Records records_;
  MeshData mesh_;
};

}  // namespace

MeshData read_ply(MeshInput& input) {
  const PlyHeader header = read_ply_header(input);
  if (header.format == PlyFormat::Ascii) return PlyReader(header, AsciiRecords(input)).read(input);
  return PlyReader(header, BinaryRecords(input, header)).read(input);
}

}  // namespace firstcontact::io
