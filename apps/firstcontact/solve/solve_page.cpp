#include "solve_page.h"

#include <firstcontact/solve.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <span>

#include "baselines/method.h"
#include "common/report_parts.h"
#include "io/errors.h"
#include "io/exact_times.h"
#include "io/query_reader.h"
#include "io/query_writer.h"
#include "narrow/validate.h"
#include "parallel/parallel.h"
#include "solve_report.h"
#include "view/view_files.h"

namespace firstcontact::apps {
namespace {

/// About the size of a query in a CSV file of fractions, rounded up.
constexpr std::uint64_t kBytesOfQuery = 2'048;

/// Our own methods, under the names of the benchmark.
struct OwnMethod {
  const char* name;
  Method method;
  bool exact;
};
constexpr std::array<OwnMethod, 5> kOwnMethods = {
    {{"certified", Method::Certified, false},
     {"certified-exact", Method::Certified, true},
     {"exact", Method::Exact, true},
     {"tight-inclusion", Method::TightInclusion, false},
     {"tight-inclusion-fast", Method::TightInclusionFast, false}}};

/// "DIR/name.csv" for "DIR/name.fcq.gz" and the like.
std::string csv_name(std::string name) {
  for (const char* ending : {".gz", ".fcq", ".csv"})
    if (io::has_suffix(name, ending)) name.resize(name.size() - std::string_view(ending).size());
  return name + ".csv";
}

/// Gives every file the name of a CSV file. One whose name is taken keeps its ending: "a.csv.gz"
/// beside "a.csv" becomes "a.csv.gz.csv".
void rename_to_csv(std::vector<std::string>& names) {
  std::set<std::string> taken;
  for (std::string& name : names) {
    std::string csv = csv_name(name);
    while (!taken.insert(csv).second) {
      name += ".csv";
      csv = name;
    }
    name = csv;
  }
}

/// What one method says about a query; the time is empty if it finds none.
std::string verdict(const char* method, const TimedAnswer& answer) {
  return fmt::format("{},{},{}", method, to_string(answer.result.status),
                     answer.has_time ? fmt::format("{}", answer.result.toi) : "");
}

/// What every method says that understands the question, a row for each; rows begin with `start`.
std::string verdicts_on(const Query& query, const Options& question, const std::string& start) {
  std::string rows;
  std::array<TimedAnswer, 1> answers;
  const std::span<const Query> queries(&query, 1);
  for (const OwnMethod& own : kOwnMethods) {
    Options options = question;
    options.method = own.method;
    options.exact = own.exact;
    if (narrow::find_fault(options)) continue;
    solve_timed(queries, options, 0, answers);
    rows += start + verdict(own.name, answers[0]) + "\n";
  }
  if (question.t_max != 1 || point_count(query.kind) != 4) return rows;
  for (const baselines::Method& method : baselines::methods()) {
    const bool separated = question.min_separation > 0;
    if (separated && !(method.takes_separation && question.norm == Norm::L2)) continue;
    solve_timed(queries, method, {{}, question.max_checks, question.min_separation}, 0, answers);
    rows += start + verdict(std::string(method.name).c_str(), answers[0]) + "\n";
  }
  return rows;
}

}  // namespace

SolvePage::SolvePage(const std::string& path, std::vector<io::QuerySource> sources,
                     const Options& options)
    : page_(path), sources_(std::move(sources)), options_(options), answers_(kCsvHeader) {
  options_.certificate = false;
  options_.tolerance.reset();
  options_.max_checks = std::min(options_.max_checks, kComparedChecks);
  std::uint64_t bytes = 0;
  for (const io::QuerySource& source : sources_) {
    const std::vector<ViewFile> files = query_view_files(source);
    names_.push_back(files.front().name);
    bytes += total_size(files);
  }
  if (bytes <= kMostQueryBytes) return;
  queries_of_each_ = static_cast<std::int64_t>(
      std::max<std::uint64_t>(kMostQueryBytes / kBytesOfQuery / sources_.size(), 1));
  rename_to_csv(names_);
}

void SolvePage::add(std::size_t source, std::int64_t index, const io::TruthQuery& query, bool truth,
                    const TimedAnswer& answer) {
  if (queries_of_each_ >= 0 && index >= queries_of_each_) return;
  if (answers_.size() < kMostQueryBytes)
    answers_ += csv_row({names_[source], "", sources_[source].kind}, index, truth, answer);
  if (compared_.size() < kCompared) compared_.push_back({source, index, query.query});
}

/// The files as they are, or the first queries of each.
void SolvePage::add_query_files() {
  for (std::size_t i = 0; i < sources_.size(); ++i) {
    if (queries_of_each_ < 0) {
      for (const ViewFile& file : query_view_files(sources_[i]))
        page_.add_file(file.name, file.path);
      continue;
    }
    std::string queries, times = fmt::format("{}\n", io::kTimesHeader);
    io::QueryReader reader(sources_[i].path, sources_[i].kind, io::CompanionTimes::ReadIfThere);
    io::TruthQuery item;
    for (std::int64_t index = 0; index < queries_of_each_ && reader.next(item); ++index) {
      io::append_query(queries, item.query, item.truth);
      times += fmt::format("{},{},{},{}\n", index, item.truth ? 1 : 0, item.toi, item.toi_upper);
    }
    page_.add_bytes(names_[i], queries);
    if (reader.has_times()) page_.add_bytes(io::times_path(names_[i]), times);
  }
}

std::string SolvePage::verdicts(int threads) const {
  std::vector<std::string> rows(compared_.size());
  parallel::parallel_for(rows.size(), 1, threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      rows[i] = verdicts_on(
          compared_[i].query, options_,
          fmt::format("{},{},", csv_field(names_[compared_[i].source]), compared_[i].index));
  });
  std::string text = "file,index,method,status,toi\n";
  for (const std::string& row : rows) text += row;
  return text;
}

void SolvePage::write(const std::string& report, int threads) {
  page_.add_text("report.json", report);
  add_query_files();
  page_.add_bytes("answers.csv", answers_);
  page_.add_bytes("verdicts.csv", verdicts(threads));
  page_.finish();
}

}  // namespace firstcontact::apps
