#include "robot_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "articulated/model/scene_data.h"
#include "common/described_report.h"
#include "common/report_parts.h"
#include "common/table.h"
#include "robot_drawing.h"
#include "view/drawing.h"

namespace firstcontact::apps {
namespace {

using Json = nlohmann::ordered_json;

/// What is tiny beside the largest coordinate is rounding.
std::string shown(const Vec3& v) { return shown_vector(v, v.cwiseAbs().maxCoeff()); }

const Scene::Body& body_of(const RobotReport& report, const ContactSide& side) {
  return report.scene.bodies()[side.body];
}

bool is_known(const ContactSide& side) { return side.body >= 0; }

/// Number of vertices of the feature: 1, 2 or 3.
std::size_t vertex_count(const TriangleFeature& feature) {
  return std::count_if(feature.vertices.begin(), feature.vertices.end(),
                       [](int v) { return v >= 0; });
}

/// "panda_link5 (edge 3-17 of triangle 40)"
std::string shown(const RobotReport& report, const ContactSide& side) {
  const Scene::Body& body = body_of(report, side);
  std::string text = body.name;
  if (side.triangle < 0) return text;
  const auto vertices = std::span(side.feature.vertices).first(vertex_count(side.feature));
  text += fmt::format(" ({} {} of triangle {}", to_string(side.feature.kind),
                      fmt::join(vertices, "-"), side.triangle);
  if (body.shape_count > 1) text += fmt::format(", shape {}", side.shape);
  return text + ")";
}

std::string verdict_lines(const RobotReport& report) {
  const SceneResult& result = report.answer.result;
  const bool several = report.path.configurations.size() > 2;
  const std::string within =
      several ? fmt::format(", segment {} at {:.6g}", report.answer.segment, report.segment_time())
              : "";
  switch (result.status) {
    case Status::Free:
      if (report.nothing_to_check())
        return "nothing       to check: no two bodies are to be kept apart\n";
      return fmt::format("free          over {}, proven\n",
                         report.options.t_max < 1
                             ? fmt::format("the motion up to t = {:.6g}", report.options.t_max)
                             : "the whole motion");
    case Status::Undecided:
      return fmt::format("undecided     {}; free up to t = {:.6g}{}, proven\n",
                         result.message.empty() ? "the budget of checks ran out" : result.message,
                         result.toi, within);
    case Status::Contact: break;
    case Status::Cancelled:
    case Status::InvalidInput: return fmt::format("invalid       {}\n", result.message);
  }
  const bool decided = report.options.decide_only;
  std::string text =
      fmt::format("contact       at t = {:.9g}{}", decided ? result.toi_upper : result.toi, within);
  text += !result.proven ? fmt::format(", as near as the tolerance of {:.3g}", result.tolerance)
          : decided || result.toi == result.toi_upper
              ? ", proven"
              : fmt::format(", proven: between {:.17g} and {:.17g}", result.toi, result.toi_upper);
  return text + (decided && result.toi_upper > 0 ? "; others may come before it\n" : "\n");
}

std::string place_lines(const RobotReport& report) {
  const SceneResult& result = report.answer.result;
  const bool cleared = result.status == Status::Free && report.options.clearance;
  if (cleared && !report.nothing_to_check() && !std::isfinite(result.clearance_upper))
    return "clearance     not found: --max-checks ran out after the proof that the motion is "
           "free\n";
  if (!is_known(result.a) || !is_known(result.b)) return "";
  std::string text;
  if (cleared) {
    const std::string length =
        result.clearance > 0
            ? fmt::format("{:.6g} to {:.6g}", result.clearance, result.clearance_upper)
            : fmt::format("at most {:.6g}", result.clearance_upper);
    return fmt::format(
        "clearance     {}, at t = {:.6g}, of {} and {}{}\n", length, result.clearance_time,
        body_of(report, result.a).name, body_of(report, result.b).name,
        result.clearance > 0 ? "" : "; --max-checks ran out before a lower bound was found");
  }
  if (result.status != Status::Contact) return "";
  text += fmt::format("bodies        {}\n              {}\n", shown(report, result.a),
                      shown(report, result.b));
  if (result.starts_inside)
    text +=
        "inside        one lies in the other one at the start; the points are near each other on "
        "their surfaces\n";
  text += fmt::format("points        {}\n              {}\n", shown(result.point_a),
                      shown(result.point_b));
  if (!result.normal.isZero(0))
    text += fmt::format("normal        {} from the second to the first\n", shown(result.normal));
  if (std::isfinite(result.distance))
    text += fmt::format("distance      {:.6g}\n", result.distance);
  return text;
}

/// A hint if two links touch at the start and no SRDF file was given: mostly they do so by design.
std::string hint_lines(const RobotReport& report) {
  const SceneResult& result = report.answer.result;
  if (result.status != Status::Contact || !report.srdf.empty() || !is_known(result.a) ||
      !is_known(result.b))
    return "";
  const bool at_start = report.answer.segment == 0 &&
                        (report.options.decide_only ? result.toi_upper : result.toi) == 0;
  if (!at_start || body_of(report, result.a).model < 0 || body_of(report, result.b).model < 0)
    return "";
  return fmt::format(
      "hint          {} and {} touch at the start: if that is by design, give the robot's SRDF "
      "file (--srdf FILE),\n"
      "              which disables such pairs, or name the pair in \"allowed\" of a scene\n",
      body_of(report, result.a).name, body_of(report, result.b).name);
}

/// Says what was written to the file of --certificates.
std::string proof_lines(const RobotReport& report) {
  if (report.certificates.empty()) return "";
  const std::size_t segments = report.path.configurations.size() - 1;
  if (report.proven_segments == 0)
    return "certificates  none: only a segment that is free has a proof\n";
  return fmt::format(
      "certificates  of {} of {}, {}, in {}\n", grouped(report.proven_segments),
      counted(segments, "segment", "segments"),
      counted(report.proven_pairs, "proof of a pair of shapes", "proofs of pairs of shapes"),
      report.certificates);
}

std::string value_table(const RobotReport& report) {
  const auto at = report.configuration();
  if (!at || report.robot.value_names.empty()) return "";
  const std::vector<double> from = report.robot.to_file(report.path.configurations.front()),
                            to = report.robot.to_file(report.path.configurations.back());
  const char* const title = report.answer.result.status == Status::Contact     ? "at contact"
                            : report.answer.result.status == Status::Undecided ? "free up to"
                                                                               : "at clearance";
  Table table({{"joint", Table::Align::Left}, {"from"}, {title}, {"to"}});
  for (std::size_t i = 0; i < from.size(); ++i)
    table.add_row({report.robot.value_names[i], fmt::format("{:.6g}", from[i]),
                   fmt::format("{:.6g}", (*at)[i]), fmt::format("{:.6g}", to[i])});
  return "\n" + table.to_string();
}

std::size_t triangle_count(const RobotReport& report, bool of_robot) {
  std::size_t count = 0;
  for (const Scene::Body& body : report.scene.bodies())
    if ((body.model >= 0) == of_robot) count += body.triangle_count;
  return count;
}

/// "5 shapes with 1,260 triangles". Spheres, capsules and other points and lines with a radius are
/// shapes without triangles for people, though the scene keeps each point and line as a triangle.
std::string shapes_with_triangles(const RobotReport& report, bool of_robot) {
  std::size_t shapes = 0, triangles = triangle_count(report, of_robot);
  for (const auto& shape : articulated::data_of(report.scene).shapes) {
    if ((report.scene.bodies()[shape.body].model >= 0) != of_robot) continue;
    ++shapes;
    if (shape.radius > 0) triangles -= shape.body_geometry.triangle_count();
  }
  std::string text = counted(shapes, "shape", "shapes");
  if (triangles > 0) text += " with " + counted(triangles, "triangle", "triangles");
  return text;
}

/// Number of pairs of neighbours, which a scene never checks: a link and the nearest link above it
/// that has shapes.
std::size_t neighbour_count(const RobotReport& report) {
  const auto links = report.robot.model.links();
  std::size_t count = 0;
  for (const Link& link : links) {
    if (link.shapes.empty()) continue;
    int above = link.parent;
    while (above >= 0 && links[above].shapes.empty()) above = links[above].parent;
    if (above >= 0) ++count;
  }
  return count;
}

std::string scene_lines(const RobotReport& report) {
  const auto bodies = report.scene.bodies();
  const auto objects =
      std::count_if(bodies.begin(), bodies.end(), [](const Scene::Body& b) { return b.model < 0; });
  std::string text =
      fmt::format("robot         {}: {}, {}, {}\n", report.robot.name,
                  counted(report.robot.model.links().size(), "link", "links"),
                  counted(report.robot.value_names.size(), "joint value", "joint values"),
                  shapes_with_triangles(report, true));
  text += fmt::format("scene         {}, {}\n", counted(objects, "object", "objects"),
                      shapes_with_triangles(report, false));
  text += fmt::format("pairs         {} to keep apart",
                      counted(report.scene.pairs().size(), "pair of bodies", "pairs of bodies"));
  if (report.margin > 0) text += fmt::format(" by {:.6g}", report.margin);
  text += fmt::format("; {} left out", counted(neighbour_count(report), "pair of neighbours",
                                               "pairs of neighbours"));
  if (!report.srdf.empty())
    text += fmt::format("; {} disabled by the SRDF file", counted(report.allowed, "pair", "pairs"));
  text += '\n';
  if (report.path.configurations.size() > 2)
    text += fmt::format("path          {}, {}\n",
                        counted(report.path.configurations.size() - 1, "segment", "segments"),
                        report.path.times.empty() ? "equally long" : "timed by the file");
  return text;
}

/// Names of the shapes with this closedness, for example "forearm (shape 2)".
std::vector<std::string> shapes_that_are(const RobotReport& report, Closedness closedness) {
  std::vector<std::string> names;
  for (const Scene::Body& body : report.scene.bodies())
    for (std::size_t i = 0; i < body.closedness.size(); ++i)
      if (body.closedness[i] == closedness)
        names.push_back(body.shape_count > 1 ? fmt::format("{} (shape {})", body.name, i)
                                             : body.name);
  return names;
}

std::string surface_lines(const RobotReport& report) {
  const std::vector<std::string> surfaces = shapes_that_are(report, Closedness::Surface),
                                 partly = shapes_that_are(report, Closedness::Partly);
  std::string text;
  if (!surfaces.empty())
    text += fmt::format("surfaces      {}: not closed, so what starts inside is not seen\n",
                        fmt::join(surfaces, ", "));
  if (!partly.empty())
    text += fmt::format("partly solid  {}: what starts inside is seen where the mesh is closed\n",
                        fmt::join(partly, ", "));
  return text;
}

Json json_of(const RobotReport& report, const ContactSide& side, const Vec3& point) {
  if (!is_known(side)) return {};
  const Scene::Body& body = body_of(report, side);
  Json json = {
      {"body", body.name},
      {"link", body.model < 0 ? Json() : Json(report.robot.model.links()[body.link].name)}};
  if (report.answer.result.status != Status::Contact) return json;
  json["shape"] = side.shape;
  json["triangle"] = side.triangle;
  json["feature"] = side.triangle < 0 ? Json() : Json(to_string(side.feature.kind));
  json["vertices"] = Json::array();
  for (std::size_t k = 0; k < vertex_count(side.feature); ++k)
    json["vertices"].push_back(side.feature.vertices[k]);
  json["point"] = vector_json(point);
  return json;
}

Json values_of(const RobotReport& report, const std::vector<double>& values) {
  Json json = Json::object();
  for (std::size_t i = 0; i < values.size(); ++i) json[report.robot.value_names[i]] = values[i];
  return json;
}

Json counts_json(const SceneCounts& counts, std::int64_t checks) {
  return {{"pairs", counts.pairs},
          {"after_spatial", counts.after_spatial},
          {"after_temporal", counts.after_temporal},
          {"checks", checks},
          {"steps", counts.steps}};
}

/// Adds the fields of the answer; those that do not belong to its status are null.
void add_answer(const RobotReport& report, Json& json) {
  const SceneResult& result = report.answer.result;
  const bool contact = result.status == Status::Contact, free = result.status == Status::Free;
  const bool cleared = free && report.options.clearance;
  const bool within_segment = report.answer.segment >= 0;
  json["status"] = to_string(result.status);
  json["nothing_to_check"] = report.nothing_to_check();
  json["proven"] = (free && !report.nothing_to_check()) || (contact && result.proven);
  json["toi"] = result.toi;
  json["toi_upper"] = contact ? Json(result.toi_upper) : Json();
  // Earlier versions had only these names for the two.
  json["time"] = json["toi"];
  json["time_upper"] = json["toi_upper"];
  json["segment"] = within_segment ? Json(report.answer.segment) : Json();
  json["segment_time"] = within_segment ? Json(report.segment_time()) : Json();
  json["a"] = contact || cleared ? json_of(report, result.a, result.point_a) : Json();
  json["b"] = contact || cleared ? json_of(report, result.b, result.point_b) : Json();
  json["starts_in_contact"] = contact && result.starts_in_contact;
  json["starts_inside"] = contact && result.starts_inside;
  json["normal"] = contact && !result.normal.isZero(0) ? vector_json(result.normal) : Json();
  json["distance"] = contact ? number_or_null(result.distance) : Json();
  json["tolerance"] = result.tolerance;
  json["clearance"] = cleared ? number_or_null(result.clearance) : Json();
  json["clearance_upper"] = cleared ? number_or_null(result.clearance_upper) : Json();
  json["clearance_time"] = cleared && is_known(result.a) ? Json(result.clearance_time) : Json();
  const auto configuration = report.configuration();
  json["configuration"] = configuration ? values_of(report, *configuration) : Json();
  json["message"] = result.message;
  json["counts"] = counts_json(result.counts, result.checks);
  json["segment_counts"] = Json::array();
  for (const RobotReport::SegmentCounts& segment : report.segment_counts)
    json["segment_counts"].push_back(counts_json(segment.counts, segment.checks));
  json["seconds"] = report.seconds;
}

}  // namespace

std::optional<std::vector<double>> RobotReport::configuration() const {
  const SceneResult& result = answer.result;
  std::size_t segment = 0;
  double within = 0;
  if (result.status == Status::Free) {
    if (!options.clearance || !is_known(result.a)) return std::nullopt;
    const std::size_t last = path.configurations.size() - 2;
    const auto time = [&](std::size_t i) {
      return path.times.empty() ? static_cast<double>(i) / static_cast<double>(last + 1)
                                : path.times[i];
    };
    while (segment < last && time(segment + 1) <= result.clearance_time) ++segment;
    within = std::clamp(
        (result.clearance_time - time(segment)) / (time(segment + 1) - time(segment)), 0.0, 1.0);
  } else {
    if (answer.segment < 0) return std::nullopt;
    segment = answer.segment;
    within = segment_time();
  }
  return robot.to_file(configuration_at(robot.model, path.configurations[segment],
                                        path.configurations[segment + 1], within));
}

std::string summary_of(const RobotReport& report) {
  const SceneCounts& counts = report.answer.result.counts;
  std::string text = verdict_lines(report) + place_lines(report) + hint_lines(report) +
                     proof_lines(report) + scene_lines(report) + surface_lines(report);
  text +=
      fmt::format("search        {:.3g} s, {}, {}, {}; pairs: {}, after boxes {}, after time {}\n",
                  report.seconds, method_name(report.options.method),
                  counted(report.answer.result.checks, "check", "checks"),
                  counted(counts.steps, "step", "steps"), grouped(counts.pairs),
                  grouped(counts.after_spatial), grouped(counts.after_temporal));
  return text + value_table(report);
}

nlohmann::ordered_json scene_fields(const RobotReport& report) {
  Json bodies = Json::array();
  for (const Scene::Body& body : report.scene.bodies()) {
    Json shapes = Json::array();
    for (const Closedness closedness : body.closedness) shapes.push_back(to_string(closedness));
    bodies.push_back(
        {{"name", body.name}, {"triangles", body.triangle_count}, {"shapes", std::move(shapes)}});
  }
  return {{"robot",
           {{"file", report.urdf},
            {"name", report.robot.name},
            {"links", report.robot.model.links().size()},
            {"triangles", triangle_count(report, true)},
            {"values", report.robot.value_names}}},
          {"srdf", report.srdf.empty()
                       ? Json()
                       : Json({{"file", report.srdf}, {"disabled_pairs", report.allowed}})},
          {"scene", report.scene_files},
          {"bodies", std::move(bodies)},
          {"pairs", report.scene.pairs().size()},
          {"neighbours", neighbour_count(report)}};
}

nlohmann::ordered_json option_fields(const RobotReport& report) {
  return {{"method", method_name(report.options.method)},
          {"decide", report.options.decide_only},
          {"separation", report.margin},
          {"margin", report.margin},
          {"t_max", report.options.t_max},
          {"max_checks", report.options.max_checks},
          {"ignore_limits", report.ignore_limits}};
}

std::vector<std::string> surfaces_of(const RobotReport& report) {
  return shapes_that_are(report, Closedness::Surface);
}

std::string scene_summary(const RobotReport& report) {
  return scene_lines(report) + surface_lines(report);
}

std::string json_of(const RobotReport& report, bool drawing) {
  Json json = scene_fields(report);
  json["from"] = values_of(report, report.robot.to_file(report.path.configurations.front()));
  json["to"] = values_of(report, report.robot.to_file(report.path.configurations.back()));
  json["segments"] = report.path.configurations.size() - 1;
  json.update(option_fields(report));
  json["surfaces"] = surfaces_of(report);
  add_answer(report, json);
  json["notes"] = report.notes;
  const std::string text = report_text(json, "metre");
  return drawing ? with_drawing(text, drawing_of(report)) : text;
}

const char* method_name(SceneMethod method) {
  switch (method) {
    case SceneMethod::Certified: return "certified";
    case SceneMethod::Advancement: return "advancement";
  }
  return "";
}

}  // namespace firstcontact::apps
