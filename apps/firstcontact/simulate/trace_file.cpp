#include "trace_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "io/errors.h"
#include "io/json_text.h"
#include "little_endian.h"

namespace firstcontact::apps {
namespace {

constexpr std::string_view kTraceMagic =
    "\x89"
    "FCT\r\n\x1a\n";
constexpr std::uint64_t kTraceVersion = 1;
constexpr std::size_t kTraceStartBytes = 64;
/// Larger counts are no trace; products of them with sizes stay below 2^63.
constexpr std::uint64_t kMostInTrace = std::uint64_t{1} << 40;
constexpr std::size_t kReadAtOnce = std::size_t{1} << 16;

constexpr std::size_t padded(std::size_t bytes) { return (bytes + 7) / 8 * 8; }

std::size_t bytes_of_frame(std::size_t values, std::size_t vertices) {
  return padded(8 * values + 12 * vertices);
}

}  // namespace

std::size_t TraceHead::frame_bytes() const { return bytes_of_frame(values, vertices); }

std::string encode_trace_head(const TraceHead& head) {
  std::string text =
      head.description.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  text.resize(padded(text.size()), ' ');
  std::string out(kTraceMagic);
  append_word(out, kTraceVersion, 4);
  append_word(out, kByteOrderWord, 4);
  append_word(out, text.size());
  append_word(out, head.vertices);
  append_word(out, head.triangles.size());
  append_word(out, head.values);
  append_word(out, head.frame_bytes());
  append_word(out, 0);
  out += text;
  for (const Face& triangle : head.triangles)
    for (const int vertex : triangle) append_word(out, static_cast<std::uint32_t>(vertex), 4);
  out.resize(padded(out.size()), '\0');
  return out;
}

std::string encode_trace_frame(std::span<const double> values, const PointMatrix& positions) {
  std::string out;
  const std::size_t size =
      bytes_of_frame(values.size(), static_cast<std::size_t>(positions.rows()));
  out.reserve(size);
  for (const double value : values) append_double(out, value);
  for (Eigen::Index i = 0; i < positions.size(); ++i)
    append_float(out, static_cast<float>(positions.data()[i]));
  out.resize(size, '\0');
  return out;
}

TraceReader::TraceReader(std::unique_ptr<io::ByteSource> source, const std::string& name)
    : source_(std::move(source)), name_(name) {
  const std::string start = take(kTraceStartBytes, "start");
  if (!start.starts_with(kTraceMagic)) throw io::InputError(name_, "is no trace of a simulation");
  if (word_at(start, 8, 4) != kTraceVersion || word_at(start, 12, 4) != kByteOrderWord)
    fail("version",
         fmt::format("is {}; this program reads version {}", word_at(start, 8, 4), kTraceVersion));
  const std::uint64_t text = word_at(start, 16), triangles = word_at(start, 32);
  head_.vertices = word_at(start, 24);
  head_.values = word_at(start, 40);
  for (const std::uint64_t count : {text, triangles, head_.vertices, head_.values})
    if (count > kMostInTrace) fail("counts", fmt::format("{} is too large", count));
  if (text % 8 != 0) fail("description", "its length is no multiple of 8");
  if (word_at(start, 48) != head_.frame_bytes())
    fail("frame bytes",
         fmt::format("{} where {} are expected", word_at(start, 48), head_.frame_bytes()));
  if (word_at(start, 56) != 0) fail("reserved", "is not 0");
  if (head_.frame_bytes() == 0) fail("frame bytes", "is 0");
  read_description(text);
  read_triangles(triangles);
}

void TraceReader::read_description(std::uint64_t size) {
  const std::string text = take(size, "description");
  nlohmann::json checked;
  if (const auto fault = io::parse_json(text, checked)) fail("description", io::text_of(*fault));
  head_.description = nlohmann::ordered_json::parse(text);
  const auto values = head_.description.find("values");
  if (!head_.description.is_object() || values == head_.description.end() || !values->is_array() ||
      values->size() != head_.values)
    fail("description", fmt::format("has no list of {} \"values\"", head_.values));
}

void TraceReader::read_triangles(std::uint64_t count) {
  const std::string bytes = take(padded(12 * count), "triangles");
  head_.triangles.resize(count);
  for (std::size_t i = 0; i < 3 * count; ++i) {
    const std::uint64_t vertex = word_at(bytes, 4 * i, 4);
    if (vertex >= head_.vertices || vertex > INT32_MAX)
      fail("triangles", fmt::format("triangle {}: vertex {} does not exist", i / 3, vertex));
    head_.triangles[i / 3][i % 3] = static_cast<int>(vertex);
  }
  if (bytes.find_first_not_of('\0', 12 * count) != bytes.npos)
    fail("triangles", "are followed by bytes other than 0");
}

bool TraceReader::next(TraceFrame& frame) {
  std::string bytes;
  if (fill(bytes, head_.frame_bytes()) < head_.frame_bytes()) return false;
  frame.values.resize(head_.values);
  frame.positions.resize(3 * head_.vertices);
  for (std::size_t i = 0; i < frame.values.size(); ++i) frame.values[i] = double_at(bytes, 8 * i);
  for (std::size_t i = 0; i < frame.positions.size(); ++i)
    frame.positions[i] = float_at(bytes, 8 * head_.values + 4 * i);
  return true;
}

std::string TraceReader::take(std::uint64_t size, const char* field) {
  std::string bytes;
  if (fill(bytes, size) < size) fail(field, "the file ends within it");
  head_bytes_ += size;
  return bytes;
}

/// Appends up to `size` bytes; fewer only at the end.
std::size_t TraceReader::fill(std::string& bytes, std::uint64_t size) {
  std::array<char, kReadAtOnce> block;
  while (bytes.size() < size) {
    const std::size_t count =
        source_->read(block.data(), std::min<std::uint64_t>(block.size(), size - bytes.size()));
    if (count == 0) break;
    bytes.append(block.data(), count);
  }
  return bytes.size();
}

void TraceReader::fail(const char* field, const std::string& what) const {
  throw io::InputError(name_, fmt::format("{}: {}", field, what));
}

TraceWriter::TraceWriter(const std::string& path, const std::string& head) : path_(path) {
  descriptor_ = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0666);
  if (descriptor_ < 0) fail(errno);
  append(head);
}

