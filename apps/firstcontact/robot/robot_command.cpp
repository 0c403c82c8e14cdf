// firstcontact robot: finds the first contact of a robot's motion, or proves that the motion is
// free.
#include <firstcontact/proof.h>
#include <firstcontact/scene_contact.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "articulated/path_sum.h"
#include "commands.h"
#include "common/duration_histogram.h"
#include "common/fitted_text.h"
#include "common/standard_streams.h"
#include "inputs/scene_file.h"
#include "inputs/shared_options.h"
#include "io/atomic_file.h"
#include "io/errors.h"
#include "io/output_paths.h"
#include "io/temporary_files.h"
#include "robot_inputs.h"
#include "robot_report.h"
#include "robot_work.h"
#include "view/viewer_page.h"
#include "work/byte_record.h"
#include "work/chunk_pool.h"

namespace firstcontact::apps {
namespace {

struct RobotArguments : RobotInputArguments {
  std::string json, html, certificates;
  bool drawing = false;
  std::string method = method_name(SceneMethod::Certified);
  bool verbose = false;
  int threads = 0;
  SceneOptions options;
};

const std::map<std::string, SceneMethod> kMethods = [] {
  std::map<std::string, SceneMethod> names;
  for (const SceneMethod method : {SceneMethod::Certified, SceneMethod::Advancement})
    names[method_name(method)] = method;
  return names;
}();

/// Adds the notes of the readers to the report, each with the name of its file.
void add_notes(const std::string& file, const std::vector<std::string>& notes,
               RobotReport& report) {
  for (const std::string& note : notes) report.notes.push_back(fmt::format("{}: {}", file, note));
}

/// Prints one line for all notes, or a line for each.
void print_notes(const std::vector<std::string>& notes, bool all) {
  constexpr std::size_t kShownTogether = 2;
  if (notes.empty()) return;
  if (all || notes.size() == 1) {
    for (const std::string& note : notes) fmt::print(stderr, "firstcontact: note: {}\n", note);
  } else if (notes.size() <= kShownTogether) {
    fmt::print(stderr, "firstcontact: notes: {}\n", fmt::join(notes, "; "));
  } else {
    fmt::print(stderr, "firstcontact: {} notes, --verbose shows all of them; the first: {}\n",
               notes.size(), notes[0]);
  }
}

/// Throws if the pairs of shapes would take too much memory: a file of a megabyte can name
/// thousands of links.
void refuse_too_many_pairs(const SceneDescription& description, const std::string& files) {
  constexpr double kMostPairs = 1e6;
  double moving = 0, resting = 0, within = 0;
  const auto add_moving = [&](std::size_t shapes) {
    const auto count = static_cast<double>(shapes);
    moving += count;
    within += count * count;
  };
  for (const Link& link : description.models[0].model.links()) add_moving(link.shapes.size());
  for (const Attachment& attached : description.attachments) add_moving(attached.shapes.size());
  for (const SceneObject& object : description.objects)
    resting += static_cast<double>(object.shapes.size());
  const double pairs = (moving * moving - within) / 2 + moving * resting;
  if (pairs > kMostPairs)
    throw std::runtime_error(
        fmt::format("{}: too large: up to {} pairs of shapes would have to be kept apart, and at "
                    "most {} can be",
                    files, pairs, kMostPairs));
}

Scene scene_of(const RobotArguments& arguments, const io::Robot& robot,
               const std::optional<io::Srdf>& srdf) {
  // A name in one file can clash with a name in another, so the message names all of them.
  const std::string files = arguments.scene.empty()
                                ? arguments.urdf
                                : fmt::format("{}", fmt::join(arguments.scene, ", "));
  SceneDescription description = description_of(arguments, robot, srdf);
  refuse_too_many_pairs(description, files);
  Scene scene(std::move(description));
  if (scene.fault().empty()) return scene;
  throw std::runtime_error(fmt::format("{}: {}", files, scene.fault()));
}

/// Throws if no link has geometry: a mistake in the file must not pass for a robot that touches
/// nothing.
void refuse_no_geometry(const std::string& file, const io::Robot& robot) {
  for (const Link& link : robot.model.links())
    if (!link.shapes.empty()) return;
  std::string text = "no <collision> was found in any <link>: there is nothing to check";
  constexpr std::size_t kShown = 10;
  for (std::size_t i = 0; i < robot.notes.size() && i < kShown; ++i) text += "; " + robot.notes[i];
  throw io::InputError(file, text);
}

RobotReport prepare(const RobotArguments& arguments) {
  RobotReport report;
  report.urdf = arguments.urdf;
  report.srdf = arguments.srdf;
  report.scene_files = arguments.scene;
  report.certificates = arguments.certificates;
  report.margin = arguments.margin;
  report.ignore_limits = arguments.ignore_limits;
  report.options = arguments.options;
  report.robot = io::read_robot(arguments.urdf, {arguments.package_paths});
  refuse_no_geometry(arguments.urdf, report.robot);
  add_notes(arguments.urdf, report.robot.notes, report);
  std::optional<io::Srdf> srdf;
  if (!arguments.srdf.empty()) {
    srdf = io::read_srdf(arguments.srdf, report.robot);
    add_notes(arguments.srdf, srdf->notes, report);
    report.allowed = srdf->disabled.size();
  }
  report.path = path_of(arguments, report.robot, srdf);
  if (report.path.configurations.size() > 2 && report.options.t_max != 1)
    throw std::runtime_error("--t-max: a path of several segments is followed to its end");
  report.scene = scene_of(arguments, report.robot, srdf);
  return report;
}

/// Free proves that every pair stays farther apart than its margin, so the clearance is at least
/// the smallest margin.
void raise_clearance(RobotReport& report) {
  SceneResult& result = report.answer.result;
  if (result.status != Status::Free || report.scene.pairs().empty()) return;
  const auto by_margin = [](const Scene::Pair& a, const Scene::Pair& b) {
    return a.min_separation < b.min_separation;
  };
  const double margin =
      std::min_element(report.scene.pairs().begin(), report.scene.pairs().end(), by_margin)
          ->min_separation;
  result.clearance = std::max(result.clearance, std::min(margin, result.clearance_upper));
}

/// The counts of the segment that is not free: those of the whole path without those before. All
/// segments have the same pairs.
void add_last_counts(RobotReport& report) {
  RobotReport::SegmentCounts last = {report.answer.result.counts, report.answer.result.checks};
  for (const auto& [counts, checks] : report.segment_counts) {
    last.counts.after_spatial -= counts.after_spatial;
    last.counts.after_temporal -= counts.after_temporal;
    last.counts.steps -= counts.steps;
    last.checks -= checks;
  }
  report.segment_counts.push_back(last);
}

/// Keeps what the report says of free segments, and writes their proofs.
std::function<void(int, const SceneResult&)> free_segment_keeper(
    RobotReport& report, std::optional<proof::Writer>& proofs) {
  return [&](int segment, const SceneResult& result) {
    report.segment_counts.push_back({result.counts, result.checks});
    if (!proofs) return;
    const std::vector<ArticulatedMotion> motions = {
        joint_motion(report.robot.model, report.path.configurations[segment],
                     report.path.configurations[segment + 1])};
    proofs->write(report.scene, motions, result);
    ++report.proven_segments;
    report.proven_pairs += result.certificates.size();
  };
}

/// Searches in this process.
PathResult search_here(const RobotArguments& arguments, RobotReport& report,
                       std::optional<proof::Writer>& proofs) {
  PathOptions path_options;
  path_options.budget_per_segment = true;
  path_options.threads = arguments.threads;
  path_options.on_free = free_segment_keeper(report, proofs);
  return first_contact_on_path(report.scene, report.path.configurations, report.options,
                               report.path.times, path_options);
}

/// The same by all processes of a pool; the answer is the reporter's.
PathResult search_together(const RobotArguments& arguments, RobotReport& report,
                           const std::vector<std::string>& inputs, ChunkPool& pool) {
  constexpr std::size_t kUsualSegments = 8;
  PathResult answer;
  answer.result.message =
      articulated::fault_of_path(report.path.configurations, report.options, report.path.times);
  if (!answer.result.message.empty()) return answer;
  const std::size_t segments = report.path.configurations.size() - 1,
                    size = pool.chunk_size(kUsualSegments);
  std::optional<proof::Writer> no_proofs;
  const auto on_free = free_segment_keeper(report, no_proofs);
  articulated::PathSum sum(segments, report.options, report.path.times, on_free);
  ChunkPool::Job job;
  job.chunks = (segments + size - 1) / size;
  job.kept = true;
  job.inputs = inputs;
  job.work = [&](std::size_t i) {
    return search_segments(report, i * size, std::min(segments, (i + 1) * size), arguments.threads);
  };
  job.take = [&](std::size_t, std::string_view bytes) {
    bool goes_on = true;
    for (ByteReader reader(bytes); goes_on && !reader.at_end();)
      goes_on = sum.add(read_result(reader));
    return goes_on;
  };
  pool.run(job);
  return pool.is_reporter() ? sum.take() : answer;
}

void search(const RobotArguments& arguments, RobotReport& report,
            std::optional<proof::Writer>& proofs, const std::vector<std::string>& inputs,
            ChunkPool* pool) {
  const std::int64_t start = now_ns();
  report.answer = pool != nullptr ? search_together(arguments, report, inputs, *pool)
                                  : search_here(arguments, report, proofs);
  if (pool != nullptr && !pool->is_reporter()) return;
  report.seconds = seconds_since(start);
  if (report.answer.result.status == Status::InvalidInput)
    throw std::runtime_error(report.answer.result.message);
  if (report.answer.segment >= 0) add_last_counts(report);
  raise_clearance(report);
}

int run(const RobotArguments& arguments, ChunkPool* pool) {
  const bool reports = pool == nullptr || pool->is_reporter();
  if (pool != nullptr && !arguments.certificates.empty()) {
    pool->work_alone("--certificates");
    if (!reports) return kFine;
    pool = nullptr;
  }
  std::vector<std::string> inputs = arguments.scene;
  inputs.insert(inputs.end(), {arguments.urdf, arguments.srdf, arguments.path});
  const std::vector<std::string> outputs = {arguments.json, arguments.html, arguments.certificates};
  io::refuse_clashing_outputs(inputs, outputs);
  std::optional<io::AtomicFile> json;
  std::optional<proof::Writer> proofs;
  std::optional<HtmlPage> page;
  if (reports && !arguments.json.empty()) json.emplace(arguments.json);
  if (reports && !arguments.certificates.empty()) proofs.emplace(arguments.certificates);
  if (reports && !arguments.html.empty()) page.emplace(arguments.html);

  RobotReport report = prepare(arguments);
  // The mesh files are known only now; nothing has been written yet, because outputs appear when
  // they are closed.
  std::vector<std::string> meshes = report.robot.mesh_files;
  for (const std::string& file : arguments.scene)
    for (std::string& mesh : meshes_named_in(file)) meshes.push_back(std::move(mesh));
  io::refuse_clashing_outputs(meshes, outputs);
  inputs.insert(inputs.end(), meshes.begin(), meshes.end());
  std::erase(inputs, "");
  search(arguments, report, proofs, inputs, pool);
  if (!reports) return kFine;
  if (json) {
    json->write(json_of(report, arguments.drawing));
    json->complete();
  }
  if (page) {
    page->add_text("report.json", json_of(report, true));
    page->finish();
    page->file().complete();
  }
  {
    const auto hold = io::hold_temporaries();
    if (proofs) proofs->close();
    if (json) json->close();
    if (page) page->file().close();
  }
  print_fitted(summary_of(report));
  flush_standard_output();
  print_notes(report.notes, arguments.verbose);
  return exit_code_of(report.answer.result.status);
}

/// Throws CLI::ValidationError for what CLI11 cannot check by itself.
void refuse_bad_usage(const RobotArguments& arguments) {
  const SceneOptions& options = arguments.options;
  const bool any_end = !arguments.from.empty() || !arguments.to.empty();
  if (!arguments.path.empty() && any_end)
    throw CLI::ValidationError("--path",
                               "gives the whole motion: --from and --to cannot be given too");
  if (arguments.path.empty() && (arguments.from.empty() || arguments.to.empty()))
    throw CLI::ValidationError("robot", "the motion is missing: --from and --to, or --path FILE");
  require_length("--separation", arguments.margin);
  require_length("--tolerance", options.tolerance);
  require_t_max(options.t_max);
  require_max_checks(options.max_checks);
  if (arguments.drawing && arguments.json.empty())
    throw CLI::ValidationError("--drawing", "needs --json, the report to add it to");
  if (arguments.threads < 0) throw CLI::ValidationError("--threads", "must be 0 (all) or more");
  if (options.certificate && (options.decide_only || options.method != SceneMethod::Certified))
    throw CLI::ValidationError("--certificates", "are made by --method certified without --decide");
}

constexpr const char* kFooter =
    R"(Examples:
  firstcontact robot arm.urdf --from=0,0,0 --to=1.5,0,-0.3 --scene table.obj
  firstcontact robot panda.urdf --srdf panda.srdf --from=ready --to=panda_joint1=1.2
  firstcontact robot arm.urdf --path plan.csv --scene cell.json --separation 0.01
  firstcontact robot arm.urdf --from=0,0 --to=1,1 --scene wall.stl --decide
  firstcontact robot arm.urdf --from=0,0 --to=1,1 --certificates free.jsonl
  firstcontact verify free.jsonl
  firstcontact robot arm.urdf --from=0,0 --to=1,1 --scene wall.stl --html motion.html

VALUES are numbers for all joints that move by themselves, in the order of the file's <joint>
elements. Or they are words between commas: NAME=NUMBER, or the name of an SRDF state (STATE or
GROUP/STATE). A joint that --to does not name stays where --from has it; one that --from does not
name is at 0, or at the limit nearest to 0. Angles are in radians, lengths in metres. All values
change linearly over a segment, which is the piece of the path between two configurations.
Meshes named package://NAME/... are looked for in every --package-path and in all folders above
the URDF file.

A scene in JSON:
  {"objects": [{"name": "table", "box": {"size": [1, 1, 0.1]}, "position": [0.6, 0, -0.05]}],
   "attached": [{"name": "tool", "link": "hand", "touch_links": ["finger"],
                 "cylinder": {"radius": 0.01, "length": 0.2}}],
   "allowed": [["hand", "table"]],
   "margins": [{"a": "tool", "b": "table", "margin": 0.02}]}
The formats and the report are described in docs/guide/robot.md.

Exit codes: 0 free or nothing to check, 1 contact, 2 bad usage or input, 4 undecided: --max-checks
ran out.)";

void add_search_options(CLI::App& command, RobotArguments& arguments) {
  SceneOptions& options = arguments.options;
  add_separation_option(command, arguments.margin);
  command.add_flag("--decide", options.decide_only,
                   "only say whether there is a contact, not when it is first; this is faster");
  command
      .add_option("--method", arguments.method,
                  "certified (default), or advancement, the published method")
      ->check(CLI::IsMember(kMethods))
      ->option_text("NAME");
  command
      .add_option("--tolerance", options.tolerance,
                  "bodies that come within --separation plus this may be reported as touching "
                  "(default: 1e-6 of the larger body's size)")
      ->option_text("LENGTH");
  command
      .add_option("--t-max", options.t_max,
                  "check the motion up to this time only, from 0 to 1 (default: 1)")
      ->option_text("TIME");
  command
      .add_option("--max-checks", options.max_checks,
                  "budget of elementary checks for each segment of the path (default: 100000000)")
      ->option_text("N");
  command
      .add_option("--threads", arguments.threads,
                  "number of threads for the segments of a path (default: all cores)")
      ->option_text("N");
}

}  // namespace

