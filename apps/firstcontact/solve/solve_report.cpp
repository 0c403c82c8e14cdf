#include "solve_report.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "common/described_report.h"
#include "common/report_parts.h"
#include "common/table.h"

namespace firstcontact::apps {
namespace {

void append_row(Table& table, const std::string& scene, const std::string& kind,
                const Tally& tally) {
  const DurationHistogram& time = tally.durations;
  table.add_row({scene, kind, grouped(tally.queries), grouped(tally.positives),
                 grouped(tally.false_positives), grouped(tally.false_negatives),
                 microseconds(time.mean_us()), microseconds(time.quantile_us(0.5)),
                 microseconds(time.quantile_us(0.99)), microseconds(time.max_us())});
}

nlohmann::ordered_json json_of(const Tally& tally) {
  return {{"queries", tally.queries},
          {"positives", tally.positives},
          {"false_positives", tally.false_positives},
          {"false_negatives", tally.false_negatives},
          {"budget_exhausted", tally.exhausted},
          {"errors", tally.errors},
          {"mean_us", tally.durations.mean_us()},
          {"median_us", tally.durations.quantile_us(0.5)},
          {"p99_us", tally.durations.quantile_us(0.99)},
          {"max_us", tally.durations.max_us()}};
}

/// `report` with the totals and the groups after what it has.
std::string text_of(nlohmann::ordered_json report, const std::vector<Group>& groups,
                    std::int64_t queries_cut) {
  report["totals"] = json_of(total_of(groups));
  report["groups"] = nlohmann::ordered_json::array();
  for (const Group& group : groups) {
    nlohmann::ordered_json entry = {{"scene", group.scene}, {"kind", io::kind_name(group.kind)}};
    entry.update(json_of(group.tally));
    report["groups"].push_back(entry);
  }
  if (queries_cut >= 0) report["queries_cut"] = queries_cut;
  return report_text(report);
}

}  // namespace

Tally total_of(const std::vector<Group>& groups) {
  Tally total;
  for (const Group& group : groups) total.merge(group.tally);
  return total;
}

std::string table_of(const std::vector<Group>& groups) {
  Table table({{"scene", Table::Align::Left},
               {"kind", Table::Align::Left},
               {"queries"},
               {"positives"},
               {"FP"},
               {"FN"},
               {"mean µs"},
               {"median µs"},
               {"p99 µs"},
               {"max µs"}});
  for (const Group& group : groups)
    append_row(table, group.scene, io::kind_name(group.kind), group.tally);
  table.add_rule();
  append_row(table, "total", "", total_of(groups));
  return table.to_string();
}

std::string json_of(const std::string& method, const Options& options,
                    const std::vector<Group>& groups, std::int64_t queries_cut,
                    const nlohmann::ordered_json& certificates) {
  nlohmann::ordered_json report = {{"method", method},
                                   {"exact", options.exact || options.method == Method::Exact},
                                   {"tolerance", number_or_null(options.tolerance)},
                                   {"separation", options.min_separation},
                                   {"norm", norm_name(options.norm)},
                                   {"t_max", options.t_max},
                                   {"max_checks", options.max_checks}};
  if (!certificates.is_null()) report["certificates"] = certificates;
  return text_of(report, groups, queries_cut);
}

std::string json_of(const baselines::Method& method, const baselines::Settings& settings,
                    const std::vector<Group>& groups, std::int64_t queries_cut) {
  nlohmann::ordered_json report = {{"method", method.name}, {"exact", false},
                                   {"tolerance", nullptr},  {"separation", settings.min_separation},
                                   {"norm", "l2"},          {"t_max", 1},
                                   {"max_checks", nullptr}};
  if (!method.tolerance_meaning.empty())
    report["tolerance"] = settings.tolerance.value_or(method.default_tolerance);
  if (method.uses_max_checks) report["max_checks"] = settings.max_checks;
  return text_of(report, groups, queries_cut);
}

std::string csv_row(const io::QuerySource& source, std::int64_t index, bool truth,
                    const TimedAnswer& answer) {
  const Result& result = answer.result;
  // "{}" prints the shortest decimal that reads back as the same double.
  const std::string times =
      answer.has_time ? fmt::format("{},{}", result.toi, result.toi_upper) : ",";
  return fmt::format("{},{},{},{},{},{},{}\n", csv_field(source.path), index,
                     io::kind_name(source.kind), truth ? 1 : 0, to_string(result.status), times,
                     result.checks);
}

}  // namespace firstcontact::apps
