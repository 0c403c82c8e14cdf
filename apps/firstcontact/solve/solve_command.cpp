// firstcontact solve: runs query files through one method and compares the answers with the truth.
//
// Files are streamed: a block of queries is read, solved on all threads, written and forgotten, so
// memory stays constant.
#include <firstcontact/query_files.h>
#include <firstcontact/solve.h>
#include <fmt/format.h>

#include <array>
#include <functional>
#include <map>
#include <optional>
#include <span>

#include "certificate_writer.h"
#include "commands.h"
#include "common/duration_histogram.h"
#include "common/fitted_text.h"
#include "common/flag_names.h"
#include "common/progress.h"
#include "common/report_parts.h"
#include "common/timed_solve.h"
#include "inputs/files_read.h"
#include "inputs/shared_options.h"
#include "io/atomic_file.h"
#include "io/output_paths.h"
#include "io/query_reader.h"
#include "narrow/validate.h"
#include "solve_baseline.h"
#include "solve_chunks.h"
#include "solve_page.h"
#include "solve_report.h"
#include "solve_work.h"
#include "work/byte_record.h"
#include "work/chunk_pool.h"

namespace firstcontact::apps {
namespace {

/// Files that are written query by query.
struct Outputs {
  std::optional<io::AtomicFile> csv, json, proof_file;
  /// Writes to `proof_file`, if all queries are answered here.
  std::optional<CertificateWriter> certificates;
  CertificateCounts proofs;
  std::optional<SolvePage> page;
};

void open(Outputs& outputs, const SolveArguments& arguments,
          const std::vector<io::QuerySource>& sources) {
  if (!arguments.csv.empty()) {
    outputs.csv.emplace(arguments.csv);
    outputs.csv->write(kCsvHeader);
  }
  if (!arguments.json.empty()) outputs.json.emplace(arguments.json);
  if (!arguments.certificates.empty()) {
    outputs.proof_file.emplace(arguments.certificates);
    outputs.certificates.emplace(
        [&outputs](std::string_view line) { outputs.proof_file->write(line); }, arguments.options);
  }
  if (!arguments.html.empty()) outputs.page.emplace(arguments.html, sources, arguments.options);
}

/// Closes all outputs; none of them appears if one cannot be written.
void close(Outputs& outputs) {
  const auto file = [](std::optional<io::AtomicFile>& one) { return one ? &*one : nullptr; };
  io::close_together({file(outputs.proof_file), file(outputs.csv), file(outputs.json),
                      outputs.page ? &outputs.page->file() : nullptr});
}

const std::map<std::string, Method> kMethods = {
    {"certified", Method::Certified},
    {"exact", Method::Exact},
    {"tight-inclusion", Method::TightInclusion},
    {"tight-inclusion-fast", Method::TightInclusionFast}};

/// Answers the queries of a file, number `place` of all.
Tally solve_file(const io::QuerySource& source, std::size_t place, const SolveArguments& arguments,
                 std::int64_t clock_cost, Outputs& outputs, const BlockProgress& progress) {
  Tally tally;
  io::QueryReader reader(source.path, source.kind);
  std::int64_t index = 0;
  const auto keep = [&](const io::TruthQuery& query, const SolveAnswer& a) {
    tally.add(a.timed.result, a.truth, a.timed.nanoseconds);
    if (outputs.csv) outputs.csv->write(csv_row(source, index, a.truth, a.timed));
    if (outputs.certificates)
      outputs.certificates->add(query.query, a.timed.result, a.timed.nanoseconds);
    if (outputs.page) outputs.page->add(place, index, query, a.truth, a.timed);
    ++index;
  };
  answer_queries(reader, kAllQueries, arguments, clock_cost, keep, progress);
  return tally;
}

/// The answers of all files, counted by scene and kind.
using Tallies = std::map<std::pair<std::string, Kind>, Tally>;

/// Answers all files in this process.
Tallies solve_here(const std::vector<io::QuerySource>& sources,
                   const std::vector<std::string>& paths, const SolveArguments& arguments,
                   Outputs& outputs) {
  Tallies tallies;
  const std::int64_t clock_cost = clock_cost_ns();
  Progress progress("queries", 0);
  std::int64_t done = 0;
  const FilesRead files(paths);
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const io::QuerySource& source = sources[i];
    const auto advance = [&](std::int64_t count, double share) {
      done += count;
      progress.update(done, source.path, files.share(i, share));
    };
    tallies[{source.scene, source.kind}].merge(
        solve_file(source, i, arguments, clock_cost, outputs, advance));
  }
  if (outputs.certificates) outputs.proofs = outputs.certificates->counts();
  return tallies;
}

/// The same by all processes of a pool; the outputs are the reporter's.
Tallies solve_together(const std::vector<io::QuerySource>& sources,
                       const std::vector<std::string>& paths, const SolveArguments& arguments,
                       ChunkPool& pool, Outputs& outputs) {
  const std::vector<QueryChunk> plan = plan_queries(sources, pool);
  Tallies tallies;
  const std::int64_t clock_cost = clock_cost_ns();
  std::optional<Progress> progress;
  if (pool.is_reporter()) progress.emplace("queries", 0);
  std::int64_t done = 0;
  ChunkPool::Job job;
  job.chunks = plan.size();
  job.kept = true;
  job.inputs = paths;
  job.work = [&](std::size_t i) {
    return solve_chunk(sources[plan[i].source], plan[i], arguments, clock_cost);
  };
  job.take = [&](std::size_t i, std::string_view bytes) {
    const io::QuerySource& source = sources[plan[i].source];
    const ChunkAnswers answers = read_answers(bytes);
    tallies[{source.scene, source.kind}].merge(answers.tally);
    if (outputs.csv) outputs.csv->write(answers.csv);
    if (outputs.proof_file) outputs.proof_file->write(answers.proofs);
    outputs.proofs.merge(answers.proof_counts);
    done += answers.tally.queries;
    progress->update(done, source.path,
                     static_cast<double>(i + 1) / static_cast<double>(plan.size()));
    return true;
  };
  pool.run(job);
  return tallies;
}

/// Throws for other kinds than vertex-face and edge-edge, which the published methods do not know.
void refuse_other_kinds(const std::vector<io::QuerySource>& sources,
                        const baselines::Method& method) {
  for (const io::QuerySource& source : sources)
    if (point_count(source.kind) != 4)
      throw io::InputError(
          source.path,
          fmt::format("--method {} answers vertex-face and edge-edge queries only", method.name));
}

std::string exhausted_note(std::int64_t count, const baselines::Method* baseline) {
  return fmt::format("{} queries ran out of checks: {}\n", count,
                     baseline ? "what the method says of them is counted"
                              : "reported as contact, with a safe time");
}

/// Says whether the answers agree with the truth.
std::string verdict_of(const Tally& total) {
  const std::string wrong = counted(total.false_positives, "false positive", "false positives");
  if (total.false_negatives > 0)
    return fmt::format("MISSED: {} reported free; {}\n",
                       counted(total.false_negatives, "contact was", "contacts were"), wrong);
  return fmt::format("no contact missed, {}, {}\n", wrong,
                     counted(total.queries, "query", "queries"));
}

/// The query files as the reporter finds them.
std::vector<io::QuerySource> find_sources(const std::vector<std::string>& paths, ChunkPool* pool) {
  if (pool == nullptr) return io::find_query_files(paths);
  ByteWriter found;
  if (pool->is_reporter())
    for (const io::QuerySource& source : io::find_query_files(paths)) {
      found.put_text(source.path);
      found.put_text(source.scene);
      found.put(source.kind);
    }
  const std::string bytes = pool->share(found.take());
  std::vector<io::QuerySource> sources;
  for (ByteReader reader(bytes); !reader.at_end();) {
    io::QuerySource& source = sources.emplace_back();
    source.path = reader.get_text();
    source.scene = reader.get_text();
    reader.get(source.kind);
  }
  return sources;
}

int run(const SolveArguments& arguments, ChunkPool* pool) {
  const bool reports = pool == nullptr || pool->is_reporter();
  const bool together = pool != nullptr && arguments.html.empty();
  if (pool != nullptr && !together) pool->work_alone("--html");
  if (!together && !reports) return kFine;
  const std::vector<io::QuerySource> sources =
      find_sources(arguments.paths, together ? pool : nullptr);
  if (arguments.baseline) refuse_other_kinds(sources, *arguments.baseline);
  std::vector<std::string> inputs;
  for (const io::QuerySource& source : sources) inputs.push_back(source.path);
  io::refuse_clashing_outputs(
      inputs, {arguments.csv, arguments.json, arguments.html, arguments.certificates});
  Outputs outputs;
  if (reports) open(outputs, arguments, sources);
  const Tallies tallies = together ? solve_together(sources, inputs, arguments, *pool, outputs)
                                   : solve_here(sources, inputs, arguments, outputs);
  if (!reports) return kFine;
  std::vector<Group> groups;
  for (const auto& [key, tally] : tallies) groups.push_back({key.first, key.second, tally});

  const auto report = [&](std::int64_t queries_cut) {
    return arguments.baseline
               ? json_of(*arguments.baseline, arguments.baseline_settings, groups, queries_cut)
               : json_of(arguments.method, arguments.options, groups, queries_cut,
                         outputs.proof_file ? outputs.proofs.json() : nlohmann::ordered_json());
  };
  if (outputs.json) outputs.json->write(report(-1));
  if (outputs.page) outputs.page->write(report(outputs.page->queries_of_each()), arguments.threads);
  close(outputs);
  const Tally total = total_of(groups);
  print_fitted(verdict_of(total) + "\n" + table_of(groups));
  if (arguments.replace_truth)
    fmt::print("truth: the exact oracle's, for the --separation and --t-max asked\n");
  if (outputs.proof_file) print_fitted(outputs.proofs.summary());
  if (total.exhausted) print_fitted(exhausted_note(total.exhausted, arguments.baseline));
  if (total.errors)
    fmt::print(stderr, "firstcontact: {} queries could not be answered\n", total.errors);
  return total.errors ? kBadInput : total.false_negatives ? kMissed : kFine;
}

constexpr const char* kExamples =
    R"(Examples:
  firstcontact solve queries/
  firstcontact solve queries/ --exact
  firstcontact solve --method tight-inclusion --tolerance 1e-6 queries/sliver
  firstcontact solve queries/ --separation 1e-3 --norm linf --csv answers.csv
  firstcontact solve --method fprf --tolerance 1e-8 queries/
  firstcontact solve queries/ --exact --certificates proofs.jsonl
  firstcontact verify proofs.jsonl --queries queries/
  firstcontact solve queries/ --html queries.html

Published methods answer as their authors describe them, and may miss contacts. They refuse options
that mean nothing to them. The toi in the CSV is empty for those that find no time of impact.
)";

