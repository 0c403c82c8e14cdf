#include "io/exact_times.h"

#include <array>
#include <charconv>
#include <filesystem>
#include <string_view>

#include "io/errors.h"
#include "io/shown_text.h"

namespace firstcontact::io {
namespace {

template <class Number>
bool read_number(std::string_view text, Number& out) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  return error == std::errc() && end == text.data() + text.size();
}

}  // namespace

std::string times_path(const std::string& query_path) {
  std::string stem = query_path;
  for (const std::string_view suffix : {".gz", ".csv"})
    if (has_suffix(stem, suffix)) stem.resize(stem.size() - suffix.size());
  return stem + ".toi";
}

TimesReader::TimesReader(const std::string& path) : lines_(open_source(path), path) {
  std::string_view line;
  if (!lines_.next(line) || line != kTimesHeader)
    fail("header", std::string("should be ") + kTimesHeader);
}

void TimesReader::fail(const std::string& field, const std::string& what) const {
  throw InputError(lines_.name(), lines_.number(), field, what);
}

void TimesReader::next(TruthQuery& query) {
  std::string_view line;
  if (!lines_.next(line))
    fail("row", "the file ends before query " + std::to_string(index_) + " of the query file");
  std::array<std::string_view, 4> fields;
  std::size_t columns = 0;
  for (std::size_t start = 0; start <= line.size(); ++columns) {
    const std::size_t comma = std::min(line.find(',', start), line.size());
    if (columns < fields.size()) fields[columns] = line.substr(start, comma - start);
    start = comma + 1;
  }
  if (columns != fields.size())
    fail("columns", "found " + std::to_string(columns) + ", a row has 4: " + shown_text(line));
  std::uint64_t index = 0;
  if (!read_number(fields[0], index) || index != index_)
    fail("index", shown_text(fields[0]) + " should be " + std::to_string(index_));
  if (fields[1] != (query.truth ? "1" : "0"))
    fail("truth", shown_text(fields[1]) + " is not that of query " + std::to_string(index_) +
                      " of the query file");
  if (!read_number(fields[2], query.toi)) fail("toi", shown_text(fields[2]) + " is not a number");
  if (!read_number(fields[3], query.toi_upper))
    fail("toi_upper", shown_text(fields[3]) + " is not a number");
  const bool right = query.truth
                         ? 0 <= query.toi && query.toi <= query.toi_upper && query.toi_upper <= 1
                         : query.toi == 1 && query.toi_upper == 1;
  if (!right)
    fail("toi", query.truth ? "the times are not in order within [0, 1]"
                            : "the times are not 1, but the pair is free");
  ++index_;
}

void TimesReader::finish() {
  std::string_view line;
  if (lines_.next(line)) fail("row", "there are more rows than queries");
}

std::optional<TimesReader> open_times(const std::string& query_path) {
  const std::string path = times_path(query_path);
  std::error_code error;
  if (!std::filesystem::exists(path, error)) return std::nullopt;
  return std::optional<TimesReader>(std::in_place, path);
}

}  // namespace firstcontact::io
