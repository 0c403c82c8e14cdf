#include "proof_parts.h"

#include <fmt/format.h>

#include <iterator>

namespace firstcontact::apps {

using nlohmann::json;

namespace {

BodyCertificateEntry read_entry(const FieldReader& reader, const json& value,
                                const std::string& name) {
  reader.expect_fields(value, name, {"t0", "t1", "n", "a", "b"});
  const auto bound = [&](const char* body, std::size_t end) {
    const std::string field = name + "." + body;
    return reader.integer(reader.array(value[body], field, 2)[end],
                          fmt::format("{}[{}]", field, end));
  };
  return {reader.number(value["t0"], name + ".t0"),
          reader.number(value["t1"], name + ".t1"),
          reader.vector(value["n"], name + ".n"),
          bound("a", 0),
          bound("a", 1),
          bound("b", 0),
          bound("b", 1)};
}

}  // namespace

void append_map(std::string& out, const char* name, const AffineMap& map) {
  fmt::format_to(std::back_inserter(out), ",\"{}\":{{\"linear\":[", name);
  for (int row = 0; row < 3; ++row) {
    if (row > 0) out += ',';
    append_vector(out, Vec3(map.linear.row(row)));
  }
  out += "],\"offset\":";
  append_vector(out, map.offset);
  out += '}';
}

void append_triangles(std::string& out, std::span<const Vec3> vertices,
                      std::span<const Face> triangles) {
  const auto append_integer = [&](int value) {
    fmt::format_to(std::back_inserter(out), "{}", value);
  };
  out += "\"vertices\":";
  append_list(out, vertices, [&](const Vec3& vertex) { append_vector(out, vertex); });
  out += ",\"triangles\":";
  append_list(out, triangles,
              [&](const Face& triangle) { append_list(out, triangle, append_integer); });
}

void append_entries(std::string& out, std::span<const BodyCertificateEntry> entries) {
  append_list(out, entries, [&](const BodyCertificateEntry& entry) {
    out += "{\"t0\":";
    append_number(out, entry.t0);
    out += ",\"t1\":";
    append_number(out, entry.t1);
    out += ",\"n\":";
    append_vector(out, entry.n);
    fmt::format_to(std::back_inserter(out), ",\"a\":[{},{}],\"b\":[{},{}]}}", entry.a_begin,
                   entry.a_end, entry.b_begin, entry.b_end);
  });
}

AffineMap read_map(const FieldReader& reader, const json& value, const std::string& field) {
  reader.expect_fields(value, field, {"linear", "offset"});
  AffineMap map;
  const json& rows = reader.array(value["linear"], field + ".linear", 3);
  for (int row = 0; row < 3; ++row)
    map.linear.row(row) =
        reader.vector(rows[row], fmt::format("{}.linear[{}]", field, row)).transpose();
  map.offset = reader.vector(value["offset"], field + ".offset");
  return map;
}

std::vector<Vec3> read_vertices(const FieldReader& reader, const json& value,
                                const std::string& field) {
  std::vector<Vec3> vertices;
  for (const json& vertex : reader.array(value, field))
    vertices.push_back(reader.vector(vertex, fmt::format("{}[{}]", field, vertices.size())));
  return vertices;
}

std::vector<Face> read_triangles(const FieldReader& reader, const json& value,
                                 const std::string& field) {
  std::vector<Face> triangles;
  for (const json& corners : reader.array(value, field)) {
    const std::string name = fmt::format("{}[{}]", field, triangles.size());
    reader.array(corners, name, 3);
    Face& triangle = triangles.emplace_back();
    for (std::size_t k = 0; k < 3; ++k)
      triangle[k] = reader.integer(corners[k], fmt::format("{}[{}]", name, k));
  }
  return triangles;
}

std::vector<std::int32_t> read_order(const FieldReader& reader, const json& value,
                                     const std::string& field) {
  std::vector<std::int32_t> order;
  for (const json& place : reader.array(value, field))
    order.push_back(reader.integer(place, fmt::format("{}[{}]", field, order.size())));
  return order;
}

std::vector<BodyCertificateEntry> read_entries(const FieldReader& reader, const json& value,
                                               const std::string& field) {
  std::vector<BodyCertificateEntry> entries;
  for (const json& entry : reader.array(value, field))
    entries.push_back(read_entry(reader, entry, fmt::format("{}[{}]", field, entries.size())));
  return entries;
}

}  // namespace firstcontact::apps
