#include "verify_summary.h"

#include <firstcontact/query_files.h>
#include <fmt/format.h>

#include <algorithm>

#include "arith/fixed_order.h"
#include "common/table.h"

namespace firstcontact::apps {

const char* const kWhatProofsLeaveOut =
    "Proofs are about surfaces. Not proven: that nothing lies inside of a solid from the start.";

void Span::add(double value) {
  low = any ? std::min(low, value) : value;
  high = any ? std::max(high, value) : value;
  any = true;
}

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostRows = 20;

std::string count_of(std::size_t number) { return grouped(static_cast<long long>(number)); }

std::string shown(const Span& span) {
  if (!span.any) return "";
  return span.low == span.high ? fmt::format("{:.6g}", span.low)
                               : fmt::format("{:.4g} to {:.4g}", span.low, span.high);
}

Json json_of(const Span& span) {
  return span.any ? Json{{"min", span.low}, {"max", span.high}} : Json();
}

const char* name_of(const proof::BodyMotion& motion) {
  constexpr const char* kNames[] = {"rest", "linear", "screw"};
  return kNames[motion.index()];
}

std::string more_rows(std::size_t count, const char* what) {
  return count <= kMostRows
             ? ""
             : fmt::format("and {} more {}: see --json\n", count_of(count - kMostRows), what);
}

}  // namespace

std::string shown_name(const std::string& name, std::size_t width) {
  std::string text;
  std::size_t columns = 0;
  for (const char c : name) {
    const bool continues =
        (static_cast<unsigned char>(c) & 0xC0) == 0x80;  // within a character of UTF-8
    if (!continues && ++columns > width) return text + "…";
    text += static_cast<unsigned char>(c) < 0x20 || c == 0x7F ? '?' : c;
  }
  return text;
}

void ProofSummary::add_pair(const proof::PairProof& proof, bool proven) {
  PairGroup& group =
      pairs_[{io::kind_name(proof.query.kind), proof.norm == Norm::L2 ? "l2" : "linf"}];
  ++group.proofs;
  if (proven) ++group.proven;
  if (proof.contact) ++group.contacts;
  group.segments += static_cast<std::int64_t>(proof.segment_count());
  group.separation.add(proof.separation);
  group.t_max.add(proof.t_max);
}

void ProofSummary::add_motion(std::size_t line, const proof::MotionProof& proof, bool proven) {
  motions_.push_back({line, proven, proof.a.triangles.size(), proof.b.triangles.size(),
                      proof.certificate.entries.size(), name_of(proof.a.motion),
                      name_of(proof.b.motion), proof.certificate.separation,
                      proof.certificate.t_max});
}

void ProofSummary::add_bodies(const proof::SceneClaim& claim,
                              std::span<const std::size_t> triangle_counts, SceneFacts& facts) {
  std::map<std::string, std::size_t> body_of_name;
  std::vector<std::size_t> body_of_shape;
  for (const proof::SceneShape& shape : claim.shapes) {
    const auto [at, fresh] = body_of_name.emplace(shape.name, facts.bodies.size());
    if (fresh) facts.bodies.emplace_back().name = shape.name;
    BodyFacts& body = facts.bodies[at->second];
    ++body.shapes;
    if (shape.geometry >= 0 && static_cast<std::size_t>(shape.geometry) < triangle_counts.size())
      body.triangles += triangle_counts[shape.geometry];
    body_of_shape.push_back(at->second);
  }
  for (const proof::ScenePair& pair : claim.pairs) {
    const auto exists = [&](int shape) {
      return shape >= 0 && static_cast<std::size_t>(shape) < body_of_shape.size();
    };
    if (!exists(pair.a) || !exists(pair.b)) continue;  // the claim has a fault
    const std::size_t a = body_of_shape[pair.a], b = body_of_shape[pair.b];
    facts.pairs.push_back({a, b, pair.separation});
    facts.separation.add(pair.separation);
    for (const std::size_t body : {a, b}) {
      ++facts.bodies[body].pairs;
      facts.bodies[body].separation.add(pair.separation);
    }
  }
}

