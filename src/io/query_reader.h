#pragma once
/// Reads the query files of the published benchmark. The format, and what exactly is accepted: docs/query-files.md.
#include <firstcontact/query.h>

#include <memory>
#include <string>
#include <string_view>

#include "io/byte_source.h"
#include "io/errors.h"
#include "io/line_reader.h"

namespace firstcontact::io {

/// A pair and whether it really touches in [0, 1].
struct TruthQuery {
  Query query;
  bool truth = false;
};

/// Rows of one query: one a point and instant. 8 for vertex-face and edge-edge.
constexpr int rows_per_query(Kind kind) { return 2 * point_count(kind); }

/// One query after the other, in constant memory. Every value is exactly the double the file says, or an error; zeros are +0.
class QueryReader {
 public:
  /// Opens a file; gzip by its name. Throws InputError.
  QueryReader(const std::string& path, Kind kind);
  /// Reads from anything; `name` stands for the path in messages.
  QueryReader(std::unique_ptr<ByteSource> source, const std::string& name, Kind kind);

  /// The next query. False after the last one (at least one was given by then). Throws InputError on anything that is not a
  /// query file of this kind; after that the reader is of no further use, and `out` holds nothing meaningful.
  bool next(TruthQuery& out);

 private:
  struct Row {
    Vec3 point;
    bool truth;
  };
  bool next_row(Row& row, int rows_read);
  static bool read_usual_row(std::string_view line, Row& row);
  Row read_row(std::string_view line) const;
  double read_coordinate(int axis, std::string_view numerator, std::string_view denominator) const;
  [[noreturn]] void fail(const std::string& field, const std::string& what) const;

  LineReader lines_;
  Kind kind_;
  bool any_query_ = false;
};

}  // namespace firstcontact::io
