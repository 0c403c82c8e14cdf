#include "bench_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>
#include <vector>

#include "common/table.h"

namespace firstcontact::apps {
namespace {

using Json = nlohmann::ordered_json;
using Runs = std::vector<const Json*>;

Runs runs_of(const Json& report, const std::string& study) {
  Runs out;
  for (const Json& run : report["runs"])
    if (run["study"] == study) out.push_back(&run);
  return out;
}

const Json* set_named(const Json& report, const Json& name) {
  for (const Json& set : report["sets"])
    if (set["name"] == name) return &set;
  return nullptr;
}

bool is_ours(const Json& report, const Json& method) {
  for (const Json& m : report["methods"])
    if (m["name"] == method) return m["ours"];
  return false;
}

std::string number(const Json& value) { return grouped(value.get<long long>()); }

/// A number with two digits, for errors and parameters.
std::string brief(double value) { return value == 0 ? "0" : fmt::format("{:.2g}", value); }

/// The cells of one run: queries, time, false positives, misses.
std::vector<std::string> cells_of(const Json* run) {
  if (!run) return {"", "", "", ""};
  const std::string status = (*run)["status"];
  if (status == "refused") return {"", "refused", "", ""};
  const std::string mark = status == "timeout" ? "*" : status == "crashed" ? "!" : "";
  return {number((*run)["queries"]) + mark,
          (*run)["queries"] == 0 ? "-" : microseconds((*run)["mean_us"]),
          number((*run)["false_positives"]), number((*run)["false_negatives"])};
}

struct Label {
  std::string title;
  std::function<std::string(const Json& run)> text;
};

/// One row a method and parameter, the kinds of one group of sets side by side.
std::string side_by_side(const Json& report, const Runs& runs, const std::string& group,
                         const std::vector<Label>& labels) {
  std::vector<std::vector<std::string>> rows;
  std::map<std::vector<std::string>, std::map<std::string, const Json*>> cells;
  std::set<std::string> kinds;
  for (const Json* run : runs) {
    const Json* set = set_named(report, (*run)["set"]);
    if (!set || (*set)["group"] != group) continue;
    std::vector<std::string> row;
    for (const Label& label : labels) row.push_back(label.text(*run));
    if (!cells.contains(row)) rows.push_back(row);
    cells[row][(*set)["kind"]] = run;
    kinds.insert((*set)["kind"].get<std::string>());
  }
  if (rows.empty()) return "";
  std::vector<Table::Column> columns;
  for (const Label& label : labels)
    columns.push_back(
        {label.title, &label == &labels.front() ? Table::Align::Left : Table::Align::Right});
  std::vector<std::string> shown;
  for (const char* kind : {"vertex-face", "edge-edge"}) {
    if (!kinds.contains(kind)) continue;
    shown.emplace_back(kind);
    const std::string short_name = shown.back() == "vertex-face" ? "VF" : "EE";
    for (const char* title : {" asked", " µs", " FP", " FN"})
      columns.push_back({short_name + title});
  }
  Table table(columns);
  for (const std::vector<std::string>& row : rows) {
    std::vector<std::string> line = row;
    for (const std::string& kind : shown) {
      const auto found = cells[row].find(kind);
      for (std::string& cell : cells_of(found == cells[row].end() ? nullptr : found->second))
        line.push_back(std::move(cell));
    }
    table.add_row(std::move(line));
  }
  return table.to_string();
}

Label method_label() {
  return {"method", [](const Json& run) { return run["method"].get<std::string>(); }};
}
Label parameter_label(const char* name) {
  return {name, [=](const Json& run) {
            return run[name].is_number_integer() ? number(run[name])
                                                 : brief(run[name].get<double>());
          }};
}

/// The tables of a study, one a group of sets.
std::string study_tables(const Json& report, const Runs& runs, const std::string& title,
                         const std::vector<Label>& labels) {
  std::string out;
  for (const char* group : {"handcrafted", "simulation", "samples"}) {
    const std::string table = side_by_side(report, runs, group, labels);
    if (!table.empty()) out += fmt::format("{}: {} sets\n{}\n", title, group, table);
  }
  return out;
}

/// One table a set.
std::string time_accuracy_tables(const Json& report) {
  std::string out;
  for (const Json& set : report["sets"]) {
    Table table({{"method", Table::Align::Left},
                 {"times"},
                 {"late"},
                 {"late mean"},
                 {"late max"},
                 {"early median"},
                 {"early mean"},
                 {"early max"}});
    bool any = false;
    for (const Json* run : runs_of(report, "comparison")) {
      const Json& time = (*run)["time"];
      if (time.is_null() || (*run)["set"] != set["name"]) continue;
      any = true;
      table.add_row({(*run)["method"], number(time["compared"]), number(time["late"]),
                     brief(time["late_mean"]), brief(time["late_max"]), brief(time["early_median"]),
                     brief(time["early_mean"]), brief(time["early_max"])});
    }
    if (any) out += fmt::format("{}\n{}\n", set["name"].get<std::string>(), table.to_string());
  }
  if (out.empty()) return "";
  return "Time accuracy: times of impact against the exact ones, as fractions of the step; late is "
         "unsafe\n\n" +
         out;
}

}  // namespace

std::string bench_tables(const Json& report) {
  std::string out =
      study_tables(report, runs_of(report, "comparison"), "Table 1", {method_label()});
  const Runs separation = runs_of(report, "separation");
  Runs published, ours;
  for (const Json* run : separation)
    (is_ours(report, (*run)["method"]) ? ours : published).push_back(run);
  const std::vector<Label> labels = {method_label(), parameter_label("separation")};
  out += study_tables(report, published, "Table 2, published methods over separations", labels);
  out += study_tables(report, ours, "Table 3, our methods over separations", labels);
  out += study_tables(report, runs_of(report, "tolerance"), "Tolerance sweep",
                      {method_label(), parameter_label("tolerance")});
  out += study_tables(report, runs_of(report, "max_checks"), "max_checks sweep",
                      {method_label(), parameter_label("max_checks")});
  out += time_accuracy_tables(report);
  const auto any = [&](const char* status) {
    return std::any_of(report["runs"].begin(), report["runs"].end(),
                       [=](const Json& run) { return run["status"] == status; });
  };
  if (any("timeout"))
    out += "* stopped by the time limit: the first queries of the set, a fair sample\n";
  if (any("crashed")) out += "! crashed: what it answered before\n";
  return out;
}

}  // namespace firstcontact::apps