void add_robot_command(CLI::App& app, int& exit_code, ChunkPool* pool) {
  auto arguments = std::make_shared<RobotArguments>();
  CLI::App* command = app.add_subcommand(
      "robot", "Find the first contact of a robot's motion, or prove that it is free");
  command->add_option("URDF", arguments->urdf, "the robot, a URDF file")->required();
  add_robot_input_options(*command, *arguments);
  add_search_options(*command, *arguments);
  command->add_flag("--verbose", arguments->verbose,
                    "show every note about the files, a line each");
  add_json_option(*command, arguments->json);
  add_html_option(*command, arguments->html);
  add_drawing_option(*command, arguments->drawing);
  add_certificates_option(*command, arguments->certificates,
                          "write proofs that the segments are free to this file, for `verify` (a "
                          "name that ends in .gz is compressed)");
  command->footer(kFooter);
  command->callback([=, &exit_code] {
    SceneOptions& options = arguments->options;
    options.method = kMethods.at(arguments->method);
    options.certificate = !arguments->certificates.empty();
    options.clearance = !options.decide_only && options.method == SceneMethod::Certified;
    refuse_bad_usage(*arguments);
    if (pool != nullptr && arguments->threads == 0) arguments->threads = pool->threads();
    exit_code = run(*arguments, pool);
  });
}

}  // namespace firstcontact::apps
