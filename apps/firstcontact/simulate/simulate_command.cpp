// firstcontact simulate: runs a scene step by step, writes frames, a trace and checkpoints, and
// records the questions that its loop asks.
#include <firstcontact/intersections.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>

#include "commands.h"
#include "common/duration_histogram.h"
#include "common/fitted_text.h"
#include "common/progress.h"
#include "common/standard_streams.h"
#include "common/table.h"
#include "inputs/nearest_name.h"
#include "inputs/shared_options.h"
#include "io/atomic_file.h"
#include "io/errors.h"
#include "io/output_paths.h"
#include "pair_methods.h"
#include "query_recorder.h"
#include "scene_identity.h"
#include "scene_reader.h"
#include "simulate_report.h"
#include "simulation_folder.h"
#include "trace_file.h"
#include "view/viewer_page.h"

namespace firstcontact::apps {
namespace {

struct SimulateArguments {
  std::string scene, method = "certified";
  SceneChanges changes;
  std::vector<std::string> settings;
  std::string output, record, json, html;
  bool deduplicate = false, resume = false, list = false, intersections = false;
  int threads = 0;
};

/// Counts what intersects, without pairs within an obstacle, between obstacles, or within a body
/// that has no contact with itself.
class IntersectionCounter {
 public:
  explicit IntersectionCounter(const sim::Simulation& simulation) : simulation_(simulation) {
    const std::vector<sim::Body>& bodies = simulation.scene().bodies;
    options_.max_listed = 0;
    options_.step.threads = simulation.scene().settings.threads;
    options_.step.filter = [&bodies, of = bodies_of_surface(simulation)](const ElementPair& pair) {
      const int a = of[pair.vertices[0]],
                b = of[pair.vertices[pair.kind == Kind::EdgeEdge ? 2 : 1]];
      const auto obstacle = [&](int i) { return bodies[i].kind == sim::BodyKind::Obstacle; };
      return a == b ? bodies[a].self_contact && !obstacle(a) : !obstacle(a) || !obstacle(b);
    };
  }

  std::int64_t count() const {
    const PointMatrix positions = simulation_.surface_positions();
    const IntersectionResult found = intersections(simulation_.surface(), positions, options_);
    if (found.status == Status::InvalidInput) throw std::runtime_error(found.message);
    return found.count();
  }

 private:
  const sim::Simulation& simulation_;
  IntersectionOptions options_;
};

/// What is known of a state, however it was reached.
FrameValues values_of_state(const sim::StepReport& step) {
  FrameValues values;
  values.time = step.time;
  values.kinetic_energy = step.kinetic_energy;
  values.elastic_energy = step.elastic_energy;
  values.gravity_energy = step.gravity_energy;
  values.contact_energy = step.contact_energy;
  values.momentum = step.momentum;
  values.smallest_distance = step.smallest_distance;
  return values;
}

FrameValues values_of(const sim::StepReport& step) {
  FrameValues values = values_of_state(step);
  values.newton_iterations = step.newton_iterations;
  values.converged = step.converged ? 1 : 0;
  values.contacts = static_cast<double>(step.contacts);
  values.questions = static_cast<double>(step.questions);
  return values;
}

/// One run of the verb, from the start or a checkpoint to the last step.
class SimulateRun {
 public:
  SimulateRun(const SimulateArguments& arguments, sim::Scene scene, sim::PairMethod method)
      : arguments_(arguments),
        choices_{arguments.method, arguments.changes.tolerance, !arguments.record.empty(),
                 arguments.deduplicate, arguments.intersections},
        identity_(identity_of(scene, choices_)),
        simulation_(std::move(scene), std::move(method)) {
    if (!simulation_.fault().empty())
      throw std::runtime_error(fmt::format("{}: {}", arguments.scene, simulation_.fault()));
    report_.method = arguments.method;
    report_.output = arguments.output;
    report_.counts_intersections = arguments.intersections;
    if (arguments.intersections) counter_.emplace(simulation_);
    const TraceHead head = trace_head_of(simulation_);
    if (!arguments.html.empty())
      require_page_size(arguments.html, (simulation_.scene().settings.steps + 1) *
                                            static_cast<std::uint64_t>(head.frame_bytes()));
    keeps_trace_ = !arguments.html.empty() && arguments.output.empty();
    if (keeps_trace_) trace_ = encode_trace_head(head);
  }