constexpr const char* kMeaning =
    R"(
Positive means any answer but Free. With --separation or --t-max the exact oracle's verdict takes
the place of the truth in the file.

Exit codes: 0 fine, 2 bad usage or input, 3 a contact was missed.)";

}  // namespace

void add_solve_command(CLI::App& app, int& exit_code, ChunkPool* pool) {
  auto arguments = std::make_shared<SolveArguments>();
  CLI::App* command = app.add_subcommand(
      "solve", "Run query files through a method and compare with their ground truth");
  command
      ->add_option("PATH", arguments->paths,
                   "a query file, or a folder of them: of one kind (vertex-face, edge-edge), of "
                   "one scene, or "
                   "of several scenes")
      ->required();
  std::vector<std::string> names = baseline_names();
  for (const auto& [name, method] : kMethods) names.push_back(name);
  command
      ->add_option(
          "--method", arguments->method,
          "certified (default), exact, tight-inclusion, tight-inclusion-fast, or one of the "
          "published methods below")
      ->check(CLI::IsMember(names))
      ->option_text("NAME");
  command->add_flag("--exact", arguments->options.exact,
                    "report real contacts only, their times enclosed within 2^-30 (for certified "
                    "and exact)");
  command
      ->add_option("--tolerance", arguments->options.tolerance,
                   "pairs that come within --separation plus this may be reported as touching "
                   "(default: 1e-6 of each query's size); for published methods see below")
      ->option_text("LENGTH");
  command
      ->add_option("--max-checks", arguments->options.max_checks,
                   "budget of elementary checks for each query (default: 1000000)")
      ->option_text("N");
  CLI::Option* separation = add_separation_option(*command, arguments->options.min_separation);
  add_norm_option(*command, arguments->options.norm);
  CLI::Option* t_max =
      command
          ->add_option("--t-max", arguments->options.t_max,
                       "check the motion up to this time only, from 0 to 1 (default: 1)")
          ->option_text("TIME");
  add_threads_option(*command, arguments->threads);
  add_json_option(*command, arguments->json);
  add_html_option(*command, arguments->html);
  command
      ->add_option("--csv", arguments->csv,
                   "write one row per query to this file (a name that ends in .gz is compressed)")
      ->option_text("FILE");
  add_certificates_option(
      *command, arguments->certificates,
      "write the proof of every Free answer, and with --exact of every contact, "
      "to this file, for `verify` (a name that ends in .gz is compressed; for "
      "certified)");
  command->footer(std::string(kExamples) + baseline_help() + kMeaning);
  command->callback([=, &exit_code] {
    arguments->baseline = baselines::find_method(arguments->method);
    if (!arguments->baseline) arguments->options.method = kMethods.at(arguments->method);
    arguments->options.certificate = !arguments->certificates.empty();
    arguments->replace_truth = separation->count() > 0 || t_max->count() > 0;
    if (const char* fault = narrow::find_fault(arguments->options))
      throw CLI::ValidationError("solve", in_flag_names(fault));
    if (arguments->baseline) {
      arguments->baseline_settings = {arguments->options.tolerance, arguments->options.max_checks,
                                      arguments->options.min_separation};
      refuse_meaningless_options(*command, *arguments->baseline, arguments->baseline_settings);
    }
    if (pool != nullptr && arguments->threads == 0) arguments->threads = pool->threads();
    exit_code = run(*arguments, pool);
  });
}

}  // namespace firstcontact::apps