void ProofSummary::add_scene(std::size_t line, const proof::SceneClaim& claim,
                             std::span<const std::size_t> triangle_counts, bool proven) {
  SceneFacts& facts = scenes_.emplace_back();
  facts.line = line;
  facts.proven = proven;
  facts.t_max = claim.t_max;
  facts.frames = claim.frames.size();
  facts.shapes = claim.shapes.size();
  add_bodies(claim, triangle_counts, facts);
  std::map<int, std::string> carried;
  for (const proof::SceneShape& shape : claim.shapes) {
    std::string& names = carried[shape.frame];
    if (names.empty())
      names = shape.name;
    else if (names != shape.name && !names.ends_with(", " + shape.name))
      names += ", " + shape.name;
  }
  for (std::size_t i = 0; i < claim.frames.size(); ++i) {
    const proof::SceneFrame& frame = claim.frames[i];
    const double travel = norm(frame.motion.travel);
    if (frame.motion.angle == 0 && travel == 0) continue;
    const auto names = carried.find(static_cast<int>(i));
    facts.moving.push_back({static_cast<int>(i), frame.parent,
                            names == carried.end() ? "" : names->second, frame.motion.angle_t0,
                            frame.motion.angle_t0 + frame.motion.angle, travel});
  }
}

std::string ProofSummary::pair_table() const {
  if (pairs_.empty()) return "";
  Table table({{"pairs of", Table::Align::Left},
               {"proofs"},
               {"valid"},
               {"contacts"},
               {"segments"},
               {"separation"},
               {"norm"},
               {"time up to"}});
  for (const auto& [key, group] : pairs_)
    table.add_row({key.first, grouped(group.proofs), grouped(group.proven), grouped(group.contacts),
                   grouped(group.segments), shown(group.separation), key.second,
                   shown(group.t_max)});
  return "\n" + table.to_string();
}

std::string ProofSummary::motion_table() const {
  if (motions_.empty()) return "";
  Table table({{"bodies, line"},
               {"valid", Table::Align::Left},
               {"a: motion, triangles", Table::Align::Left},
               {"b: motion, triangles", Table::Align::Left},
               {"entries"},
               {"separation"},
               {"time up to"}});
  const auto body = [](const char* motion, std::size_t triangles) {
    return fmt::format("{}, {}", motion, count_of(triangles));
  };
  for (const MotionFacts& facts : std::span(motions_).first(std::min(motions_.size(), kMostRows)))
    table.add_row({count_of(facts.line), facts.proven ? "yes" : "no",
                   body(facts.motion_a, facts.triangles_a), body(facts.motion_b, facts.triangles_b),
                   count_of(facts.entries), fmt::format("{:.6g}", facts.separation),
                   fmt::format("{:.6g}", facts.t_max)});
  return "\n" + table.to_string() + more_rows(motions_.size(), "pairs of bodies");
}

std::string ProofSummary::scene_table() const {
  if (scenes_.empty()) return "";
  Table table({{"scene, line"},
               {"valid", Table::Align::Left},
               {"bodies"},
               {"shapes"},
               {"pairs"},
               {"moving"},
               {"separation"},
               {"time up to"}});
  for (const SceneFacts& facts : std::span(scenes_).first(std::min(scenes_.size(), kMostRows)))
    table.add_row({count_of(facts.line), facts.proven ? "yes" : "no", count_of(facts.bodies.size()),
                   count_of(facts.shapes), count_of(facts.pairs.size()),
                   count_of(facts.moving.size()), shown(facts.separation),
                   fmt::format("{:.6g}", facts.t_max)});
  return "\n" + table.to_string() + more_rows(scenes_.size(), "scenes") +
         body_table(scenes_.front()) + frame_table(scenes_.front());
}

std::string ProofSummary::body_table(const SceneFacts& scene) {
  if (scene.bodies.empty()) return "";
  Table table({{fmt::format("bodies of line {}", scene.line), Table::Align::Left},
               {"shapes"},
               {"triangles"},
               {"pairs"},
               {"separation"}});
  for (const BodyFacts& body :
       std::span(scene.bodies).first(std::min(scene.bodies.size(), kMostRows)))
    table.add_row({shown_name(body.name), count_of(body.shapes), count_of(body.triangles),
                   count_of(body.pairs), shown(body.separation)});
  return "\n" + table.to_string() + more_rows(scene.bodies.size(), "bodies");
}

std::string ProofSummary::frame_table(const SceneFacts& scene) {
  if (scene.moving.empty()) return "";
  Table table({{fmt::format("frames that move, line {}", scene.line), Table::Align::Left},
               {"frame"},
               {"parent"},
               {"turns from"},
               {"to (rad)"},
               {"travels by"}});
  for (const FrameFacts& frame :
       std::span(scene.moving).first(std::min(scene.moving.size(), kMostRows)))
    table.add_row({shown_name(frame.carries), std::to_string(frame.frame),
                   std::to_string(frame.parent), fmt::format("{:.6g}", frame.angle_t0),
                   fmt::format("{:.6g}", frame.angle_t1), fmt::format("{:.6g}", frame.travel)});
  return "\n" + table.to_string() + more_rows(scene.moving.size(), "frames");
}

