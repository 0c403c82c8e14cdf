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
#include "io/temporary_files.h"
#include "narrow/validate.h"
#include "parallel/parallel.h"
#include "solve_baseline.h"
#include "solve_page.h"
#include "solve_report.h"

namespace firstcontact::apps {
namespace {

constexpr std::size_t kSolveBlock = 1'024;  // queries in memory at a time

struct SolveArguments {
  std::vector<std::string> paths;
  std::string method = "certified";
  Options options;
  const baselines::Method* baseline = nullptr;  // nullptr: options.method decides
  baselines::Settings baseline_settings;
  bool replace_truth = false;  // the question differs from the one the files' truth answers
  int threads = 0;
  std::string json, html, csv, certificates;
};

/// Files that are written query by query.
struct Outputs {
  std::optional<io::AtomicFile> csv, json;
  std::optional<CertificateWriter> certificates;
  std::optional<SolvePage> page;
};

/// Closes all outputs; none of them appears if one cannot be written.
void close(Outputs& outputs) {
  if (outputs.csv) outputs.csv->complete();
  if (outputs.json) outputs.json->complete();
  if (outputs.page) outputs.page->file().complete();
  const auto hold = io::hold_temporaries();
  if (outputs.certificates) outputs.certificates->close();
  if (outputs.csv) outputs.csv->close();
  if (outputs.json) outputs.json->close();
  if (outputs.page) outputs.page->file().close();
}

const std::map<std::string, Method> kMethods = {
    {"certified", Method::Certified},
    {"exact", Method::Exact},
    {"tight-inclusion", Method::TightInclusion},
    {"tight-inclusion-fast", Method::TightInclusionFast}};

/// True if the pair touches, by exact arithmetic, for the separation and t_max of `options`.
bool exact_truth(const Query& query, const Options& options) {
  Options ask = options;
  ask.method = Method::Exact;
  ask.certificate = false;
  return !solve(query, ask).free();
}

struct Answer {
  TimedAnswer timed;
  bool truth = false;
};

/// Answers block[begin, end), at most kTimedBlock queries.
void answer(const std::vector<io::TruthQuery>& block, std::size_t begin, std::size_t end,
            const SolveArguments& arguments, std::int64_t clock_cost,
            std::vector<Answer>& answers) {
  std::array<Query, kTimedBlock> queries;
  std::array<TimedAnswer, kTimedBlock> timed;
  const std::size_t count = end - begin;
  for (std::size_t i = 0; i < count; ++i) queries[i] = block[begin + i].query;
  if (arguments.baseline)
    solve_timed(std::span(queries).first(count), *arguments.baseline, arguments.baseline_settings,
                clock_cost, std::span(timed).first(count));
  else
    solve_timed(std::span(queries).first(count), arguments.options, clock_cost,
                std::span(timed).first(count));
  for (std::size_t i = 0; i < count; ++i) {
    Answer& out = answers[begin + i];
    out.timed = std::move(timed[i]);
    out.truth = block[begin + i].truth;
    if (arguments.replace_truth) out.truth = exact_truth(queries[i], arguments.options);
  }
}

/// Reads up to kSolveBlock queries into `block`.
void read_block(io::QueryReader& reader, std::vector<io::TruthQuery>& block) {
  block.clear();
  for (io::TruthQuery item; block.size() < kSolveBlock && reader.next(item);) block.push_back(item);
}

/// Answers the queries of a file, number `place` of all.
Tally solve_file(const io::QuerySource& source, std::size_t place, const SolveArguments& arguments,
                 std::int64_t clock_cost, Outputs& outputs,
                 const std::function<void(std::int64_t count, double share)>& progress) {
  Tally tally;
  io::QueryReader reader(source.path, source.kind);
  std::vector<io::TruthQuery> block;
  std::vector<Answer> answers;
  std::int64_t index = 0;
  for (read_block(reader, block); !block.empty(); read_block(reader, block)) {
    answers.resize(block.size());
    parallel::parallel_for(block.size(), kTimedBlock, arguments.threads,
                           [&](std::size_t begin, std::size_t end) {
                             answer(block, begin, end, arguments, clock_cost, answers);
                           });
    for (std::size_t i = 0; i < answers.size(); ++i) {
      const Answer& a = answers[i];
      tally.add(a.timed.result, a.truth, a.timed.nanoseconds);
      if (outputs.csv) outputs.csv->write(csv_row(source, index, a.truth, a.timed));
      if (outputs.certificates)
        outputs.certificates->add(block[i].query, a.timed.result, a.timed.nanoseconds);
      if (outputs.page) outputs.page->add(place, index, block[i], a.truth, a.timed);
      ++index;
    }
    progress(static_cast<std::int64_t>(block.size()), reader.share());
  }
  return tally;
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

int run(const SolveArguments& arguments) {
  const std::vector<io::QuerySource> sources = io::find_query_files(arguments.paths);
  if (arguments.baseline) refuse_other_kinds(sources, *arguments.baseline);
  std::vector<std::string> inputs;
  for (const io::QuerySource& source : sources) inputs.push_back(source.path);
  io::refuse_clashing_outputs(
      inputs, {arguments.csv, arguments.json, arguments.html, arguments.certificates});
  Outputs outputs;
  if (!arguments.csv.empty()) {
    outputs.csv.emplace(arguments.csv);
    outputs.csv->write(kCsvHeader);
  }
  if (!arguments.json.empty()) outputs.json.emplace(arguments.json);
  if (!arguments.certificates.empty())
    outputs.certificates.emplace(arguments.certificates, arguments.options);
  if (!arguments.html.empty()) outputs.page.emplace(arguments.html, sources, arguments.options);
  const std::int64_t clock_cost = clock_cost_ns();
  std::map<std::pair<std::string, Kind>, Tally> tallies;
  {
    Progress progress("queries", 0);
    std::int64_t done = 0;
    const FilesRead files(inputs);
    for (std::size_t i = 0; i < sources.size(); ++i) {
      const io::QuerySource& source = sources[i];
      const auto advance = [&](std::int64_t count, double share) {
        done += count;
        progress.update(done, source.path, files.share(i, share));
      };
      tallies[{source.scene, source.kind}].merge(
          solve_file(source, i, arguments, clock_cost, outputs, advance));
    }
  }
  std::vector<Group> groups;
  for (const auto& [key, tally] : tallies) groups.push_back({key.first, key.second, tally});

  const auto report = [&](std::int64_t queries_cut) {
    return arguments.baseline
               ? json_of(*arguments.baseline, arguments.baseline_settings, groups, queries_cut)
               : json_of(arguments.method, arguments.options, groups, queries_cut,
                         outputs.certificates ? outputs.certificates->json()
                                              : nlohmann::ordered_json());
  };
  if (outputs.json) outputs.json->write(report(-1));
  if (outputs.page) outputs.page->write(report(outputs.page->queries_of_each()), arguments.threads);
  close(outputs);
  const Tally total = total_of(groups);
  print_fitted(verdict_of(total) + "\n" + table_of(groups));
  if (arguments.replace_truth)
    fmt::print("truth: the exact oracle's, for the --separation and --t-max asked\n");
  if (outputs.certificates) print_fitted(outputs.certificates->summary());
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

void add_solve_command(CLI::App& app, int& exit_code) {
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
    exit_code = run(*arguments);
  });
}

}  // namespace firstcontact::apps
