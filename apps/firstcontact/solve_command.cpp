// firstcontact solve: query files through one method, compared with the truth.
//
// Files are streamed: a block of queries is read, solved on all threads, written and forgotten, so memory stays constant.
#include <firstcontact/solve.h>
#include <fmt/format.h>

#include <map>
#include <optional>

#include "commands.h"
#include "common/duration_histogram.h"
#include "common/progress.h"
#include "io/atomic_file.h"
#include "io/query_files.h"
#include "io/query_reader.h"
#include "narrow/validate.h"
#include "parallel/parallel.h"
#include "solve_report.h"

namespace firstcontact::apps {
namespace {

constexpr std::size_t kBlock = 16'384;  // queries in memory at a time
constexpr std::size_t kGrain = 16;      // queries a thread takes at a time

struct SolveArguments {
  std::vector<std::string> paths;
  std::string method = "exact";
  Options options;
  bool replace_truth = false;  // the question differs from the one the files' truth answers
  int threads = 0;
  std::string json, csv;
};

const std::map<std::string, Method> kMethods = {{"exact", Method::Exact}, {"tight-inclusion", Method::TightInclusion}};

struct Answer {
  Result result;
  bool truth = false;
  std::int64_t nanoseconds = 0;
};

Answer answer(const io::TruthQuery& item, const SolveArguments& arguments, std::int64_t clock_cost) {
  Answer out;
  const std::int64_t start = now_ns();
  out.result = solve(item.query, arguments.options);
  out.nanoseconds = now_ns() - start - clock_cost;
  out.truth = item.truth;
  if (arguments.replace_truth) {
    Options ask = arguments.options;
    ask.method = Method::Exact;
    ask.scene_extent.reset();
    out.truth = arguments.options.method == Method::Exact ? out.result.positive() : solve(item.query, ask).positive();
  }
  return out;
}

/// Reads up to kBlock queries into `block`.
void read_block(io::QueryReader& reader, std::vector<io::TruthQuery>& block) {
  block.clear();
  for (io::TruthQuery item; block.size() < kBlock && reader.next(item);) block.push_back(item);
}

Tally solve_file(const io::QuerySource& source, const SolveArguments& arguments, std::int64_t clock_cost, io::AtomicFile* csv,
                 Progress& progress, std::int64_t& done) {
  Tally tally;
  io::QueryReader reader(source.path, source.kind);
  std::vector<io::TruthQuery> block;
  std::vector<Answer> answers;
  std::int64_t index = 0;
  for (read_block(reader, block); !block.empty(); read_block(reader, block)) {
    answers.resize(block.size());
    parallel::parallel_for(block.size(), kGrain, arguments.threads, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) answers[i] = answer(block[i], arguments, clock_cost);
    });
    for (const Answer& a : answers) {
      tally.add(a.result, a.truth, a.nanoseconds);
      if (csv) csv->write(csv_row(source, index, a.truth, a.result));
      ++index;
    }
    done += static_cast<std::int64_t>(block.size());
    progress.update(done, source.path);
  }
  return tally;
}

int run(const SolveArguments& arguments) {
  const std::vector<io::QuerySource> sources = io::find_query_files(arguments.paths);
  std::optional<io::AtomicFile> csv;
  if (!arguments.csv.empty()) {
    csv.emplace(arguments.csv);
    csv->write(kCsvHeader);
  }
  const std::int64_t clock_cost = clock_cost_ns();
  std::map<std::pair<std::string, Kind>, Tally> tallies;
  {
    Progress progress("queries", 0);
    std::int64_t done = 0;
    for (const io::QuerySource& source : sources)
      tallies[{source.scene, source.kind}].merge(solve_file(source, arguments, clock_cost, csv ? &*csv : nullptr, progress, done));
  }
  std::vector<Group> groups;
  for (const auto& [key, tally] : tallies) groups.push_back({key.first, key.second, tally});

  if (csv) csv->close();
  if (!arguments.json.empty()) {
    io::AtomicFile json(arguments.json);
    json.write(json_of(arguments.method, groups));
    json.close();
  }
  const Tally total = total_of(groups);
  fmt::print("{}", table_of(groups));
  if (arguments.replace_truth) fmt::print("truth: the exact oracle's, for the separation and t_max asked\n");
  if (total.exhausted) fmt::print("{} queries ran out of checks: reported as contact, with a safe time\n", total.exhausted);
  if (total.false_negatives) fmt::print("MISSED: {} contacts were reported free\n", total.false_negatives);
  if (total.errors) fmt::print(stderr, "firstcontact: {} queries could not be answered\n", total.errors);
  return total.errors ? kBadInput : total.false_negatives ? kMissed : kFine;
}

}  // namespace

void add_solve_command(CLI::App& app, int& exit_code) {
  auto arguments = std::make_shared<SolveArguments>();
  CLI::App* command = app.add_subcommand("solve", "Run query files through a method and compare with their ground truth");
  command->add_option("PATH", arguments->paths, "query file, kind folder (vertex-face, edge-edge), scene folder, or root of scenes")
      ->required();
  std::vector<std::string> names;
  for (const auto& [name, method] : kMethods) names.push_back(name);
  command->add_option("--method", arguments->method, "how to decide (default: exact)")->check(CLI::IsMember(names));
  command->add_flag("--exact", arguments->options.exact, "no false positives (what --method exact gives anyway)");
  command->add_option("--tolerance", arguments->options.tolerance, "length that counts as touching (default: 1e-6 of each query's size)");
  command->add_option("--max-checks", arguments->options.max_checks, "elementary checks per query, at least 1 (default: 1000000)");
  CLI::Option* separation =
      command->add_option("--separation", arguments->options.min_separation, "minimum separation: contact is distance <= this (default: 0)");
  const std::map<std::string, Norm> norms = {{"l2", Norm::L2}, {"linf", Norm::Linf}};
  command->add_option("--norm", arguments->options.norm, "l2 or linf: how separation is measured (default: l2)")
      ->transform(CLI::CheckedTransformer(norms).description(""));
  CLI::Option* t_max = command->add_option("--t-max", arguments->options.t_max, "look at [0, T-MAX] only (default: 1)");
  command->add_option("--threads", arguments->threads, "threads (default: all cores)")->check(CLI::Range(1, 1024));
  command->add_option("--json", arguments->json, "write the report to this file");
  command->add_option("--csv", arguments->csv, "write one row per query to this file (.gz compresses)");
  command->footer(
      "Examples:\n"
      "  firstcontact solve queries/                                 every scene, exactly\n"
      "  firstcontact solve --method tight-inclusion --tolerance 1e-6 queries/unit-tests\n"
      "  firstcontact solve queries/ --separation 1e-3 --norm linf --csv answers.csv\n"
      "Positive means any answer but Free. With --separation or --t-max the exact oracle's verdict replaces the file's truth.\n"
      "Exit codes: 0 fine, 2 bad usage or input, 3 a contact was missed.");
  command->callback([=, &exit_code] {
    arguments->options.method = kMethods.at(arguments->method);
    arguments->replace_truth = separation->count() > 0 || t_max->count() > 0;
    if (const char* fault = narrow::find_fault(arguments->options)) throw CLI::ValidationError("solve", fault);
    exit_code = run(*arguments);
  });
}

}  // namespace firstcontact::apps
