#include <firstcontact/proof.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <iterator>

#include "proof/line_parts.h"

namespace firstcontact::proof {
namespace {

using io::JsonField;

void append_motion(std::string& out, const RestingMotion& rest) {
  out += "{\"type\":\"rest\"";
  append_map(out, "where", rest.where);
  out += '}';
}

void append_motion(std::string& out, const StraightMotion& straight) {
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

void append_body(std::string& out, const char* name, const MotionBody& body) {
  fmt::format_to(std::back_inserter(out), ",\"{}\":{{", name);
  append_triangles(out, body.vertices, body.triangles);
  out += ",\"motion\":";
  std::visit([&](const auto& motion) { append_motion(out, motion); }, body.motion);
  out += '}';
}

BodyMotion read_motion(const JsonField& value) {
  if (!value.value().is_object()) value.refuse("not an object");
  const JsonField type_field = value.at("type");
  const std::string type = type_field.text();
  const auto map = [&](const char* name) { return read_map(value.at(name)); };
  if (type == "rest") {
    value.expect_fields({"type", "where"});
    return RestingMotion{map("where")};
  }
  if (type == "linear") {
    value.expect_fields({"type", "from", "to"});
    return StraightMotion{map("from"), map("to")};
  }
  if (type != "screw") type_field.refuse("'" + type + "' is none of rest, linear and screw");
  value.expect_fields({"type", "angle", "start", "velocity", "bend", "drift"});
  ScrewCoefficients screw;
  screw.angle = value.at("angle").number();
  screw.start = map("start");
  screw.velocity = map("velocity");
  screw.bend = map("bend");
  screw.drift = value.at("drift").vector();
  return screw;
}

MotionBody read_body(const JsonField& value) {
  value.expect_fields({"vertices", "triangles", "motion"});
  return {read_vertices(value.at("vertices")), read_triangles(value.at("triangles")),
          read_motion(value.at("motion"))};
}

}  // namespace

std::string to_line(const MotionProof& proof) {
  const BodyCertificate& certificate = proof.certificate;
  std::string out = fmt::format("{{\"kind\":\"{}\"", kMotionKind);
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

MotionProof read_motion_proof(const JsonField& line) {
  line.expect_fields({"kind", "a", "b", "separation", "t_max", "order_a", "order_b", "entries"});
  MotionProof proof;
  proof.a = read_body(line.at("a"));
  proof.b = read_body(line.at("b"));
  proof.certificate.separation = line.at("separation").number();
  proof.certificate.t_max = line.at("t_max").number();
  proof.certificate.order_a = read_order(line.at("order_a"));
  proof.certificate.order_b = read_order(line.at("order_b"));
  proof.certificate.entries = read_entries(line.at("entries"));
  return proof;
}

}  // namespace firstcontact::proof
