#include "screw_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>

#include "arith/fixed_order.h"
#include "common/described_report.h"
#include "common/report_parts.h"
#include "common/table.h"
#include "geometry/turn.h"
#include "rigid/model/relative_screw.h"
#include "view/drawing.h"

namespace firstcontact::apps {
namespace {

using Json = nlohmann::ordered_json;

/// Rows of the tables for people.
constexpr std::size_t kShownRows = 10;

enum class Feature { Vertex, Edge, Face };

std::array<Feature, 2> features_of(CollisionKind kind) {
  switch (kind) {
    case CollisionKind::VertexFace: return {Feature::Vertex, Feature::Face};
    case CollisionKind::FaceVertex: return {Feature::Face, Feature::Vertex};
    case CollisionKind::EdgeEdge: return {Feature::Edge, Feature::Edge};
    case CollisionKind::EdgeFace: return {Feature::Edge, Feature::Face};
    case CollisionKind::FaceEdge: return {Feature::Face, Feature::Edge};
  }
  return {Feature::Vertex, Feature::Face};
}

/// One number, or the two vertices of an edge.
std::vector<int> numbers_of(const Polyhedron& body, Feature feature, int index) {
  if (feature != Feature::Edge) return {index};
  const PolyhedronEdge& edge = body.edges()[index];
  return {edge.v0, edge.v1};
}

/// "vertex 3", "edge 2-5", "face 0".
std::string name_of(const Polyhedron& body, Feature feature, int index) {
  const std::vector<int> numbers = numbers_of(body, feature, index);
  if (feature == Feature::Edge) return fmt::format("edge {}-{}", numbers[0], numbers[1]);
  return fmt::format("{} {}", feature == Feature::Vertex ? "vertex" : "face", index);
}

std::string shown_properness(const Collision& collision) {
  if (std::isnan(collision.properness)) return "unknown";
  return fmt::format("{:.3g}", std::abs(collision.properness) < 1e-12 ? 0.0 : collision.properness);
}

std::string description_of(const ScrewBody& body) {
  const Polyhedron& p = body.polyhedron;
  const int given = p.source_of_face(static_cast<int>(p.faces().size()) - 1) + 1;
  std::string text = fmt::format(
      "{}: {}, {}, {}", body.path, counted(p.vertices().size(), "vertex", "vertices"),
      counted(p.edges().size(), "edge", "edges"), counted(p.faces().size(), "face", "faces"));
  if (given != std::ssize(p.faces()))
    text += fmt::format(" ({} in the file, some are not flat)", given);
  return text + (p.closed() ? ", closed" : ", not closed");
}

std::string screw_lines(const Screw& screw) {
  const double scale = std::max(1.0, norm(screw.point));
  std::string text = "screw       ";
  if (screw.angle == 0 && screw.travel == 0) return text + "none: B rests beside A\n";
  if (screw.angle == 0) {
    text += fmt::format("travel of {:.6g} along {}, no turn", screw.travel,
                        shown_vector(screw.axis, 1));
  } else {
    text += fmt::format("turn by {:.6g}° about {} through {}", screw.angle * 180 / std::numbers::pi,
                        shown_vector(screw.axis, 1), shown_vector(screw.point, scale));
    text += std::abs(screw.travel) < 1e-12 * scale
                ? ", no travel"
                : fmt::format(", travel of {:.6g} along it", screw.travel);
  }
  text += " (B seen from A, in A's coordinates)\n";
  if (screw.angle > 0)
    text += fmt::format(
        "            points stray from the straight way by up to {:.3g} % of their path\n",
        100 * screw.straightness_error());
  return text;
}

/// "14: 8 vertex-face, 2 face-vertex, 4 edge-edge".
std::string split_by_kind(const std::vector<Collision>& collisions) {
  constexpr std::array<std::pair<CollisionKind, const char*>, 5> kKinds = {
      {{CollisionKind::VertexFace, "vertex-face"},
       {CollisionKind::FaceVertex, "face-vertex"},
       {CollisionKind::EdgeEdge, "edge-edge"},
       {CollisionKind::EdgeFace, "edge-face"},
       {CollisionKind::FaceEdge, "face-edge"}}};
  std::string split;
  for (const auto& [kind, name] : kKinds) {
    const auto number =
        std::count_if(collisions.begin(), collisions.end(),
                      [wanted = kind](const Collision& c) { return c.kind == wanted; });
    if (number > 0)
      split += fmt::format("{}{} {}", split.empty() ? "" : ", ", grouped(number), name);
  }
  return fmt::format("{}: {}", grouped(collisions.size()), split);
}

std::string proven_line(const ScrewResult& result) {
  const auto proven = std::count_if(result.collisions.begin(), result.collisions.end(),
                                    [](const Collision& collision) { return collision.proven; });
  return fmt::format("proof       {} proven to touch, {} only known to come within the tolerance\n",
                     grouped(proven), grouped(std::ssize(result.collisions) - proven));
}

/// Counts proper collisions, and says why the properness of some is unknown.
std::string properness_lines(const ScrewReport& report) {
  std::size_t unknown = 0, proper = 0;
  for (const Collision& collision : report.result.collisions) {
    unknown += std::isnan(collision.properness);
    proper += !std::isnan(collision.properness) && counts_as_proper(collision);
  }
  const std::size_t improper = report.result.collisions.size() - unknown - proper;
  std::string text = fmt::format(
      "properness  {} proper, {} improper{}, {} unknown\n", grouped(proper), grouped(improper),
      improper > 0 ? " (--properness 0 leaves them out)" : "", grouped(unknown));
  for (const ScrewBody* body : {&report.a, &report.b})
    if (!body->polyhedron.closed())
      text += fmt::format("            unknown where {} is not closed: {}\n", body->path,
                          body->polyhedron.adjacency_report());
  return text;
}

std::string more_line(std::size_t total, const char* option) {
  if (total <= kShownRows) return "";
  return fmt::format("… and {} more ({} writes all)\n", grouped(total - kShownRows), option);
}

std::string group_table(const ScrewReport& report, double scale) {
  const std::vector<Collision>& collisions = report.result.collisions;
  Table table({{"group"}, {"from t"}, {"to t"}, {"collisions"}, {"first at", Table::Align::Left}});
  for (std::size_t i = 0; i < std::min(report.groups.size(), kShownRows); ++i) {
    const CollisionGroup& group = report.groups[i];
    table.add_row({std::to_string(i + 1), fmt::format("{:.6g}", collisions[group.front()].time),
                   fmt::format("{:.6g}", collisions[group.back()].time), grouped(group.size()),
                   shown_vector(collisions[group.front()].point, scale)});
  }
  return table.to_string() + more_line(report.groups.size(), "--json");
}

std::string collision_table(const ScrewReport& report, double scale) {
  const std::vector<Collision>& collisions = report.result.collisions;
  Table table({{"t"},
               {"of A", Table::Align::Left},
               {"of B", Table::Align::Left},
               {"point", Table::Align::Left},
               {"normal", Table::Align::Left},
               {"properness"}});
  // Sorted by time. Within one instant the most proper collision comes first, because it says most.
  std::vector<Collision> shown_first = collisions;
  const auto instant = [](const Collision& c) { return std::floor(c.time * 1e9); };
  const auto rank = [](const Collision& c) { return std::isnan(c.properness) ? -2 : c.properness; };
  std::stable_sort(shown_first.begin(), shown_first.end(),
                   [&](const Collision& x, const Collision& y) {
                     return instant(x) != instant(y) ? instant(x) < instant(y) : rank(x) > rank(y);
                   });
  for (std::size_t i = 0; i < std::min(shown_first.size(), kShownRows); ++i) {
    const Collision& c = shown_first[i];
    const auto [of_a, of_b] = features_of(c.kind);
    table.add_row({fmt::format("{:.6g}", c.time), name_of(report.a.polyhedron, of_a, c.a),
                   name_of(report.b.polyhedron, of_b, c.b), shown_vector(c.point, scale),
                   shown_vector(c.normal, 1), shown_properness(c)});
  }
  return table.to_string() + more_line(collisions.size(), "--output");
}

std::string verdict_line(const ScrewReport& report) {
  const ScrewResult& result = report.result;
  const bool certified = report.options.mode == ScrewMode::Certified;
  if (result.status == Status::Undecided)
    return fmt::format(
        "undecided   after {} checks: the budget of {} ran out, or a pair of features that nearly "
        "slide could not be\n"
        "            decided; what was found is not all\n",
        grouped(result.checks), grouped(report.options.max_checks));
  if (!result.collisions.empty())
    return fmt::format("collisions  {}{}\n", report.options.first_only ? "at least " : "",
                       split_by_kind(result.collisions));
  if (!certified)
    return fmt::format("collisions  0 found (--mode {} proves nothing)\n",
                       mode_name(report.options.mode));
  return report.options.min_properness ? "collisions  0 of that properness\n"
                                       : "collisions  0: free over the whole motion, proven\n";
}

Json json_of(const ScrewBody& body) {
  const Polyhedron& p = body.polyhedron;
  Json json = {{"file", body.path},         {"vertices", p.vertices().size()},
               {"edges", p.edges().size()}, {"faces", p.faces().size()},
               {"closed", p.closed()},      {"adjacency", p.adjacency_report()}};
  if (!body.note.empty()) json["note"] = body.note;
  return json;
}

Json json_of(const PoseChange& motion) {
  return {{"from", pose_json(motion.from)}, {"to", pose_json(motion.to)}};
}

/// Both bodies over the whole motion, and at the times of the first collisions.
Json drawing_of(const ScrewReport& report) {
  constexpr std::size_t kSteps = 64, kMostCollisions = 64;
  std::vector<double> contacts;
  for (const Collision& collision : report.result.collisions)
    if (contacts.size() < kMostCollisions) contacts.push_back(collision.time);
  const std::vector<double> times = drawing_times(kSteps, contacts);
  std::vector<DrawnBody> bodies = {{"a", "a"}, {"b", "b"}};
  const std::array<const Polyhedron*, 2> polyhedra = {&report.a.polyhedron, &report.b.polyhedron};
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    bodies[i].add_shape(polyhedra[i]->body(), 0);
    std::vector<int> faces;
    for (int k = 0; k < std::ssize(polyhedra[i]->triangles()); ++k)
      faces.push_back(polyhedra[i]->source_of_face(polyhedra[i]->face_of_triangle(k)));
    bodies[i].set_faces(std::move(faces));
  }
  const RelativeMotion relative = relative_motion(report.a.motion, report.b.motion);
  for (const double t : times) {
    const Pose a = pose_at(report.a.motion, t);
    const AffineMap place = {a.rotation, a.position};
    bodies[0].add_pose(place);
    bodies[1].add_pose(geometry::compose(place, map_at(relative.b_in_a, t)));
  }
  return drawing_json(times, bodies);
}

Json json_of(const Polyhedron& body, Feature feature, int index) {
  const std::vector<int> numbers = numbers_of(body, feature, index);
  return numbers.size() == 1 ? Json(index) : Json(numbers);
}

Json json_of(const Collision& c, const ScrewReport& report) {
  const auto [of_a, of_b] = features_of(c.kind);
  return {{"toi", c.time},
          {"toi_upper", c.time_upper},
          {"time", c.time},
          {"time_upper", c.time_upper},
          {"point", vector_json(c.point)},
          {"normal", vector_json(c.normal)},
          {"kind", to_string(c.kind)},
          {"a", json_of(report.a.polyhedron, of_a, c.a)},
          {"b", json_of(report.b.polyhedron, of_b, c.b)},
          {"properness", number_or_null(c.properness)},
          {"proven", c.proven}};
}

}  // namespace