  const SimulateReport& run() {
    open_outputs();
    const std::int64_t steps = simulation_.scene().settings.steps;
    Progress progress(fmt::format("of {} steps", steps), steps);
    while (simulation_.state().step < steps && report_.stopped.empty()) {
      advance();
      if (!report_.steps.empty())
        progress.update(simulation_.state().step, progress_of(report_.steps.back()));
    }
    if (recorder_) report_.recording = recorder_->totals();
    return report_;
  }

  const sim::Simulation& simulation() const { return simulation_; }

  /// The page has the report and the trace.
  void write_page(HtmlPage& page) const {
    page.add_text("report.json", json_of(report_, simulation_));
    if (keeps_trace_)
      page.add_bytes(kTraceName, trace_);
    else
      page.add_file(kTraceName, (std::filesystem::path(arguments_.output) / kTraceName).string());
    page.finish();
  }

 private:
  /// Makes the folders, or goes on from their checkpoint.
  void open_outputs() {
    FrameValues start = values_of_state(simulation_.report());
    if (counter_) start.intersections = static_cast<double>(counter_->count());
    std::vector<FrameValues> frames = {start};
    keep_frame(start);
    if (!arguments_.output.empty())
      folder_.emplace(arguments_.output, identity_, arguments_.resume);
    if (!arguments_.record.empty()) open_recording();
    if (folder_) frames = folder_->begin(simulation_, start);
    if (folder_ && folder_->checkpoint()) report_.resumed_from = simulation_.state().step;
    if (counter_) report_.start_intersections = static_cast<std::int64_t>(start.intersections);
    for (std::size_t i = 1; i < frames.size(); ++i) report_.steps.push_back({frames[i], {}});
  }

  void open_recording() {
    const std::string folder = arguments_.record + "/" + folder_name_of(simulation_.scene().name),
                      identity = identity_.dump(2) + "\n";
    if (arguments_.resume)
      recorder_.emplace(
          folder, arguments_.deduplicate, identity,
          folder_->checkpoint() ? folder_->checkpoint()->recording : RecordingTotals{});
    else
      recorder_.emplace(folder, arguments_.deduplicate, identity);
    report_.recording_folder = folder;
    report_.deduplicated = arguments_.deduplicate;
    solver_.emplace(simulation_.surface());
    simulation_.on_question(
        [this](const Positions& t0, const Positions& t1, const StepOptions& options) {
          recorder_->record(*solver_, t0, t1, options);
        });
  }

  void keep_frame(const FrameValues& values) {
    if (keeps_trace_) trace_ += encode_trace_frame(values.list(), simulation_.surface_positions());
  }

  void advance() {
    const double recorded_before = recorder_ ? recorder_->seconds() : 0;
    const std::int64_t begin = now_ns();
    const sim::StepReport step = simulation_.advance();
    const double seconds = seconds_since(begin),
                 recording = recorder_ ? recorder_->seconds() - recorded_before : 0;
    report_.stopped = step.stopped;
    if (!step.stopped.empty()) return;
    SimulatedStep& done = report_.steps.emplace_back();
    done.values = values_of(step);
    if (counter_) done.values.intersections = static_cast<double>(counter_->count());
    keep_frame(done.values);
    done.cost = {seconds - recording, step.ccd_seconds, step.candidates};
    if (folder_)
      folder_->write(simulation_, done.values, recorder_ ? recorder_->totals() : RecordingTotals{});
  }

