// firstcontact robot: finds the first contact of a robot's motion, or proves that the motion is
// free.
#include <firstcontact/proof.h>
#include <firstcontact/scene_contact.h>
#include <fmt/format.h>

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
#include "inputs/shared_options.h"
#include "io/atomic_file.h"
#include "io/output_paths.h"
#include "io/temporary_files.h"
#include "robot_edges_run.h"
#include "robot_inputs.h"
#include "robot_prepare.h"
#include "robot_report.h"
#include "robot_work.h"
#include "view/viewer_page.h"
#include "work/byte_record.h"
#include "work/chunk_pool.h"

namespace firstcontact::apps {
namespace {

const std::map<std::string, SceneMethod> kMethods = [] {
  std::map<std::string, SceneMethod> names;
  for (const SceneMethod method : {SceneMethod::Certified, SceneMethod::Advancement})
    names[method_name(method)] = method;
  return names;
}();

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
  raise_clearance(report.scene, report.answer.result);
}

int run(const RobotArguments& arguments, ChunkPool* pool) {
  if (!arguments.edges.empty()) return run_edges(arguments, pool);
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
  const std::vector<std::string> meshes = mesh_files(arguments, report);
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

/// Throws CLI::ValidationError for options that are about one motion.
void refuse_with_edges(const RobotArguments& arguments) {
  const std::pair<const char*, bool> given[] = {
      {"--path", !arguments.path.empty()}, {"--from", !arguments.from.empty()},
      {"--to", !arguments.to.empty()},     {"--certificates", !arguments.certificates.empty()},
      {"--html", !arguments.html.empty()}, {"--drawing", arguments.drawing}};
  for (const auto& [flag, is_given] : given)
    if (is_given)
      throw CLI::ValidationError("--edges", std::string("gives all motions: ") + flag +
                                                " is about one, and cannot be given too");
}

/// Throws CLI::ValidationError for what CLI11 cannot check by itself.
void refuse_bad_usage(const RobotArguments& arguments) {
  const SceneOptions& options = arguments.options;
  if (!arguments.edges.empty()) refuse_with_edges(arguments);
  if (arguments.edges.empty() && !arguments.csv.empty())
    throw CLI::ValidationError("--csv", "has a row for each edge: it needs --edges FILE");
  if (arguments.clearance && !options.clearance)
    throw CLI::ValidationError("--clearance", "is found by --method certified without --decide");
  const bool any_end = !arguments.from.empty() || !arguments.to.empty();
  if (!arguments.path.empty() && any_end)
    throw CLI::ValidationError("--path",
                               "gives the whole motion: --from and --to cannot be given too");
  if (arguments.edges.empty() && arguments.path.empty() &&
      (arguments.from.empty() || arguments.to.empty()))
    throw CLI::ValidationError(
        "robot", "the motion is missing: --from and --to, --path FILE, or --edges FILE");
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
  firstcontact robot arm.urdf --edges roadmap.csv --scene cell.json --csv answers.csv
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

A file of --edges has one edge in each row: the values at the start, then those at the end.

Exit codes: 0 free or nothing to check, 1 contact, 2 bad usage or input, 4 undecided: --max-checks
ran out. Of edges: 0 all are free, 1 some have a contact, 4 some are undecided and none has one.)";

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
      .add_option(
          "--max-checks", options.max_checks,
          "budget of elementary checks for each segment of the path, or each edge (default: "
          "100000000)")
      ->option_text("N");
  command
      .add_option("--threads", arguments.threads,
                  "number of threads for the segments of a path, or the edges (default: all cores)")
      ->option_text("N");
}

}  // namespace

void add_robot_command(CLI::App& app, int& exit_code, ChunkPool* pool) {
  auto arguments = std::make_shared<RobotArguments>();
  CLI::App* command = app.add_subcommand(
      "robot", "Find the first contact of a robot's motion, or prove that it is free");
  command->add_option("URDF", arguments->urdf, "the robot, a URDF file")->required();
  add_robot_input_options(*command, *arguments);
  command
      ->add_option(
          "--edges", arguments->edges,
          "instead of one motion: a file of edges, CSV or JSON, each of which is decided by "
          "itself")
      ->option_text("FILE");
  command
      ->add_option("--csv", arguments->csv,
                   "with --edges: write one row per edge to this file (a name that ends in .gz is "
                   "compressed)")
      ->option_text("FILE");
  add_search_options(*command, *arguments);
  command->add_flag(
      "--clearance", arguments->clearance,
      "with --edges: also find how far from contact the free edges stay, as is always "
      "done for a single motion");
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
    if (!arguments->edges.empty()) options.clearance = arguments->clearance;
    if (pool != nullptr && arguments->threads == 0) arguments->threads = pool->threads();
    exit_code = run(*arguments, pool);
  });
}

}  // namespace firstcontact::apps
