#pragma once
/// Query files as `generate` writes them: CSV with the exact times beside it, or packed with the
/// times inside.
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "io/atomic_file.h"
#include "io/packed_queries.h"
#include "io/query_writer.h"

namespace firstcontact::apps {

enum class QueryForm { Csv, Packed };

/// Writes one file of queries, and beside a CSV file the file of its times if there are any. Both
/// appear complete at `close()` or not at all. A file of times that belongs to an older file of the
/// same name is removed. Throws OutputError.
class QueryOutput {
 public:
  /// `stem`: the path without its ending. Makes the folders it needs.
  QueryOutput(const std::string& stem, QueryForm form, const io::PackedHeader& header);

  void write(const io::TruthQuery& query);
  void close();

  /// The file that `stem` stands for.
  static std::string query_path(const std::string& stem, QueryForm form);

 private:
  std::optional<io::PackedWriter> packed_;
  std::optional<io::QueryWriter> csv_;
  std::optional<io::AtomicFile> times_;
  std::string stale_times_;  // an older file of times to be removed; empty if there can be none
  std::uint64_t count_ = 0;
};

/// Throws OutputError, before anything is written, if two of the query files that `stems` stand for
/// are the same file, if one of them is an input or the `report`, or if the queries are already
/// there in the other form and would be found twice.
void refuse_bad_query_outputs(const std::vector<std::string>& stems, QueryForm form,
                              const std::vector<std::string>& inputs, const std::string& report);

}  // namespace firstcontact::apps
