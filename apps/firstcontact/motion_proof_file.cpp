#include "motion_proof_file.h"

#include <fmt/format.h>

#include <iterator>
#include <nlohmann/json.hpp>

#include "io/errors.h"
#include "json_fields.h"

namespace firstcontact::apps {
namespace {

using nlohmann::json;

constexpr const char* kKind = "motion";

/// Appends [item,item,…].
template <class List, class Append>
void append_list(std::string& out, const List& list, const Append& append) {
  out += '[';
  bool first = true;
  for (const auto& item : list) {
    if (!first) out += ',';
    first = false;
    append(item);
  }
  out += ']';
}

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

void append_motion(std::string& out, const verify::RestingMotion& rest) {
  out += "{\"type\":\"rest\"";
  append_map(out, "where", rest.where);
  out += '}';
}

void append_motion(std::string& out, const verify::StraightMotion& straight) {
  out += "{\"type\":\"linear\"";
  append_map(out, "from", straight.from);
  append_map(out, "to", straight.to);
  out += '}';
}

void append_motion(std::string& out, const ScrewCoefficients& screw) {
  out += "{\"type\":\"screw\",\"angle\":";
  append_number(out, screw.angle);
  append_map(out, "start", screw.start);
  append_map(out, "velocity", screw.velocity);
  append_map(out, "bend", screw.bend);
  out += ",\"drift\":";
  append_vector(out, screw.drift);
  out += '}';
}

void append_body(std::string& out, const char* name, const verify::MotionBody& body) {
  const auto append_integer = [&](int value) { fmt::format_to(std::back_inserter(out), "{}", value); };
  fmt::format_to(std::back_inserter(out), ",\"{}\":{{\"vertices\":", name);
  append_list(out, body.vertices, [&](const Vec3& vertex) { append_vector(out, vertex); });
  out += ",\"triangles\":";
  append_list(out, body.triangles, [&](const Face& triangle) { append_list(out, triangle, append_integer); });
  out += ",\"motion\":";
  std::visit([&](const auto& motion) { append_motion(out, motion); }, body.motion);
  out += '}';
}

AffineMap read_map(const FieldReader& reader, const json& value, const std::string& field) {
  reader.expect_fields(value, field, {"linear", "offset"});
  AffineMap map;
  const json& rows = reader.array(value["linear"], field + ".linear", 3);
  for (int row = 0; row < 3; ++row)
    map.linear.row(row) = reader.vector(rows[static_cast<std::size_t>(row)], fmt::format("{}.linear[{}]", field, row)).transpose();
  map.offset = reader.vector(value["offset"], field + ".offset");
  return map;
}

verify::ProofMotion read_motion(const FieldReader& reader, const json& value, const std::string& field) {
  if (!value.is_object()) reader.refuse(field, "not an object");
  if (!value.contains("type")) reader.refuse(field + ".type", "missing");
  const std::string type = reader.text(value["type"], field + ".type");
  const auto map = [&](const char* name) { return read_map(reader, value[name], field + "." + name); };
  if (type == "rest") {
    reader.expect_fields(value, field, {"type", "where"});
    return verify::RestingMotion{map("where")};
  }
  if (type == "linear") {
    reader.expect_fields(value, field, {"type", "from", "to"});
    return verify::StraightMotion{map("from"), map("to")};
  }
  if (type != "screw") reader.refuse(field + ".type", "'" + type + "' is none of rest, linear and screw");
  reader.expect_fields(value, field, {"type", "angle", "start", "velocity", "bend", "drift"});
  ScrewCoefficients screw;
  screw.angle = reader.number(value["angle"], field + ".angle");
  screw.start = map("start");
  screw.velocity = map("velocity");
  screw.bend = map("bend");
  screw.drift = reader.vector(value["drift"], field + ".drift");
  return screw;
}

verify::MotionBody read_body(const FieldReader& reader, const json& value, const std::string& name) {
  reader.expect_fields(value, name, {"vertices", "triangles", "motion"});
  verify::MotionBody body;
  const json& vertices = reader.array(value["vertices"], name + ".vertices");
  for (std::size_t i = 0; i < vertices.size(); ++i)
    body.vertices.push_back(reader.vector(vertices[i], fmt::format("{}.vertices[{}]", name, i)));
  const json& triangles = reader.array(value["triangles"], name + ".triangles");
  for (std::size_t i = 0; i < triangles.size(); ++i) {
    const std::string field = fmt::format("{}.triangles[{}]", name, i);
    reader.array(triangles[i], field, 3);
    Face& triangle = body.triangles.emplace_back();
    for (std::size_t k = 0; k < 3; ++k) triangle[k] = reader.integer(triangles[i][k], fmt::format("{}[{}]", field, k));
  }
  body.motion = read_motion(reader, value["motion"], name + ".motion");
  return body;
}

std::vector<std::int32_t> read_order(const FieldReader& reader, const json& value, const std::string& name) {
  std::vector<std::int32_t> order;
  for (const json& place : reader.array(value, name))
    order.push_back(reader.integer(place, fmt::format("{}[{}]", name, order.size())));
  return order;
}

MotionCertificateEntry read_entry(const FieldReader& reader, const json& value, const std::string& name) {
  reader.expect_fields(value, name, {"t0", "t1", "n", "a", "b"});
  const auto bound = [&](const char* body, std::size_t end) {
    const std::string field = name + "." + body;
    return reader.integer(reader.array(value[body], field, 2)[end], fmt::format("{}[{}]", field, end));
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

std::string motion_proof_line(const verify::MotionProof& proof) {
  const MotionCertificate& certificate = proof.certificate;
  std::string out = fmt::format("{{\"kind\":\"{}\"", kKind);
  append_body(out, "a", proof.a);
  append_body(out, "b", proof.b);
  out += ",\"separation\":";
  append_number(out, certificate.separation);
  out += ",\"t_max\":";
  append_number(out, certificate.t_max);
  fmt::format_to(std::back_inserter(out), ",\"order_a\":[{}],\"order_b\":[{}],\"entries\":", fmt::join(certificate.order_a, ","),
                 fmt::join(certificate.order_b, ","));
  append_list(out, certificate.entries, [&](const MotionCertificateEntry& entry) {
    out += "{\"t0\":";
    append_number(out, entry.t0);
    out += ",\"t1\":";
    append_number(out, entry.t1);
    out += ",\"n\":";
    append_vector(out, entry.n);
    fmt::format_to(std::back_inserter(out), ",\"a\":[{},{}],\"b\":[{},{}]}}", entry.a_begin, entry.a_end, entry.b_begin,
                   entry.b_end);
  });
  return out + "}\n";
}

std::optional<verify::MotionProof> parse_motion_proof(std::string_view text, const std::string& path, std::size_t line) {
  // No line of this kind lacks its name, unless it is written with an escape.
  if (text.find("\"motion\"") == std::string_view::npos && text.find('\\') == std::string_view::npos) return std::nullopt;
  const FieldReader reader(path, line);
  const json value = reader.parse(text);
  if (!value.is_object() || !value.contains("kind") || value["kind"] != kKind) return std::nullopt;
  reader.expect_fields(value, "", {"kind", "a", "b", "separation", "t_max", "order_a", "order_b", "entries"});
  verify::MotionProof proof;
  proof.a = read_body(reader, value["a"], "a");
  proof.b = read_body(reader, value["b"], "b");
  proof.certificate.separation = reader.number(value["separation"], "separation");
  proof.certificate.t_max = reader.number(value["t_max"], "t_max");
  proof.certificate.order_a = read_order(reader, value["order_a"], "order_a");
  proof.certificate.order_b = read_order(reader, value["order_b"], "order_b");
  const json& entries = reader.array(value["entries"], "entries");
  for (std::size_t i = 0; i < entries.size(); ++i)
    proof.certificate.entries.push_back(read_entry(reader, entries[i], fmt::format("entries[{}]", i)));
  return proof;
}

}  // namespace firstcontact::apps
