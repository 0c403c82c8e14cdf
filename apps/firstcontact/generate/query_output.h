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

/// Writes one file of queries, and its companion of times where there are times and the form has no
/// place for them. They appear whole at `close()`, or not at all. A companion left there by an
/// older file of the same name goes away. Throws OutputError.
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
  std::string stale_times_;  // a companion that must not outlive the file it belongs to; empty if
                             // there can be none
  std::uint64_t count_ = 0;
};

/// Refuses (OutputError) to write the query files that `stems` stand for, before the first is
/// begun: where two are one, where one is an input or the `report`, and where the queries are there
/// in another form already, which would then be found twice.
void refuse_bad_query_outputs(const std::vector<std::string>& stems, QueryForm form,
                              const std::vector<std::string>& inputs, const std::string& report);

}  // namespace firstcontact::apps
