#pragma once
/// Writes query files: the shortest exact form, so that equal queries give equal bytes. The format:
/// docs/formats/query-files.md.
#include <firstcontact/query.h>

#include <cstddef>
#include <optional>
#include <string>

#include "io/atomic_file.h"

namespace firstcontact::io {

/// Appends the rows of one query as a file has them: reduced fractions, denominators powers of two,
/// both zeros as 0,1, a newline after each row. Precondition: every coordinate of the query's
/// points is finite.
void append_query(std::string& out, const Query& query, bool truth);

/// Writes one file of queries of one kind. The file appears whole at `close()`, or not at all; see
/// AtomicFile. Never writes what QueryReader would refuse: a coordinate that is not finite, a
/// second kind, a planar query out of z = 0, or no query at all (at `close()`) throws OutputError,
/// and no file appears.
class QueryWriter {
 public:
  explicit QueryWriter(const std::string& path) : file_(path) {}

  void write(const Query& query, bool truth);
  /// All that can fail of `close()` but putting the file in its place; see AtomicFile.
  void complete();
  void close();

 private:
  [[noreturn]] void refuse(const std::string& what);

  AtomicFile file_;
  std::optional<Kind> kind_;
  std::size_t count_ = 0;
  bool refused_ = false, completed_ = false;
  std::string text_;
};

}  // namespace firstcontact::io
