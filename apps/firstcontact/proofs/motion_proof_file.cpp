#include "motion_proof_file.h"

#include <fmt/format.h>

#include <iterator>
#include <nlohmann/json.hpp>

#include "json_fields.h"
#include "proof_parts.h"

namespace firstcontact::apps {
namespace {

using nlohmann::json;

constexpr const char* kKind = "motion";

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
  fmt::format_to(std::back_inserter(out), ",\"{}\":{{", name);
  append_triangles(out, body.vertices, body.triangles);
  out += ",\"motion\":";
  std::visit([&](const auto& motion) { append_motion(out, motion); }, body.motion);
  out += '}';
}

verify::ProofMotion read_motion(const FieldReader& reader, const json& value,
                                const std::string& field) {
  if (!value.is_object()) reader.refuse(field, "not an object");
  if (!value.contains("type")) reader.refuse(field + ".type", "missing");
  const std::string type = reader.text(value["type"], field + ".type");
  const auto map = [&](const char* name) {
    return read_map(reader, value[name], field + "." + name);
  };
  if (type == "rest") {
    reader.expect_fields(value, field, {"type", "where"});
    return verify::RestingMotion{map("where")};
  }
  if (type == "linear") {
    reader.expect_fields(value, field, {"type", "from", "to"});
    return verify::StraightMotion{map("from"), map("to")};
  }
  if (type != "screw")
    reader.refuse(field + ".type", "'" + type + "' is none of rest, linear and screw");
  reader.expect_fields(value, field, {"type", "angle", "start", "velocity", "bend", "drift"});
  ScrewCoefficients screw;
  screw.angle = reader.number(value["angle"], field + ".angle");
  screw.start = map("start");
  screw.velocity = map("velocity");
  screw.bend = map("bend");
  screw.drift = reader.vector(value["drift"], field + ".drift");
  return screw;
}

verify::MotionBody read_body(const FieldReader& reader, const json& value,
                             const std::string& name) {
  reader.expect_fields(value, name, {"vertices", "triangles", "motion"});
  verify::MotionBody body;
  body.vertices = read_vertices(reader, value["vertices"], name + ".vertices");
  body.triangles = read_triangles(reader, value["triangles"], name + ".triangles");
  body.motion = read_motion(reader, value["motion"], name + ".motion");
  return body;
}

}  // namespace

std::string motion_proof_line(const verify::MotionProof& proof) {
  const BodyCertificate& certificate = proof.certificate;
  std::string out = fmt::format("{{\"kind\":\"{}\"", kKind);
  append_body(out, "a", proof.a);
  append_body(out, "b", proof.b);
  out += ",\"separation\":";
  append_number(out, certificate.separation);
  out += ",\"t_max\":";
  append_number(out, certificate.t_max);
  fmt::format_to(std::back_inserter(out), ",\"order_a\":[{}],\"order_b\":[{}],\"entries\":",
                 fmt::join(certificate.order_a, ","), fmt::join(certificate.order_b, ","));
  append_entries(out, certificate.entries);
  return out + "}\n";
}

std::optional<verify::MotionProof> parse_motion_proof(std::string_view text,
                                                      const std::string& path, std::size_t line) {
  // No line of this kind lacks its name, unless it is written with an escape.
  if (text.find("\"motion\"") == std::string_view::npos &&
      text.find('\\') == std::string_view::npos)
    return std::nullopt;
  const FieldReader reader(path, line);
  const json value = reader.parse(text);
  if (!value.is_object() || !value.contains("kind") || value["kind"] != kKind) return std::nullopt;
  reader.expect_fields(value, "",
                       {"kind", "a", "b", "separation", "t_max", "order_a", "order_b", "entries"});
  verify::MotionProof proof;
  proof.a = read_body(reader, value["a"], "a");
  proof.b = read_body(reader, value["b"], "b");
  proof.certificate.separation = reader.number(value["separation"], "separation");
  proof.certificate.t_max = reader.number(value["t_max"], "t_max");
  proof.certificate.order_a = read_order(reader, value["order_a"], "order_a");
  proof.certificate.order_b = read_order(reader, value["order_b"], "order_b");
  proof.certificate.entries = read_entries(reader, value["entries"], "entries");
  return proof;
}

}  // namespace firstcontact::apps
