#include "scene_proof_file.h"

#include <fmt/format.h>

#include <iterator>
#include <nlohmann/json.hpp>
#include <utility>

#include "json_fields.h"
#include "proof_parts.h"

namespace firstcontact::apps {
namespace {

using nlohmann::json;

constexpr const char* kTriangles = "scene-triangles";
constexpr const char* kScene = "scene";
constexpr const char* kPair = "scene-pair";

bool is_constant(const JointMotion& motion) {
  return motion.angle_t0 == 0 && motion.angle == 0 && motion.travel == Vec3::Zero() &&
         motion.after.linear == Mat3::Identity() && motion.after.offset == Vec3::Zero();
}

void append_frame(std::string& out, const verify::ProofFrame& frame) {
  const JointMotion& motion = frame.motion;
  fmt::format_to(std::back_inserter(out), "{{\"parent\":{}", frame.parent);
  if (is_constant(motion)) {
    append_map(out, "fixed", motion.before);
  } else {
    append_map(out, "before", motion.before);
    out += ",\"angle_t0\":";
    append_number(out, motion.angle_t0);
    out += ",\"angle\":";
    append_number(out, motion.angle);
    out += ",\"travel\":";
    append_vector(out, motion.travel);
    append_map(out, "after", motion.after);
  }
  out += '}';
}

verify::ProofFrame read_frame(const FieldReader& reader, const json& value,
                              const std::string& name) {
  const bool fixed = value.is_object() && value.contains("fixed");
  if (fixed)
    reader.expect_fields(value, name, {"parent", "fixed"});
  else
    reader.expect_fields(value, name, {"parent", "before", "angle_t0", "angle", "travel", "after"});
  verify::ProofFrame frame;
  frame.parent = reader.integer(value["parent"], name + ".parent");
  if (fixed) {
    frame.motion.before = read_map(reader, value["fixed"], name + ".fixed");
    return frame;
  }
  frame.motion.before = read_map(reader, value["before"], name + ".before");
  frame.motion.angle_t0 = reader.number(value["angle_t0"], name + ".angle_t0");
  frame.motion.angle = reader.number(value["angle"], name + ".angle");
  frame.motion.travel = reader.vector(value["travel"], name + ".travel");
  frame.motion.after = read_map(reader, value["after"], name + ".after");
  return frame;
}

verify::SceneClaim read_claim(const FieldReader& reader, const json& value) {
  reader.expect_fields(value, "", {"kind", "t_max", "frames", "shapes", "pairs"});
  verify::SceneClaim claim;
  claim.t_max = reader.number(value["t_max"], "t_max");
  for (const json& frame : reader.array(value["frames"], "frames"))
    claim.frames.push_back(
        read_frame(reader, frame, fmt::format("frames[{}]", claim.frames.size())));
  for (const json& shape : reader.array(value["shapes"], "shapes")) {
    const std::string name = fmt::format("shapes[{}]", claim.shapes.size());
    reader.expect_fields(shape, name, {"name", "triangles", "frame"});
    claim.shapes.push_back({reader.text(shape["name"], name + ".name"),
                            reader.integer(shape["triangles"], name + ".triangles"),
                            reader.integer(shape["frame"], name + ".frame")});
  }
  for (const json& pair : reader.array(value["pairs"], "pairs")) {
    const std::string name = fmt::format("pairs[{}]", claim.pairs.size());
    reader.expect_fields(pair, name, {"a", "b", "base", "separation"});
    claim.pairs.push_back({reader.integer(pair["a"], name + ".a"),
                           reader.integer(pair["b"], name + ".b"),
                           reader.number(pair["separation"], name + ".separation"),
                           reader.integer(pair["base"], name + ".base")});
  }
  return claim;
}

/// No line of a kind lacks its name in quotes, unless it is written with an escape.
bool may_be(std::string_view text, const char* kind) {
  return text.find(fmt::format("\"{}\"", kind)) != std::string_view::npos ||
         text.find('\\') != std::string_view::npos;
}

bool is_kind(const json& value, const char* kind) {
  return value.is_object() && value.contains("kind") && value["kind"] == kind;
}

}  // namespace

std::string triangles_line(const verify::ProofGeometry& geometry) {
  std::string out = fmt::format("{{\"kind\":\"{}\",", kTriangles);
  append_triangles(out, geometry.vertices, geometry.triangles);
  fmt::format_to(std::back_inserter(out), ",\"order\":[{}]}}\n", fmt::join(geometry.order, ","));
  return out;
}

std::string claim_line(const verify::SceneClaim& claim) {
  std::string out = fmt::format("{{\"kind\":\"{}\",\"t_max\":", kScene);
  append_number(out, claim.t_max);
  out += ",\"frames\":";
  append_list(out, claim.frames,
              [&](const verify::ProofFrame& frame) { append_frame(out, frame); });
  out += ",\"shapes\":";
  append_list(out, claim.shapes, [&](const verify::ProofShape& shape) {
    const std::string name = json(shape.name).dump(-1, ' ', false, json::error_handler_t::replace);
    fmt::format_to(std::back_inserter(out), "{{\"name\":{},\"triangles\":{},\"frame\":{}}}", name,
                   shape.geometry, shape.frame);
  });
  out += ",\"pairs\":";
  append_list(out, claim.pairs, [&](const verify::ProofPair& pair) {
    fmt::format_to(std::back_inserter(out),
                   "{{\"a\":{},\"b\":{},\"base\":{},\"separation\":", pair.a, pair.b, pair.base);
    append_number(out, pair.separation);
    out += '}';
  });
  return out + "}\n";
}

std::string pair_line(const verify::PairProof& proof) {
  std::string out = fmt::format("{{\"kind\":\"{}\",\"pair\":{},\"entries\":", kPair, proof.pair);
  append_entries(out, proof.entries);
  return out + "}\n";
}

SceneProofReader::Kind SceneProofReader::take(std::string_view text, std::size_t line) {
  if (!may_be(text, kTriangles) && !may_be(text, kScene)) return Kind::Other;
  const FieldReader reader(path_, line);
  const json value = reader.parse(text);
  if (is_kind(value, kTriangles)) {
    reader.expect_fields(value, "", {"kind", "vertices", "triangles", "order"});
    auto geometry = std::make_shared<verify::ProofGeometry>(
        verify::ProofGeometry{read_vertices(reader, value["vertices"], "vertices"),
                              read_triangles(reader, value["triangles"], "triangles"),
                              read_order(reader, value["order"], "order")});
    geometries_.push_back(verify::checked(*geometry));
    triangle_counts_.push_back(geometry->triangles.size());
    if (keep_triangles_) triangles_.push_back(std::move(geometry));
    return Kind::Triangles;
  }
  if (!is_kind(value, kScene)) return Kind::Other;
  claim_ = std::make_shared<Claim>(read_claim(reader, value), geometries_, line);
  return Kind::Scene;
}

std::optional<verify::PairProof> parse_pair_proof(std::string_view text, const std::string& path,
                                                  std::size_t line) {
  if (!may_be(text, kPair)) return std::nullopt;
  const FieldReader reader(path, line);
  const json value = reader.parse(text);
  if (!is_kind(value, kPair)) return std::nullopt;
  reader.expect_fields(value, "", {"kind", "pair", "entries"});
  const std::int32_t pair = reader.integer(value["pair"], "pair");
  if (pair < 0) reader.refuse("pair", "negative");
  return verify::PairProof{static_cast<std::size_t>(pair),
                           read_entries(reader, value["entries"], "entries")};
}

}  // namespace firstcontact::apps
