// Reading is in two tiers: a row of ordinary numbers without spaces is read by `read_usual_row` in
// one pass; any other row, right or wrong, goes to `read_row`, which accepts all of the format and
// knows how to say what is wrong.
#include "io/query_reader.h"

#include <algorithm>
#include <array>

#include "io/exact_fraction.h"
#include "io/shown_text.h"

namespace firstcontact::io {
namespace {

constexpr int kColumns = 7;
constexpr std::array<const char*, kColumns> kColumnNames = {
    "column 1 (x numerator)",   "column 2 (x denominator)", "column 3 (y numerator)",
    "column 4 (y denominator)", "column 5 (z numerator)",   "column 6 (z denominator)",
    "column 7 (truth)"};
constexpr std::array<const char*, 3> kCoordinateNames = {"columns 1-2 (x)", "columns 3-4 (y)",
                                                         "columns 5-6 (z)"};

/// Queries of a packed file taken at once: they stay in a core's cache until they are given out.
constexpr std::size_t kPackedAhead = 128;

bool is_space(char c) { return c == ' ' || c == '\t'; }

std::string_view trim(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

/// What is wrong with a text that should have been an integer.
std::string not_an_integer(std::string_view text) {
  if (text.empty()) return "is empty, an integer is needed";
  const std::string hint =
      text.find('\0') != text.npos ? " (a NUL byte; is this a text file?)" : "";
  return shown_text(text) + " is not a decimal integer" + hint;
}

}  // namespace

QueryReader::QueryReader(const std::string& path, Kind kind, CompanionTimes times) : kind_(kind) {
  if (is_packed_name(path)) {
    packed_.emplace(path, kind);
    ahead_.resize(kPackedAhead);
    return;
  }
  lines_.emplace(open_source(path), path);
  if (times == CompanionTimes::ReadIfThere) times_ = open_times(path);
}

QueryReader::QueryReader(const std::string& path, Kind kind, const QueryStart& start)
    : kind_(kind), any_query_(start.query > 0) {
  if (is_packed_name(path)) {
    packed_.emplace(path, kind, start.query);
    ahead_.resize(kPackedAhead);
    return;
  }
  lines_.emplace(std::make_unique<FileSource>(path, start.byte), path,
                 start.query * static_cast<std::size_t>(rows_per_query(kind)));
}

QueryReader::QueryReader(std::unique_ptr<ByteSource> source, const std::string& name, Kind kind)
    : lines_(std::in_place, std::move(source), name), kind_(kind) {}

void QueryReader::fail(const std::string& field, const std::string& what) const {
  throw InputError(lines_->name(), lines_->number(), field, what);
}

bool QueryReader::next_packed(TruthQuery& out) {
  if (next_ahead_ == end_ahead_) {
    end_ahead_ = packed_->read(ahead_);
    next_ahead_ = 0;
    if (end_ahead_ == 0) return false;
  }
  out = ahead_[next_ahead_++];
  return true;
}

bool QueryReader::next(TruthQuery& out) {
  if (packed_) return next_packed(out);
  const int points = point_count(kind_);
  Query& query = out.query;
  query.kind = kind_;
  for (int i = 0; i < 2 * points; ++i) {
    Row row;
    if (!next_row(row, i)) {
      if (times_) times_->finish();
      return false;
    }
    if (kind_ == Kind::PointSegment2D && !is_zero(row.point.z()))
      fail(kCoordinateNames[2], "a planar query lies in z = 0");
    if (i > 0 && row.truth != out.truth)
      fail(kColumnNames[6], std::string("truth ") + (row.truth ? "1" : "0") +
                                " differs from the first row of this query (line " +
                                std::to_string(lines_->number() - static_cast<std::size_t>(i)) +
                                ")");
    out.truth = row.truth;
    (i < points ? query.t0[i] : query.t1[i - points]) = row.point;
  }
  for (auto i = static_cast<std::size_t>(points); i < query.t0.size(); ++i)
    query.t0[i] = query.t1[i] = Vec3::Zero();
  any_query_ = true;
  out.toi = 0;
  out.toi_upper = 1;
  if (times_) times_->next(out);
  return true;
}

/// The next row; false at the end of the file, which may only be after whole queries, blank lines
/// aside.
bool QueryReader::next_row(Row& row, int rows_read) {
  std::string_view line;
  if (lines_->next(line)) {
    if (read_usual_row(line, row)) return true;
    if (!trim(line).empty()) {
      row = read_row(line);
      return true;
    }
    const std::size_t blank = lines_->number();
    while (lines_->next(line))
      if (!trim(line).empty())
        throw InputError(lines_->name(), blank, "row", "blank line before the end of the file");
  }
  if (rows_read > 0)
    fail("row", "the file ends within a query: " + std::to_string(rows_read) + " of its " +
                    std::to_string(rows_per_query(kind_)) + " rows are there");
  if (!any_query_) throw InputError(lines_->name(), "holds no query: the file is empty");
  return false;
}

bool QueryReader::read_usual_row(std::string_view line, Row& row) {
  const char* at = line.data();
  const char* const end = at + line.size();
  for (int axis = 0; axis < 3; ++axis)
    if (!read_usual_fraction(at, row.point[axis])) return false;
  if (at + 1 != end || (*at != '0' && *at != '1')) return false;
  row.truth = *at == '1';
  return true;
}

QueryReader::Row QueryReader::read_row(std::string_view line) const {
  std::array<std::string_view, kColumns> fields;
  std::size_t columns = 0;
  for (std::size_t start = 0; start <= line.size(); ++columns) {
    const std::size_t comma = std::min(line.find(',', start), line.size());
    if (columns < kColumns) fields[columns] = trim(line.substr(start, comma - start));
    start = comma + 1;
  }
  if (columns != kColumns)
    fail("columns", "found " + std::to_string(columns) + ", a row has " + std::to_string(kColumns) +
                        ": " + shown_text(line));
  Row row;
  for (int axis = 0; axis < 3; ++axis) {
    const auto i = static_cast<std::size_t>(2 * axis);
    row.point[axis] = read_coordinate(axis, fields[i], fields[i + 1]);
  }
  if (fields[6] != "0" && fields[6] != "1")
    fail(kColumnNames[6], shown_text(fields[6]) + " is neither 0 nor 1");
  row.truth = fields[6] == "1";
  return row;
}

double QueryReader::read_coordinate(int axis, std::string_view numerator,
                                    std::string_view denominator) const {
  const auto column = static_cast<std::size_t>(2 * axis);
  const Fraction fraction = read_fraction(numerator, denominator);
  switch (fraction.status) {
    case FractionStatus::Exact: return fraction.value;
    case FractionStatus::BadNumerator: fail(kColumnNames[column], not_an_integer(numerator));
    case FractionStatus::BadDenominator:
      if (denominator.substr(0, 1) == "-")
        fail(kColumnNames[column + 1],
             shown_text(denominator) + " is not a positive decimal integer");
      fail(kColumnNames[column + 1], not_an_integer(denominator));
    case FractionStatus::ZeroDenominator: fail(kColumnNames[column + 1], "zero denominator");
    case FractionStatus::NotADouble: break;
  }
  fail(kCoordinateNames[axis],
       shown_text(numerator) + " / " + shown_text(denominator) + " is not exactly a double");
}

}  // namespace firstcontact::io
