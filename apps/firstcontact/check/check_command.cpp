// firstcontact check: goes through the frames of moving meshes step by step and says whether the
// motion between them is free, or when and where it first touches.
//
// Frames are read one after the other, so that memory holds only two of each object. One solver is
// kept for all steps.
#include <firstcontact/query_files.h>
#include <firstcontact/step.h>
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "check_frames.h"
#include "check_report.h"
#include "check_work.h"
#include "commands.h"
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
#include "work/byte_record.h"
#include "work/chunk_pool.h"

namespace firstcontact::apps {
namespace {

/// Everything that is written.
struct Outputs {
  std::optional<io::AtomicFile> json, output, certificates;
  std::optional<HtmlPage> page;
  std::vector<ViewFile> page_files;
  std::optional<ImpactRows> rows;
  std::optional<RecordingFolder> recording;
  Recorded recorded;
};

const std::map<std::string, BroadPhase> kBroadPhases = [] {
  std::map<std::string, BroadPhase> names;
  for (const BroadPhase b : {BroadPhase::Bvh, BroadPhase::SweepAndPrune, BroadPhase::SpatialHash,
                             BroadPhase::BruteForce})
    names[broad_phase_name(b)] = b;
  return names;
}();

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

/// Checks every step. After each step hands its impacts to `rows` and, if it is free, writes its
/// proofs to `certificates`.
void check_steps(FrameSequence& frames, const CheckArguments& arguments, StepSolver& solver,
                 Outputs& outputs, CheckReport& report) {
  const std::size_t count = frames.step_count();
  ImpactRows* const rows = outputs.rows ? &*outputs.rows : nullptr;
  Progress progress(fmt::format("of {} steps", count), 0);
  for (std::size_t i = 0; frames.next_step(); ++i) {
    StepReport& step = report.steps.emplace_back();
    StepOptions options = arguments.options;
    options.progress = [&](double share) {
      progress.update(static_cast<std::int64_t>(i), arguments.frames[i + 1],
                      (static_cast<double>(i) + share) / static_cast<double>(count));
    };
    options.progress(0);
    if (i == 0)
      report.start =
          look_at_start(solver.mesh(), frames.t0(), arguments.options, arguments.frames.front());
    decide(solver, frames, i, arguments, options, rows ? &rows->sorter() : nullptr, step);
    if (outputs.certificates)
      prove_step(
          solver, frames, arguments.options, i, report.start,
          [&](std::string_view line) { outputs.certificates->write(line); }, step);
    if (outputs.recording) {
      outputs.recording->announce(record_name(i, count));
      outputs.recorded += record_step(solver, frames.t0(), frames.t1(), arguments.options,
                                      outputs.recording->path(), record_name(i, count));
    }
    if (rows) rows->write_sorted(count > 1 ? std::optional(i) : std::nullopt);
  }
  report.impacts_cut = rows && rows->cut();
}

/// The same by all processes of a pool; the outputs are the reporter's.
void check_together(FrameSequence& frames, const CheckArguments& arguments, StepSolver& solver,
                    const std::vector<std::string>& inputs, ChunkPool& pool, Outputs& outputs,
                    CheckReport& report) {
  const std::size_t count = frames.step_count(), size = pool.chunk_size(1);
  std::optional<Progress> progress;
  if (pool.is_reporter()) progress.emplace(fmt::format("of {} steps", count), 0);
  CheckWorker worker(frames, arguments, solver);
  ChunkPool::Job job;
  job.chunks = (count + size - 1) / size;
  job.kept = true;
  job.inputs = inputs;
  job.work = [&](std::size_t i) { return worker.check(i * size, std::min(count, (i + 1) * size)); };
  job.take = [&](std::size_t, std::string_view bytes) {
    for (ByteReader reader(bytes); !reader.at_end();) {
      const StepAnswer answer = read_answer(reader);
      StepReport step = answer.report;
      step.t0 = arguments.frames[report.steps.size()];
      step.t1 = arguments.frames[report.steps.size() + 1];
      if (answer.start) report.start = *answer.start;
      report.steps.push_back(std::move(step));
      if (outputs.output) outputs.output->write(answer.rows);
      if (outputs.certificates) outputs.certificates->write(answer.proofs);
    }
    progress->update(static_cast<std::int64_t>(report.steps.size()), report.steps.back().t1,
                     static_cast<double>(report.steps.size()) / static_cast<double>(count));
    return true;
  };
  pool.run(job);
}

/// The report without its steps. Throws if the mesh cannot be used.
CheckReport empty_report(const CheckArguments& arguments, const Mesh& mesh) {
  if (!mesh.fault().empty()) throw std::runtime_error(mesh.fault());
  CheckReport report;
  report.options = arguments.options;
  report.all = arguments.all;
  report.proves = !arguments.certificates.empty();
  report.vertices = static_cast<std::int64_t>(mesh.vertex_count());
  report.edges = static_cast<std::int64_t>(mesh.edges().size());
  report.faces = static_cast<std::int64_t>(mesh.faces().size());
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

/// The files of all objects.
std::vector<std::string> files_of(const std::vector<FramePaths>& objects) {
  std::vector<std::string> files;
  for (const FramePaths& paths : objects) files.insert(files.end(), paths.begin(), paths.end());
  return files;
}

/// Refuses outputs that cannot be written together, and opens them.
void open(Outputs& outputs, const CheckArguments& arguments,
          const std::vector<std::string>& inputs) {
  const std::vector<std::string> paths = {arguments.json, arguments.html, arguments.output,
                                          arguments.certificates};
  io::refuse_clashing_outputs(inputs, paths);
  for (const std::string& path : paths)
    if (!arguments.record.empty() && !path.empty() && io::is_inside(path, arguments.record))
      throw io::OutputError(path, "lies in the folder of --record, which is for query files alone");
  if (!arguments.json.empty()) outputs.json.emplace(arguments.json);
  if (!arguments.output.empty()) outputs.output.emplace(arguments.output);
  if (!arguments.certificates.empty()) outputs.certificates.emplace(arguments.certificates);
  if (arguments.html.empty()) return;
  outputs.page.emplace(arguments.html);
  outputs.page_files = files_of_page(inputs);
  require_page_size(arguments.html, total_size(outputs.page_files));
}

/// Writes and prints everything.
void finish(Outputs& outputs, const CheckArguments& arguments, const FrameSequence& frames,
            const CheckReport& report) {
  const auto file = [](std::optional<io::AtomicFile>& one) { return one ? &*one : nullptr; };
  if (outputs.json) outputs.json->write(json_of(report, frames));
  if (outputs.page)
    write_page(*outputs.page, json_of(report, frames), outputs.page_files, outputs.rows->kept());
  io::close_together({file(outputs.output), file(outputs.json), file(outputs.certificates),
                      outputs.page ? &outputs.page->file() : nullptr});
  if (outputs.recording) outputs.recording->keep();
  print_fitted(summary_of(report, frames));
  if (outputs.recording) print_fitted(record_summary(outputs.recorded, arguments.record));
  flush_standard_output();
  std::string note;
  for (const StepReport& step : report.steps) {
    if (!step.note.empty() && step.note != note)
      fmt::print(stderr, "firstcontact: {} -> {}: {}\n", step.t0, step.t1, step.note);
    note = step.note;
  }
}

int run(const CheckArguments& arguments, ChunkPool* pool) {
  const bool reports = pool == nullptr || pool->is_reporter();
  const bool together = pool != nullptr && arguments.html.empty() && arguments.record.empty();
  if (pool != nullptr && !together)
    pool->work_alone(arguments.html.empty() ? "--record" : "--html");
  if (!together && !reports) return kFine;
  std::vector<FramePaths> objects = {arguments.frames};
  objects.insert(objects.end(), arguments.more_objects.begin(), arguments.more_objects.end());
  const std::vector<std::string> inputs = files_of(objects);
  Outputs outputs;
  if (reports) open(outputs, arguments, inputs);
  FrameSequence frames(objects);
  const bool several = frames.step_count() > 1;
  if (!together && (outputs.output || outputs.page))
    outputs.rows.emplace(outputs.output ? &*outputs.output : nullptr, outputs.page.has_value(),
                         outputs.output ? arguments.output : arguments.html, several);
  else if (outputs.output)
    outputs.output->write(csv_header(several));
  if (!arguments.record.empty()) outputs.recording.emplace(arguments.record);
  StepSolver solver{Mesh(frames.description())};
  CheckReport report = empty_report(arguments, solver.mesh());
  if (together)
    check_together(frames, arguments, solver, inputs, *pool, outputs, report);
  else
    check_steps(frames, arguments, solver, outputs, report);
  if (!reports) return kFine;
  finish(outputs, arguments, frames, report);
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

void add_check_command(CLI::App& app, int& exit_code, ChunkPool* pool) {
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
    int& threads = arguments->options.threads;
    if (pool != nullptr && threads == 0) threads = pool->threads();
    exit_code = run(*arguments, pool);
  });
}

}  // namespace firstcontact::apps
