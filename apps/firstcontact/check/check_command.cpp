// firstcontact check: goes through the frames of moving meshes step by step and says whether the
// motion between them is free, or when and where it first touches.
//
// Frames are read one after the other, so that memory holds only two of each object. One solver is
// kept for all steps.
#include <firstcontact/intersections.h>
#include <firstcontact/proof.h>
#include <firstcontact/query_files.h>
#include <firstcontact/step.h>
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "check_frames.h"
#include "check_report.h"
#include "commands.h"
#include "common/duration_histogram.h"
#include "common/fitted_text.h"
#include "common/flag_names.h"
#include "common/progress.h"
#include "common/standard_streams.h"
#include "common/table.h"
#include "impact_rows.h"
#include "inputs/shared_options.h"
#include "io/atomic_file.h"
#include "io/errors.h"
#include "io/output_paths.h"
#include "narrow/validate.h"
#include "recording/record_step.h"
#include "view/view_files.h"
#include "view/viewer_page.h"

namespace firstcontact::apps {
namespace {

struct CheckArguments {
  FramePaths frames;
  std::vector<FramePaths> more_objects;
  StepOptions options;
  std::string broad_phase = broad_phase_name(BroadPhase::Bvh);
  bool all = false, no_self = false;
  std::string json, html, output, record, certificates;
};

const std::map<std::string, BroadPhase> kBroadPhases = [] {
  std::map<std::string, BroadPhase> names;
  for (const BroadPhase b : {BroadPhase::Bvh, BroadPhase::SweepAndPrune, BroadPhase::SpatialHash,
                             BroadPhase::BruteForce})
    names[broad_phase_name(b)] = b;
  return names;
}();

/// Number of pairs that cross in the first frame and are named in the report; all are counted.
constexpr std::size_t kListedIntersections = 5;

/// Throws if the solver refused the step.
void require_decided(const StepResult& result, const StepReport& step) {
  if (result.status == Status::Free || result.status == Status::Contact) return;
  throw std::runtime_error(fmt::format("{} -> {}: {}", step.t0, step.t1, result.message));
}

/// Counts the step's impacts, all of them or the earliest alone, and hands them to `sorter` if
/// there is one.
void decide(StepSolver& solver, const FrameSequence& frames, const StepOptions& options, bool all,
            ImpactSorter* sorter, StepReport& step) {
  const auto add = [&](std::span<const Impact> impacts) {
    for (const Impact& impact : impacts) ++step.impacts[static_cast<std::size_t>(impact.pair.kind)];
    if (sorter) sorter->add(impacts);
  };
  const std::int64_t start = now_ns();
  const StepResult result =
      all ? solver.stream_impacts(frames.t0(), frames.t1(), options, add)
          : solver.collision_free_step_size(frames.t0(), frames.t1(), options);
  step.seconds = seconds_since(start);
  require_decided(result, step);
  step.note = result.message;
  step.candidates = result.candidates;
  step.earliest = result.earliest;
  if (result.free() || all) return;
  add({&*result.earliest, 1});
  // The search was cut short at the contact, and did not see all candidates.
  StepOptions silent = options;
  silent.progress = nullptr;  // the bar is at its end already
  const StepResult counted = solver.count_candidates(frames.t0(), frames.t1(), silent);
  if (counted.status != Status::Undecided) require_decided(counted, step);
  step.candidates = counted.candidates;
}

/// Finds what intersects at `positions`.
StartReport look_at_start(const Mesh& mesh, const Positions& positions, const StepOptions& options,
                          const std::string& frame) {
  IntersectionOptions search;
  search.step = options;
  search.max_listed = kListedIntersections;
  const std::int64_t begin = now_ns();
  const IntersectionResult found = intersections(mesh, positions, search);
  if (found.status == Status::InvalidInput)
    throw std::runtime_error(fmt::format("{}: {}", frame, found.message));
  StartReport start;
  start.frame = frame;
  start.counts = found.counts;
  start.neighbours = found.count() - start.count();
  start.seconds = seconds_since(begin);
  for (const Intersection& pair : found.intersections) {
    StartReport::Pair& listed = start.first.emplace_back();
    listed.elements = pair;
    const auto ends = [&](int edge) { return mesh.edges()[edge]; };
    if (pair.kind == IntersectionKind::EdgeFace || pair.kind == IntersectionKind::EdgeEdge)
      listed.edge_a = ends(pair.a);
    if (pair.kind == IntersectionKind::EdgeEdge || pair.kind == IntersectionKind::PointEdge)
      listed.edge_b = ends(pair.b);
  }
  return start;
}

/// "step_07": as many digits as the last step has.
std::string record_name(std::size_t step, std::size_t count) {
  return fmt::format("step_{:0{}}", step, fmt::formatted_size("{}", count - 1));
}

/// One line on what was recorded, and one on what was not.
std::string record_summary(const Recorded& recorded, const std::string& folder) {
  std::string text = fmt::format("recorded in {}:", folder), rest;
  for (const Kind kind : {Kind::VertexFace, Kind::EdgeEdge, Kind::PointEdge, Kind::PointPoint,
                          Kind::PointSegment2D}) {
    const auto slot = static_cast<std::size_t>(kind);
    const std::string number = grouped(recorded.candidates[slot]);
    if (kind == Kind::VertexFace || kind == Kind::EdgeEdge)
      text += fmt::format("{} {} {} queries ({} touching)", kind == Kind::EdgeEdge ? "," : "",
                          number, io::kind_name(kind), grouped(recorded.positives[slot]));
    else if (recorded.candidates[slot] > 0)
      rest += fmt::format("{} {} {}", rest.empty() ? "" : ",", number, io::kind_name(kind));
  }
  return text + "\n" +
         (rest.empty() ? "" : fmt::format("left out of the recording:{} candidates\n", rest));
}

/// Writes the proofs of a step, if it is free and nothing crosses in the first frame.
void prove_step(StepSolver& solver, const FrameSequence& frames, const StepOptions& options,
                std::size_t number, const StartReport& start, io::AtomicFile& file,
                StepReport& step) {
  if (step.earliest || start.any()) return;
  std::vector<std::int32_t> objects;
  for (const ObjectRange& range : frames.objects())
    objects.push_back(static_cast<std::int32_t>(range.vertices));
  proof::Writer writer([&file](std::string_view line) { file.write(line); });
  step.proofs = writer.write_step(solver, frames.t0(), frames.t1(), options, number, objects);
}

/// Checks every step. After each step hands its impacts to `rows` and, if it is free, writes its
/// proofs to `certificates`.
CheckReport check_steps(FrameSequence& frames, const CheckArguments& arguments, ImpactRows* rows,
                        io::AtomicFile* certificates, RecordingFolder* recording,
                        Recorded& recorded) {
  StepSolver solver{Mesh(frames.description())};
  const Mesh& mesh = solver.mesh();
  if (!mesh.fault().empty()) throw std::runtime_error(mesh.fault());
  CheckReport report;
  report.options = arguments.options;
  report.all = arguments.all;
  report.proves = certificates != nullptr;
  report.vertices = static_cast<std::int64_t>(mesh.vertex_count());
  report.edges = static_cast<std::int64_t>(mesh.edges().size());
  report.faces = static_cast<std::int64_t>(mesh.faces().size());
  const std::size_t count = frames.step_count();

  Progress progress(fmt::format("of {} steps", count), 0);
  for (std::size_t i = 0; frames.next_step(); ++i) {
    StepReport& step = report.steps.emplace_back();
    step.t0 = arguments.frames[i];
    step.t1 = arguments.frames[i + 1];
    StepOptions options = arguments.options;
    options.progress = [&](double share) {
      progress.update(static_cast<std::int64_t>(i), step.t1,
                      (static_cast<double>(i) + share) / static_cast<double>(count));
    };
    options.progress(0);
    if (i == 0) report.start = look_at_start(mesh, frames.t0(), arguments.options, step.t0);
    decide(solver, frames, options, arguments.all, rows ? &rows->sorter() : nullptr, step);
    if (certificates)
      prove_step(solver, frames, arguments.options, i, report.start, *certificates, step);
    if (recording) {
      recording->announce(record_name(i, count));
      recorded += record_step(solver, frames.t0(), frames.t1(), arguments.options,
                              recording->path(), record_name(i, count));
    }
    if (rows) rows->write_sorted(count > 1 ? std::optional(i) : std::nullopt);
  }
  report.impacts_cut = rows && rows->cut();
  return report;
}

/// The frames of all objects, each once.
std::vector<ViewFile> files_of_page(std::vector<std::string> inputs) {
  std::sort(inputs.begin(), inputs.end());
  inputs.erase(std::unique(inputs.begin(), inputs.end()), inputs.end());
  std::vector<ViewFile> files;
  for (const std::string& path : inputs) files.push_back(view_file(path));
  return files;
}

/// The page has the report, the frames and the impacts.
void write_page(HtmlPage& page, const std::string& report, const std::vector<ViewFile>& frames,
                const std::string& impacts) {
  page.add_text("report.json", report);
  for (const ViewFile& file : frames) page.add_file(file.name, file.path);
  page.add_bytes("impacts.csv", impacts);
  page.finish();
}

int run(const CheckArguments& arguments) {
  std::vector<FramePaths> objects = {arguments.frames};
  objects.insert(objects.end(), arguments.more_objects.begin(), arguments.more_objects.end());
  std::vector<std::string> inputs;
  for (const FramePaths& paths : objects) inputs.insert(inputs.end(), paths.begin(), paths.end());
  const std::vector<std::string> outputs = {arguments.json, arguments.html, arguments.output,
                                            arguments.certificates};
  io::refuse_clashing_outputs(inputs, outputs);
  for (const std::string& path : outputs)
    if (!arguments.record.empty() && !path.empty() && io::is_inside(path, arguments.record))
      throw io::OutputError(path, "lies in the folder of --record, which is for query files alone");
  std::optional<io::AtomicFile> json, output, certificates;
  if (!arguments.json.empty()) json.emplace(arguments.json);
  if (!arguments.output.empty()) output.emplace(arguments.output);
  if (!arguments.certificates.empty()) certificates.emplace(arguments.certificates);

  std::optional<HtmlPage> page;
  std::vector<ViewFile> page_files;
  if (!arguments.html.empty()) {
    page.emplace(arguments.html);
    page_files = files_of_page(inputs);
    require_page_size(arguments.html, total_size(page_files));
  }
  FrameSequence frames(objects);
  std::optional<ImpactRows> rows;
  if (output || page)
    rows.emplace(output ? &*output : nullptr, page.has_value(),
                 output ? output->path() : page->file().path(), frames.step_count() > 1);
  std::optional<RecordingFolder> recording;
  if (!arguments.record.empty()) recording.emplace(arguments.record);
  Recorded recorded;
  const CheckReport report = check_steps(frames, arguments, rows ? &*rows : nullptr,
                                         certificates ? &*certificates : nullptr,
                                         recording ? &*recording : nullptr, recorded);
  if (json) json->write(json_of(report, frames));
  if (page) write_page(*page, json_of(report, frames), page_files, rows->kept());
  io::close_together({output ? &*output : nullptr, json ? &*json : nullptr,
                      certificates ? &*certificates : nullptr, page ? &page->file() : nullptr});
  if (recording) recording->keep();
  print_fitted(summary_of(report, frames));
  if (recording) print_fitted(record_summary(recorded, arguments.record));
  flush_standard_output();
  std::string note;
  for (const StepReport& step : report.steps) {
    if (!step.note.empty() && step.note != note)
      fmt::print(stderr, "firstcontact: {} -> {}: {}\n", step.t0, step.t1, step.note);
    note = step.note;
  }
  return report.steps_with_contact() > 0 || report.start.any() ? kContactFound : kFine;
}

/// Throws CLI::ValidationError for what CLI11 cannot check by itself.
void refuse_bad_usage(const CheckArguments& arguments) {
  if (arguments.frames.size() < 2)
    throw CLI::ValidationError("FILE",
                               "needs the mesh at two instants or more: firstcontact check T0 T1");
  for (const FramePaths& paths : arguments.more_objects)
    if (paths.size() != arguments.frames.size())
      throw CLI::ValidationError(
          "--object", fmt::format("'{}' has {} frames, the first object has {}",
                                  paths.empty() ? std::string() : paths.front(), paths.size(),
                                  arguments.frames.size()));
  if (arguments.no_self && arguments.more_objects.empty())
    throw CLI::ValidationError("--no-self",
                               "needs a second object (--object): nothing would be checked");
  Options options;
  options.min_separation = arguments.options.min_separation;
  options.tolerance = arguments.options.tolerance;
  options.t_max = arguments.options.t_max;
  if (const char* fault = narrow::find_fault(options))
    throw CLI::ValidationError("check", in_flag_names(fault));
}

constexpr const char* kFooter =
    R"(Examples:
  firstcontact check cloth0.ply cloth1.ply
  firstcontact check cloth0.ply cloth1.ply --all --output impacts.csv
  firstcontact check frame*.obj --json report.json
  firstcontact check ball0.obj ball1.obj --object floor.obj floor.obj --no-self
  firstcontact check a.stl b.stl --separation 1e-3 --exact
  firstcontact check a.ply b.ply --certificates free.jsonl
  firstcontact verify free.jsonl --meshes a.ply b.ply
  firstcontact check frame*.obj --record queries
  firstcontact check cloth0.ply cloth1.ply --all --html impacts.html

All vertices move on straight lines from one frame to the next. Every frame of an object has the
same vertices and faces in the same order. The files of --object end at the next option. Vertices
and faces count from 0; those of a second object follow those of the first, and so on.
Pairs that cross in the first frame already are counted apart from the impacts, which are the pairs
that begin to touch during a step. The reports are described in docs/guide/check.md.

Exit codes: 0 free, 1 contact in a step or crossings in the first frame, 2 bad usage or input.)";

}  // namespace

