#pragma once
/// Query files as `generate` writes them: CSV with the exact times beside it, or packed with the times inside.
#include <cstdint>
#include <optional>
#include <string>

#include "io/atomic_file.h"
#include "io/packed_queries.h"
#include "io/query_writer.h"

namespace firstcontact::apps {

enum class QueryForm { Csv, Packed };

/// Writes one file of queries, and its companion of times where there are times and the form has no place for them. They appear
/// whole at `close()`, or not at all, the companion after the queries. Throws OutputError.
class QueryOutput {
 public:
  /// `stem`: the path without its ending. Makes the folders it needs.
  QueryOutput(const std::string& stem, QueryForm form, const io::PackedHeader& header);

  void write(const io::TruthQuery& query);
  void close();

  /// The files that `stem` stands for: the queries, and the companion if there is one.
  static std::string query_path(const std::string& stem, QueryForm form);

 private:
  std::optional<io::PackedWriter> packed_;
  std::optional<io::QueryWriter> csv_;
  std::optional<io::AtomicFile> times_;
  std::uint64_t count_ = 0;
};

}  // namespace firstcontact::apps