std::string summary_of(const ScrewReport& report) {
  const ScrewResult& result = report.result;
  const bool certified = report.options.mode == ScrewMode::Certified;
  const double scale = std::max(size_of(report.a.polyhedron), size_of(report.b.polyhedron));
  std::string text = verdict_line(report);
  if (result.status == Status::Undecided && !result.collisions.empty())
    text += fmt::format("found       {}\n", split_by_kind(result.collisions));
  if (result.intersecting_at_start)
    text +=
        "start       the bodies cut through each other at the start, or one lies in the other\n";
  if (!result.collisions.empty()) {
    if (certified) text += proven_line(result);
    text += properness_lines(report);
    text +=
        fmt::format("groups      {}, in time and place, of collisions that are or may be proper\n",
                    report.groups.size());
  }
  text += fmt::format("A           {}\nB           {}\n", description_of(report.a),
                      description_of(report.b));
  text += screw_lines(result.screw);
  text += fmt::format("time        {:.3g} s, {}", report.seconds, mode_name(report.options.mode));
  if (certified)
    text += fmt::format(", {}, tolerance {:.3g}", counted(result.checks, "check", "checks"),
                        result.tolerance);
  text += '\n';
  if (report.groups.size() > 1) text += "\n" + group_table(report, scale);
  if (!result.collisions.empty()) text += "\n" + collision_table(report, scale);
  return text;
}