  const SimulateArguments& arguments_;
  RunChoices choices_;
  nlohmann::ordered_json identity_;
  sim::Simulation simulation_;
  std::optional<IntersectionCounter> counter_;
  std::optional<SimulationFolder> folder_;
  std::optional<QueryRecorder> recorder_;
  /// Decides nothing; finds the candidates that are recorded.
  std::optional<StepSolver> solver_;
  SimulateReport report_;
  /// The trace for the page, where there is no folder that has it.
  bool keeps_trace_ = false;
  std::string trace_;
};

std::string list_of_scenes() {
  std::string text;
  for (const SceneSummary& scene : built_in_summaries()) {
    text += fmt::format("{}\n  {}\n    --size {}\n", scene.name, scene.about, scene.size);
    for (const SceneParameter& parameter : scene.parameters)
      text += fmt::format("    --set {:16} {:8} {}\n",
                          fmt::format("{}={}", parameter.name, parameter.value), parameter.unit,
                          parameter.about);
  }
  return text;
}

void refuse_overlapping_folders(const SimulateArguments& arguments) {
  io::refuse_clashing_outputs({arguments.scene}, {arguments.json, arguments.html});
  for (const std::string& folder : {arguments.output, arguments.record})
    for (const std::string& file : {arguments.json, arguments.html})
      if (!folder.empty() && !file.empty() && io::is_inside(file, folder))
        throw io::OutputError(file, "lies in a folder of --output or --record");
  if (arguments.output.empty() || arguments.record.empty()) return;
  if (io::is_inside(arguments.record, arguments.output) ||
      io::is_inside(arguments.output, arguments.record))
    throw io::OutputError(arguments.record,
                          "--record and --output need folders of which none lies in the other");
}

int run_simulation(const SimulateArguments& arguments) {
  if (arguments.list) {
    print_fitted(list_of_scenes());
    return kFine;
  }
  refuse_overlapping_folders(arguments);
  std::vector<std::string> mesh_files;
  sim::Scene scene = read_scene(arguments.scene, arguments.changes, &mesh_files);
  io::refuse_clashing_outputs(mesh_files, {arguments.json, arguments.html});
  scene.settings.threads = arguments.threads;
  if (arguments.changes.leave_room && scene.settings.response == sim::Response::ActiveSet)
    throw CLI::ValidationError("--no-room", "is for --response line-search");
  std::optional<io::AtomicFile> json;
  if (!arguments.json.empty()) json.emplace(arguments.json);
  std::optional<HtmlPage> page;
  if (!arguments.html.empty()) page.emplace(arguments.html);
  sim::PairMethod method =
      pair_method(arguments.method, scene.settings.tolerance, arguments.changes.tolerance);
  SimulateRun run(arguments, std::move(scene), std::move(method));
  const SimulateReport& report = run.run();
  if (json) json->write(json_of(report, run.simulation()));
  if (page) run.write_page(*page);
  io::close_together({json ? &*json : nullptr, page ? &page->file() : nullptr});
  print_fitted(summary_of(report, run.simulation()));
  flush_standard_output();
  return report.stopped.empty() ? kFine : kStopped;
}

/// "NAME=VALUE" of --set.
void add_setting(const std::string& word, SceneChanges& changes) {
  const std::size_t sign = word.find('=');
  const std::string value = sign == word.npos ? "" : word.substr(sign + 1);
  double number = 0;
  if (sign == 0 || value.empty() || !CLI::detail::lexical_cast(value, number) ||
      !std::isfinite(number))
    throw CLI::ValidationError("--set", fmt::format("'{}' is not NAME=VALUE with a number", word));
  if (!changes.parameters.emplace(word.substr(0, sign), number).second)
    throw CLI::ValidationError("--set", fmt::format("'{}' is set twice", word.substr(0, sign)));
}

/// Throws CLI::ValidationError for what CLI11 cannot check by itself.
void refuse_bad_usage(const SimulateArguments& arguments) {
  if (arguments.list) return;
  if (arguments.scene.empty())
    throw CLI::ValidationError("SCENE",
                               "is needed: a name of --list, or a scene file (docs/formats)");
  if (arguments.resume && arguments.output.empty())
    throw CLI::ValidationError("--resume", "needs --output, the folder to go on with");
  if (arguments.deduplicate && arguments.record.empty())
    throw CLI::ValidationError("--deduplicate", "needs --record");
  const std::vector<std::string> names = pair_method_names();
  if (std::find(names.begin(), names.end(), arguments.method) == names.end())
    throw CLI::ValidationError(
        "--method", fmt::format("there is no method '{}': did you mean '{}'?", arguments.method,
                                nearest_name(arguments.method, names)));
  if (arguments.changes.tolerance)
    if (const std::string fault = tolerance_fault(arguments.method, *arguments.changes.tolerance);
        !fault.empty())
      throw CLI::ValidationError("--tolerance", fault);
  if (const auto& dt = arguments.changes.time_step; dt && !(*dt > 0 && std::isfinite(*dt)))
    throw CLI::ValidationError("--dt", "must be greater than 0");
}

std::string footer() {
  return R"(Examples:
  firstcontact simulate --list
  firstcontact simulate cloth-on-ball --output cloth
  firstcontact simulate cloth-on-ball --output cloth --resume --steps 200
  firstcontact simulate golf-ball --set speed=100 --response active-set --json report.json
  firstcontact simulate my-scene.json --method fprf --intersections
  firstcontact simulate chain --size 2000 --record queries --deduplicate
  firstcontact solve queries
  firstcontact simulate cloth-on-ball --html cloth.html

--output gets frame_0000.ply and so on (the surface; 0000 is the start), trace.fct (all frames, for
viewers), scene.json (what is simulated) and a checkpoint after every step. A run that was killed
goes on from there with --resume, with the same bits. Scene files are described in docs/formats,
everything else in docs/guide/simulate.md.

Methods:
)" + pair_method_help() +
         R"(
Exit codes: 0 fine, 2 bad usage or input (also a start that intersects), 4 the simulation stopped
early and says why.)";
}

}  // namespace

