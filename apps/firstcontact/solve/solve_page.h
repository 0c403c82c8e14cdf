#pragma once
/// The page of `firstcontact solve --html`: the report, the queries, the answers of the method that
/// was asked, and for the first queries what every method says.
#include <firstcontact/options.h>
#include <firstcontact/query_files.h>

#include <cstdint>
#include <string>
#include <vector>

#include "common/timed_solve.h"
#include "view/viewer_page.h"

namespace firstcontact::apps {

/// Files of queries that are larger than this together are cut: the page has the first queries of
/// each. Also the most bytes of answers.
inline constexpr std::uint64_t kMostQueryBytes = std::uint64_t{64} << 20;
/// So many of the first queries are answered by every method, each with at most so many checks.
inline constexpr std::size_t kCompared = 1'000;
inline constexpr std::int64_t kComparedChecks = 10'000;

class SolvePage {
 public:
  /// Finds the viewer and makes the file: see HtmlPage. `options` are those of the question that
  /// the methods are compared by.
  SolvePage(const std::string& path, std::vector<io::QuerySource> sources, const Options& options);

  /// The answer to query number `index` of a file. `source`: its number in the list.
  void add(std::size_t source, std::int64_t index, const io::TruthQuery& query, bool truth,
           const TimedAnswer& answer);

  /// Queries of each file that the page has; -1: all.
  std::int64_t queries_of_each() const { return queries_of_each_; }

  /// Writes everything. `report` is the text of the report.
  void write(const std::string& report, int threads);

  io::AtomicFile& file() { return page_.file(); }

 private:
  struct Compared {
    std::size_t source;
    std::int64_t index;
    Query query;
  };
  void add_query_files();
  std::string verdicts(int threads) const;

  HtmlPage page_;
  std::vector<io::QuerySource> sources_;
  /// What the viewer calls the files.
  std::vector<std::string> names_;
  Options options_;
  std::int64_t queries_of_each_ = -1;
  std::string answers_;
  std::vector<Compared> compared_;
};

}  // namespace firstcontact::apps
