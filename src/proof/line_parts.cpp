#include "proof/line_parts.h"

#include <fmt/format.h>

#include <cmath>
#include <iterator>

namespace firstcontact::proof {

using io::JsonField;

namespace {

BodyCertificateEntry read_entry(const JsonField& value) {
  value.expect_fields({"t0", "t1", "n", "a", "b"});
  const auto bound = [&](const char* body, std::size_t end) {
    const JsonField range = value.at(body);
    range.expect_size(2);
    return range.entry(end).integer();
  };
  return {value.at("t0").number(), value.at("t1").number(), value.at("n").vector(), bound("a", 0),
          bound("a", 1),           bound("b", 0),           bound("b", 1)};
}

}  // namespace

void append_number(std::string& out, double value) {
  // "-0" would be read as an integer, which has no sign.
  if (value == 0 && std::signbit(value))
    out += "-0.0";
  else
    fmt::format_to(std::back_inserter(out), "{}", value);
}

void append_vector(std::string& out, const Vec3& v) {
  out += '[';
  for (int k = 0; k < 3; ++k) {
    if (k > 0) out += ',';
    append_number(out, v[k]);
  }
  out += ']';
}

const char* norm_name(Norm norm) { return norm == Norm::L2 ? "l2" : "linf"; }

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

AffineMap read_map(const JsonField& value) {
  value.expect_fields({"linear", "offset"});
  AffineMap map;
  const JsonField rows = value.at("linear");
  rows.expect_size(3);
  for (int row = 0; row < 3; ++row)
    map.linear.row(row) = rows.entry(static_cast<std::size_t>(row)).vector().transpose();
  map.offset = value.at("offset").vector();
  return map;
}

std::vector<Vec3> read_vertices(const JsonField& value) {
  std::vector<Vec3> vertices(value.size());
  for (std::size_t i = 0; i < vertices.size(); ++i) vertices[i] = value.entry(i).vector();
  return vertices;
}

std::vector<Face> read_triangles(const JsonField& value) {
  std::vector<Face> triangles(value.size());
  for (std::size_t i = 0; i < triangles.size(); ++i) {
    const JsonField corners = value.entry(i);
    corners.expect_size(3);
    for (std::size_t k = 0; k < 3; ++k) triangles[i][k] = corners.entry(k).integer();
  }
  return triangles;
}

std::vector<std::int32_t> read_order(const JsonField& value) {
  std::vector<std::int32_t> order(value.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = value.entry(i).integer();
  return order;
}

std::vector<BodyCertificateEntry> read_entries(const JsonField& value) {
  std::vector<BodyCertificateEntry> entries(value.size());
  for (std::size_t i = 0; i < entries.size(); ++i) entries[i] = read_entry(value.entry(i));
  return entries;
}

Norm read_norm(const JsonField& value) {
  const std::string name = value.text();
  for (const Norm norm : {Norm::L2, Norm::Linf})
    if (name == norm_name(norm)) return norm;
  value.refuse("'" + name + "' is neither l2 nor linf");
}

}  // namespace firstcontact::proof
