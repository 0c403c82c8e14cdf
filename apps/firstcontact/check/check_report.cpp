#include "check_report.h"

#include <firstcontact/query_files.h>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <numeric>
#include <string_view>
#include <tuple>

#include "common/described_report.h"
#include "common/fitted_text.h"
#include "common/report_parts.h"
#include "common/table.h"

namespace firstcontact::apps {
namespace {

using Json = nlohmann::ordered_json;
using KindCounts = std::array<std::int64_t, 5>;

constexpr int kEmpty = -1;

/// The columns a0, a1, b0, b1; kEmpty where there is no number.
std::array<int, 4> columns_of(const ElementPair& pair) {
  const std::array<int, 4>& v = pair.vertices;
  switch (pair.kind) {
    case Kind::VertexFace: return {pair.a, pair.b, kEmpty, kEmpty};
    case Kind::EdgeEdge: return {v[0], v[1], v[2], v[3]};
    case Kind::PointEdge:
    case Kind::PointSegment2D: return {v[0], kEmpty, v[1], v[2]};
    case Kind::PointPoint: return {v[0], kEmpty, v[1], kEmpty};
  }
  return {kEmpty, kEmpty, kEmpty, kEmpty};
}

std::int64_t sum_of(const KindCounts& counts) {
  return std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
}

/// The kinds of a scene in space, in the order in which they are listed.
constexpr std::array kKinds = {Kind::VertexFace, Kind::EdgeEdge, Kind::PointEdge, Kind::PointPoint};

std::int64_t of_kind(const KindCounts& counts, Kind kind) {
  return counts[static_cast<std::size_t>(kind)];
}

/// "6,852,873 (1,655,541 vertex-face, 5,197,332 edge-edge)": the kinds that occur, the two usual
/// ones always.
std::string split_by_kind(const KindCounts& counts) {
  std::string split;
  for (const Kind kind : kKinds)
    if (of_kind(counts, kind) > 0 || point_count(kind) == 4)
      split += fmt::format("{}{} {}", split.empty() ? "" : ", ", grouped(of_kind(counts, kind)),
                           io::kind_name(kind));
  return fmt::format("{} ({})", grouped(sum_of(counts)), split);
}

/// "277,653 (46,598 vertices, 138,825 edges, 92,230 faces)".
std::string elements_of(const CheckReport& report) {
  return fmt::format("{} ({} vertices, {} edges, {} faces)", grouped(report.elements()),
                     grouped(report.vertices), grouped(report.edges), grouped(report.faces));
}

/// The two elements: "vertex 4 and face 0".
std::string elements_of(const ElementPair& pair, const FrameSequence& frames) {
  const std::array<int, 4>& v = pair.vertices;
  switch (pair.kind) {
    case Kind::VertexFace: return frames.vertex_name(pair.a) + " and " + frames.face_name(pair.b);
    case Kind::EdgeEdge:
      return frames.edge_name(v[0], v[1]) + " and " + frames.edge_name(v[2], v[3]);
    case Kind::PointEdge:
    case Kind::PointSegment2D:
      return frames.vertex_name(v[0]) + " and " + frames.edge_name(v[1], v[2]);
    case Kind::PointPoint: return frames.vertex_name(v[0]) + " and " + frames.vertex_name(v[1]);
  }
  return "";
}

std::string place_of(const Impact& impact) {
  const Vec3 p = without_negative_zeros(impact.point());
  return fmt::format("({:.6g}, {:.6g}, {:.6g})", p.x(), p.y(), p.z());
}

/// Number of impacts. If only the earliest was searched for, there may be more.
std::string impacts_found(const StepReport& step, bool all) {
  const std::int64_t count = sum_of(step.impacts);
  return count > 0 && !all ? "at least 1" : grouped(count);
}

/// A name of at most `width` bytes: the end of a longer one, after three dots. Names of frames
/// differ at their ends.
std::string end_of_name(const std::string& name, std::size_t width) {
  if (name.size() <= width) return name;
  std::size_t begin = name.size() - (width - 3);
  while (begin < name.size() && (name[begin] & 0xC0) == 0x80)
    ++begin;  // not in the middle of a character
  return "..." + name.substr(begin);
}

/// Two parts in one line if they fit; otherwise the second part is indented in a line of its own.
std::string in_lines(const std::string& first, const std::string& between,
                     const std::string& second) {
  if (display_width(first + between + second) <= kPageWidth) return first + between + second + "\n";
  const std::string end = between.substr(0, between.find_last_not_of(' ') + 1);
  return first + end + "\n            " + second + "\n";
}

constexpr std::array kIntersectionKinds = {
    IntersectionKind::FaceFace,  IntersectionKind::EdgeFace,  IntersectionKind::EdgeEdge,
    IntersectionKind::PointFace, IntersectionKind::PointEdge, IntersectionKind::PointPoint};

/// "face-face" and so on.
std::string name_of(IntersectionKind kind) {
  std::string name;
  for (const char c : std::string_view(to_string(kind))) {
    if (c >= 'A' && c <= 'Z' && !name.empty()) name += '-';
    name += static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  }
  return name;
}

/// The two elements: "face 4 and face 7".
std::string elements_of(const StartReport::Pair& pair, const FrameSequence& frames) {
  const std::string kind = name_of(pair.elements.kind);
  const auto element = [&](bool face, bool edge, int number, const Edge& ends) {
    return face   ? frames.face_name(number)
           : edge ? frames.edge_name(ends[0], ends[1])
                  : frames.vertex_name(number);
  };
  return element(kind.starts_with("face"), kind.starts_with("edge"), pair.elements.a, pair.edge_a) +
         " and " +
         element(kind.ends_with("face"), kind.ends_with("edge"), pair.elements.b, pair.edge_b);
}

/// Lines about what crosses in the first frame; one line if nothing does.
std::string start_of(const CheckReport& report, const FrameSequence& frames) {
  const StartReport& start = report.start;
  if (!start.any()) return "start       nothing crosses or touches in the first frame\n";
  std::string split;
  for (const IntersectionKind kind : kIntersectionKinds)
    if (const std::int64_t count = start.counts[static_cast<std::size_t>(kind)]; count > 0)
      split += fmt::format("{}{} {}", split.empty() ? "" : ", ", grouped(count), name_of(kind));
  std::string text =
      fmt::format("start       {} in the first frame{}\n",
                  counted(start.count(), "pair crosses or touches", "pairs cross or touch"),
                  split.empty() ? "" : " (" + split + ")");
  if (start.neighbours > 0)
    text += fmt::format("            {} of neighbours beyond the vertex they share\n",
                        counted(start.neighbours, "pair", "pairs"));
  for (std::size_t i = 0; i < start.first.size(); ++i)
    text += in_lines(i == 0 ? "            first:" : "                  ", " ",
                     elements_of(start.first[i], frames));
  return text +
         "            impacts are what begins to touch during a step: pairs that cross all along "
         "are not\n"
         "            among them, and \"free\" says nothing of them\n";
}

/// The answer of one step, and where it touches first.
std::string verdict_of_one(const CheckReport& report, const FrameSequence& frames) {
  const StepReport& step = report.steps.front();
  if (step.earliest)
    return in_lines(
        fmt::format("contact     at t = {}, {}:", step.earliest->toi, place_of(*step.earliest)),
        " ", elements_of(step.earliest->pair, frames));
  if (report.start.any())
    return fmt::format(
        "crossing    in the first frame already; no new contact begins over [0, {}], proven\n",
        report.options.t_max);
  return fmt::format("free        over [0, {}], proven\n", report.options.t_max);
}

std::string summary_of_one(const CheckReport& report, const FrameSequence& frames) {
  const StepReport& step = report.steps.front();
  std::string text = verdict_of_one(report, frames);
  if (step.earliest)
    text += report.all ? fmt::format("impacts     {}\n", split_by_kind(step.impacts))
                       : "impacts     at least 1 (--all finds them all)\n";
  text += start_of(report, frames);
  text += in_lines("step        " + step.t0, " -> ", step.t1);
  text += fmt::format("elements    {}\n", elements_of(report));
  text += fmt::format("candidates  {}\n", split_by_kind(step.candidates));
  return text + fmt::format("time        {:.3g} s\n", step.seconds);
}

/// Without their folder, if all frames are in one.
std::vector<std::string> short_names(const FramePaths& frames) {
  const std::filesystem::path folder = std::filesystem::path(frames.front()).parent_path();
  const auto in_folder = [&](const std::string& path) {
    return std::filesystem::path(path).parent_path() == folder;
  };
  const bool one_folder = std::all_of(frames.begin(), frames.end(), in_folder);
  std::vector<std::string> names;
  for (const std::string& path : frames)
    names.push_back(
        end_of_name(one_folder ? std::filesystem::path(path).filename().string() : path, 20));
  return names;
}

std::string verdict_of_several(const CheckReport& report) {
  if (const std::int64_t contacts = report.steps_with_contact(); contacts > 0)
    return fmt::format("contact     {} of {} steps have contact\n", contacts, report.steps.size());
  if (report.start.any())
    return "crossing    in the first frame already; no new contact begins in any step, proven\n";
  return fmt::format("free        all {} steps are free, proven\n", report.steps.size());
}

std::string summary_of_several(const CheckReport& report, const FrameSequence& frames) {
  Table table({{"step"},
               {"t0", Table::Align::Left},
               {"t1", Table::Align::Left},
               {"candidates"},
               {"impacts"},
               {"earliest"},
               {"µs"}});
  const std::vector<std::string> names = short_names(frames.objects().front().frames);
  double seconds = 0;
  std::string places;
  for (std::size_t i = 0; i < report.steps.size(); ++i) {
    const StepReport& step = report.steps[i];
    seconds += step.seconds;
    if (step.earliest)
      places += in_lines(
          fmt::format("step {}: t = {} at {}:", i, step.earliest->toi, place_of(*step.earliest)),
          " ", elements_of(step.earliest->pair, frames));
    table.add_row({std::to_string(i), names[i], names[i + 1], grouped(sum_of(step.candidates)),
                   impacts_found(step, report.all),
                   step.earliest ? fmt::format("{:.6g}", step.earliest->toi) : "free",
                   microseconds(1e6 * step.seconds)});
  }
  return verdict_of_several(report) + "\n" + table.to_string() + places + start_of(report, frames) +
         fmt::format("elements    {}\ntime        {:.3g} s\n", elements_of(report), seconds);
}

/// Says what was proven and what was not; empty unless proofs were asked for.
std::string proofs_of(const CheckReport& report) {
  if (!report.proves) return "";
  if (report.start.any())
    return "certificates: none, because elements cross or touch in the first frame\n";
  std::int64_t steps = 0, written = 0, segments = 0, without = 0;
  for (const StepReport& step : report.steps)
    if (step.proofs) {
      ++steps;
      written += step.proofs->written;
      segments += step.proofs->segments;
      without += step.proofs->without;
    }
  std::string text = fmt::format("certificates: of {} of {} steps, {} pairs", grouped(steps),
                                 report.steps.size(), grouped(written));
  if (written > 0)
    text += fmt::format(", {:.3f} intervals of time each on average",
                        static_cast<double>(segments) / static_cast<double>(written));
  text += '\n';
  if (const std::int64_t contacts = report.steps_with_contact(); contacts > 0)
    text += fmt::format("{} step{} not free and {} no proof\n", grouped(contacts),
                        contacts == 1 ? " is" : "s are", contacts == 1 ? "has" : "have");
  if (without > 0)
    text += fmt::format(
        "{} pairs have no certificate: the search for one took too long;\n"
        "`verify` will not accept their steps\n",
        grouped(without));
  return text;
}

/// A column of the CSV as JSON.
Json column_or_null(int value) { return value == kEmpty ? Json() : Json(value); }

Json json_of(const Impact& impact) {
  const std::array<int, 4> columns = columns_of(impact.pair);
  return {{"kind", io::kind_name(impact.pair.kind)},
          {"a0", column_or_null(columns[0])},
          {"a1", column_or_null(columns[1])},
          {"b0", column_or_null(columns[2])},
          {"b1", column_or_null(columns[3])},
          {"status", to_string(Status::Contact)},
          {"starts_in_contact", impact.starts_in_contact},
          {"toi", impact.toi},
          {"toi_upper", impact.toi_upper},
          {"point", vector_json(impact.point())},
          {"normal", vector_json(impact.normal)},
          {"distance", impact.distance}};
}

/// "vertex_face_candidates" and so on, one key a kind.
void add_by_kind(Json& object, const KindCounts& counts, const char* what) {
  for (const Kind kind : kKinds) {
    std::string key = fmt::format("{}_{}", io::kind_name(kind), what);
    std::replace(key.begin(), key.end(), '-', '_');
    object[key] = of_kind(counts, kind);
  }
}

/// A face or vertex by its number, an edge by those of its vertices.
Json element_json(bool edge, int number, const Edge& ends) {
  return edge ? Json::array({ends[0], ends[1]}) : Json(number);
}

Json json_of(const StartReport& start) {
  Json object = {{"frame", start.frame}, {"intersections", start.count()}};
  for (const IntersectionKind kind : kIntersectionKinds) {
    std::string key = name_of(kind) + "_intersections";
    std::replace(key.begin(), key.end(), '-', '_');
    object[key] = start.counts[static_cast<std::size_t>(kind)];
  }
  object["neighbour_intersections"] = start.neighbours;
  object["first"] = Json::array();
  for (const StartReport::Pair& pair : start.first) {
    const std::string kind = name_of(pair.elements.kind);
    object["first"].push_back(
        {{"kind", kind},
         {"a", element_json(kind.starts_with("edge"), pair.elements.a, pair.edge_a)},
         {"b", element_json(kind.ends_with("edge"), pair.elements.b, pair.edge_b)}});
  }
  object["seconds"] = start.seconds;
  return object;
}

Json json_of(const StepReport& step, const CheckReport& report) {
  Json object = {{"t0", step.t0},
                 {"t1", step.t1},
                 {"elements", report.elements()},
                 {"vertices", report.vertices},
                 {"edges", report.edges},
                 {"faces", report.faces},
                 {"candidates", sum_of(step.candidates)}};
  add_by_kind(object, step.candidates, "candidates");
  object["impacts"] = sum_of(step.impacts);
  add_by_kind(object, step.impacts, "impacts");
  object["earliest_toi"] = step.earliest ? Json(step.earliest->toi) : Json();
  object["earliest"] = step.earliest ? json_of(*step.earliest) : Json();
  object["seconds"] = step.seconds;
  if (report.proves)
    object["certificates"] = step.proofs ? Json{{"proofs", step.proofs->written},
                                                {"segments", step.proofs->segments},
                                                {"without_proof", step.proofs->without}}
                                         : Json();
  if (!step.note.empty()) object["note"] = step.note;
  return object;
}

}  // namespace

std::int64_t StartReport::count() const {
  return std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
}

std::int64_t CheckReport::steps_with_contact() const {
  return std::count_if(steps.begin(), steps.end(),
                       [](const StepReport& step) { return step.earliest.has_value(); });
}

std::string summary_of(const CheckReport& report, const FrameSequence& frames) {
  return (report.steps.size() == 1 ? summary_of_one(report, frames)
                                   : summary_of_several(report, frames)) +
         proofs_of(report);
}

std::string json_of(const CheckReport& report, const FrameSequence& frames) {
  const StepOptions& options = report.options;
  Json json = {{"all", report.all},
               {"exact", options.exact},
               {"tolerance", number_or_null(options.tolerance)},
               {"separation", options.min_separation},
               {"norm", norm_name(options.norm)},
               {"t_max", options.t_max},
               {"broad_phase", broad_phase_name(options.broad_phase)},
               {"self", options.within_objects},
               {"objects", Json::array()},
               {"start", Json::object()},
               {"steps", Json::array()}};
  for (const ObjectRange& range : frames.objects())
    json["objects"].push_back({{"frames", range.frames},
                               {"first_vertex", range.first_vertex},
                               {"vertices", range.vertices},
                               {"first_face", range.first_face},
                               {"faces", range.faces}});
  json["start"] = json_of(report.start);
  for (const StepReport& step : report.steps) json["steps"].push_back(json_of(step, report));
  if (report.impacts_cut) json["impacts_cut"] = true;
  return report_text(json);
}

bool printed_before(const Impact& a, const Impact& b) {
  const auto key = [](const Impact& impact) {
    return std::tuple(impact.toi, std::string_view(io::kind_name(impact.pair.kind)),
                      columns_of(impact.pair));
  };
  return key(a) < key(b);
}

std::string csv_header(bool several_steps) {
  return std::string(several_steps ? "step," : "") + "kind,a0,a1,b0,b1,toi,x,y,z,nx,ny,nz\n";
}

std::string csv_row(const Impact& impact, std::optional<std::size_t> step) {
  std::string row = step ? std::to_string(*step) + "," : "";
  row += io::kind_name(impact.pair.kind);
  for (const int number : columns_of(impact.pair)) {
    row += ',';
    if (number != kEmpty) row += std::to_string(number);
  }
  const Vec3 p = without_negative_zeros(impact.point()), n = without_negative_zeros(impact.normal);
  // "{}" prints the shortest decimal that reads back as the same double.
  return row + fmt::format(",{},{},{},{},{},{},{}\n", impact.toi, p.x(), p.y(), p.z(), n.x(), n.y(),
                           n.z());
}

const char* broad_phase_name(BroadPhase broad_phase) {
  switch (broad_phase) {
    case BroadPhase::Bvh: return "bvh";
    case BroadPhase::SweepAndPrune: return "sweep";
    case BroadPhase::SpatialHash: return "hash";
    case BroadPhase::BruteForce: return "brute";
  }
  return "";
}

}  // namespace firstcontact::apps
