// Layout of a record: the coordinates at t0, those at t1, [toi, toi_upper], truth (0 or 1).
// Everything is 8 bytes, little endian, so a record is checked as a run of words: a double is not
// finite exactly if its exponent bits are all ones, that is, if adding one to them carries into the
// sign bit. Ored over a record this is one test, and the compiler makes it a few vector
// instructions.
#include "io/packed_queries.h"

#include <firstcontact/query_files.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <string_view>

#include "io/errors.h"
#include "io/exact_fraction.h"
#include "io/query_points.h"

namespace firstcontact::io {
namespace {

/// A byte that is no text, the name, and line ends that a transfer as text would change.
constexpr std::string_view kMagic(
    "\x89"
    "FCQ\r\n\x1a\n",
    8);
constexpr std::uint32_t kVersion = 1;
/// Reads 0x04030201 where the bytes were swapped.
constexpr std::uint32_t kByteOrder = 0x01020304;
constexpr std::uint32_t kTimesFlag = 1;
constexpr std::size_t kVersionAt = 8, kOrderAt = 12, kKindAt = 16, kFlagsAt = 20, kCountAt = 24,
                      kRecordAt = 32, kReservedAt = 40;
constexpr std::uint32_t kKindCount = 5;
/// Small enough to stay in a core's cache while the records are taken out of it.
constexpr std::size_t kPackedBufferBytes = 128 * 1024;

static_assert(sizeof(Vec3) == 3 * sizeof(double) && sizeof(Query::t0) == 12 * sizeof(double));

template <class Word>
Word little_endian(Word word) {
  if constexpr (std::endian::native == std::endian::big) {
    auto bytes = std::bit_cast<std::array<char, sizeof(Word)>>(word);
    std::reverse(bytes.begin(), bytes.end());
    return std::bit_cast<Word>(bytes);
  }
  return word;
}

template <class Word>
Word load(const char* at) {
  Word word;
  std::memcpy(&word, at, sizeof word);
  return little_endian(word);
}

template <class Word>
void store(char* at, Word word) {
  word = little_endian(word);
  std::memcpy(at, &word, sizeof word);
}

void load_doubles(const char* at, std::size_t count, double* out) {
  std::memcpy(out, at, count * sizeof(double));
  if constexpr (std::endian::native == std::endian::big)
    for (std::size_t i = 0; i < count; ++i) out[i] = little_endian(out[i]);
}

void append_doubles(std::string& out, const double* from, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    char bytes[sizeof(double)];
    store(bytes, from[i]);
    out.append(bytes, sizeof bytes);
  }
}

bool all_finite(const double* first, std::size_t count) {
  std::uint64_t carried = 0;
  for (std::size_t i = 0; i < count; ++i) {
    std::uint64_t bits;
    std::memcpy(&bits, first + i, sizeof bits);
    carried |= (bits & 0x7fff'ffff'ffff'ffffu) + 0x0010'0000'0000'0000u;
  }
  return carried >> 63 == 0;
}

/// The times are possible, and those of a free pair say so. False for NaN.
bool are_times_right(const TruthQuery& q) {
  if (!q.truth) return q.toi == 1 && q.toi_upper == 1;
  return 0 <= q.toi && q.toi <= q.toi_upper && q.toi_upper <= 1;
}

/// "p_t0.x", as the structs in query.h have it.
std::string coordinate_name(Kind kind, std::size_t index) {
  static constexpr std::array<std::array<const char*, 4>, kKindCount> kPoints = {
      {{"p", "v0", "v1", "v2"},
       {"ea0", "ea1", "eb0", "eb1"},
       {"p", "e0", "e1", ""},
       {"p", "q", "", ""},
       {"p", "s0", "s1", ""}}};
  const std::size_t point = index / 3, points = points_of(kind);
  return std::string(kPoints[static_cast<std::size_t>(kind)][point % points]) +
         (point < points ? "_t0." : "_t1.") + "xyz"[index % 3];
}

std::string header_bytes(const PackedHeader& header) {
  std::string bytes(kPackedHeaderBytes, '\0');
  kMagic.copy(bytes.data(), kMagic.size());
  store(&bytes[kVersionAt], kVersion);
  store(&bytes[kOrderAt], kByteOrder);
  store(&bytes[kKindAt], static_cast<std::uint32_t>(header.kind));
  store(&bytes[kFlagsAt], header.times ? kTimesFlag : std::uint32_t{0});
  store(&bytes[kCountAt], header.count);
  store(&bytes[kRecordAt],
        static_cast<std::uint64_t>(packed_record_bytes(header.kind, header.times)));
  return bytes;
}

}  // namespace

bool is_packed_name(const std::string& path) {
  return has_suffix(path, ".fcq") || has_suffix(path, ".fcq.gz");
}

PackedReader::PackedReader(const std::string& path, Kind kind)
    : PackedReader(open_source(path), path, kind) {
  if (has_suffix(path, ".gz")) return;
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return;
  const std::uint64_t size = std::filesystem::file_size(path, error);
  const std::uint64_t right = kPackedHeaderBytes + header_.count * record_bytes_;
  if (!error && size != right)
    fail(kCountAt, "count",
         std::to_string(header_.count) + " queries make a file of " + std::to_string(right) +
             " bytes, this one has " + std::to_string(size));
}

PackedReader::PackedReader(const std::string& path, Kind kind, std::uint64_t first)
    : PackedReader(path, kind) {
  source_ = std::make_unique<FileSource>(path, kPackedHeaderBytes + first * record_bytes_);
  records_read_ = records_buffered_ = first;
}

PackedReader::PackedReader(std::unique_ptr<ByteSource> source, const std::string& name, Kind kind)
    : source_(std::move(source)), name_(name) {
  read_header(kind);
  record_bytes_ = packed_record_bytes(header_.kind, header_.times);
  buffer_.resize(kPackedBufferBytes / record_bytes_ * record_bytes_);
}

void PackedReader::fail(std::uint64_t byte, const std::string& field,
                        const std::string& what) const {
  throw InputError(name_, "byte " + std::to_string(byte) + ": " + field + ": " + what);
}

/// As many bytes as there are, up to `size`.
std::size_t PackedReader::fill(char* buffer, std::size_t size) {
  std::size_t have = 0;
  while (have < size) {
    const std::size_t count = source_->read(buffer + have, size - have);
    if (count == 0) break;
    have += count;
  }
  return have;
}

void PackedReader::read_header(Kind kind) {
  char bytes[kPackedHeaderBytes];
  const std::size_t have = fill(bytes, sizeof bytes);
  if (std::string_view(bytes, std::min(have, kMagic.size())) != kMagic.substr(0, have) || have == 0)
    fail(0, "magic", "this is no packed query file");
  if (have < sizeof bytes) fail(have, "header", "the file ends within it");
  const auto order = load<std::uint32_t>(bytes + kOrderAt);
  if (order != kByteOrder) fail(kOrderAt, "byte order", "the numbers are not little endian");
  const auto version = load<std::uint32_t>(bytes + kVersionAt);
  if (version != kVersion)
    fail(kVersionAt, "version",
         std::to_string(version) + " is not known, only " + std::to_string(kVersion));
  const auto found = load<std::uint32_t>(bytes + kKindAt);
  if (found >= kKindCount) fail(kKindAt, "kind", std::to_string(found) + " is no kind");
  header_.kind = static_cast<Kind>(found);
  if (header_.kind != kind)
    fail(kKindAt, "kind",
         std::string("the file holds ") + kind_name(header_.kind) + " queries, not " +
             kind_name(kind));
  const auto flags = load<std::uint32_t>(bytes + kFlagsAt);
  if ((flags & ~kTimesFlag) != 0)
    fail(kFlagsAt, "flags", std::to_string(flags) + " has bits that are not known");
  header_.times = (flags & kTimesFlag) != 0;
  header_.count = load<std::uint64_t>(bytes + kCountAt);
  if (header_.count == 0) fail(kCountAt, "count", "holds no query");
  const auto record = load<std::uint64_t>(bytes + kRecordAt);
  if (record != packed_record_bytes(kind, header_.times))
    fail(kRecordAt, "record size",
         std::to_string(record) + " bytes, these records have " +
             std::to_string(packed_record_bytes(kind, header_.times)));
  if (header_.count > (std::uint64_t{1} << 62) / record)
    fail(kCountAt, "count", "is more than any file can hold");
  for (std::size_t i = kReservedAt; i < sizeof bytes; ++i)
    if (bytes[i] != 0) fail(i, "reserved", "is not zero");
}

/// Precondition: the buffer is used up. Takes the next records in, or finds the end of the file to
/// be where it should.
void PackedReader::refill() {
  const std::uint64_t left = header_.count - records_buffered_;
  const std::uint64_t at = kPackedHeaderBytes + records_buffered_ * record_bytes_;
  next_ = 0;
  if (left == 0) {
    char more;
    end_ = 0;
    if (!at_end_ && fill(&more, 1) != 0)
      fail(at, "end", "the file goes on after its " + std::to_string(header_.count) + " queries");
    at_end_ = true;
    return;
  }
  const std::size_t wanted =
      static_cast<std::size_t>(std::min<std::uint64_t>(buffer_.size(), left * record_bytes_));
  end_ = fill(buffer_.data(), wanted);
  if (end_ < wanted)
    fail(at + end_, "query " + std::to_string(records_buffered_ + end_ / record_bytes_),
         "the file ends before it is complete (truncated); " + std::to_string(header_.count) +
             " queries should be there");
  records_buffered_ += wanted / record_bytes_;
}

std::size_t PackedReader::read(std::span<TruthQuery> out) {
  std::size_t given = 0;
  while (given < out.size()) {
    if (next_ == end_) refill();
    if (next_ == end_) break;
    const std::size_t count = std::min(out.size() - given, (end_ - next_) / record_bytes_);
    for (std::size_t i = 0; i < count; ++i, next_ += record_bytes_, ++records_read_)
      decode(buffer_.data() + next_, out[given + i]);
    given += count;
  }
  return given;
}

void PackedReader::decode(const char* record, TruthQuery& out) const {
  const std::size_t points = points_of(header_.kind), coordinates = 3 * points;
  Query& query = out.query;
  query.kind = header_.kind;
  double* const t0 = query.t0[0].data();
  double* const t1 = query.t1[0].data();
  std::uint64_t truth;
  if (coordinates == 12) {  // the compiler knows the lengths
    load_doubles(record, 12, t0);
    load_doubles(record + 96, 12, t1);
  } else {
    load_doubles(record, coordinates, t0);
    load_doubles(record + 8 * coordinates, coordinates, t1);
    for (std::size_t i = points; i < query.t0.size(); ++i) query.t0[i] = query.t1[i] = Vec3::Zero();
  }
  truth = load<std::uint64_t>(record + record_bytes_ - 8);
  out.truth = truth == 1;
  out.toi = header_.times ? load<double>(record + record_bytes_ - 24) : 0.0;
  out.toi_upper = header_.times ? load<double>(record + record_bytes_ - 16) : 1.0;
  const bool good = all_finite(t0, 12) && all_finite(t1, 12) && truth <= 1 &&
                    (!header_.times || are_times_right(out)) &&
                    (header_.kind != Kind::PointSegment2D || is_planar(query));
  if (!good) refuse_record(record, out);
}

void PackedReader::refuse_record(const char* record, const TruthQuery& query) const {
  const std::uint64_t at = kPackedHeaderBytes + records_read_ * record_bytes_;
  const std::size_t coordinates = 6 * points_of(header_.kind);
  const auto name = [&](const std::string& field) {
    return "query " + std::to_string(records_read_) + ", " + field;
  };
  for (std::size_t i = 0; i < coordinates; ++i) {
    const auto x = load<double>(record + 8 * i);
    if (!std::isfinite(x))
      fail(at + 8 * i, name(coordinate_name(header_.kind, i)), "is not finite");
    if (header_.kind == Kind::PointSegment2D && i % 3 == 2 && !is_zero(x))
      fail(at + 8 * i, name(coordinate_name(header_.kind, i)), "a planar query lies in z = 0");
  }
  if (load<std::uint64_t>(record + record_bytes_ - 8) > 1)
    fail(at + record_bytes_ - 8, name("truth"), "is neither 0 nor 1");
  fail(at + record_bytes_ - 24, name("toi and toi_upper"),
       query.truth ? "are not in order within [0, 1]" : "are not 1, but the pair is free");
}

PackedWriter::PackedWriter(const std::string& path, const PackedHeader& header)
    : file_(path), header_(header) {
  file_.write(header_bytes(header_));
}

void PackedWriter::refuse(const std::string& what) {
  refused_ = true;
  throw OutputError(file_.path(), "query " + std::to_string(count_) + ": " + what);
}

void PackedWriter::write(const TruthQuery& item) {
  const Query& query = item.query;
  if (query.kind != header_.kind) refuse("its kind differs from that of the file");
  const std::size_t coordinates = 3 * points_of(query.kind);
  const double *t0 = query.t0[0].data(), *t1 = query.t1[0].data();
  if (!all_finite(t0, coordinates) || !all_finite(t1, coordinates))
    refuse("a coordinate is not finite");
  if (query.kind == Kind::PointSegment2D && !is_planar(query))
    refuse("a planar query lies in z = 0");
  if (header_.times && !are_times_right(item)) refuse("its times do not fit its truth");
  if (count_ == header_.count)
    refuse("the file was to have " + std::to_string(header_.count) + " queries");
  bytes_.clear();
  append_doubles(bytes_, t0, coordinates);
  append_doubles(bytes_, t1, coordinates);
  if (header_.times) {
    append_doubles(bytes_, &item.toi, 1);
    append_doubles(bytes_, &item.toi_upper, 1);
  }
  char truth[8];
  store(truth, std::uint64_t{item.truth});
  bytes_.append(truth, sizeof truth);
  file_.write(bytes_);
  ++count_;
}

void PackedWriter::close() {
  if (refused_) throw OutputError(file_.path(), "not written: a query was refused");
  if (count_ == 0) throw OutputError(file_.path(), "not written: there is no query");
  if (count_ != header_.count)
    throw OutputError(file_.path(), "not written: " + std::to_string(count_) + " queries came, " +
                                        std::to_string(header_.count) + " were announced");
  file_.close();
}

}  // namespace firstcontact::io
