#pragma once
/// Reads query files: the published benchmark's CSV, and our packed form. The formats, and what
/// exactly is accepted: docs/formats/query-files.md.
#include <firstcontact/query.h>
#include <firstcontact/query_files.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/byte_source.h"
#include "io/errors.h"
#include "io/exact_times.h"
#include "io/line_reader.h"
#include "io/packed_queries.h"

namespace firstcontact::io {

/// Rows of one query: one a point and instant. 8 for vertex-face and edge-edge.
constexpr int rows_per_query(Kind kind) { return 2 * point_count(kind); }

/// What to do with the exact times of impact beside a CSV file. (Those in a packed file are always
/// read.)
enum class CompanionTimes { Ignore, ReadIfThere };

/// Where in a file a query begins.
struct QueryStart {
  /// The number of the query, from 0.
  std::uint64_t query = 0;
  /// CSV: the byte that its first row begins at. (Packed files are read by numbers alone.)
  std::uint64_t byte = 0;
};

/// One query after the other, in constant memory. Every value is exactly the double the file says,
/// or an error; zeros are +0 in CSV.
class QueryReader {
 public:
  /// Opens a file; packed and gzip by its name. Throws InputError.
  QueryReader(const std::string& path, Kind kind, CompanionTimes times = CompanionTimes::Ignore);
  /// Opens a plain file (not gzip) and begins at `start`.
  QueryReader(const std::string& path, Kind kind, const QueryStart& start);
  /// Reads CSV from anything; `name` stands for the path in messages.
  QueryReader(std::unique_ptr<ByteSource> source, const std::string& name, Kind kind);

  /// The next query. False after the last one (at least one was given by then). Throws InputError
  /// on anything that is not a query file of this kind; after that the reader is of no further use,
  /// and `out` holds nothing meaningful.
  bool next(TruthQuery& out);

  /// How much of the file is read, in [0, 1]; negative where that is unknown.
  double share() const { return packed_ ? packed_->share() : lines_->share(); }

  /// Every query comes with its exact first contact time.
  bool has_times() const { return packed_ ? packed_->header().times : times_.has_value(); }

 private:
  struct Row {
    Vec3 point;
    bool truth;
  };
  bool next_packed(TruthQuery& out);
  bool next_row(Row& row, int rows_read);
  static bool read_usual_row(std::string_view line, Row& row);
  Row read_row(std::string_view line) const;
  double read_coordinate(int axis, std::string_view numerator, std::string_view denominator) const;
  [[noreturn]] void fail(const std::string& field, const std::string& what) const;

  /// Exactly one of these two is there.
  std::optional<LineReader> lines_;
  std::optional<PackedReader> packed_;
  /// Queries taken from `packed_` ahead.
  std::vector<TruthQuery> ahead_;
  std::size_t next_ahead_ = 0, end_ahead_ = 0;
  std::optional<TimesReader> times_;
  Kind kind_;
  bool any_query_ = false;
};

}  // namespace firstcontact::io
