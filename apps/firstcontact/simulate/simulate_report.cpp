#include "simulate_report.h"

#include <firstcontact/query_files.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "common/described_report.h"
#include "common/report_parts.h"
#include "common/table.h"
#include "scene_identity.h"

namespace firstcontact::apps {
namespace {

using Json = nlohmann::ordered_json;

/// Rows of the table for people; more steps are put together.
constexpr std::int64_t kMostRows = 12;

/// Several steps together.
struct StepTotals {
  double newton_iterations = 0, contacts = 0, questions = 0, intersections = 0;
  std::int64_t unconverged = 0, with_intersections = 0;
  double smallest_distance = std::numeric_limits<double>::infinity();
  /// At the end of the last step.
  double energy = 0;
  /// Of the steps of this run only.
  std::int64_t timed = 0, candidates = 0;
  double seconds = 0, ccd_seconds = 0;

  void add(const SimulatedStep& step) {
    const FrameValues& values = step.values;
    newton_iterations += values.newton_iterations;
    contacts += values.contacts;
    questions += values.questions;
    if (values.intersections > 0) {
      intersections += values.intersections;
      ++with_intersections;
    }
    unconverged += values.converged == 0;
    smallest_distance = std::min(smallest_distance, values.smallest_distance);
    energy = step.energy();
    if (!step.cost) return;
    ++timed;
    candidates += step.cost->candidates;
    seconds += step.cost->seconds;
    ccd_seconds += step.cost->ccd_seconds;
  }
};

StepTotals totals_of(std::span<const SimulatedStep> steps) {
  StepTotals totals;
  for (const SimulatedStep& step : steps) totals.add(step);
  return totals;
}

std::string shown_distance(double distance) {
  return std::isfinite(distance) ? fmt::format("{:.3g}", distance) : "-";
}

std::string shown_share(double part, double whole) {
  return whole > 0 ? fmt::format("{:.1f} %", 100 * part / whole) : "-";
}

void add_row(Table& table, const std::string& steps, const StepTotals& totals, bool intersections) {
  std::vector<std::string> cells = {steps,
                                    grouped(static_cast<long long>(totals.newton_iterations)),
                                    fmt::format("{:.6g}", totals.energy),
                                    shown_distance(totals.smallest_distance),
                                    grouped(static_cast<long long>(totals.contacts)),
                                    totals.timed > 0 ? fmt::format("{:.3g}", totals.seconds) : "-",
                                    shown_share(totals.ccd_seconds, totals.seconds)};
  if (intersections) cells.push_back(grouped(static_cast<long long>(totals.intersections)));
  table.add_row(std::move(cells));
}

/// 1, 2, 5, 10, 20, 50, … steps: the fewest that give at most kMostRows rows.
std::int64_t steps_of_row(std::int64_t count) {
  for (std::int64_t power = 1;; power *= 10)
    for (const std::int64_t factor : {1, 2, 5})
      if (factor * power * kMostRows >= count) return factor * power;
}

std::string step_table(const SimulateReport& report) {
  std::vector<Table::Column> columns = {{"steps"},    {"Newton"}, {"energy J"}, {"distance m"},
                                        {"contacts"}, {"time s"}, {"in CCD"}};
  if (report.counts_intersections) columns.push_back({"intersections"});
  Table table(columns);
  const std::int64_t count = std::ssize(report.steps), together = steps_of_row(count);
  const std::span<const SimulatedStep> steps(report.steps);
  for (std::int64_t first = 0; first < count; first += together) {
    const std::int64_t size = std::min(together, count - first);
    const std::string name = size == 1
                                 ? grouped(first + 1)
                                 : fmt::format("{}-{}", grouped(first + 1), grouped(first + size));
    add_row(table, name, totals_of(steps.subspan(first, size)), report.counts_intersections);
  }
  if (count > 1) {
    table.add_rule();
    add_row(table, "all", totals_of(steps), report.counts_intersections);
  }
  return table.to_string();
}

std::string recording_table(const RecordingTotals& recording) {
  Table table({{"recorded", Table::Align::Left},
               {"queries"},
               {"contacts"},
               {"repeats left out"},
               {"smallest distance m"}});
  const Recorded& recorded = recording.recorded;
  for (const Kind kind : kRecordedKinds) {
    const auto slot = static_cast<std::size_t>(kind);
    table.add_row({io::kind_name(kind), grouped(recorded.queries(kind)),
                   grouped(recorded.positives[slot]), grouped(recorded.repeated[slot]),
                   shown_distance(recorded.smallest_distance[slot])});
  }
  return table.to_string();
}

/// What became of the simulation.
std::string verdict_of(const SimulateReport& report) {
  const std::string count = counted(std::ssize(report.steps), "step", "steps");
  const double time = report.steps.empty() ? 0 : report.steps.back().values.time;
  std::string text = report.stopped.empty()
                         ? fmt::format("simulated   {}, {:.6g} s", count, time)
                         : fmt::format("stopped     after {}, {:.6g} s", count, time);
  if (report.resumed_from) text += fmt::format("; resumed after step {}", *report.resumed_from);
  text += '\n';
  if (!report.stopped.empty()) text += fmt::format("reason      {}\n", report.stopped);
  return text;
}

Json body_json(const sim::Body& body) {
  return {{"name", body.name},
          {"kind", name_of(body.kind)},
          {"vertices", body.start.rows()},
          {"tetrahedra", body.tets.size()},
          {"triangles", body.faces.size()}};
}

/// A count that may be unknown (NaN).
Json count_json(double count) {
  return std::isfinite(count) ? Json(static_cast<std::int64_t>(count)) : Json();
}

Json step_json(const SimulatedStep& step, std::size_t number) {
  const FrameValues& values = step.values;
  const bool timed = step.cost.has_value();
  const SimulatedStep::Cost cost = step.cost.value_or(SimulatedStep::Cost{});
  return {{"step", number},
          {"time", values.time},
          {"newton_iterations", count_json(values.newton_iterations)},
          {"converged", values.converged != 0},
          {"kinetic_energy", number_or_null(values.kinetic_energy)},
          {"elastic_energy", number_or_null(values.elastic_energy)},
          {"gravity_energy", number_or_null(values.gravity_energy)},
          {"contact_energy", number_or_null(values.contact_energy)},
          {"energy", number_or_null(step.energy())},
          {"momentum", vector_json(values.momentum)},
          {"smallest_distance", number_or_null(values.smallest_distance)},
          {"contacts", count_json(values.contacts)},
          {"questions", count_json(values.questions)},
          {"intersections", count_json(values.intersections)},
          {"candidates", timed ? Json(cost.candidates) : Json()},
          {"seconds", timed ? Json(cost.seconds) : Json()},
          {"ccd_seconds", timed ? Json(cost.ccd_seconds) : Json()}};
}

Json totals_json(const SimulateReport& report) {
  const StepTotals totals = totals_of(report.steps);
  return {
      {"newton_iterations", count_json(totals.newton_iterations)},
      {"steps_not_converged", totals.unconverged},
      {"contacts", count_json(totals.contacts)},
      {"questions", count_json(totals.questions)},
      {"smallest_distance", number_or_null(totals.smallest_distance)},
      {"intersections", report.counts_intersections ? count_json(totals.intersections) : Json()},
      {"steps_with_intersections",
       report.counts_intersections ? Json(totals.with_intersections) : Json()},
      {"steps_timed", totals.timed},
      {"candidates", totals.candidates},
      {"seconds", totals.seconds},
      {"ccd_seconds", totals.ccd_seconds},
      {"ccd_share", totals.seconds > 0 ? Json(totals.ccd_seconds / totals.seconds) : Json()}};
}

Json recording_json(const SimulateReport& report) {
  if (!report.recording) return {};
  const Recorded& recorded = report.recording->recorded;
  Json json = {{"folder", report.recording_folder},
               {"deduplicated", report.deduplicated},
               {"questions", report.recording->questions},
               {"kinds", Json::array()}};
  for (const Kind kind : kRecordedKinds) {
    const auto slot = static_cast<std::size_t>(kind);
    json["kinds"].push_back(
        {{"kind", io::kind_name(kind)},
         {"queries", recorded.queries(kind)},
         {"contacts", recorded.positives[slot]},
         {"repeats_left_out", recorded.repeated[slot]},
         {"smallest_distance", number_or_null(recorded.smallest_distance[slot])}});
  }
  return json;
}

}  // namespace

bool SimulateReport::converged() const {
  return std::all_of(steps.begin(), steps.end(),
                     [](const SimulatedStep& step) { return step.values.converged != 0; });
}

std::string progress_of(const SimulatedStep& step) {
  const SimulatedStep::Cost cost = step.cost.value_or(SimulatedStep::Cost{});
  return fmt::format("{} Newton iterations, {:.4g} J, {} m, CCD {}", step.values.newton_iterations,
                     step.energy(), shown_distance(step.values.smallest_distance),
                     shown_share(cost.ccd_seconds, cost.seconds));
}

std::string summary_of(const SimulateReport& report, const sim::Simulation& simulation) {
  const sim::Scene& scene = simulation.scene();
  std::string text = verdict_of(report);
  text += fmt::format("scene       {}: {}\n", scene.name,
                      counted(std::ssize(scene.bodies), "body", "bodies"));
  std::size_t tets = 0;
  for (const sim::Body& body : scene.bodies) tets += body.tets.size();
  text += fmt::format("elements    {} tetrahedra, {} triangles on the surface, {} vertices\n",
                      grouped(static_cast<long long>(tets)),
                      grouped(std::ssize(simulation.surface().faces())),
                      grouped(simulation.state().positions.rows()));
  text += fmt::format("method      {}, {}{}\n", report.method, name_of(scene.settings.response),
                      scene.settings.leave_room ? "" : " that leaves no room");
  if (!report.steps.empty()) text += "\n" + step_table(report);
  const StepTotals totals = totals_of(report.steps);
  if (totals.unconverged > 0)
    text += fmt::format("Newton's method did not converge in {}\n",
                        counted(totals.unconverged, "step", "steps"));
  if (report.counts_intersections)
    text +=
        fmt::format("{} with intersections\n", counted(totals.with_intersections, "step", "steps"));
  if (report.recording) {
    text += "\n" + recording_table(*report.recording);
    text += fmt::format("{} of the loop; files in {}\n",
                        counted(report.recording->questions, "question", "questions"),
                        report.recording_folder);
  }
  if (!report.output.empty()) text += fmt::format("output      {}\n", report.output);
  return text;
}

std::string json_of(const SimulateReport& report, const sim::Simulation& simulation) {
  const sim::Scene& scene = simulation.scene();
  const Mesh& surface = simulation.surface();
  Json json = {{"units",
                {{"length", "metre"},
                 {"angle", "radian"},
                 {"time", "second, in the simulation"},
                 {"duration", "second"}}},
               {"scene", scene.name},
               {"about", scene.about},
               {"method", report.method},
               {"response", name_of(scene.settings.response)},
               {"leave_room", scene.settings.leave_room},
               {"time_step", scene.settings.time_step},
               {"tolerance", number_or_null(scene.settings.tolerance)},
               {"bodies", Json::array()},
               {"surface",
                {{"vertices", surface.vertex_count()},
                 {"edges", surface.edges().size()},
                 {"triangles", surface.faces().size()}}},
               {"steps_asked", scene.settings.steps},
               {"steps_done", report.steps.size()},
               {"resumed_from", number_or_null(report.resumed_from)},
               {"converged", report.converged()},
               {"stopped", report.stopped.empty() ? Json() : Json(report.stopped)},
               {"start_intersections",
                report.counts_intersections ? Json(report.start_intersections) : Json()},
               {"totals", totals_json(report)},
               {"recording", recording_json(report)},
               {"steps", Json::array()}};
  for (const sim::Body& body : scene.bodies) json["bodies"].push_back(body_json(body));
  for (std::size_t i = 0; i < report.steps.size(); ++i)
    json["steps"].push_back(step_json(report.steps[i], i + 1));
  return report_text(json);
}

}  // namespace firstcontact::apps