std::string json_of(const ScrewReport& report, bool drawing) {
  const ScrewResult& result = report.result;
  const ScrewOptions& options = report.options;
  const bool certified = options.mode == ScrewMode::Certified;
  Json json = {{"a", json_of(report.a)},
               {"b", json_of(report.b)},
               {"mode", mode_name(options.mode)},
               {"first", options.first_only},
               {"min_properness", number_or_null(options.min_properness)},
               {"resolution", number_or_null(options.resolution)},
               {"robust", options.robust},
               {"poses", {{"a", json_of(report.a.motion)}, {"b", json_of(report.b.motion)}}},
               {"status", to_string(result.status)},
               {"toi", result.toi},
               {"toi_upper", result.toi_upper},
               {"starts_in_contact", result.starts_in_contact},
               {"screw",
                {{"axis", vector_json(result.screw.axis)},
                 {"point", vector_json(result.screw.point)},
                 {"angle", result.screw.angle},
                 {"travel", result.screw.travel},
                 {"straightness_error", result.screw.straightness_error()}}},
               {"intersecting_at_start", certified ? Json(result.intersecting_at_start) : Json()},
               {"tolerance", certified ? Json(result.tolerance) : Json()},
               {"checks", certified ? Json(result.checks) : Json()},
               {"seconds", report.seconds},
               {"collisions", Json::array()},
               {"groups", Json::array()}};
  for (const Collision& collision : result.collisions)
    json["collisions"].push_back(json_of(collision, report));
  for (const CollisionGroup& group : report.groups) {
    const Collision& first = result.collisions[group.front()];
    json["groups"].push_back({{"first_time", first.time},
                              {"last_time", result.collisions[group.back()].time},
                              {"point", vector_json(first.point)},
                              {"collisions", group}});
  }
  const std::string text = report_text(json);
  return drawing ? with_drawing(text, drawing_of(report)) : text;
}

