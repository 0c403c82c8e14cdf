#include "robot_edges_report.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "common/described_report.h"
#include "common/report_parts.h"
#include "common/table.h"

namespace firstcontact::apps {
namespace {

/// The shortest decimal that reads back as the same double; empty where there is no such number.
std::string cell(bool known, double value) {
  return known && std::isfinite(value) ? fmt::format("{}", value) : "";
}

std::string name_of(const RobotReport& report, const ContactSide& side) {
  return side.body < 0 ? "" : csv_field(report.scene.bodies()[side.body].name);
}

std::string verdict_of(const RobotReport& report, const EdgeTally& tally) {
  const std::string all = counted(tally.edges, "edge", "edges");
  if (report.nothing_to_check() && tally.free == tally.edges)
    return "nothing       to check: no two bodies are to be kept apart\n";
  if (tally.free == tally.edges) return fmt::format("free          all of {}, proven\n", all);
  const bool none_touch = tally.contacts == 0, only_invalid = none_touch && tally.undecided == 0;
  std::string text =
      only_invalid ? fmt::format("invalid       {} of {}", grouped(tally.invalid), all)
      : none_touch ? fmt::format("undecided     {} of {}", grouped(tally.undecided), all)
                   : fmt::format("contact       on {} of {}", grouped(tally.contacts), all);
  text += fmt::format("; {} free, proven", grouped(tally.free));
  if (!none_touch && tally.undecided > 0)
    text += fmt::format("; {} undecided", grouped(tally.undecided));
  if (!only_invalid && tally.invalid > 0)
    text += fmt::format("; {} invalid", grouped(tally.invalid));
  return text + '\n';
}

}  // namespace

void EdgeTally::add(const EdgeAnswer& answer) {
  ++edges;
  checks += answer.result.checks;
  durations.add(answer.nanoseconds);
  switch (answer.result.status) {
    case Status::Free: ++free; break;
    case Status::Contact: ++contacts; break;
    case Status::Undecided: ++undecided; break;
    case Status::Cancelled:
    case Status::InvalidInput: ++invalid; break;
  }
}

void EdgeTally::merge(const EdgeTally& other) {
  edges += other.edges;
  free += other.free;
  contacts += other.contacts;
  undecided += other.undecided;
  invalid += other.invalid;
  checks += other.checks;
  durations.merge(other.durations);
}

std::string row_of(const RobotReport& report, const EdgeAnswer& answer) {
  const SceneResult& result = answer.result;
  const bool contact = result.status == Status::Contact, free = result.status == Status::Free;
  const bool valid = result.status != Status::InvalidInput;
  const bool cleared = free && report.options.clearance, paired = contact || cleared;
  const bool proven = (free && !report.nothing_to_check()) || (contact && result.proven);
  return fmt::format("{},{},{},{},{},{},{},{},{},{},{}\n", to_string(result.status), proven ? 1 : 0,
                     cell(valid, result.toi), cell(contact, result.toi_upper),
                     paired ? name_of(report, result.a) : "",
                     paired ? name_of(report, result.b) : "", cell(contact, result.distance),
                     cell(cleared, result.clearance), cell(cleared, result.clearance_upper),
                     result.checks,
                     fmt::format("{:.3f}", static_cast<double>(answer.nanoseconds) / 1e3));
}

std::string summary_of(const RobotReport& report, const EdgesReport& edges) {
  const EdgeTally& tally = edges.tally;
  std::string text = verdict_of(report, tally) + scene_summary(report);
  text += fmt::format("search        {:.3g} s, {}, {}\n\n", edges.seconds,
                      method_name(report.options.method), counted(tally.checks, "check", "checks"));
  Table table({{"edges"},
               {"free"},
               {"contact"},
               {"undecided"},
               {"invalid"},
               {"total s"},
               {"mean µs"},
               {"median µs"},
               {"p99 µs"},
               {"max µs"}});
  const DurationHistogram& time = tally.durations;
  const double total = time.mean_us() * static_cast<double>(time.count()) / 1e6;
  table.add_row({grouped(tally.edges), grouped(tally.free), grouped(tally.contacts),
                 grouped(tally.undecided), grouped(tally.invalid), fmt::format("{:.3g}", total),
                 microseconds(time.mean_us()), microseconds(time.quantile_us(0.5)),
                 microseconds(time.quantile_us(0.99)), microseconds(time.max_us())});
  return text + table.to_string();
}

std::string json_of(const RobotReport& report, const EdgesReport& edges) {
  const EdgeTally& tally = edges.tally;
  const DurationHistogram& time = tally.durations;
  nlohmann::ordered_json json = scene_fields(report);
  json["edges"] = edges.file;
  json.update(option_fields(report));
  json["tolerance"] = number_or_null(report.options.tolerance);
  json["surfaces"] = surfaces_of(report);
  json["nothing_to_check"] = report.nothing_to_check();
  json["totals"] = {{"edges", tally.edges},
                    {"free", tally.free},
                    {"contact", tally.contacts},
                    {"undecided", tally.undecided},
                    {"invalid", tally.invalid},
                    {"checks", tally.checks},
                    {"total_us", time.mean_us() * static_cast<double>(time.count())},
                    {"mean_us", time.mean_us()},
                    {"median_us", time.quantile_us(0.5)},
                    {"p99_us", time.quantile_us(0.99)},
                    {"max_us", time.max_us()}};
  json["seconds"] = edges.seconds;
  json["notes"] = report.notes;
  return report_text(json, "metre");
}

}  // namespace firstcontact::apps