void add_simulate_command(CLI::App& app, int& exit_code) {
  auto arguments = std::make_shared<SimulateArguments>();
  SceneChanges& changes = arguments->changes;
  CLI::App* command =
      app.add_subcommand("simulate", "Simulate elastic bodies and cloth with contact");
  command->add_option("SCENE", arguments->scene, "name of a built-in scene, or a scene file");
  command->add_flag("--list", arguments->list, "list the built-in scenes and their parameters");
  command->add_option("--steps", changes.steps, "number of time steps (default: the scene's)")
      ->check(CLI::Range(0, 1'000'000'000))
      ->option_text("N");
  command->add_option("--dt", changes.time_step, "time step in seconds (default: the scene's)")
      ->option_text("TIME");
  command
      ->add_option_function<std::string>(
          "--response",
          [arguments](const std::string& name) {
            arguments->changes.response =
                name == "active-set" ? sim::Response::ActiveSet : sim::Response::LineSearch;
          },
          "how contacts are resolved: line-search (barriers) or active-set (constraints) "
          "(default: the scene's)")
      ->check(CLI::IsMember({"active-set", "line-search"}))
      ->option_text("NAME");
  command
      ->add_option("--method", arguments->method,
                   "method of collision detection, see below (default: certified)")
      ->option_text("NAME");
  command
      ->add_option("--tolerance", changes.tolerance,
                   "tolerance of the method (default: the scene's, or the method's)")
      ->option_text("NUMBER");
  command
      ->add_option("--size", changes.size,
                   "about how many elements the scene has, without meshes from files (default: the "
                   "scene's)")
      ->check(CLI::Range(1, 100'000'000))
      ->option_text("N");
  command
      ->add_option("--set", arguments->settings, "change a parameter of the scene; may be repeated")
      ->option_text("NAME=VALUE")
      ->allow_extra_args(false);
  command
      ->add_option("--output", arguments->output,
                   "write frames, trace and checkpoints to this new or empty folder")
      ->option_text("DIR");
  command->add_flag("--resume", arguments->resume,
                    "go on from the checkpoint in --output, if there is one");
  command
      ->add_option("--record", arguments->record,
                   "write the queries that the loop asks, with exact truth and time, to "
                   "DIR/SCENE, for `solve` and `bench`")
      ->option_text("DIR");
  command->add_flag("--deduplicate", arguments->deduplicate, "record each query only once");
  command->add_flag_callback(
      "--no-room", [arguments] { arguments->changes.leave_room = false; },
      "take steps up to the contact itself, as a line search without separation does; it gets "
      "stuck: for experiments");
  command->add_flag("--intersections", arguments->intersections,
                    "count intersections after every step, by exact arithmetic");
  add_threads_option(*command, arguments->threads);
  add_json_option(*command, arguments->json);
  add_html_option(*command, arguments->html);
  command->footer(footer());
  command->callback([=, &exit_code] {
    for (const std::string& setting : arguments->settings) add_setting(setting, arguments->changes);
    refuse_bad_usage(*arguments);
    exit_code = run_simulation(*arguments);
  });
}

}  // namespace firstcontact::apps
