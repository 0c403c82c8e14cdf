#include "io/mesh_ply_header.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "io/mesh_formats.h"
#include "io/mesh_text.h"

namespace firstcontact::io {
namespace {

constexpr std::pair<std::string_view, PlyType> kTypeNames[] = {
    {"char", PlyType::Int8},      {"int8", PlyType::Int8},       {"uchar", PlyType::UInt8},
    {"uint8", PlyType::UInt8},    {"short", PlyType::Int16},     {"int16", PlyType::Int16},
    {"ushort", PlyType::UInt16},  {"uint16", PlyType::UInt16},   {"int", PlyType::Int32},
    {"int32", PlyType::Int32},    {"uint", PlyType::UInt32},     {"uint32", PlyType::UInt32},
    {"float", PlyType::Float32},  {"float32", PlyType::Float32}, {"double", PlyType::Float64},
    {"float64", PlyType::Float64}};

PlyType read_type(LineFields& fields, const char* field) {
  const std::string_view name = fields.word();
  for (const auto& [known, type] : kTypeNames)
    if (name == known) return type;
  fields.fail(field, shown_text(name) + " is not a PLY type");
}

PlyFormat read_format(LineFields& fields) {
  constexpr std::pair<std::string_view, PlyFormat> kFormats[] = {
      {"ascii", PlyFormat::Ascii},
      {"binary_little_endian", PlyFormat::LittleEndian},
      {"binary_big_endian", PlyFormat::BigEndian}};
  const std::string_view name = fields.word();
  const std::string_view version = fields.word();
  for (const auto& [known, format] : kFormats) {
    if (name != known) continue;
    if (version != "1.0") fields.fail("format", "version " + shown_text(version) + " is not 1.0");
    return format;
  }
  fields.fail("format",
              shown_text(name) + " is not ascii, binary_little_endian or binary_big_endian");
}

PlyElement read_element(LineFields& fields) {
  PlyElement element;
  element.line_number = fields.line_number();
  element.name = fields.word();
  if (element.name.empty()) fields.fail("element", "its name is missing");
  element.count = fields.count("element " + shown_text(element.name));
  fields.expect_end("element");
  if (element.name == "vertex") element.kind = PlyKind::Vertex;
  if (element.name == "face") element.kind = PlyKind::Face;
  if (element.name == "edge") element.kind = PlyKind::Edge;
  if (element.kind == PlyKind::Vertex && element.count > kMaxVertices)
    fields.fail("element vertex",
                std::to_string(element.count) + " is more than " + std::to_string(kMaxVertices));
  return element;
}

int role_of(PlyKind kind, std::string_view name) {
  constexpr std::pair<PlyKind, std::pair<std::string_view, int>> kRoles[] = {
      {PlyKind::Vertex, {"x", 0}},         {PlyKind::Vertex, {"y", 1}},
      {PlyKind::Vertex, {"z", 2}},         {PlyKind::Edge, {"vertex1", 0}},
      {PlyKind::Edge, {"vertex2", 1}},     {PlyKind::Face, {"vertex_indices", 0}},
      {PlyKind::Face, {"vertex_index", 0}}};
  for (const auto& [known_kind, role] : kRoles)
    if (kind == known_kind && name == role.first) return role.second;
  return PlyProperty::kIgnored;
}

void read_property(LineFields& fields, PlyElement& element) {
  PlyProperty property;
  LineFields words = fields;
  if (words.word() == "list") {
    fields = words;
    property.is_list = true;
    property.count_type = read_type(fields, "property");
    if (is_real(property.count_type))
      fields.fail("property", "the type of a list's count must be an integer type");
  }
  property.type = read_type(fields, "property");
  property.name = fields.word();
  if (property.name.empty()) fields.fail("property", "its name is missing");
  fields.expect_end("property");
  property.role = role_of(element.kind, property.name);
  if (property.role != PlyProperty::kIgnored) {
    const std::string field = "property " + property.name;
    if (property.is_list != (element.kind == PlyKind::Face))
      fields.fail(field, property.is_list ? "must not be a list" : "must be a list");
    if (element.kind != PlyKind::Vertex && is_real(property.type))
      fields.fail(field, "must be of an integer type");
    for (const PlyProperty& other : element.properties)
      if (other.role == property.role) fields.fail(field, "is given twice");
  }
  element.properties.push_back(std::move(property));
}

bool has_role(const PlyElement& element, int role) {
  return std::any_of(element.properties.begin(), element.properties.end(),
                     [&](const PlyProperty& p) { return p.role == role; });
}

/// What is missing in the element for us to read it.
std::optional<std::string> missing_property(const PlyElement& element) {
  switch (element.kind) {
    case PlyKind::Vertex:
      for (int axis = 0; axis < 3; ++axis)
        if (!has_role(element, axis)) return std::string("property ") + kAxisNames[axis];
      return std::nullopt;
    case PlyKind::Edge:
      for (int end = 0; end < 2; ++end)
        if (element.count > 0 && !has_role(element, end))
          return "property vertex" + std::to_string(end + 1);
      return std::nullopt;
    case PlyKind::Face:
      if (element.count > 0 && !has_role(element, 0))
        return "property list vertex_indices (or vertex_index)";
      return std::nullopt;
    case PlyKind::Other: break;
  }
  return std::nullopt;
}

void check(const MeshInput& input, PlyHeader& header) {
  bool any_vertex_element = false;
  for (const PlyElement& element : header.elements) {
    const auto fail = [&](const std::string& what) {
      throw InputError(input.name(), element.line_number, "element " + element.name, what);
    };
    if (element.name == "tristrips" && element.count > 0)
      fail("triangle strips are not supported; write them as faces");
    if (element.kind == PlyKind::Other) continue;
    for (const PlyElement* other = header.elements.data(); other != &element; ++other)
      if (other->kind == element.kind) fail("is given twice");
    if (const auto missing = missing_property(element)) fail("has no " + *missing);
    if (element.kind != PlyKind::Vertex) continue;
    any_vertex_element = true;
    header.vertices = element.count;
  }
  if (!any_vertex_element)
    throw InputError(input.name(), input.line_number(), "end_header", "there is no element vertex");
}

}  // namespace

PlyHeader read_ply_header(MeshInput& input) {
  PlyHeader header;
  std::optional<PlyFormat> format;
  std::string_view line;
  if (!input.next_line(line) || line != "ply")
    throw InputError(input.name(), 1, "ply", "a PLY file starts with the line ply");
  for (;;) {
    if (!input.next_line(line))
      throw InputError(input.name(), input.line_number(), "header",
                       "the file ends before end_header");
    LineFields fields(input, line);
    const std::string_view keyword = fields.word();
    if (keyword == "format") {
      if (format) fields.fail("format", "is given twice");
      format = read_format(fields);
    } else if (keyword == "element") {
      header.elements.push_back(read_element(fields));
    } else if (keyword == "property") {
      if (header.elements.empty()) fields.fail("property", "stands before any element");
      read_property(fields, header.elements.back());
    } else if (keyword == "end_header") {
      break;
    } else if (!keyword.empty() && keyword != "comment" && keyword != "obj_info") {
      fields.fail("keyword", shown_text(keyword) + " is not a PLY header keyword");
    }
  }
  if (!format)
    throw InputError(input.name(), input.line_number(), "end_header", "there is no format line");
  header.format = *format;
  check(input, header);
  return header;
}

}  // namespace firstcontact::io
