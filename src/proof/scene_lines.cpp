#include <firstcontact/proof.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <iterator>
#include <nlohmann/json.hpp>

#include "proof/line_parts.h"

namespace firstcontact::proof {
namespace {

using io::JsonField;
using nlohmann::json;

bool is_constant(const JointMotion& motion) {
  return motion.angle_t0 == 0 && motion.angle == 0 && motion.travel == Vec3::Zero() &&
         motion.after.linear == Mat3::Identity() && motion.after.offset == Vec3::Zero();
}

void append_frame(std::string& out, const SceneFrame& frame) {
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

SceneFrame read_frame(const JsonField& value) {
  SceneFrame frame;
  if (value.has("fixed")) {
    value.expect_fields({"parent", "fixed"});
    frame.parent = value.at("parent").integer();
    frame.motion.before = read_map(value.at("fixed"));
    return frame;
  }
  value.expect_fields({"parent", "before", "angle_t0", "angle", "travel", "after"});
  frame.parent = value.at("parent").integer();
  frame.motion.before = read_map(value.at("before"));
  frame.motion.angle_t0 = value.at("angle_t0").number();
  frame.motion.angle = value.at("angle").number();
  frame.motion.travel = value.at("travel").vector();
  frame.motion.after = read_map(value.at("after"));
  return frame;
}

}  // namespace

std::string to_line(const SceneTriangles& geometry) {
  std::string out = fmt::format("{{\"kind\":\"{}\",", kSceneTrianglesKind);
  append_triangles(out, geometry.vertices, geometry.triangles);
  fmt::format_to(std::back_inserter(out), ",\"order\":[{}]}}\n", fmt::join(geometry.order, ","));
  return out;
}

std::string to_line(const SceneClaim& claim) {
  std::string out = fmt::format("{{\"kind\":\"{}\",\"t_max\":", kSceneKind);
  append_number(out, claim.t_max);
  out += ",\"frames\":";
  append_list(out, claim.frames, [&](const SceneFrame& frame) { append_frame(out, frame); });
  out += ",\"shapes\":";
  append_list(out, claim.shapes, [&](const SceneShape& shape) {
    const std::string name = json(shape.name).dump(-1, ' ', false, json::error_handler_t::replace);
    fmt::format_to(std::back_inserter(out), "{{\"name\":{},\"triangles\":{},\"frame\":{}}}", name,
                   shape.geometry, shape.frame);
  });
  out += ",\"pairs\":";
  append_list(out, claim.pairs, [&](const ScenePair& pair) {
    fmt::format_to(std::back_inserter(out),
                   "{{\"a\":{},\"b\":{},\"base\":{},\"separation\":", pair.a, pair.b, pair.base);
    append_number(out, pair.separation);
    out += '}';
  });
  return out + "}\n";
}

std::string to_line(const ScenePairProof& proof) {
  std::string out =
      fmt::format("{{\"kind\":\"{}\",\"pair\":{},\"entries\":", kScenePairKind, proof.pair);
  append_entries(out, proof.entries);
  return out + "}\n";
}

SceneTriangles read_scene_triangles(const JsonField& line) {
  line.expect_fields({"kind", "vertices", "triangles", "order"});
  return {read_vertices(line.at("vertices")), read_triangles(line.at("triangles")),
          read_order(line.at("order"))};
}

SceneClaim read_scene(const JsonField& line) {
  line.expect_fields({"kind", "t_max", "frames", "shapes", "pairs"});
  SceneClaim claim;
  claim.t_max = line.at("t_max").number();
  for (const JsonField& frame : line.at("frames").entries())
    claim.frames.push_back(read_frame(frame));
  for (const JsonField& shape : line.at("shapes").entries()) {
    shape.expect_fields({"name", "triangles", "frame"});
    claim.shapes.push_back(
        {shape.at("name").text(), shape.at("triangles").integer(), shape.at("frame").integer()});
  }
  for (const JsonField& pair : line.at("pairs").entries()) {
    pair.expect_fields({"a", "b", "base", "separation"});
    claim.pairs.push_back({pair.at("a").integer(), pair.at("b").integer(),
                           pair.at("separation").number(), pair.at("base").integer()});
  }
  return claim;
}

ScenePairProof read_scene_pair(const JsonField& line) {
  line.expect_fields({"kind", "pair", "entries"});
  return {static_cast<std::size_t>(line.at("pair").count()), read_entries(line.at("entries"))};
}

}  // namespace firstcontact::proof
