// firstcontact bench: runs every method on sets with exact truth and reports run times, wrong
// answers, and how early and late the times of impact are.
//
// The plan (bench_plan) is a list of units. Each unit is timed several times, each time by a
// process of its own (bench_worker, bench_run). Finished timings are appended to a file
// (bench_store), so that an interrupted benchmark goes on where it was. The report (bench_report,
// bench_tables) is made from that file.
#include <firstcontact/version.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <optional>

#include "bench_machine.h"
#include "bench_plan.h"
#include "bench_report.h"
#include "bench_run.h"
#include "bench_sets.h"
#include "bench_store.h"
#include "bench_tables.h"
#include "commands.h"
#include "common/end_on_signal.h"
#include "common/fitted_text.h"
#include "io/atomic_file.h"
#include "io/errors.h"
#include "io/output_paths.h"
#include "view/viewer_page.h"
#include "work/chunk_pool.h"

namespace firstcontact::apps {
namespace {

// Chosen so that all studies on all generated sets take less than 20 minutes, and one minute, on
// two slow cores.
constexpr double kTimeLimit = 15, kQuickTimeLimit = 0.5;
constexpr int kRepeats = 3, kQuickRepeats = 2;
constexpr int kSignalStatus = 128;  // as shells report a program ended by signal n: 128 + n

struct BenchArguments {
  std::string folder = "bench-results", json, html;
  BenchSettings settings;
  BenchChoice choice;
  std::vector<std::string> sets, data;
  int jobs = 1;
  bool fresh = false;
};

/// The settings and the machine: timings are only added to a file with the same ones.
Json header_of(const BenchSettings& settings, const Json& machine) {
  return {{"bench", 1},
          {"version", FIRSTCONTACT_VERSION},
          {"program", checksum_of_this_program()},
          {"seed", settings.seed},
          {"repeats", settings.repeats},
          {"time_limit_s", settings.time_limit_s},
          {"tolerance", settings.tolerance},
          {"max_checks", settings.max_checks},
          {"queries", settings.queries},
          {"quick", settings.quick},
          {"machine", machine}};
}

/// Files to read: those of --data, or the samples in the folder FIRSTCONTACT_DATA.
std::vector<std::string> data_paths(const BenchArguments& arguments) {
  if (!arguments.data.empty()) return arguments.data;
  const char* data = std::getenv("FIRSTCONTACT_DATA");
  if (!data) return {};
  const std::filesystem::path queries = std::filesystem::path(data) / "queries";
  if (std::filesystem::is_directory(queries)) return {queries.string()};
  fmt::print(stderr, "firstcontact: FIRSTCONTACT_DATA has no folder 'queries': no sample sets\n");
  return {};
}

/// Names of the chosen sets. Throws CLI::ValidationError for a name that is neither a set nor a
/// group.
std::vector<SetInfo> chosen_sets(const std::vector<SetInfo>& all,
                                 const std::vector<std::string>& names) {
  if (names.empty()) return all;
  const auto is = [](const SetInfo& set, const std::string& name) {
    return set.name == name || set.group == name;
  };
  for (const std::string& name : names)
    if (std::none_of(all.begin(), all.end(), [&](const SetInfo& set) { return is(set, name); }))
      throw CLI::ValidationError("--sets", fmt::format("there is no set or group '{}'", name));
  std::vector<SetInfo> out;
  for (const SetInfo& set : all)
    if (std::any_of(names.begin(), names.end(),
                    [&](const std::string& name) { return is(set, name); }))
      out.push_back(set);
  return out;
}

/// The report in all its forms. The files appear together or not at all: what cannot be written
/// leaves nothing half done, and the same command makes them again from the finished timings.
class ReportFiles {
 public:
  /// Makes the files that the user asked for, so that what cannot be written fails before the work.
  ReportFiles(const std::string& json, const std::string& html) {
    if (!json.empty()) asked_json_.emplace(json);
    if (!html.empty()) asked_page_.emplace(html);
  }