TraceWriter::TraceWriter(const std::string& path, const std::string& head, std::uint64_t frames,
                         std::size_t frame_bytes)
    : path_(path) {
  io::FileSource source(path);
  std::string start;
  std::array<char, kReadAtOnce> block;
  while (start.size() < head.size()) {
    const std::size_t count =
        source.read(block.data(), std::min(block.size(), head.size() - start.size()));
    if (count == 0) break;
    start.append(block.data(), count);
  }
  if (start != head) throw io::InputError(path, "is not the trace of this simulation");
  const std::uint64_t wanted = head.size() + frames * frame_bytes,
                      there = std::filesystem::file_size(path);
  if (there < wanted)
    throw io::InputError(path, fmt::format("has {} frames, but the checkpoint comes after {}",
                                           (there - head.size()) / frame_bytes, frames));
  descriptor_ = ::open(path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
  if (descriptor_ < 0 || ::ftruncate(descriptor_, static_cast<off_t>(wanted)) != 0) fail(errno);
}

TraceWriter::~TraceWriter() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void TraceWriter::append(const std::string& frame) {
  std::string_view rest = frame;
  while (!rest.empty()) {
    const ssize_t count = ::write(descriptor_, rest.data(), rest.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail(errno);
    rest.remove_prefix(static_cast<std::size_t>(count));
  }
  if (::fsync(descriptor_) != 0 && errno != EINVAL && errno != EROFS) fail(errno);
}

void TraceWriter::fail(int error) const {
  throw io::OutputError(path_, std::string("cannot be written: ") + std::strerror(error));
}

}  // namespace firstcontact::apps
