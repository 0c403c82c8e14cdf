#pragma once
/// The companion of a CSV query file: the exact first contact times of its queries. The format:
/// docs/formats/query-files.md.
#include <firstcontact/query_files.h>

#include <cstdint>
#include <optional>
#include <string>

#include "io/line_reader.h"

namespace firstcontact::io {

inline constexpr const char* kTimesHeader = "index,truth,toi,toi_upper";

/// "DIR/name.toi" for the query file "DIR/name.csv" or "DIR/name.csv.gz".
std::string times_path(const std::string& query_path);

/// One row after the other, in the order of the queries. Throws InputError on anything else, with
/// file, line and field.
class TimesReader {
 public:
  explicit TimesReader(const std::string& path);

  /// Fills in the times of `query`, the next of the query file; its truth must be the companion's.
  void next(TruthQuery& query);
  /// After the last query: throws if there are more rows.
  void finish();

 private:
  [[noreturn]] void fail(const std::string& field, const std::string& what) const;

  LineReader lines_;
  std::uint64_t index_ = 0;
};

/// The companion of a CSV query file; empty if it has none.
std::optional<TimesReader> open_times(const std::string& query_path);

}  // namespace firstcontact::io