void add_check_command(CLI::App& app, int& exit_code) {
  auto arguments = std::make_shared<CheckArguments>();
  StepOptions& options = arguments->options;
  CLI::App* command =
      app.add_subcommand("check", "Find contacts between the frames of moving meshes");
  command
      ->add_option("FILE", arguments->frames,
                   "the mesh at two or more instants: OBJ, PLY, STL or OFF")
      ->required();
  command
      ->add_option("--object", arguments->more_objects,
                   "the frames of one more object, as many as FILE has; may be repeated")
      ->option_text("FILE ...");
  command->add_flag("--no-self", arguments->no_self,
                    "only find contacts between different objects");
  command->add_flag("--all", arguments->all,
                    "find all impacts, each with its own first time (default: only the earliest)");
  command->add_flag("--exact", options.exact,
                    "report real contacts only, never pairs that are only within the tolerance");
  command
      ->add_option("--tolerance", options.tolerance,
                   "pairs that come within --separation plus this may be reported as touching "
                   "(default: 1e-6 of each pair's size)")
      ->option_text("LENGTH");
  add_separation_option(*command, options.min_separation);
  add_norm_option(*command, options.norm);
  command
      ->add_option("--t-max", options.t_max,
                   "check every step up to this time only, from 0 to 1 (default: 1)")
      ->option_text("TIME");
  command
      ->add_option("--broad-phase", arguments->broad_phase,
                   "how candidate pairs are found: bvh (default), sweep, hash or brute; all give "
                   "the same answers")
      ->check(CLI::IsMember({"bvh", "sweep", "hash", "brute"}))
      ->option_text("NAME");
  add_threads_option(*command, options.threads);
  add_json_option(*command, arguments->json);
  add_html_option(*command, arguments->html);
  command
      ->add_option("--output", arguments->output,
                   "write one row per impact to this file, CSV (a name that ends in .gz is "
                   "compressed)")
      ->option_text("FILE");
  command
      ->add_option("--record", arguments->record,
                   "write all vertex-face and edge-edge candidate pairs, with exact truth and "
                   "time, to query files for `solve`, in this new or empty folder")
      ->option_text("DIR");
  add_certificates_option(*command, arguments->certificates,
                          "write proofs of every free step to this file, for `verify` (a name that "
                          "ends in .gz is compressed)");
  command->footer(kFooter);
  command->callback([=, &exit_code] {
    arguments->options.broad_phase = kBroadPhases.at(arguments->broad_phase);
    arguments->options.within_objects = !arguments->no_self;
    refuse_bad_usage(*arguments);
    exit_code = run(*arguments);
  });
}

}  // namespace firstcontact::apps