  /// `page_path`: empty if there is no viewer.
  void write(const std::string& json_path, const std::string& csv_path,
             const std::string& page_path, const Json& report) {
    const std::string text = report.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
    io::AtomicFile json(json_path), csv(csv_path);
    std::optional<HtmlPage> page;
    if (!page_path.empty()) page.emplace(page_path);
    json.write(text);
    csv.write(bench_csv(report));
    if (asked_json_) asked_json_->write(text);
    finish_page(page, text);
    finish_page(asked_page_, text);
    io::close_together({&json, &csv, asked_json_ ? &*asked_json_ : nullptr,
                        page ? &page->file() : nullptr,
                        asked_page_ ? &asked_page_->file() : nullptr});
  }

 private:
  /// Puts the report into a page with the viewer.
  static void finish_page(std::optional<HtmlPage>& page, const std::string& report) {
    if (!page) return;
    page->add_text("report.json", report);
    page->finish();
  }

  std::optional<io::AtomicFile> asked_json_;
  std::optional<HtmlPage> asked_page_;
};

int run(const BenchArguments& arguments, ChunkPool* pool) {
  const BenchSettings& settings = arguments.settings;
  std::atomic<int> stop = 0;
  const StopOnSignal guard(stop);
  const std::filesystem::path folder = arguments.folder;
  const auto in = [&](const char* name) { return (folder / name).string(); };
  const std::string page_path = in("report.html");
  const std::vector<std::string> paths = data_paths(arguments);
  try {
    BenchSets sets({settings.seed, settings.queries, settings.quick, paths}, stop);
    const std::vector<SetInfo> chosen = chosen_sets(sets.infos(), arguments.sets);
    if (sets.files_passed_over() > 0)
      fmt::print(
          stderr,
          "firstcontact: {} files of other kinds than vertex-face and edge-edge are passed over\n",
          sets.files_passed_over());
    const bool reports = pool == nullptr || pool->is_reporter();
    const std::vector<BenchUnit> units = plan_units(settings, arguments.choice, chosen);
    if (units.empty())
      throw CLI::ValidationError(
          "bench", "nothing to do: none of these methods takes part in these studies");
    if (!reports) {
      run_units_together(units, settings, arguments.jobs, sets, nullptr, stop, *pool);
      return kFine;
    }
    io::refuse_clashing_outputs(sets.files(), {arguments.json, arguments.html, in("runs.jsonl"),
                                               in("report.json"), in("report.csv"), page_path});
    const bool has_viewer = find_viewer().has_value();
    // A viewer that is bad, or missing for --html, is refused before anything is made.
    if (has_viewer || !arguments.html.empty()) static_cast<void>(read_viewer());
    io::make_folder(arguments.folder);
    ReportFiles files(arguments.json, arguments.html);
    const Json machine = machine_of_this_run();
    BenchStore store(in("runs.jsonl"), header_of(settings, machine), arguments.fresh);
    const bool all =
        pool ? run_units_together(units, settings, arguments.jobs, sets, &store, stop, *pool)
             : run_units(units, settings, arguments.jobs, sets, store, stop);
    if (!all) throw BenchSets::Stopped{};

    const Json report = bench_report(store, settings, machine);
    files.write(in("report.json"), in("report.csv"), has_viewer ? page_path : "", report);
    const std::string faults = bench_faults(report);
    print_fitted(bench_tables(report) + faults);
    print_fitted(has_viewer
                     ? fmt::format("Written: {} (the figures; any browser), report.json, "
                                   "report.csv\n",
                                   page_path)
                     : fmt::format("Written: {}, report.csv; no page with the figures: there is no "
                                   "viewer.html, which `./site` builds\n",
                                   in("report.json")));
    return faults.empty() ? kFine : kMissed;
  } catch (const BenchSets::Stopped&) {
    fmt::print(stderr, "firstcontact: interrupted; the same command goes on where it was\n");
    return kSignalStatus + stop;
  }
}

void add_options(CLI::App& command, BenchArguments& arguments) {
  BenchSettings& settings = arguments.settings;
  std::vector<std::string> names;
  for (const BenchMethod& method : bench_methods()) names.push_back(method.name);
  command.add_option("OUT", arguments.folder,
                     "the folder for runs.jsonl and the report (default: bench-results)");
  command
      .add_option("--methods", arguments.choice.methods,
                  fmt::format("methods, separated by commas (default: those of each study): {}",
                              fmt::join(names, ", ")))
      ->delimiter(',')
      ->check(CLI::IsMember(names))
      ->option_text("NAMES");
  command
      .add_option("--sets", arguments.sets,
                  "sets or groups of sets, separated by commas: handcrafted, simulation, samples "
                  "(default: all)")
      ->delimiter(',')
      ->option_text("NAMES");
  command
      .add_option("--studies", arguments.choice.studies,
                  fmt::format("studies, separated by commas (default: all): {}",
                              fmt::join(bench_studies(), ", ")))
      ->delimiter(',')
      ->check(CLI::IsMember(bench_studies()))
      ->option_text("NAMES");
  command
      .add_option("--data", arguments.data,
                  "query files or folders for the sets samples-… (default: "
                  "$FIRSTCONTACT_DATA/queries, if set)")
      ->option_text("PATH ...");
  command.add_flag("--quick", settings.quick, "take smaller sets and fewer values, for one minute");
  command.add_option("--queries", settings.queries, "take at most N queries of each set")
      ->option_text("N")
      ->check(CLI::Range(1, 100'000'000));
  command
      .add_option(
          "--time-limit", settings.time_limit_s,
          "time for the first timing of a run of the comparison; sweeps get a quarter of it "
          "(default: 15; with --quick: 0.5)")
      ->check(CLI::Range(1e-3, 1e6))
      ->option_text("SECONDS");
  command
      .add_option("--repeats", settings.repeats,
                  "number of timings of each run (default: 3; with --quick: 2)")
      ->check(CLI::Range(1, 1'000))
      ->option_text("N");
  command
      .add_option("--tolerance", settings.tolerance,
                  "tolerance of our methods that take one (default: 1e-6)")
      ->check(CLI::Range(0.0, 1e300))
      ->option_text("LENGTH");
  command
      .add_option("--max-checks", settings.max_checks,
                  "budget of elementary checks for each query (default: 1000000)")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{1} << 62))
      ->option_text("N");
  command
      .add_option("--seed", settings.seed,
                  "seed of the generated sets and of the order of all sets (default: 1)")
      ->check(CLI::NonNegativeNumber)
      ->option_text("N");
  command
      .add_option(
          "--jobs", arguments.jobs,
          "number of runs at the same time, one thread each; they disturb each other (default: 1)")
      ->check(CLI::Range(1, 1'024))
      ->option_text("N");
  command.add_flag("--fresh", arguments.fresh, "drop the runs that OUT/runs.jsonl has already");
  command.add_option("--json", arguments.json, "write the report to this file too")
      ->option_text("FILE");
  command
      .add_option(
          "--html", arguments.html,
          "write the page with the figures to this file too (OUT/report.html has it already "
          "if there is a viewer)")
      ->option_text("FILE");
}

}  // namespace

void add_bench_command(CLI::App& app, int& exit_code, ChunkPool* pool) {
  auto arguments = std::make_shared<BenchArguments>();
  CLI::App* command = app.add_subcommand(
      "bench", "Compare all methods: run time, wrong answers, early and late times");
  add_options(*command, *arguments);
  command->footer(
      "Examples:\n"
      "  firstcontact bench quick --quick\n"
      "  firstcontact bench\n"
      "  firstcontact bench --studies comparison --methods certified,tccd,accd\n"
      "  firstcontact bench mine --data queries/\n"
      "The first takes one minute, the second less than 20. A run that was interrupted goes on "
      "where it was if it is started again with the same settings. Every run is a process of its "
      "own: if one crashes or takes longer than its time limit, the report says so and the rest "
      "goes on.\n\n"
      "Exit codes: 0 fine, 2 bad usage or input, 3 one of our own methods missed a contact, gave a "
      "late time or crashed, "
      "130 interrupted by Ctrl-C (143 by SIGTERM, 129 by SIGHUP).");
  command->callback([=, &exit_code] {
    BenchSettings& settings = arguments->settings;
    if (std::isnan(settings.time_limit_s))
      throw CLI::ValidationError("--time-limit", "not a number");
    if (std::isnan(settings.tolerance)) throw CLI::ValidationError("--tolerance", "not a number");
    if (command->count("--time-limit") == 0)
      settings.time_limit_s = settings.quick ? kQuickTimeLimit : kTimeLimit;
    if (command->count("--repeats") == 0)
      settings.repeats = settings.quick ? kQuickRepeats : kRepeats;
    exit_code = run(*arguments, pool);
  });
}

}  // namespace firstcontact::apps