void ProofSummary::add_step(std::size_t line, const proof::StepClaim& claim, bool proven) {
  steps_.push_back({line, proven, claim});
}

std::string ProofSummary::step_table(bool compared) const {
  if (steps_.empty()) return "";
  Table table({{"step, line"},
               {"valid", Table::Align::Left},
               {"step"},
               {"vertices"},
               {"edges"},
               {"faces"},
               {"objects"},
               {"pairs"},
               {"separation"},
               {"norm"},
               {"time up to"}});
  for (const StepFacts& facts : std::span(steps_).first(std::min(steps_.size(), kMostRows))) {
    const proof::StepClaim& claim = facts.claim;
    table.add_row({count_of(facts.line), facts.proven ? "yes" : "no", std::to_string(claim.step),
                   grouped(claim.vertices), grouped(claim.edges), grouped(claim.faces),
                   count_of(claim.objects.size()), grouped(claim.pairs),
                   fmt::format("{:.6g}", claim.separation), claim.norm == Norm::L2 ? "l2" : "linf",
                   fmt::format("{:.6g}", claim.t_max)});
  }
  return "\n" + table.to_string() + more_rows(steps_.size(), "steps") +
         (compared ? ""
                   : "Of a step the pairs in its lines are proven. Whether they are all that can "
                     "touch,\n`verify --meshes` tells.\n");
}

std::string ProofSummary::text(bool compared) const {
  return pair_table() + motion_table() + scene_table() + step_table(compared);
}

Json ProofSummary::json() const {
  Json pairs = Json::array(), motions = Json::array(), scenes = Json::array(),
       steps = Json::array();
  for (const auto& [key, group] : pairs_)
    pairs.push_back({{"kind", key.first},
                     {"norm", key.second},
                     {"proofs", group.proofs},
                     {"proven", group.proven},
                     {"contacts", group.contacts},
                     {"segments", group.segments},
                     {"separation", json_of(group.separation)},
                     {"t_max", json_of(group.t_max)}});
  for (const MotionFacts& facts : motions_)
    motions.push_back({{"line", facts.line},
                       {"proven", facts.proven},
                       {"t_max", facts.t_max},
                       {"separation", facts.separation},
                       {"entries", facts.entries},
                       {"a", {{"triangles", facts.triangles_a}, {"motion", facts.motion_a}}},
                       {"b", {{"triangles", facts.triangles_b}, {"motion", facts.motion_b}}}});
  for (const SceneFacts& facts : scenes_) {
    Json scene = {{"line", facts.line},      {"proven", facts.proven},
                  {"t_max", facts.t_max},    {"frames", facts.frames},
                  {"shapes", facts.shapes},  {"separation", json_of(facts.separation)},
                  {"bodies", Json::array()}, {"moving", Json::array()},
                  {"pairs", Json::array()}};
    for (const BodyFacts& body : facts.bodies)
      scene["bodies"].push_back({{"name", body.name},
                                 {"shapes", body.shapes},
                                 {"triangles", body.triangles},
                                 {"pairs", body.pairs},
                                 {"separation", json_of(body.separation)}});
    for (const FrameFacts& frame : facts.moving)
      scene["moving"].push_back({{"frame", frame.frame},
                                 {"parent", frame.parent},
                                 {"carries", frame.carries},
                                 {"angle_from", frame.angle_t0},
                                 {"angle_to", frame.angle_t1},
                                 {"travel", frame.travel}});
    for (const PairFacts& pair : facts.pairs)
      scene["pairs"].push_back({{"a", facts.bodies[pair.a].name},
                                {"b", facts.bodies[pair.b].name},
                                {"separation", pair.separation}});
    scenes.push_back(std::move(scene));
  }
  for (const auto& [line, proven, claim] : steps_)
    steps.push_back({{"line", line},
                     {"proven", proven},
                     {"step", claim.step},
                     {"vertices", claim.vertices},
                     {"edges", claim.edges},
                     {"faces", claim.faces},
                     {"objects", claim.objects},
                     {"self", claim.self},
                     {"pairs", claim.pairs},
                     {"separation", claim.separation},
                     {"norm", claim.norm == Norm::L2 ? "l2" : "linf"},
                     {"t_max", claim.t_max}});
  return {{"pairs", pairs}, {"motions", motions}, {"scenes", scenes}, {"steps", steps}};
}

}  // namespace firstcontact::apps