std::string csv_of(const ScrewReport& report) {
  std::string out = "kind,a0,a1,b0,b1,time,time_upper,x,y,z,nx,ny,nz,properness,proven\n";
  const auto columns = [](const std::vector<int>& numbers) {
    return fmt::format("{},{}", numbers[0], numbers.size() > 1 ? std::to_string(numbers[1]) : "");
  };
  for (const Collision& c : report.result.collisions) {
    const auto [of_a, of_b] = features_of(c.kind);
    const Vec3 p = without_negative_zeros(c.point), n = without_negative_zeros(c.normal);
    out += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{}\n", to_string(c.kind),
                       columns(numbers_of(report.a.polyhedron, of_a, c.a)),
                       columns(numbers_of(report.b.polyhedron, of_b, c.b)), c.time, c.time_upper,
                       p.x(), p.y(), p.z(), n.x(), n.y(), n.z(),
                       std::isnan(c.properness) ? "" : fmt::format("{}", c.properness),
                       c.proven ? 1 : 0);
  }
  return out;
}

const char* mode_name(ScrewMode mode) {
  switch (mode) {
    case ScrewMode::Pixels: return "pixels";
    case ScrewMode::Analytic: return "analytic";
    case ScrewMode::Certified: return "certified";
  }
  return "";
}

double size_of(const Polyhedron& body) {
  Vec3 low = body.vertices()[body.faces()[0][0]], high = low;
  for (const std::vector<int>& face : body.faces())
    for (const int v : face) {
      low = low.cwiseMin(body.vertices()[v]);
      high = high.cwiseMax(body.vertices()[v]);
    }
  return norm(high - low);
}

}  // namespace firstcontact::apps
